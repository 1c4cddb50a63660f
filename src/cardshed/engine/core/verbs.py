"""The contract: what a game must say in compiled code, and how a row finds its game.

Search, playouts, environments and lab call these verbs on a row and know no game: while Numba compiles them, the
row's type picks the rules. In plain Python the row's dtype does.

What a verb writes is counted here, where every caller comes by: one comparison, too little to be measured. Buffers have
room to spare (SPARE), so that rules which write more than they promise are refused before they have done any harm.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Sequence
from types import ModuleType
from typing import Any

import numpy as np
from numba.core.target_extension import current_target
from numba.extending import overload
from numba.np.numpy_support import from_dtype

from cardshed.engine.chance import forget
from cardshed.engine.core.places import of_fact, of_function, of_module
from cardshed.engine.errors import BadGame, BrokenPromise
from cardshed.engine.kernel import Moves, Numbers, Row
from cardshed.engine.numbers import turn_into_shares, turn_into_zeros_and_ones

SPARE = 4096  # numbers that a buffer has room for beyond what is promised; memory that nobody touches costs nothing

LONGEST_MATCH = 100_000  # moves; the longest of ours has 6,108, and a game that plays on is taken for endless

MOST_TALLIES = 64  # that one move may come to

_rules: dict[object, ModuleType] = {}  # by the row's dtype and by the name of its Numba type
_tallies: dict[object, ModuleType] = {}  # what the lab counts, by the same

# --- the verbs -----------------------------------------------------------------------------------


def deal(s: Row) -> None:
    """Set the table for a new match from the seed, the number of players and the house rules in the row."""
    s.deal_no = s.plies = s.turns = 0
    _rules[s.dtype].deal(s)


def acting(s: Row) -> int:
    """The seats that may act now, as a set of bits; 0 when the match is over."""
    if hasattr(_rules[s.dtype], "acting"):
        return _rules[s.dtype].acting(s)
    return 0 if s.turn < 0 else 1 << int(s.turn)


def legal(s: Row, seat: int, moves: Moves) -> int:
    """Write every legal move of a seat that may act; return how many."""
    rules = _rules[s.dtype]
    n = rules.legal(s, seat, moves)
    if n < 1:
        raise BrokenPromise("engine.promise.no_move", of_function(rules.legal), 1)
    if n > rules.MOVES:
        raise BrokenPromise("engine.promise.moves", of_fact(rules, "MOVES"), rules.MOVES)
    return n


def play(s: Row, seat: int, move: int) -> None:
    """Carry a legal move out, and all that follows from it up to the next decision."""
    s.plies += 1
    _rules[s.dtype].play(s, seat, move)


def points(s: Row, out: Numbers) -> None:
    """The game's own points so far, the current round scored as it stands; more is better."""
    if hasattr(_rules[s.dtype], "points"):
        _rules[s.dtype].points(s, out)
    else:
        for p in range(s.players):
            out[p] = s.score[p]


def payoff(s: Row, out: Numbers) -> None:
    """Once over: for each seat the share of opponents beaten, ties half, 0 to 1."""
    if hasattr(_rules[s.dtype], "payoff"):
        _rules[s.dtype].payoff(s, out)
    else:
        points(s, out)
        turn_into_shares(out, int(s.players))


def redeal(s: Row, seat: int, seed: np.uint64) -> None:
    """Replace all that the seat cannot know by a random world it could not tell apart, the seed included.
    The key of the match is cleared before, so that no thought of a bot ever plays the true next deal."""
    forget(s)
    _rules[s.dtype].redeal(s, seat, seed)


def observe(s: Row, seat: int, out: Numbers) -> int:
    """What the seat knows as numbers, in the pieces that OBSERVATION declares; return how many numbers."""
    rules = _rules[s.dtype]
    n, declared = rules.observe(s, seat, out), length(rules.OBSERVATION)
    if n != declared:
        raise BrokenPromise("engine.promise.observe", of_fact(rules, "OBSERVATION"), declared, n)
    return n


def encode(s: Row, seat: int, move: int, out: Numbers) -> int:
    """A move as numbers, in the pieces that ENCODING declares; return how many numbers."""
    rules = _rules[s.dtype]
    if not hasattr(rules, "encode"):
        return turn_into_zeros_and_ones(out, parts(s, seat, move, out), rules.PARTS)
    n, declared = rules.encode(s, seat, move, out), length(rules.ENCODING)
    if n != declared:
        raise BrokenPromise("engine.promise.encode", of_fact(rules, "ENCODING"), declared, n)
    return n


def parts(s: Row, seat: int, move: int, out: Numbers) -> int:
    """A move as small ids in a fixed order: the cards, places and buttons it consists of; return how many."""
    rules = _rules[s.dtype]
    n = rules.parts(s, seat, move, out)
    if n > rules.LONGEST:
        raise BrokenPromise("engine.promise.parts", of_fact(rules, "LONGEST"), rules.LONGEST, n)
    return n


