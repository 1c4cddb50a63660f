"""What has changed between two states, as a tree: below a key its changes, and a list where it ends.

`[value]` is there now, `[]` is gone; and of a list that has become longer or shorter come, three by three, a place in
the old one, how many are gone from there, and what came instead.
"""

from __future__ import annotations

from difflib import SequenceMatcher
from typing import Any

INNER = (dict, list)
MISSING = object()


def changes(old: Any, new: Any) -> Any:
    """A tree with nothing in it if they are the same."""
    return _compare(old, new) or {}


def _compare(old: Any, new: Any) -> Any:
    """Most of a state is as it was, so what is the same thing, or a leaf, is settled in the loop."""
    kind = type(new)
    if type(old) is not kind or kind not in INNER:
        return [new] if type(old) is not kind or old != new else None  # for who reads JSON, 1 is neither True nor 1.0
    if kind is list:
        if (spliced := _splices(old, new)) is not None:
            return spliced
        old, new = _numbered(old), _numbered(new)
    found: dict[str, Any] = {key: [] for key in old if key not in new}
    for key, value in new.items():
        before = old.get(key, MISSING)
        if before is not value and (type(value) in INNER or type(before) is not type(value) or before != value):
            change = _compare(before, value)
            if change is not None:
                found[key] = change
    return found or None


def _numbered(items: list[Any]) -> dict[str, Any]:
    return {str(i): item for i, item in enumerate(items)}


def _splices(old: list[Any], new: list[Any]) -> list[Any] | None:
    """What left a list and what came; None if that is better told item by item."""
    leaves = not any(type(item) is dict for item in new)
    if len(old) == len(new) and not (leaves and old != new):
        return None
    matched = SequenceMatcher(None, [*map(repr, old)], [*map(repr, new)], autojunk=False)
    turned = [(i, j, new[k:m]) for kind, i, j, k, m in matched.get_opcodes() if kind != "equal"]
    if not leaves and any(i < j and came for i, j, came in turned):
        return None
    spliced: list[Any] = [told for i, j, came in turned for told in (i, j - i, came)]
    return spliced if len(str(spliced)) < len(str(new)) else [new]


def apply(state: Any, found: Any) -> Any:
    """The state that changes lead to; the one given is not touched."""
    if isinstance(found, list):
        return found[0] if len(found) == 1 else _spliced(state, found)
    if not found:
        return state
    if isinstance(state, list):
        items = apply(_numbered(state), found)
        return [items[str(i)] for i in range(len(items))]
    kept = {key: value for key, value in state.items() if found.get(key) != []}
    return kept | {key: apply(kept.get(key), change) for key, change in found.items() if change != []}


def _spliced(items: list[Any], found: list[Any]) -> list[Any]:
    items = list(items)
    for i in range(len(found) - 3, -1, -3):
        at, gone, came = found[i : i + 3]
        items[at : at + gone] = came
    return items
