"""Whether choices matter: a net or a search values the moves of some choices, and how far these lie apart is what a
choice is worth."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from cardshed.bots.analysis import choices
from cardshed.bots.foresight import Foresight
from cardshed.bots.levels import WORLDS, thinker_at
from cardshed.bots.net import net_of
from cardshed.bots.thought import Thinker
from cardshed.engine.core.simulate import cores
from cardshed.engine.matches.match import Match, Move
from cardshed.lab.study import Progress, Study

LEVEL = "medium"  # who is asked where a game has no net
GAMES, CHOICES = 30, 150  # that are looked at
REAL = 0.05  # of the opponents: what a random move must lose for the choice to be called real
A_FEW = 3  # visits from which the value of a move is counted


@dataclass(frozen=True)
class Stakes:
    """What each choice that was looked at is worth: by how much the best move beats a random one."""

    worth: npt.NDArray[np.float64]
    share: float  # of all moves that were made in the games looked at: those with more than one to choose from

    @property
    def real(self) -> npt.NDArray[np.bool_]:
        return self.worth >= REAL


def stakes(study: Study, progress: Progress | None = None, workers: int | None = None) -> Stakes:
    """Look at some choices of the games whose moves a study kept, equally far apart."""
    tell = progress or (lambda choices: None)
    thinker = Foresight(WORLDS) if net_of(study.game) else thinker_at(study.game, LEVEL)
    games = [_match(study, i) for i in range(min(len(study.traces), GAMES))]
    found = [(i, ply) for i, match in enumerate(games) for ply in choices(match)]
    moves = sum(match.plies for match in games)
    step = max(1, len(found) // CHOICES)
    asked = found[step // 2 :: step][:CHOICES]
    with ThreadPoolExecutor(workers or cores()) as pool:
        worth = []
        for value in pool.map(lambda one: _worth(games[one[0]], one[1], thinker), asked):
            worth.append(value)
            tell(1)
    return Stakes(np.array(worth), len(found) / max(1, moves))


def _match(study: Study, i: int) -> Match:
    plan = study.plan
    match = study.game.match(plan.players, plan.game_seed(i), plan.options)
    for code in study.traces[i].tolist():
        seat = match.acting[0]
        match.play(seat, Move(match.game, match.rows, seat, code))
    return match


def _worth(match: Match, ply: int, thinker: Thinker) -> float:
    then, seat = match.at(ply), match.moves[ply].seat
    opinions = thinker.explain(then.imagine(seat, ply), seat, ply).opinions
    values = [one.value for one in opinions if one.visits >= A_FEW]
    return max(values) - sum(values) / len(values) if values else 0.0