def judge(s: Row, seat: int, move: int) -> int:
    """A quick opinion of a move from what the seat knows; more is better."""
    return _rules[s.dtype].judge(s, seat, move)


def tally(before: Row, s: Row, seat: int, move: int, out: Numbers) -> int:
    """What the lab counts of a move that led from one row to the next, as numbers in the game's TALLIES; return how
    many. After a deal, with which a match begins, the seat is -1. A game need not count anything."""
    counted = _tallies.get(s.dtype)
    if counted is None:
        return 0
    n = counted.tally(before, s, seat, move, out)
    if n > MOST_TALLIES:
        raise BrokenPromise("engine.promise.tally", of_function(counted.tally), MOST_TALLIES, n)
    return n


def must_end(s: Row) -> None:
    """No verb, but asked by all who play to the end: refuses a match that goes on and on."""
    if s.plies > LONGEST_MATCH:
        raise BrokenPromise("engine.promise.end", of_module(_rules[s.dtype]), LONGEST_MATCH)


VERBS: tuple[Callable[..., Any], ...] = (
    deal,
    acting,
    legal,
    play,
    points,
    payoff,
    redeal,
    observe,
    encode,
    parts,
    judge,
)

# What the rules state beside the verbs.
FACTS = ("VERSION", "PLAYERS", "OPTIONS", "ROW", "MOVES", "PARTS", "LONGEST", "OBSERVATION")

# Verbs that rules may leave out, and the field that their row must then have: `turn` is who acts, -1 when the match is
# over; `score` are the points; points decide who has beaten whom; a move is encoded by its parts, without ENCODING.
OPTIONAL = {"acting": "turn", "points": "score", "payoff": "players", "encode": "players"}


def register(rules: ModuleType, tallies: ModuleType | None = None) -> None:
    """Let rows of this game's type find its rules, and what the lab counts; refuse rules that break the contract."""
    for fact in (*FACTS, *(["ENCODING"] if hasattr(rules, "encode") else [])):
        if not hasattr(rules, fact):
            raise BadGame("engine.game.fact", file=of_module(rules), fact=fact)
    for verb in VERBS:
        name, wanted = verb.__name__, list(inspect.signature(verb).parameters)
        rule = getattr(rules, name, None)
        if rule is None and OPTIONAL.get(name) in rules.ROW.names:
            continue
        if rule is None:
            raise BadGame("engine.game.verb", file=of_module(rules), verb=f"{name}({', '.join(wanted)})")
        if list(inspect.signature(_source(rule)).parameters) != wanted:
            raise BadGame("engine.game.parameters", place=of_function(rule), verb=f"{name}({', '.join(wanted)})")
    _rules[rules.ROW] = rules
    _rules[str(from_dtype(rules.ROW))] = rules
    if tallies is not None:
        wanted = list(inspect.signature(tally).parameters)
        if not hasattr(tallies, "TALLIES"):
            raise BadGame("engine.game.fact", file=of_module(tallies), fact="TALLIES")
        if list(inspect.signature(_source(getattr(tallies, "tally", register))).parameters) != wanted:
            raise BadGame("engine.game.verb", file=of_module(tallies), verb=f"tally({', '.join(wanted)})")
        _tallies[rules.ROW] = _tallies[str(from_dtype(rules.ROW))] = tallies


# --- their dispatch in compiled code -------------------------------------------------------------


def _rule(s: Any, verb: str) -> Any:
    """The rule that a row's type picks; None lets Numba report that there is none."""
    rules = _rules.get(str(s))
    return rules and getattr(rules, verb, None)


def length(pieces: Sequence[tuple[str, int]]) -> int:
    """How many numbers the pieces of an observation or encoding are."""
    return sum(n for _, n in pieces)


def _promise(s: Any, fact: str) -> tuple[Any, str]:
    """What the rules of a row's type promise, and where."""
    rules = _rules.get(str(s))
    return rules and getattr(rules, fact, None), of_fact(rules, fact) if rules else ""


def _on_gpu() -> bool:
    """A GPU raises nothing, so nothing is counted there (simulate.py plays some games here before)."""
    return bool(current_target() == "cuda")


def _source(rule: Any) -> Any:
    return getattr(rule, "py_func", rule)


@overload(deal)
def _deal(s):  # type: ignore[no-untyped-def]
    rule = _rule(s, "deal")

    def from_the_start(s):  # type: ignore[no-untyped-def]
        s.deal_no = 0
        s.plies = 0
        s.turns = 0
        rule(s)

    return rule and from_the_start


@overload(play)
def _play(s, seat, move):  # type: ignore[no-untyped-def]
    rule = _rule(s, "play")

    def and_count(s, seat, move):  # type: ignore[no-untyped-def]
        s.plies += 1
        rule(s, seat, move)

    return rule and and_count


@overload(acting)
def _acting(s):  # type: ignore[no-untyped-def]
    rule = _rule(s, "acting")

    def by_turn(s):  # type: ignore[no-untyped-def]
        return 0 if s.turn < 0 else 1 << int(s.turn)

    return (lambda s: rule(s)) if rule else _rule(s, "ROW") and by_turn


