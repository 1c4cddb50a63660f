"""What has changed between two states, as a list of places and what is there now."""

from __future__ import annotations

from typing import Any

Place = tuple[str | int, ...]


def changes(old: Any, new: Any, at: Place = ()) -> list[list[Any]]:
    """Each change is [place, value], or [place] for what is gone; a place is a path of keys and numbers."""
    if old is new:
        return []
    if type(old) is type(new):  # for who reads JSON, 1 is neither True nor 1.0
        if isinstance(old, dict):
            found = [[[*at, key]] for key in old if key not in new]
            for key, value in new.items():
                found += changes(old[key], value, (*at, key)) if key in old else [[[*at, key], value]]
            return found
        if isinstance(old, list):
            if len(old) == len(new):
                return [one for i, pair in enumerate(zip(old, new, strict=True)) for one in changes(*pair, (*at, i))]
        elif old == new:
            return []
    return [[list(at), new]]


def apply(state: Any, found: list[list[Any]]) -> Any:
    """The state that changes lead to; the one given is not touched."""
    for place, *value in found:
        if not place:
            state = value[0]
        else:
            state = _put(state, place, value)
    return state


def _put(state: Any, place: list[Any], value: list[Any]) -> Any:
    key, *rest = place
    copied: Any = dict(state) if isinstance(state, dict) else list(state)
    if rest:
        copied[key] = _put(copied[key], rest, value)
    elif value:
        copied[key] = value[0]
    else:
        del copied[key]
    return copied
