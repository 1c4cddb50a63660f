"""How a round was counted, card by card, comes to the points that it gave."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest

import cardshed
from tests.conftest import counted

OTHER = {"low_points": 3, "high_points": 7, "ace_in_run": 11, "ace_in_set": 100, "wild_in_set": 99, "wild_in_hand": 50}


def finished(name: str, players: int, options: dict[str, Any], seed: int) -> Iterator[tuple[dict[str, Any], list[int]]]:
    """What is told of each round of a match played at random, and by how much the scores have changed."""
    dice = random.Random(seed)
    match = cardshed.game(name).match(players, seed, options)
    before, scores = 0, [0] * players
    while not match.over:
        seat = match.acting[0]
        match.play(seat, dice.choice(match.legal(seat)))
        if match.deal_no > before:
            view = match.view(None)
            now = [seat["points"] for seat in view["seats"]]
            yield view["last_deal"], [new - old for new, old in zip(now, scores, strict=True)]
            before, scores = match.deal_no, now


@pytest.mark.parametrize("players", [3, 4, 5])
@pytest.mark.parametrize("outs", [1, 2])
def test_segments(players: int, outs: int) -> None:
    told = set()
    for seed in range(counted(6, 200, 2)):
        for last, gained in finished("segments", players, {"outs": outs, "rounds": 4, "cards": 6}, seed):
            assert [sum(part["points"] for part in parts) for parts in last["parts"]] == last["points"] == gained
            told |= {part["sentence"]["key"] for parts in last["parts"] for part in parts}
    wanted = {"first", "cards", "segments", "none"} | ({"second"} if outs == 2 else set())
    assert told == {f"segments.part.{why}" for why in wanted}


@pytest.mark.parametrize("options", [{}, OTHER, {"wild_swap": "anyone", **OTHER}])
def test_rummy(options: dict[str, Any]) -> None:
    laid = 0
    for seed in range(counted(8, 300, 2)):
        for last, gained in finished("rummy", 2, {"goal": 5000, "hands": 3, "turn_limit": 60, **options}, seed):
            sums = [
                sum(card["points"] for zone in (last["laid"], last["left_over"]) for card in zone[p]["cards"])
                for p in (0, 1)
            ]
            assert sums == last["points"] == gained
            laid += sum(card["wild"] or card["name"][0] == "A" for zone in last["laid"] for card in zone["cards"])
    assert laid > 5, "no aces and wilds were laid: this proves little"
