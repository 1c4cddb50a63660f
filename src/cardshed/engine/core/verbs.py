"""The contract: what a game must say in compiled code, and how a row finds its game.

Search, playouts, environments and lab call these verbs on a row and know no game: while Numba compiles them, the
row's type picks the rules. In plain Python the row's dtype does.

Each verb is declared once. Its body is both plain Python and what Numba compiles; in the copy of it that is made for a
game, `rule` and the other names below are that game's.

What a verb writes is counted here, where every caller comes by: one comparison, too little to be measured. Buffers have
room to spare (SPARE), so that rules which write more than they promise are refused before they have done any harm.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Sequence
from functools import cache, wraps
from types import FunctionType, ModuleType
from typing import Any, TypeVar

import numpy as np
from numba import from_dtype
from numba.extending import overload

from cardshed.engine.chance import forget
from cardshed.engine.core.compiling import for_gpu
from cardshed.engine.core.places import of_fact, of_function, of_module
from cardshed.engine.core.telling import tell
from cardshed.engine.errors import BadGame, BrokenPromise
from cardshed.engine.kernel import Moves, Numbers, Row
from cardshed.engine.numbers import MOST_IDS, turn_into_shares, turn_into_zeros_and_ones

Verb = TypeVar("Verb", bound=Callable[..., Any])

SPARE = 4096  # numbers that a buffer has room for beyond what is promised; memory that nobody touches costs nothing

LONGEST_MATCH = 100_000  # moves; the longest of ours has 6,108, and a game that plays on is taken for endless

MOST_TALLIES = 64  # that one move may come to

_rules: dict[object, ModuleType] = {}  # by the row's dtype and by the name of its Numba type
_tallies: dict[object, ModuleType] = {}  # what the lab counts, by the same

# --- what a verb is ------------------------------------------------------------------------------

rule: Any = None  # what the game's rules say
rules: Any = None  # their module
counts = True  # whether what is promised is counted; a GPU raises nothing (simulate.py plays some games here before)
promised = 0  # by the fact that the verb is declared with, which stands at `where`
where = ""
begins = ""  # where the rule does

_bodies: dict[str, tuple[Any, str]] = {}  # with the fact that promises something
_usual: dict[str, Any] = {}  # instead of a rule that is left out

# Verbs that rules may leave out, and the field that their row must then have: `turn` is who acts, -1 when the match is
# over; `score` are the points; points decide who has beaten whom; a move is encoded by its parts, without ENCODING.
OPTIONAL: dict[str, str] = {}


def verb(fact: str = "") -> Callable[[Verb], Verb]:
    """Let a row find a game's rule: by its dtype in plain Python, by its type while Numba compiles."""

    def declared(body: Verb) -> Verb:
        name = body.__name__
        _bodies[name] = body, fact

        @wraps(body)
        def stub(s: Row, *others: Any) -> Any:
            return _of_game(name, s.dtype, True)(s, *others)

        overload(stub, strict=False)(lambda s, *others: _of_game(name, str(s), not for_gpu()))
        return stub  # type: ignore[return-value]

    return declared


def usual(name: str, field: str) -> Callable[[Verb], Verb]:
    """What holds where rules leave a verb out."""

    def declared(body: Verb) -> Verb:
        _usual[name], OPTIONAL[name] = body, field
        return body

    return declared


@cache
def _of_game(name: str, row: object, counted: bool) -> Any:
    """A verb's body with the names above as constants; None, of which Numba makes a report, if the row is no game's."""
    game = _rules.get(row)
    if game is None:
        return None
    found = getattr(_tallies.get(row) if name == "tally" else game, name, None)
    body, fact = _bodies[name] if found else (_usual[name], "")
    names = {"rule": found, "rules": game, "counts": counted, "begins": of_function(found) if found else ""}
    if fact:
        stated = getattr(game, fact)
        names |= {"promised": stated if isinstance(stated, int) else length(stated), "where": of_fact(game, fact)}
    return FunctionType(body.__code__, globals() | names, name)


# --- the verbs -----------------------------------------------------------------------------------


@verb()
def deal(s: Row) -> None:
    """Set the table for a new match from the seed, the number of players and the house rules in the row."""
    s.deal_no = s.plies = s.turns = 0
    rule(s)


@verb()
def acting(s: Row) -> int:
    """The seats that may act now, as a set of bits; 0 when the match is over."""
    return rule(s)


@usual("acting", "turn")
def _by_turn(s: Row) -> int:
    return 0 if s.turn < 0 else 1 << int(s.turn)


@verb("MOVES")
def legal(s: Row, seat: int, moves: Moves) -> int:
    """Write every legal move of a seat that may act; return how many."""
    n = rule(s, seat, moves)
    if counts and n < 1:
        raise BrokenPromise("engine.promise.no_move", begins, 1)
    if counts and n > promised:  # to tell n as well, or the seat, would cost a tenth of all speed
        raise BrokenPromise("engine.promise.moves", where, promised)
    return n


@verb()
def play(s: Row, seat: int, move: int) -> None:
    """Carry a legal move out, and all that follows from it up to the next decision."""
    s.plies += 1
    rule(s, seat, move)


@verb()
def points(s: Row, out: Numbers) -> None:
    """The game's own points so far, the current round scored as it stands; more is better."""
    rule(s, out)


@usual("points", "score")
def _by_score(s: Row, out: Numbers) -> None:
    for p in range(s.players):
        out[p] = s.score[p]


@verb()
def payoff(s: Row, out: Numbers) -> None:
    """Once over: for each seat the share of opponents beaten, ties half, 0 to 1."""
    rule(s, out)


