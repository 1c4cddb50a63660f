"""A part of a plan played and counted: the unit of work, the same wherever it is done."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from cardshed.bots import own
from cardshed.bots.base import ask
from cardshed.bots.net import NET
from cardshed.engine.core.playout import POLICIES
from cardshed.engine.core.verbs import MOST_TALLIES, SPARE
from cardshed.engine.kernel import Moves
from cardshed.lab.plan import Plan
from cardshed.lab.watching import BY_NET, COUNTED, FIRST, ROWS, TRACED, mind_of, watch_games

Whole = npt.NDArray[np.int32]


@dataclass(frozen=True)
class Watched:
    """Games `first`, `first + 1`, ... of a plan, a line per game."""

    first: int
    counts: Whole  # as playout.py counts, and who acted first
    tallies: Whole  # how often each of the game's tallies came
    users: Whole  # by which seats, as bits
    played: Whole  # how often each part was in a move
    points: Whole
    payoff: npt.NDArray[np.float32]
    traces: list[Moves] | None = None  # the moves of each game, where they were asked for
    seconds: float = 0.0  # that it took

    def __len__(self) -> int:
        return len(self.counts)

    @property
    def opener(self) -> Whole:
        """The seat that acted first."""
        return self.counts[:, FIRST]


def warm_up(plan: Plan) -> None:
    """What `watch` needs, compiled or loaded from the disk before workers begin, of which none would tell."""
    if not plan.compiled:
        own.warm_up(plan.open().match(plan.players, 0, plan.options), plan.bots)
    watch(plan, 0, 0)


def watch(plan: Plan, first: int, games: int, traced: bool = False, device: str = "cpu") -> Watched:
    """Play and count some games of a plan; `traced` keeps their moves, which only cores do."""
    game = plan.open()
    table = game.blank(plan.players, 0, plan.options)
    mind = mind_of(game) if plan.compiled and not plan.simple else None
    traces = None if plan.compiled else [_played(plan, i) for i in range(first, first + games)]
    if traces is not None:
        policies = np.full(plan.players, TRACED, np.int64)
    else:
        policies = np.array([BY_NET if bot == NET else POLICIES[bot] for bot in plan.bots], np.int64)
        if traced:  # once to know how long they are, and once more to keep them
            lengths = watch(plan, first, games).counts[:, 0]
            traces = [np.zeros(n, np.int64) for n in lengths]
    begins = np.cumsum([0, *(len(trace) for trace in traces or [])], dtype=np.int64)
    if traces is None:
        begins = np.zeros(games + 1, np.int64)
    joined = np.concatenate([*(traces or []), np.zeros(0, np.int64)])
    kinds = max(1, len(game.tallies))

    def empty(columns: int, dtype: Any = np.int32) -> npt.NDArray[Any]:
        return np.zeros((games + -(-SPARE // columns), columns), dtype)[:games]

    counts, tallies, users, played = (empty(n) for n in (COUNTED, kinds, kinds, game.parts))
    points, payoff = empty(plan.players), empty(plan.players, np.float32)
    if device == "cuda" and plan.compiled and not traced:
        from cardshed.lab.cuda import watch_on_gpu

        net = None if mind is None else mind[0]
        watch_on_gpu(game, table, plan.seed, first, policies, net, [counts, tallies, users, played, points, payoff])
        return Watched(first, counts, tallies, users, played, points, payoff)
    ids = np.zeros(max(MOST_TALLIES, game.longest) + SPARE, np.int64)
    with game.compiling():
        watch_games(
            np.concatenate([table] * ROWS), np.uint64(plan.seed), first, policies, joined, begins, game.move_buffer(),
            mind, ids, counts, tallies, users, played, points, payoff,
        )  # fmt: skip
    kept = [joined[begins[i] : begins[i + 1]] for i in range(games)] if traces is not None else None
    return Watched(first, counts, tallies, users, played, points, payoff, kept if traced else None)


def _played(plan: Plan, i: int) -> Moves:
    """The moves of a game between bots that are asked one by one."""
    match = plan.open().match(plan.players, plan.game_seed(i), plan.options)
    bots = [own.find(name) for name in plan.bots]
    while not match.over:
        seat = match.acting[0]
        match.play(seat, ask(bots[seat], match, seat, plan.dice(i)))
    return np.array([move.code for move in match.moves], np.int64)
