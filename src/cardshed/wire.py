"""States as they go over the wire: a card is described once and named wherever it lies, moves of one kind share what is
the same of all, and the sentences of a game leave its name out. docs/api.md tells all of it; `server/web/core/wire.js`
reads it for the page."""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any

from cardshed.engine.errors import CardshedError

PROTOCOL = 2  # rises when something is told in another way than before, not when there is more

State = dict[str, Any]
Cards = dict[str, dict[str, Any]]  # by name, what is told of a card wherever it lies
Move = dict[str, Any]
Path = tuple[str, ...]

PLAYED = ("kind", "seat", "at", "by", "labels")  # of a move in the log, which is told as a list of these
USUAL = [0, 1]  # how parts follow from a text, if they are its words
WHAT = "what"  # in the place of a trick that the prompt calls so
NOTHING = object()


class Writer:
    """What is written for those who have read all that was written before."""

    def __init__(self) -> None:
        self.cards: Cards = {}
        self.plain: dict[str, Any] = {}  # the very cards of which there is no more to tell than that
        self.moves: dict[str, Any] = {}  # of the last choice, which stay where they are until there is another
        self.log: dict[str, tuple[Any, Any]] = {}  # each entry, and how it is told

    def write(self, state: Mapping[str, Any]) -> State:
        told = {"protocol": PROTOCOL, **state}
        if state["view"] is None:
            return told
        if _after(state["log"]) == state["table"]["n"]:
            told["table"] = {what: value for what, value in state["table"].items() if what != "n"}
        view = {**state["view"]}
        moves, word = view.pop("moves"), view["prompt"]["key"].partition(".")[0]
        _each(view, self._describe, _same)
        shortly = partial(_short, word)
        if moves:
            self.moves = _grouped(_each(moves, _same, shortly), self.cards)
        self.log = {n: self._entry(n, entry, shortly) for n, entry in state["log"].items()}
        said = {n: entry["labels"][0] for n, entry in state["log"].items() if entry.get("labels")}
        view = _each(_by_zones(_referring(view, said), _as_zone), self._named, shortly)
        log = {n: entry for n, (_, entry) in self.log.items()}
        deals = _each(state["deals"], _same, shortly)
        return told | {
            "word": word, "cards": {**self.cards}, "log": log, "deals": deals, "view": view | {"moves": self.moves}
        }  # fmt: skip

    def _entry(self, n: str, entry: Any, shortly: Callable[[Any], Any]) -> tuple[Any, Any]:
        before = self.log.get(n)
        if before is not None and before[0] is entry:
            return before
        told = _each(entry, _same, shortly)
        return entry, [*told.values()] if tuple(entry) == PLAYED else told

    def _describe(self, card: Any) -> None:
        if not _is_card(card) or self.plain.get(card["name"]) is card:
            return
        told = {what: value for what, value in card.items() if what not in ("name", "part")}
        common = self.cards.get(card["name"], told)
        if any(told.get(what, NOTHING) != value for what, value in common.items()):
            common = {what: value for what, value in common.items() if told.get(what, NOTHING) == value}
        self.cards[card["name"]], self.plain[card["name"]] = common, card if len(common) == len(told) else None

    def _named(self, card: Any) -> Any:
        if not _is_card(card):
            return [card]
        if self.plain[card["name"]] is card:
            return card["name"]
        common = self.cards[card["name"]]
        more = {what: value for what, value in card.items() if what not in common and what != "part"}
        return more if len(more) > 1 else card["name"]


def read(state: Mapping[str, Any]) -> State:
    """The state that was written; CardshedError if it is told in another way than is known here."""
    if state.get("protocol") != PROTOCOL:
        raise CardshedError("server.protocol", theirs=str(state.get("protocol")), ours=PROTOCOL)
    told = {what: value for what, value in state.items() if what not in ("protocol", "word", "cards")}
    if told["view"] is None:
        return told
    cards, whole = state["cards"], partial(_whole, state["word"])
    told["table"] = {"n": _after(told["log"]), **told["table"]}
    entries = ((n, dict(zip(PLAYED, e, strict=True)) if isinstance(e, list) else e) for n, e in told["log"].items())
    log = {n: _each(entry, _same, whole) for n, entry in entries}

    def described(card: Any) -> Any:
        if isinstance(card, list):
            return card[0]
        more = {"name": card} if isinstance(card, str) else card
        return {**cards[more["name"]], **more}

    view = {**told["view"]}
    groups = view.pop("moves")
    view = _by_zones(_referred(_each(view, described, whole), log), _from_zone)
    moves = {at: move for name, group in groups.items() for at, move in _moves(name, group, cards)}
    offered = [moves[at] for at in sorted(moves)] if view["seat"] in view["acting"] else []
    view["moves"] = _each(offered, _same, whole)
    return told | {"log": log, "deals": _each(told["deals"], _same, whole), "view": view}


