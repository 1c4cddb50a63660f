"""House rules under which somebody has to choose: of a hundred deals of Thirteen one is won as it was dealt."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any


def chosen(game: str, options: Mapping[str, Any] | None = None) -> dict[str, Any]:
    """The options, without what could end a match before anybody made a move."""
    return ({"instant_wins": "off"} if game == "thirteen" else {}) | dict(options or {})
