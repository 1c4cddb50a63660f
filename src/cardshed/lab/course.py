"""The course of games: who would win from here, at ten moments of each, by games played on from there.

A seat's chance is what it could know of it: all that is hidden from it is drawn anew before each game is played on.
Nets play on as nets, all other bots greedily. The chances of all seats together are then made to add up to one.
"""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from cardshed.bots.net import NET
from cardshed.engine.bits import lowest
from cardshed.engine.chance import BOTS, GAMES, key
from cardshed.engine.core.playout import GREEDY
from cardshed.engine.core.simulate import cores
from cardshed.engine.core.verbs import LONGEST_MATCH, SPARE, acting, deal, legal, must_end, payoff, play, redeal
from cardshed.engine.kernel import Moves, Numbers, Row, Rows, kernel
from cardshed.lab.watching import BY_NET, Mind, mind_of, think

if TYPE_CHECKING:
    from cardshed.lab.plan import Plan
    from cardshed.lab.study import Progress, Study

MOMENTS = 10  # at which a game is looked at, from its deal to its end
ROLLOUTS = 32  # for each seat at each moment
DECIDED = 0.9  # the chance from which a game is called decided
AHEAD = 0.1  # by how much another must be more likely to win, to have taken the lead


@kernel
def win(shares: Numbers, players: int, seat: int) -> float:
    """1 for who has beaten the most; those who are equal share it."""
    equal = 0
    for p in range(players):
        if shares[p] > shares[seat]:
            return 0.0
        if shares[p] == shares[seat]:
            equal += 1
    return 1.0 / equal


@kernel
def play_on(s: Row, policies: Numbers, dice: np.uint64, moves: Moves, mind: Mind) -> None:
    """To the end, each seat by its policy."""
    seats = acting(s)
    while seats != 0 and s.plies <= LONGEST_MATCH:
        p = lowest(seats)
        play(s, p, think(s, p, policies[p], dice, moves, legal(s, p, moves), mind))
        seats = acting(s)
    must_end(s)


@kernel
def follow(
    rows: Rows, trace: Moves, rollouts: int, policies: Numbers, seed: np.uint64, moves: Moves, mind: Mind,
    shares: Numbers, out: Numbers,
) -> None:  # fmt: skip
    """Chances to win at each moment of a game whose first row is not dealt yet, and at its end."""
    s = rows[0]
    deal(s)
    players = int(s.players)
    made = 0
    moments = len(out) - 1
    for k in range(moments):
        upto = len(trace) * k // moments
        while made < upto:
            play(s, lowest(acting(s)), trace[made])
            made += 1
        total = 0.0
        for p in range(players):
            for r in range(rollouts):
                dice = key(seed, BOTS, (k * players + p) * rollouts + r)
                rows[1] = rows[0]
                redeal(rows[1], p, dice)
                play_on(rows[1], policies, dice, moves, mind)
                payoff(rows[1], shares)
                out[k, p] += win(shares, players, p)
            total += out[k, p]
        for p in range(players):
            out[k, p] = out[k, p] / total if total > 0 else 1.0 / players
    while made < len(trace):
        play(s, lowest(acting(s)), trace[made])
        made += 1
    payoff(s, shares)
    for p in range(players):
        out[moments, p] = win(shares, players, p)


@dataclass(frozen=True)
class Course:
    """Chances to win: of each game, at each moment, of each seat."""

    chances: npt.NDArray[np.float64]

    def __len__(self) -> int:
        return len(self.chances)

    @property
    def of_winner(self) -> npt.NDArray[np.float64]:
        """The chance of who won in the end, of each game at each moment."""
        winners = self.chances[:, -1].argmax(axis=1)
        return self.chances[np.arange(len(self)), :, winners]

    @property
    def decided(self) -> npt.NDArray[np.float64]:
        """The part of each game after which the winner's chance stayed high."""
        high = self.of_winner >= DECIDED
        stays = np.logical_and.accumulate(high[:, ::-1], axis=1)[:, ::-1]
        return stays.argmax(axis=1) / (self.chances.shape[1] - 1)

    @property
    def lead_changes(self) -> npt.NDArray[np.int64]:
        """How often the lead changed in each game."""
        found = np.zeros(len(self), np.int64)
        for g, game in enumerate(self.chances):
            leader = int(game[0].argmax())
            for chances in game[1:]:
                best = int(chances.argmax())
                if best != leader and chances[best] > chances[leader] + AHEAD:
                    found[g] += 1
                    leader = best
        return found

    @property
    def comebacks(self) -> npt.NDArray[np.bool_]:
        """Games whose winner once had less than half of a fair chance."""
        fair: float = 1 / self.chances.shape[2]
        return np.asarray(self.of_winner.min(axis=1) < fair / 2)


def course(study: Study, progress: Progress | None = None, workers: int | None = None) -> Course:
    """The course of the games whose moves a study kept."""
    plan, tell = study.plan, progress or (lambda games: None)
    with study.game.compiling():
        _followed(plan, 0, study.traces[0], 1)
    with ThreadPoolExecutor(workers or cores()) as pool:
        found = []
        for chances in pool.map(lambda i: _followed(plan, i, study.traces[i], ROLLOUTS), range(len(study.traces))):
            found.append(chances)
            tell(1)
    return Course(np.stack(found))


def _followed(plan: Plan, i: int, trace: Moves, rollouts: int) -> npt.NDArray[np.float64]:
    game = plan.open()
    rows = game.blank(plan.players, plan.game_seed(i), plan.options, games=2)
    out = np.zeros((MOMENTS + 1, plan.players))
    shares = np.zeros(plan.players + SPARE, np.float64)
    policies = np.array([BY_NET if bot == NET else GREEDY for bot in plan.bots], np.int64)
    mind = mind_of(game) if NET in plan.bots else None
    seed = np.uint64(key(np.uint64(plan.seed), GAMES, -1 - i))
    follow(rows, trace, rollouts, policies, seed, game.move_buffer(), mind, shares, out)
    return out
