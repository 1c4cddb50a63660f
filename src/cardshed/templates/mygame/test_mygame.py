"""My Game keeps Cardshed's contract, agrees with its twin, and its rules are tested one by one."""

import random
from pathlib import Path

import pytest
from twin import Twin

import cardshed
from cardshed.engine.conformance import CHECKS, Check, some_match

GAME = cardshed.game(Path(__file__).parent)


@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)
def test_conformance(check: Check) -> None:
    check(GAME, random.Random(1), 10)


def test_random_matches_agree_with_the_twin() -> None:
    dice = random.Random(2)
    for _ in range(50):
        match = some_match(GAME, dice)
        hands = [[card["name"] for card in match.view(p)["zones"][0]["cards"]] for p in range(match.players)]
        twin = Twin(hands)
        while not match.over:
            seat = match.acting[0]
            assert seat == twin.turn
            assert {move.text for move in match.legal(seat)} == twin.legal()
            move = match.play(seat, dice.choice(match.legal(seat)))
            twin.play(move.text)
            assert match.points == twin.points()
        assert twin.over


def test_rule_2_a_pass_clears_the_table() -> None:
    match = GAME.match(players=2, seed=1)
    match.play(0, match.legal(0)[-1])
    match.play(1, "pass")
    assert len(match.legal(0)) == 4  # any card, and no pass
