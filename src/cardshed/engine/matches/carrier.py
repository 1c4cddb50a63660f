"""How games and matches reach rows and verbs: by the functions here and in no other way.

Rows are arrays of one record, and verbs are compiled by Numba. Where neither is to be had, another carrier of the rules
can take this module's place: what it gives and takes are numbers, lists and rows that nobody else looks into.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, cast

import numpy as np

from cardshed.engine import calls
from cardshed.engine.bits import lowest
from cardshed.engine.calls import deal
from cardshed.engine.chance import GAMES, siphash
from cardshed.engine.core.cache import PACKAGE
from cardshed.engine.core.playout import GREEDY, choose_move
from cardshed.engine.core.progress import waiting
from cardshed.engine.core.refusals import explained
from cardshed.engine.core.seeds import SEEDS
from cardshed.engine.core.verbs import SPARE, length
from cardshed.engine.core.verbs import register as take_on
from cardshed.engine.kernel import PLAIN, Moves, Row, Rows
from cardshed.engine.messages import Message
from cardshed.engine.options import Settings, put_in
from cardshed.engine.row import copied, seen

if TYPE_CHECKING:
    from cardshed.engine.matches.game import Game

__all__ = ["Moves", "Row", "Rows", "deal", "seen", "take_on"]

# --- rules -----------------------------------------------------------------------------------------


def is_ours(folder: Path) -> bool:
    """Whether a game came with the package."""
    return folder.is_relative_to(PACKAGE)


def room(rules: ModuleType) -> int:
    """What a buffer of moves must hold."""
    return int(rules.MOVES) + SPARE


def move_buffer(game: Game) -> Moves:
    """Where `legal` may write."""
    return np.empty(game.moves, np.int64)


@contextmanager
def compiling(game: Game) -> Iterator[None]:
    """Around a call that may have to compile first: tells what is being waited for, and what cannot be compiled."""
    with waiting(Message("engine.compiling", game=game.title)), explained(game.folder):
        yield


def ready(game: Game) -> None:
    """Compile what a match and its bots need, or load it from the disk, telling a person who has to wait."""
    if PLAIN:
        return
    rows = game.blank(None, 0, None)
    moves = move_buffer(game)
    numbers = np.empty(max(game.longest, game.players[-1]) + SPARE, np.int64)
    with compiling(game):
        calls.deal(rows)
        seats = calls.acting(rows)
        if seats:
            seat = lowest(seats)
            move = int(moves[: calls.legal(rows, seat, moves)][0])
            calls.parts(rows, seat, move, numbers)
            choose_move(rows, seat, GREEDY, np.uint64(0), moves[:1])
            calls.redeal(rows, seat, np.uint64(0))
            calls.play(rows, seat, move)
        calls.points(rows, numbers)
        calls.payoff(rows, np.zeros(game.players[-1]))


# --- rows ------------------------------------------------------------------------------------------


def blank(game: Game, players: int, seed: int, settings: Settings, games: int) -> Rows:
    """Rows that have not been dealt; a seed from 2**64 on is the key of a match."""
    rows = np.zeros(games, game.row)
    high, low = divmod(seed, SEEDS)
    if high:
        rows["match_key"] = high, low
    # Rules written before there were keys may have streams of their own, which have to differ from match to match.
    rows["seed"] = siphash(np.uint64(high), np.uint64(low), GAMES, 0) if high else seed
    rows["players"] = players
    for option in game.options:
        put_in(rows, option, settings[option.name])
    return cast(Rows, rows)


def seed(s: Row) -> int:
    """What the row was given for a seed."""
    high, low = (int(word) for word in s.match_key)
    return high * SEEDS + low if high else int(s.seed)


def acting(rows: Rows) -> int:
    """The seats that may act, as a set of bits."""
    return int(calls.acting(rows))


def legal(game: Game, rows: Rows, seat: int) -> list[int]:
    buffer = move_buffer(game)
    return cast("list[int]", buffer[: calls.legal(rows, seat, buffer)].tolist())


def played(rows: Rows, seat: int, code: int) -> tuple[Rows, int]:
    """The table after a legal move, and who may act there; the one before it stays as it is."""
    rows = copied(rows)
    return rows, int(calls.play(rows, seat, code))


def replayed(game: Game, rows: Rows, seats: Sequence[int], codes: Sequence[int]) -> list[Rows]:
    """The tables after each of so many moves, up to the first that is not legal, in one compiled call."""
    tables = np.zeros(len(codes) + 1, game.row)
    tables[0] = rows[0]
    with compiling(game):
        count = calls.replay(tables, np.array(seats, np.int64), np.array(codes, np.int64), move_buffer(game))
    return [cast(Rows, tables[i : i + 1]) for i in range(1, count + 1)]


def imagined(rows: Rows, seat: int, seed: int) -> Rows:
    """A world that the seat could not tell from this one."""
    rows = copied(rows)
    calls.redeal(rows, seat, np.uint64(seed))
    return rows


# --- what is said of a row -------------------------------------------------------------------------


def points(rows: Rows, players: int) -> list[int]:
    out = np.empty(players + SPARE, np.int64)
    calls.points(rows, out)
    return cast("list[int]", out[:players].tolist())


def payoff(rows: Rows, players: int) -> list[float]:
    out = np.empty(players + SPARE)
    calls.payoff(rows, out)
    return cast("list[float]", out[:players].tolist())


def parts(game: Game, rows: Rows, seat: int, code: int) -> tuple[int, ...]:
    out = np.empty(game.longest + SPARE, np.int64)
    return tuple(out[: calls.parts(rows, seat, code, out)].tolist())


def observed(game: Game, rows: Rows, seat: int) -> bytes:
    """What a seat knows."""
    out = np.empty(length(game.observation) + SPARE, np.float32)
    return out[: calls.observe(rows, seat, out)].tobytes()


def best(s: Row, seat: int, codes: Sequence[int]) -> int:
    """What the greedy bot plays: the move that the rules judge best."""
    rows = np.zeros(1, s.dtype)
    rows[0] = s
    return max(codes, key=lambda code: int(calls.judge(rows, seat, code)))
