"""The contract: what a game must say in compiled code, and how a row finds its game.

Search, playouts, environments and lab call these verbs on a row and know no game: while Numba compiles them, the
row's type picks the rules. In plain Python the row's dtype does.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable
from types import ModuleType
from typing import Any

import numpy as np
from numba.extending import overload
from numba.np.numpy_support import from_dtype

from cardshed.engine.errors import BadGame
from cardshed.engine.kernel import Moves, Numbers, Row

_rules: dict[object, ModuleType] = {}  # by the row's dtype and by the name of its Numba type

# --- the verbs -----------------------------------------------------------------------------------


def deal(s: Row) -> None:
    """Set the table for a new match from the seed, the number of players and the house rules in the row."""
    s.deal_no = s.plies = s.turns = 0
    _rules[s.dtype].deal(s)


def acting(s: Row) -> int:
    """The seats that may act now, as a set of bits; 0 when the match is over."""
    return _rules[s.dtype].acting(s)


def legal(s: Row, seat: int, moves: Moves) -> int:
    """Write every legal move of a seat that may act; return how many."""
    return _rules[s.dtype].legal(s, seat, moves)


def play(s: Row, seat: int, move: int) -> None:
    """Carry a legal move out, and all that follows from it up to the next decision."""
    s.plies += 1
    _rules[s.dtype].play(s, seat, move)


def points(s: Row, out: Numbers) -> None:
    """The game's own points so far, the current round scored as it stands; more is better."""
    _rules[s.dtype].points(s, out)


def payoff(s: Row, out: Numbers) -> None:
    """Once over: for each seat the share of opponents beaten, ties half, 0 to 1."""
    _rules[s.dtype].payoff(s, out)


def redeal(s: Row, seat: int, seed: np.uint64) -> None:
    """Replace all that the seat cannot know by a random world it could not tell apart, the seed included."""
    _rules[s.dtype].redeal(s, seat, seed)


def observe(s: Row, seat: int, out: Numbers) -> int:
    """What the seat knows as numbers, in the pieces that OBSERVATION declares; return how many numbers."""
    return _rules[s.dtype].observe(s, seat, out)


def encode(s: Row, seat: int, move: int, out: Numbers) -> int:
    """A move as numbers, in the pieces that ENCODING declares; return how many numbers."""
    return _rules[s.dtype].encode(s, seat, move, out)


def parts(s: Row, seat: int, move: int, out: Numbers) -> int:
    """A move as small ids in a fixed order: the cards, places and buttons it consists of; return how many."""
    return _rules[s.dtype].parts(s, seat, move, out)


def judge(s: Row, seat: int, move: int) -> int:
    """A quick opinion of a move from what the seat knows; more is better."""
    return _rules[s.dtype].judge(s, seat, move)


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
FACTS = ("VERSION", "PLAYERS", "OPTIONS", "ROW", "MOVES", "PARTS", "LONGEST", "OBSERVATION", "ENCODING")


def register(rules: ModuleType) -> None:
    """Let rows of this game's type find its rules; refuse rules that break the contract."""
    for fact in FACTS:
        if not hasattr(rules, fact):
            raise BadGame("engine.game.fact", game=rules.__name__, fact=fact)
    for verb in VERBS:
        name, wanted = verb.__name__, list(inspect.signature(verb).parameters)
        rule = getattr(rules, name, None)
        if rule is None:
            raise BadGame("engine.game.verb", game=rules.__name__, verb=f"{name}({', '.join(wanted)})")
        if list(inspect.signature(_source(rule)).parameters) != wanted:
            raise BadGame("engine.game.parameters", game=rules.__name__, verb=f"{name}({', '.join(wanted)})")
    _rules[rules.ROW] = rules
    _rules[str(from_dtype(rules.ROW))] = rules


# --- their dispatch in compiled code -------------------------------------------------------------


def _rule(s: Any, verb: str) -> Any:
    """The rule that a row's type picks; None lets Numba report that there is none."""
    rules = _rules.get(str(s))
    return rules and getattr(rules, verb)


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
    return rule and (lambda s: rule(s))


@overload(legal)
def _legal(s, seat, moves):  # type: ignore[no-untyped-def]
    rule = _rule(s, "legal")
    return rule and (lambda s, seat, moves: rule(s, seat, moves))


@overload(points)
def _points(s, out):  # type: ignore[no-untyped-def]
    rule = _rule(s, "points")
    return rule and (lambda s, out: rule(s, out))


@overload(payoff)
def _payoff(s, out):  # type: ignore[no-untyped-def]
    rule = _rule(s, "payoff")
    return rule and (lambda s, out: rule(s, out))


@overload(redeal)
def _redeal(s, seat, seed):  # type: ignore[no-untyped-def]
    rule = _rule(s, "redeal")
    return rule and (lambda s, seat, seed: rule(s, seat, seed))


@overload(observe)
def _observe(s, seat, out):  # type: ignore[no-untyped-def]
    rule = _rule(s, "observe")
    return rule and (lambda s, seat, out: rule(s, seat, out))


@overload(encode)
def _encode(s, seat, move, out):  # type: ignore[no-untyped-def]
    rule = _rule(s, "encode")
    return rule and (lambda s, seat, move, out: rule(s, seat, move, out))


@overload(parts)
def _parts(s, seat, move, out):  # type: ignore[no-untyped-def]
    rule = _rule(s, "parts")
    return rule and (lambda s, seat, move, out: rule(s, seat, move, out))


@overload(judge)
def _judge(s, seat, move):  # type: ignore[no-untyped-def]
    rule = _rule(s, "judge")
    return rule and (lambda s, seat, move: rule(s, seat, move))
