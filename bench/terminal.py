"""How soon the terminal's table is there, and how soon it answers a key: `python -m bench.terminal`, in a real tmux.

A warm cache is needed (each game played once on this machine). What tmux itself takes to pass a key on and to read the
screen is measured in the same run, with a program that shows what is typed, and stands beside it.
"""

from __future__ import annotations

import statistics
import sys
import tempfile
import time
from pathlib import Path

import cardshed
from tests.terminal.tmux import Pane, program, terminal

TURN = "▶ You"
KEYS = 12  # presses that are timed


def seconds(pane: Pane, key: str) -> float:
    """From a key to another screen."""
    before, begun = pane.screen, time.perf_counter()
    pane.type(key)
    while pane.screen == before and time.perf_counter() - begun < 5:
        pass
    return time.perf_counter() - begun


def told(times: list[float]) -> str:
    return f"{1000 * statistics.median(times):5.0f} ms  (most {1000 * max(times):4.0f} ms)"


def main() -> None:
    with program(Path(tempfile.mkdtemp()), "cat") as pane:
        time.sleep(0.5)
        print(f"{'tmux with cat':12}  {'':14}key {told([seconds(pane, 'x') for _ in range(KEYS)])}")
    for game in cardshed.games():
        starts, walks, moves = [], [], []
        for _ in range(3):
            begun = time.perf_counter()
            with terminal(Path(tempfile.mkdtemp()), "play", game, "--seed", "7", "--bots", "greedy") as pane:
                while "by the book" not in pane.screen:
                    time.sleep(0.005)
                starts.append(time.perf_counter() - begun)
                pane.wait(lambda screen: TURN in screen, "the own turn")
                walks += [seconds(pane, key) for key in ("Right", "Space", "Space", "Left")]
                for _ in range(3):  # down to the first move, its cards, and play it
                    pane.wait(lambda screen: TURN in screen, "the own turn")
                    pane.type("Escape", "Down")
                    time.sleep(0.3)
                    moves.append(seconds(pane, "Enter"))
                    time.sleep(1.0)
        print(f"{game:12}  start {statistics.median(starts):4.2f} s   key {told(walks)}   move {told(moves)}")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