# --- cards and sentences -------------------------------------------------------------------------


def _same(told: Any) -> Any:
    return told


def _is_card(told: Any) -> bool:
    return isinstance(told, dict) and isinstance(told.get("name"), str)


def _each(told: Any, card: Callable[[Any], Any], message: Callable[[Any], Any]) -> Any:
    """What comes of it when something is done to all that lies in lists called `cards`, and to messages."""
    if isinstance(told, list | tuple):
        return [_each(inner, card, message) if isinstance(inner, dict | list | tuple) else inner for inner in told]
    found = {}
    for key, inner in told.items():
        if key == "cards" and isinstance(inner, list):
            found[key] = [card(one) for one in inner]
        else:
            found[key] = _each(inner, card, message) if isinstance(inner, dict | list | tuple) else inner
    return message(found) if isinstance(found.get("key"), str) else found


def _short(word: str, message: dict[str, Any]) -> dict[str, Any]:
    """A message without the name of the game at the beginning of its key, and without parameters if there are none."""
    first, dot, rest = message["key"].partition(".")
    kept = message | {"key": f".{rest}"} if first == word and dot else message
    return {"key": kept["key"]} if kept == {"key": kept["key"], "params": {}} else kept


def _whole(word: str, message: dict[str, Any]) -> dict[str, Any]:
    params: dict[str, Any] = {"params": {}} if len(message) == 1 else {}
    key = message["key"]
    return {**message, **params, "key": word + key if key.startswith(".") else key}


def _referring(view: State, said: Mapping[str, Any]) -> State:
    """What the prompt says of a move in the log is told by its number there, and the trick, if it is that, no more."""
    prompt, trick = view["prompt"], view.get("trick")
    what = prompt["params"].get("what")
    if not isinstance(what, dict):
        return view
    by = next((n for n in reversed([*said]) if said[n] == what), None)
    if by is not None:
        prompt = {**prompt, "params": {**prompt["params"], "what": {"log": by}}}
    return {**view, "prompt": prompt} | ({"trick": WHAT} if trick == what else {})


def _referred(view: State, log: Mapping[str, Any]) -> State:
    params = view["prompt"]["params"]
    what = params.get("what")
    if isinstance(what, dict) and "log" in what:
        params["what"] = what = log[what["log"]]["labels"][0]
    return view | ({"trick": what} if what and view.get("trick") == WHAT else {})


def _by_zones(view: State, do: Callable[[Any, dict[str, int], list[str]], Any]) -> State:
    """A view whose notes tell in another way what lies in a zone of the same seat, or of nobody."""
    faces = [" ".join(str(_face(card)) for card in zone["cards"]) for zone in view["zones"]]

    def noted(notes: list[Any], seat: int | None) -> list[Any]:
        own = {told: i for i, (told, zone) in enumerate(zip(faces, view["zones"], strict=True)) if zone["seat"] == seat}
        told = ({name: do(value, own, faces) for name, value in note["params"].items()} for note in notes)
        return [note | {"params": params} for note, params in zip(notes, told, strict=True)]

    seats = [{**seat, "notes": noted(seat["notes"], p)} for p, seat in enumerate(view["seats"])]
    return view | {"notes": noted(view["notes"], None), "seats": seats}


def _face(card: Any) -> Any:
    return card.get("face") if isinstance(card, dict) else None


def _as_zone(value: Any, own: dict[str, int], faces: list[str]) -> Any:
    return {"zone": own[value]} if isinstance(value, str) and value and value in own else value


def _from_zone(value: Any, own: dict[str, int], faces: list[str]) -> Any:
    return faces[value["zone"]] if isinstance(value, dict) and "zone" in value else value


def _after(log: Mapping[str, Any]) -> int:
    """How many events there have been, if the last one is in the log."""
    return max(map(int, log), default=-1) + 1


# --- moves ---------------------------------------------------------------------------------------


def _grouped(moves: Sequence[Move], cards: Cards) -> dict[str, Any]:
    """Moves of one kind with labels of one shape, told together: what they share, then each, and where they stand."""
    alike: dict[tuple[str, ...], list[int]] = {}
    for i, move in enumerate(moves):
        alike.setdefault(_shape(move), []).append(i)
    groups: dict[str, Any] = {}
    for (kind, key, *_), at in alike.items():
        name = f"{kind} {key}"
        while name in groups:  # of another shape
            name += " "
        start = {"at": at[0] if at[-1] - at[0] == len(at) - 1 else at}
        groups[name] = _group([moves[i] for i in at], cards) | start
    return groups


