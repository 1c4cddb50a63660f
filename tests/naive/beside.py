"""Random matches beside a naive twin, until enough positions were compared and the rare ones were met."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Sequence

from tests.conftest import PROOF, counted

Play = Callable[[random.Random, Counter[str]], int]  # plays a match beside the twin; how many positions it compared


def agree(play: Play, seed: int, rare: Sequence[str], often: Sequence[str] = (), plain: int = 150) -> None:
    """`make proof` must meet everything rare; `make test` what is met often."""
    wanted = counted(quick=2_500, proof=22_000, plain=plain)
    dice = random.Random(seed)
    seen: Counter[str] = Counter()
    positions = 0
    while positions < wanted:
        positions += play(dice, seen)
    print(f"{positions} positions agree; rare ones: { {what: int(seen[what]) for what in rare} }")
    missed = [what for what in (rare if PROOF else often) if not seen[what]]
    assert not missed, f"never met: {missed}"
