"""What has changed between two states, as a list of places and what is there now."""

from __future__ import annotations

from typing import Any

Place = tuple[str | int, ...]
INNER = (dict, list)
MISSING = object()


def changes(old: Any, new: Any) -> list[list[Any]]:
    """Each change is [place, value], or [place] for what is gone; a place is a path of keys and numbers."""
    found: list[list[Any]] = []
    _compare(old, new, (), found)
    return found


def _compare(old: Any, new: Any, at: Place, found: list[list[Any]]) -> None:
    """Add what differs. Most of a state is as it was, so what is the same thing, or a leaf, is settled in the loops."""
    kind = type(new)
    if type(old) is kind is dict:
        if old.keys() != new.keys():
            found += [[[*at, key]] for key in old if key not in new]
        for key, value in new.items():
            before = old.get(key, MISSING)
            if before is not value and (type(value) in INNER or type(before) is not type(value) or before != value):
                _compare(before, value, (*at, key), found)
    elif type(old) is kind is list and len(old) == len(new):
        for i, value in enumerate(new):
            before = old[i]
            if before is not value and (type(value) in INNER or type(before) is not type(value) or before != value):
                _compare(before, value, (*at, i), found)
    elif type(old) is not kind or old != new:  # for who reads JSON, 1 is neither True nor 1.0
        found.append([list(at), new])


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
