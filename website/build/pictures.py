"""The picture that a snippet's last expression comes to, and the same in numbers, as the page shows it.

A reader who runs the page sees it drawn anew: website/browser/pictures.js makes the same elements.
"""

from html import escape


def figure(summary: str, cell: int, svg: str, rows: list[list[str]]) -> str:
    lines = ["".join(_header(text, "col") for text in row) for row in rows[:1]]
    lines += [_header(row[0], "row") + "".join(f"<td>{escape(text)}</td>" for text in row[1:]) for row in rows[1:]]
    return (
        f'<figure class="picture" data-picture="{cell}" data-search-exclude>{svg}'
        f"<details{'' if rows else ' hidden'}><summary>{escape(summary)}</summary>"
        f'<div class="picture-rows"><table class="picture-table">'
        f"{''.join(f'<tr>{line}</tr>' for line in lines)}</table></div></details></figure>"
    )


def _header(text: str, scope: str) -> str:
    """A corner without text heads nothing."""
    return f'<th scope="{scope}">{escape(text)}</th>' if text else "<td></td>"