@overload(legal)
def _legal(s, seat, moves):  # type: ignore[no-untyped-def]
    rule = _rule(s, "legal")
    most, where = _promise(s, "MOVES")
    begins = of_function(rule) if rule else ""

    def counted(s, seat, moves):  # type: ignore[no-untyped-def]
        n = rule(s, seat, moves)
        if n < 1:
            raise BrokenPromise("engine.promise.no_move", begins, 1)
        if n > most:  # to tell n as well, or the seat, would cost a tenth of all speed
            raise BrokenPromise("engine.promise.moves", where, most)
        return n

    return rule and ((lambda s, seat, moves: rule(s, seat, moves)) if _on_gpu() else counted)


@overload(points)
def _points(s, out):  # type: ignore[no-untyped-def]
    rule = _rule(s, "points")

    def by_score(s, out):  # type: ignore[no-untyped-def]
        for p in range(s.players):
            out[p] = s.score[p]

    return (lambda s, out: rule(s, out)) if rule else _rule(s, "ROW") and by_score


@overload(payoff)
def _payoff(s, out):  # type: ignore[no-untyped-def]
    rule = _rule(s, "payoff")

    def by_points(s, out):  # type: ignore[no-untyped-def]
        points(s, out)
        turn_into_shares(out, s.players)

    return (lambda s, out: rule(s, out)) if rule else _rule(s, "ROW") and by_points


@overload(redeal)
def _redeal(s, seat, seed):  # type: ignore[no-untyped-def]
    rule = _rule(s, "redeal")

    def without_key(s, seat, seed):  # type: ignore[no-untyped-def]
        forget(s)
        rule(s, seat, seed)

    return rule and without_key


@overload(observe)
def _observe(s, seat, out):  # type: ignore[no-untyped-def]
    rule = _rule(s, "observe")
    pieces, where = _promise(s, "OBSERVATION")
    declared = length(pieces or ())

    def counted(s, seat, out):  # type: ignore[no-untyped-def]
        n = rule(s, seat, out)
        if n != declared:
            raise BrokenPromise("engine.promise.observe", where, declared, n)
        return n

    return rule and ((lambda s, seat, out: rule(s, seat, out)) if _on_gpu() else counted)


@overload(encode)
def _encode(s, seat, move, out):  # type: ignore[no-untyped-def]
    rule, ids = _rule(s, "encode"), _rule(s, "PARTS")
    pieces, where = _promise(s, "ENCODING")
    declared = length(pieces or ())

    def by_parts(s, seat, move, out):  # type: ignore[no-untyped-def]
        return turn_into_zeros_and_ones(out, parts(s, seat, move, out), ids)

    def counted(s, seat, move, out):  # type: ignore[no-untyped-def]
        n = rule(s, seat, move, out)
        if n != declared:
            raise BrokenPromise("engine.promise.encode", where, declared, n)
        return n

    if not rule:
        return ids and by_parts
    return (lambda s, seat, move, out: rule(s, seat, move, out)) if _on_gpu() else counted


@overload(parts)
def _parts(s, seat, move, out):  # type: ignore[no-untyped-def]
    rule = _rule(s, "parts")
    most, where = _promise(s, "LONGEST")

    def counted(s, seat, move, out):  # type: ignore[no-untyped-def]
        n = rule(s, seat, move, out)
        if n > most:
            raise BrokenPromise("engine.promise.parts", where, most, n)
        return n

    return rule and ((lambda s, seat, move, out: rule(s, seat, move, out)) if _on_gpu() else counted)


@overload(judge)
def _judge(s, seat, move):  # type: ignore[no-untyped-def]
    rule = _rule(s, "judge")
    return rule and (lambda s, seat, move: rule(s, seat, move))


@overload(tally)
def _tally(before, s, seat, move, out):  # type: ignore[no-untyped-def]
    counted = _tallies.get(str(s))
    rule: Any = counted.tally if counted else None
    where = of_function(rule) if rule else ""

    def nothing(before, s, seat, move, out):  # type: ignore[no-untyped-def]
        return 0

    def few(before, s, seat, move, out):  # type: ignore[no-untyped-def]
        n = rule(before, s, seat, move, out)
        if n > MOST_TALLIES:
            raise BrokenPromise("engine.promise.tally", where, MOST_TALLIES, n)
        return n

    if not rule:
        return _rule(s, "ROW") and nothing
    return (lambda before, s, seat, move, out: rule(before, s, seat, move, out)) if _on_gpu() else few


@overload(must_end)
def _must_end(s):  # type: ignore[no-untyped-def]
    rules = _rules.get(str(s))
    where = of_module(rules) if rules else ""

    def ended(s):  # type: ignore[no-untyped-def]
        if s.plies > LONGEST_MATCH:
            raise BrokenPromise("engine.promise.end", where, LONGEST_MATCH)

    return rules and ((lambda s: None) if _on_gpu() else ended)
