"""Node counts by depth: a fingerprint of a game's rules."""

from __future__ import annotations

import threading
from concurrent.futures import Future

import numpy as np

from cardshed.engine import calls
from cardshed.engine.matches.match import Match


def perft(match: Match, depth: int) -> int:
    """How many sequences of `depth` moves there are from here."""
    rows = np.zeros(depth + 1, match.game.row)
    rows[0] = match.row
    moves = np.empty((depth + 1, match.game.moves), np.int64)
    seat, offered, tried = np.zeros((3, depth + 1), np.int64)
    with match.game.compiling():
        calls.perft(rows[:1].copy(), moves[:1], seat, offered, tried, 0)
    # Counted beside the main thread, which can then be interrupted.
    found: Future[int] = Future()

    def count() -> None:
        try:
            found.set_result(int(calls.perft(rows, moves, seat, offered, tried, depth)))
        except Exception as problem:
            found.set_exception(problem)

    counter = threading.Thread(target=count, daemon=True)
    counter.start()
    while counter.is_alive():
        counter.join(0.1)
    return found.result()
