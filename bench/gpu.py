"""On a machine with an NVIDIA GPU: are its results those of the CPU, and how fast is it? `python -m bench.gpu`."""

from __future__ import annotations

import argparse
import time
from typing import Any

import numpy as np

import cardshed
from bench.work import COLUMNS, TRIED
from cardshed.engine.core import cuda as ours


def same(name: str, games: int, **how: Any) -> bool:
    """Whether a batch has the same results on both, to the bit."""
    there, here = (cardshed.simulate(name, games, device=device, **how) for device in ("cuda", "cpu"))
    return all(np.array_equal(getattr(there, name), getattr(here, name)) for name in COLUMNS)


def rate(name: str, games: int, repeat: int = 5) -> tuple[float, float]:
    """Moves a second: of the launch alone, and of `simulate` with its results in the host's memory."""
    from numba import cuda

    game = cardshed.game(name)
    players = game.facts.usual
    kernel = ours.kernel_for(game)
    threads = cuda.get_current_device().MULTIPROCESSOR_COUNT * ours.BLOCKS_PER_CORE * ours.BLOCK
    table = cuda.to_device(game.blank(players, 0, None))
    policies = cuda.to_device(np.zeros(players, np.int64))
    counts = cuda.device_array((games, 5), np.int32)
    scores, shares = cuda.device_array((games, players), np.int32), cuda.device_array((games, players), np.float32)
    best = float("inf")
    for _ in range(repeat):
        cuda.synchronize()
        begun = time.perf_counter()
        kernel[-(-threads // ours.BLOCK), ours.BLOCK](table, threads, np.uint64(1), 0, policies, counts, scores, shares)
        cuda.synchronize()
        best = min(best, time.perf_counter() - begun)
    moves = int(counts.copy_to_host()[:, 0].sum())
    begun = time.perf_counter()
    whole = int(cardshed.simulate(name, games, seed=1, device="cuda").plies.sum(dtype=np.int64))
    return moves / best, whole / (time.perf_counter() - begun)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=1_000_000, help="games compared with the CPU")
    games = parser.parse_args().games
    for name in cardshed.games():
        for how in TRIED[name]:
            number = games if name == "thirteen" else games // 10
            print(f"{name}: {number:,} games as on the CPU: {same(name, number, **how)} {how}", flush=True)
        launch, whole = rate(name, 1 << 22 if name == "thirteen" else 1 << 20)
        print(
            f"{name}: {launch / 1e9:.2f} billion moves a second in a launch, {whole / 1e9:.2f} with results", flush=True
        )


if __name__ == "__main__":
    main()