@usual("payoff", "players")
def _by_points(s: Row, out: Numbers) -> None:
    points(s, out)
    turn_into_shares(out, int(s.players))


@verb()
def redeal(s: Row, seat: int, seed: np.uint64) -> None:
    """Replace all that the seat cannot know by a random world it could not tell apart, the seed included.
    The key of the match is cleared before, so that no thought of a bot ever plays the true next deal."""
    forget(s)
    rule(s, seat, seed)


@verb("OBSERVATION")
def observe(s: Row, seat: int, out: Numbers) -> int:
    """What the seat knows as numbers, in the pieces that OBSERVATION declares; return how many numbers."""
    n = rule(s, seat, out)
    if counts and n != promised:
        tell(n)
        raise BrokenPromise("engine.promise.observe", where, promised)
    return n


@verb("ENCODING")
def encode(s: Row, seat: int, move: int, out: Numbers) -> int:
    """A move as numbers, in the pieces that ENCODING declares; return how many numbers."""
    n = rule(s, seat, move, out)
    if counts and n != promised:
        tell(n)
        raise BrokenPromise("engine.promise.encode", where, promised)
    return n


@usual("encode", "players")
def _by_parts(s: Row, seat: int, move: int, out: Numbers) -> int:
    return turn_into_zeros_and_ones(out, parts(s, seat, move, out), rules.PARTS)


@verb("LONGEST")
def parts(s: Row, seat: int, move: int, out: Numbers) -> int:
    """A move as small ids in a fixed order: the cards, places and buttons it consists of; return how many."""
    n = rule(s, seat, move, out)
    if counts and n > promised:
        tell(n)
        raise BrokenPromise("engine.promise.parts", where, promised)
    return n


@verb()
def judge(s: Row, seat: int, move: int) -> int:
    """A quick opinion of a move from what the seat knows; more is better."""
    return rule(s, seat, move)


VERBS = (deal, acting, legal, play, points, payoff, redeal, observe, encode, parts, judge)


@verb()
def tally(before: Row, s: Row, seat: int, move: int, out: Numbers) -> int:
    """What the lab counts of a move that led from one row to the next, as numbers in the game's TALLIES; return how
    many. After a deal, with which a match begins, the seat is -1. A game need not count anything."""
    n = rule(before, s, seat, move, out)
    if counts and n > MOST_TALLIES:
        tell(n)
        raise BrokenPromise("engine.promise.tally", begins, MOST_TALLIES)
    return n


@usual("tally", "players")
def _nothing(before: Row, s: Row, seat: int, move: int, out: Numbers) -> int:
    return 0


def must_end(s: Row) -> None:
    """No verb, but asked by all who play to the end: refuses a match that goes on and on."""
    if s.plies > LONGEST_MATCH:
        raise BrokenPromise("engine.promise.end", of_module(_rules[s.dtype]), LONGEST_MATCH)


@overload(must_end)
def _must_end(s):  # type: ignore[no-untyped-def]
    game = _rules.get(str(s))
    at = of_module(game) if game else ""

    def ended(s):  # type: ignore[no-untyped-def]
        if s.plies > LONGEST_MATCH:
            raise BrokenPromise("engine.promise.end", at, LONGEST_MATCH)

    return game and ((lambda s: None) if for_gpu() else ended)


def length(pieces: Sequence[tuple[str, int]]) -> int:
    """How many numbers the pieces of an observation or encoding are."""
    return sum(n for _, n in pieces)


# --- how a game states its own --------------------------------------------------------------------

# What the rules state beside the verbs.
FACTS = ("VERSION", "OPTIONS", "ROW", "MOVES", "PARTS", "LONGEST", "OBSERVATION")


def register(game: ModuleType, tallies: ModuleType | None = None) -> None:
    """Let rows of this game's type find its rules, and what the lab counts; refuse rules that break the contract."""
    by_parts = not hasattr(game, "encode")
    for fact in (*FACTS, *([] if by_parts else ["ENCODING"])):
        if not hasattr(game, fact):
            raise BadGame("engine.game.fact", file=of_module(game), fact=fact)
    for wanted in VERBS:
        name, parameters = wanted.__name__, list(inspect.signature(wanted).parameters)
        found = getattr(game, name, None)
        if found is None and OPTIONAL.get(name) in game.ROW.names:
            continue
        said = f"{name}({', '.join(parameters)})"
        if found is None:
            raise BadGame("engine.game.verb", file=of_module(game), verb=said)
        if list(inspect.signature(found).parameters) != parameters:
            raise BadGame("engine.game.parameters", place=of_function(found), verb=said)
    if by_parts and game.LONGEST > MOST_IDS:
        place = of_fact(game, "LONGEST")
        raise BadGame("engine.game.most", place=place, fact="LONGEST", given=game.LONGEST, most=MOST_IDS)
    row, compiled_row = game.ROW, str(from_dtype(game.ROW))
    _rules[row] = _rules[compiled_row] = game
    _of_game.cache_clear()
    if tallies is not None:
        parameters = list(inspect.signature(tally).parameters)
        if not hasattr(tallies, "TALLIES"):
            raise BadGame("engine.game.fact", file=of_module(tallies), fact="TALLIES")
        if list(inspect.signature(getattr(tallies, "tally", register)).parameters) != parameters:
            raise BadGame("engine.game.verb", file=of_module(tallies), verb=f"tally({', '.join(parameters)})")
        _tallies[row] = _tallies[compiled_row] = tallies
