"""How our rates are shown beside those of the peers: one table, by the wall clock and by processor time."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parent.parent
PEERS = ROOT / ".venv-peers/bin/python"

Rates = dict[str, dict[str, float]]  # of each game, by name


def mean(before: Rates, after: Rates) -> Rates:
    """Measured before and after the peers, so that a machine that slows down slows down both."""
    return {game: {name: (before[game][name] + after[game][name]) / 2 for name in before[game]} for game in before}


def table(
    counted: str,
    written: Callable[[float], str],
    mine: Rates,
    peers: Sequence[Mapping[str, Any]],
    counterpart: Mapping[str, str],
    promised: Mapping[str, float],
    promised_alone: str = "",
) -> None:
    """Print it. `counted` is moves or rollouts; a peer is held against its counterpart, or else against Thirteen."""
    by_wall, by_cpu = f"{counted}_per_second", f"{counted}_per_cpu_second"
    print(f"| {'':34} | {'wall':>8} | {'cpu':>8} | {'against':9} | {'ratio':>7} | {'by cpu':>7} | promised |")
    print(f"|{'-' * 36}|{'-' * 10}|{'-' * 10}|{'-' * 11}|{'-' * 9}|{'-' * 9}|{'-' * 10}|")
    for game, rates in mine.items():
        ours_alone = f"| {'cardshed ' + game:34} | {written(rates[by_wall]):>8} | {written(rates[by_cpu]):>8}"
        print(f"{ours_alone} | {'':9} | {'':7} | {'':7} | {promised_alone:>8} |")
    for peer in peers:
        if "error" in peer:
            print(f"| {peer['name']:34} | {peer['error']} |")
            continue
        game = counterpart.get(peer["name"], "thirteen")
        wall, cpu = mine[game][by_wall] / peer[by_wall], mine[game][by_cpu] / peer[by_cpu]
        print(
            f"| {peer['name']:34} | {written(peer[by_wall]):>8} | {written(peer[by_cpu]):>8} "
            f"| {game:9} | {wall:7.1f} | {cpu:7.1f} | {promised.get(peer['name'], ''):>8} |"
        )
