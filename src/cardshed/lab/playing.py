"""A part of a plan played and counted: the unit of work, the same wherever it is done."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from cardshed.bots import own
from cardshed.bots.base import ask
from cardshed.bots.net import NET
from cardshed.engine.core.playout import POLICIES
from cardshed.engine.core.verbs import MOST_TALLIES, SPARE
from cardshed.engine.kernel import Moves
from cardshed.lab.plan import Plan
from cardshed.lab.watching import BY_NET, COUNTED, FIRST, ROWS, TRACED, Desk, Sheets, Whole, mind_of, watch_games


@dataclass(frozen=True)
class Watched:
    """Games `first`, `first + 1`, ... of a plan, a line per game."""

    first: int
    sheets: Sheets
    traces: list[Moves] | None = None  # the moves of each game, where they were asked for
    seconds: float = 0.0  # that it took

    def __len__(self) -> int:
        return len(self.sheets.counts)

    @property
    def opener(self) -> Whole:
        """The seat that acted first."""
        return self.sheets.counts[:, FIRST]


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
    if plan.compiled:
        policies = np.array([BY_NET if bot == NET else POLICIES[bot] for bot in plan.bots], np.int64)
        # traced, once to know how long they are, and once more to keep them
        lengths = watch(plan, first, games).sheets.counts[:, 0] if traced else np.zeros(games, np.int64)
        joined = np.zeros(lengths.sum(), np.int64)
    else:
        policies = np.full(plan.players, TRACED, np.int64)
        traces = [_played(plan, i) for i in range(first, first + games)]
        lengths, joined = np.array([*map(len, traces)], np.int64), np.concatenate([*traces, np.zeros(0, np.int64)])
    begins = np.append(0, np.cumsum(lengths, dtype=np.int64))
    kinds = max(1, len(game.tallies))
    columns = (COUNTED, kinds, kinds, game.parts, plan.players, plan.players)
    types = (*[np.int32] * 5, np.float32)
    sheets = Sheets(*(np.zeros((games + -(-SPARE // n), n), t)[:games] for n, t in zip(columns, types, strict=True)))
    if device == "cuda" and plan.compiled and not traced:
        from cardshed.lab.cuda import watch_on_gpu

        net = None if mind is None else mind[0]
        watch_on_gpu(game, table, plan.seed, first, policies, net, sheets)
        return Watched(first, sheets)
    ids = np.zeros(max(MOST_TALLIES, game.longest) + SPARE, np.int64)
    on = Desk(np.concatenate([table] * ROWS), game.move_buffer(), mind, ids)
    with game.compiling():
        watch_games(on, sheets, np.uint64(plan.seed), first, policies, joined, begins)
    kept = [joined[begins[i] : begins[i + 1]] for i in range(games)] if traced else None
    return Watched(first, sheets, kept)


def _played(plan: Plan, i: int) -> Moves:
    """The moves of a game between bots that are asked one by one."""
    match = plan.open().match(plan.players, plan.game_seed(i), plan.options)
    bots = [own.find(name) for name in plan.bots]
    while not match.over:
        seat = match.acting[0]
        match.play(seat, ask(bots[seat], match, seat, plan.dice(i)))
    return np.array([move.code for move in match.moves], np.int64)
