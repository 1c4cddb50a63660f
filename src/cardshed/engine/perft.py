"""Node counts by depth: a fingerprint of a game's rules."""

from __future__ import annotations

import numpy as np

from cardshed.engine import calls
from cardshed.engine.match import Match


def perft(match: Match, depth: int) -> int:
    """How many sequences of `depth` moves there are from here."""
    rows = np.zeros(depth + 1, match.game.row)
    rows[0] = match.row
    moves = np.zeros((depth + 1, match.game.moves), np.int64)
    return int(calls.perft(rows, moves, np.zeros(depth + 1, np.int64), depth))
