"""The bots that do not think ahead: `random`, and `greedy`, which plays what the game judges best."""

from __future__ import annotations

import numpy as np

from cardshed.engine.core.playout import POLICIES, choose_move
from cardshed.engine.matches.match import Match, Move


class Simple:
    def __init__(self, name: str) -> None:
        self.name = name
        self.policy = POLICIES[name]

    def choose(self, match: Match, seat: int, seed: int) -> Move:
        moves = np.array([move.code for move in match.legal(seat)], np.int64)
        code = choose_move(match.rows, seat, self.policy, np.uint64(seed), moves)
        return Move(match.game, match.rows, seat, int(code))
