"""What the site wants of a value besides its text: the story of a graph, for a player."""

from __future__ import annotations

from typing import Any

from claims.program.answers import Forms, Json
from minigrad.draw import Diagram
from website.shared.story import playable


def story_of(value: Any) -> Json:
    """What a player shows of a diagram; None for anything else."""
    return playable(value.root, value.names) if isinstance(value, Diagram) else None


FORMS: Forms = {"story": story_of}