def _shape(move: Move) -> tuple[str, ...]:
    label = move["label"]
    paths = (str(path) for path, _ in _leaves(label.get("params", {})))
    return (move["kind"], label["key"], str(move["quiet"]), *paths)


def _leaves(told: Any, at: Path = ()) -> Iterator[tuple[Path, Any]]:
    for key, inner in told.items():
        if isinstance(inner, dict) and inner:
            yield from _leaves(inner, (*at, key))
        else:
            yield (*at, key), inner


def _group(moves: list[Move], cards: Cards) -> dict[str, Any]:
    """A column of a label that differs from move to move follows from the text, or stands beside it."""
    first, rows = moves[0], [[move["text"]] for move in moves]
    group: dict[str, Any] = {"quiet": True} if first["quiet"] else {}
    how = _how(moves)
    if how is None:
        for row, move in zip(rows, moves, strict=True):
            row.append(move["parts"])
    if how != USUAL:
        group["parts"] = how
    params, by = copy.deepcopy(first["label"].get("params", {})), []
    labels = [dict(_leaves(move["label"].get("params", {}))) for move in moves]
    for path, value in labels[0].items():
        column = [leaves[path] for leaves in labels]
        if all(type(one) is type(value) and one == value for one in column):
            continue
        _put(params, path)
        follows = _follows(column, moves, cards)
        by.append([*path, *follows])
        if not follows:
            for row, one in zip(rows, column, strict=True):
                row.append(one)
    told = {"params": params, "by": by, "moves": [row[0] if len(row) == 1 else row for row in rows]}
    return group | {what: value for what, value in told.items() if value}


def _how(moves: list[Move]) -> list[Any] | None:
    """How the parts of all moves follow from their texts: how many words are left out, how many make a part, and which
    parts come first; None if they do not."""
    first = moves[0]
    for skipped, together in ((0, 1), (1, 1), (0, 2), (len(first["text"].split(" ")), 1)):
        kept = len(_words(first["text"], skipped, together))
        how = [skipped, together, *first["parts"][: max(0, len(first["parts"]) - kept)]]
        if all(move["parts"] == _parts(move["text"], how) for move in moves):
            return how
    return None


def _parts(text: str, how: Sequence[Any]) -> list[str]:
    skipped, together, *before = how
    return [*before, *_words(text, skipped, together)]


def _words(text: str, skipped: int, together: int) -> list[str]:
    words = text.split(" ")
    return [" ".join(words[i : i + together]) for i in range(skipped, len(words), together)]


def _follows(column: list[Any], moves: list[Move], cards: Cards) -> list[int]:
    """Which word of the text tells it, as a number; -1 if it is the faces of the cards among the parts; or nothing."""
    if column == [_faces(move["parts"], cards) for move in moves]:
        return [-1]
    texts = [move["text"].split(" ") for move in moves]
    if all(type(one) is int for one in column):
        for i in range(min(map(len, texts))):
            if [str(one) for one in column] == [words[i] for words in texts]:
                return [i]
    return []


def _faces(parts: Sequence[str], cards: Cards) -> str:
    return " ".join(cards[part]["face"] for part in parts if "face" in cards.get(part, ()))


def _moves(name: str, group: Mapping[str, Any], cards: Cards) -> Iterator[tuple[int, Move]]:
    """The moves of a group, each with where it stands among all."""
    kind, _, key = name.rstrip(" ").rpartition(" ")
    at, rows, how = group["at"], group["moves"], group.get("parts", USUAL)
    for i, row in enumerate(rows):
        text, *more = (row,) if isinstance(row, str) else row
        parts = more.pop(0) if how is None else _parts(text, how)
        params = copy.deepcopy(group.get("params", {}))
        for path in group.get("by", ()):
            *path, follows = path if isinstance(path[-1], int) else (*path, None)
            words = text.split(" ")
            value = more.pop(0) if follows is None else _faces(parts, cards) if follows < 0 else int(words[follows])
            _put(params, path, value)
        label, quiet = {"key": key, "params": params}, group.get("quiet", False)
        place = at[i] if isinstance(at, list) else at + i
        yield place, {"text": text, "kind": kind, "parts": parts, "label": label, "quiet": quiet}


def _put(told: Any, path: Sequence[str], *value: Any) -> None:
    """Without a value it is taken away."""
    *outer, last = path
    for key in outer:
        told = told[key]
    if value:
        told[last] = value[0]
    else:
        del told[last]
