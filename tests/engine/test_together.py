"""Choices that several seats make at once, and texts that only a position can tell apart."""

from __future__ import annotations

import pytest

import cardshed

PYRAMID = cardshed.game("pyramid")


def test_moves_are_sealed_until_the_last_has_chosen() -> None:
    match = PYRAMID.match(4, 1)
    assert match.acting == (0, 1, 2, 3)
    for sealed, seat in enumerate((2, 0, 3), start=1):
        match.play(seat, "keep")
        assert match.sealed == sealed
    match.play(1, "keep")
    assert match.sealed == 0
    match.undo()
    assert match.sealed == 3


def test_turns_are_never_sealed() -> None:
    match = cardshed.game("thirteen").match(2, 1)
    for _ in range(6):
        seat = match.acting[0]
        match.play(seat, match.legal(seat)[0])
        assert match.sealed == 0


def test_one_seat_alone_seals_nothing() -> None:
    match = PYRAMID.match(3, 1, {"red_wilds": 1, "black_wilds": 0})
    for seat, text in ((0, "trade WR"), (1, "keep"), (2, "keep")):
        match.play(seat, text)
    assert match.sealed == 0  # seat 0 trades alone, in the open


def lead(hand: str, **options: object) -> cardshed.Match:
    return PYRAMID.position(3, options, hands=[hand, "3B", "3B"], turn=0)


def test_a_text_that_fits_several_moves_means_the_legal_one() -> None:
    assert lead("5R 9B WR").play(0, "5R WR").text == "run 5R WR"  # no red pair at this table


def test_a_text_that_fits_several_legal_moves_is_refused() -> None:
    match = lead("5R 9B WR", melds="full14")
    with pytest.raises(cardshed.IllegalMove, match="can be a set or a run"):
        match.play(0, "5R WR")
    assert match.play(0, "set 5R WR").kind == "red_pair"


def test_a_text_that_fits_no_legal_move_is_refused() -> None:
    with pytest.raises(cardshed.IllegalMove, match="You do not hold W▲"):
        lead("5R 9B").play(0, "5R WR")


def test_a_sealed_choice_is_told_to_its_own_seat_alone() -> None:
    match = PYRAMID.match(3, 1)
    match.play(1, "trade WR")
    assert [move and move.text for move in match.told(1)] == ["trade WR"]
    assert match.told(0) == match.told(None) == [None]
    match.play(0, "keep")
    match.play(2, "keep")
    assert [move and move.text for move in match.told(None)] == ["trade WR", "keep", "keep"]


def test_a_second_choice_is_refused_as_such() -> None:
    match = PYRAMID.match(3, 1)
    match.play(1, "keep")
    with pytest.raises(cardshed.IllegalMove, match="Seat 1 has already chosen"):
        match.play(1, "trade WR")


def test_quiet_moves_are_legal_and_not_pointed_out() -> None:
    game, melds = cardshed.game("rummy"), ["0 run 3S 4S 5S"]
    view = game.position(2, hands=["9H 7D", "QC"], melds=melds, pile="KD 6S", window=True).view(0)
    assert {move["text"]: move["quiet"] for move in view["moves"]}["rummy 6S on 1"]
    assert next(move["text"] for move in view["moves"] if not move["quiet"]) == "draw"
    meld = next(zone["name"] for zone in view["zones"] if zone["id"] == "meld")
    assert meld == "meld 1" and not any(meld in move["parts"] for move in view["moves"] if not move["quiet"])
