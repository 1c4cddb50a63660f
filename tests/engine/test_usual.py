"""What a game may leave out has a usual answer; what it tells itself is never replaced."""

from __future__ import annotations

from pathlib import Path
from types import ModuleType

import numpy as np
import pytest

import cardshed
from cardshed.engine import calls
from cardshed.engine.cards import count
from cardshed.engine.chance import draw_cards, exchange, key
from cardshed.engine.errors import BadPosition
from cardshed.engine.kernel import i64
from cardshed.engine.matches.usual import OPTIONAL, whole_view
from cardshed.engine.numbers import put_shares, turn_into_shares, turn_into_zeros_and_ones
from cardshed.games.new import write


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> cardshed.Game:
    """The little game of `cardshed new`, which leaves out all that it can, but `why_not`."""
    return cardshed.game(write("leftout", tmp_path_factory.mktemp("games")))


def test_tables_that_tell_everything_are_as_they_are() -> None:
    for name in cardshed.games():
        assert isinstance(cardshed.game(name).table, ModuleType)


def test_what_may_be_left_out() -> None:
    assert OPTIONAL == ("check", "group", "label", "reveal", "why_not", "timeout_move", "set_up")


def test_the_usual_answers(game: cardshed.Game) -> None:
    match = game.match(players=3, seed=1)
    first = match.legal(0)[0]
    assert (first.kind, str(first.label), first.quiet) == ("move", first.text, False)
    assert match.timeout_move(0) == first  # the lowest card, which the greedy bot plays
    hands = [zone for zone in match.reveal()["zones"] if zone["id"] == "hand"]
    assert [zone["seat"] for zone in hands] == [0, 1, 2]
    assert [zone["id"] for zone in match.reveal()["zones"]].count("played") == 1
    with pytest.raises(BadPosition, match=r"Positions of Leftout cannot be laid out by hand\."):
        game.position(2, hands=["2S", "3S"])
    assert game.position(2).plies == 0


def test_its_own_answers_stay(game: cardshed.Game) -> None:
    assert str(game.match(seed=1).why_not(0, "pass")) == "On an empty table you have to play a card."


def test_a_reason_if_the_table_gives_none(tmp_path: Path) -> None:
    folder = write("reasonless", tmp_path)
    text = (folder / "table.py").read_text()
    (folder / "table.py").write_text(text[: text.index("def why_not")])
    assert str(cardshed.game(folder).match(seed=1).why_not(0, "pass")) == "pass cannot be played now."


def test_a_view_is_made_whole() -> None:
    told = {"prompt": 1, "seats": [{"cards": 2}, {"cards": 3, "points": 7, "notes": [4]}], "zones": []}
    assert whole_view(told, [5, 6]) == {
        "prompt": 1,
        "notes": [],
        "last_deal": None,
        "zones": [],
        "seats": [
            {"cards": 2, "seat": 0, "points": 5, "locked": False, "notes": []},
            {"cards": 3, "seat": 1, "points": 7, "locked": False, "notes": [4]},
        ],
    }


def test_the_verbs_that_may_be_left_out(game: cardshed.Game) -> None:
    match = game.match(players=3, seed=1)
    assert match.acting == (0,)
    match.rows["score"][0, :3] = -2, 0, -2
    assert match.points == [-2, 0, -2]
    out = np.zeros(3)
    calls.payoff(match.rows, out)
    assert out.tolist() == [0.25, 1, 0.25]
    match.rows["turn"] = -1
    assert calls.acting(match.rows) == 0
    assert game.encoding == (("parts", 53),)
    numbers = np.full(53, 9, np.float32)
    for move in (0, 7, 52):
        assert calls.encode(match.rows, 0, move, numbers) == 53
        assert np.flatnonzero(numbers).tolist() == [move] and numbers[move] == 1


def test_shares_in_place_are_shares() -> None:
    dice = np.random.default_rng(1)
    for players in (2, 3, 5, 10):
        for _ in range(20):
            scores = dice.integers(-3, 3, players).astype(np.float64)
            shares = np.zeros(players)
            put_shares(shares, scores, players)
            turn_into_shares(scores, players)
            assert np.array_equal(scores, shares)


@pytest.mark.parametrize("ids", [[0], [3], [1, 0], [2, 9, 0], [5, 6, 7, 1], [9]])
def test_ids_become_zeros_and_ones(ids: list[int]) -> None:
    out = np.zeros(10, np.int64)
    out[: len(ids)] = ids
    assert turn_into_zeros_and_ones(out, len(ids), 10) == 10
    assert np.flatnonzero(out).tolist() == sorted(ids) and out.max() == 1


def test_hidden_cards_are_exchanged() -> None:
    """Each hand keeps its number of hidden cards, its other cards, and all cards stay apart."""
    before = np.array([0b111, 0b111000, 0b11000000], np.int64)
    hidden = i64(0b1111111110000)  # of the hands 1 and 2, and some that nobody has
    met = set()
    for seed in range(200):
        hands = before.copy()
        exchange(np.uint64(key(np.uint64(seed), 2, 0)), hands, 3, 0, hidden)
        assert hands[0] == 0b111 and hands[1] & 0b1000
        assert [count(hand) for hand in hands] == [3, 3, 2]
        assert hands[0] | hands[1] | hands[2] == hands.sum()
        assert not int(hands.sum()) & ~(0b1111 | int(hidden))
        met.add(tuple(hands.tolist()))
    assert len(met) > 100


def test_cards_are_drawn_together_as_one_by_one() -> None:
    order, deck = np.uint64(key(np.uint64(3), 0, 0)), i64((1 << 52) - 1)
    drawn = draw_cards(order, 4, deck, 6)
    assert count(drawn) == 6
    assert draw_cards(order, 4, deck, 2) | draw_cards(order, 6, deck & ~draw_cards(order, 4, deck, 2), 4) == drawn


def test_cards_that_a_game_tells_by_the_number_of_their_part_go_by_its_name() -> None:
    """As games of before 0.2 do, which may call a card otherwise than the part of a move."""
    highest = cardshed.game(Path(__file__).parents[1] / "games/highest")
    assert '"part": c' in (highest.folder / "table.py").read_text(encoding="utf-8")
    match = highest.match(seed=1)
    hand = next(zone["cards"] for zone in match.view(0)["zones"] if zone["id"] == "hand" and zone["seat"] == 0)
    assert hand and not any("part" in card for card in hand)
    assert {part for move in match.legal(0) for part in move.cards} <= {card["name"] for card in hand}
