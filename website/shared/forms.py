"""What the site wants of a value besides its text. The checker knows it by the entry points of this distribution."""

from __future__ import annotations

from typing import Any

from claims.program.answers import Json
from minigrad.draw import Diagram
from website.shared.story import playable


def story_of(value: Any) -> Json:
    """What a player shows of a diagram; None for anything else."""
    return playable(value.root, value.names) if isinstance(value, Diagram) else None
