"""Crazy Eights, a game that Cardshed does not know: its rules one by one, its twin, and what its redeal keeps."""

from __future__ import annotations

import random
from collections import Counter

import pytest

import cardshed
from cardshed import Match
from cardshed.engine.errors import BadPosition, IllegalMove
from cardshed.engine.kit.conformance import some_options, walk
from tests.conftest import FEW
from tests.examples import CRAZY_EIGHTS
from tests.examples import naive_crazy_eights as naive
from tests.naive.beside import agree

GAME = cardshed.game(CRAZY_EIGHTS)


def texts(match: Match) -> set[str]:
    return {move.text for move in match.legal(match.acting[0])}


def hands(match: Match) -> list[set[str]]:
    return [set(names(match, int(match.row.hands[p]))) for p in range(match.players)]


def names(match: Match, cards: int) -> list[str]:
    return GAME.table.DECK.names(cards).split()  # type: ignore[attr-defined]


# --- beside the twin -----------------------------------------------------------------------------


def same_table(match: Match, twin: naive.CrazyEights) -> None:
    row = match.row
    assert match.acting == (() if twin.over else (twin.turn,))
    assert match.points == twin.points
    assert match.deal_no == twin.deals_done
    assert hands(match) == twin.hands
    assert set(names(match, int(row.pile))) == set(twin.pile)
    assert (GAME.table.part(int(row.top)), "SCDH"[row.suit]) == (twin.pile[-1], twin.suit)
    assert twin.stock == naive.PACK - set(twin.pile).union(*twin.hands)


def play_beside_twin(dice: random.Random, seen: Counter[str]) -> int:
    players, options = some_options(GAME, dice)
    match = GAME.match(players, dice.getrandbits(64), options)
    lazy = dice.random() < 0.3  # draws rather than plays
    twin = naive.CrazyEights(match.options, hands(match), GAME.table.part(int(match.row.top)))
    positions = 0
    while not match.over:
        same_table(match, twin)
        positions += 1
        seat = twin.turn
        assert texts(match) == twin.legal()
        offered = match.legal(seat)
        move = offered[0] if lazy and dice.random() < 0.8 else dice.choice(offered)
        seen["nothing left to draw"] += "pass" in texts(match) and not twin.drawn_in_turn
        before = hands(match)[seat]
        match.play(seat, move)
        if move.text == "draw":
            seen["pile shuffled"] += twin.draw(*(hands(match)[seat] - before))
        else:
            twin.play(move.text)
        if twin.deal_over:
            seen["stopped"] += all(twin.hands)
            seen["out"] += not all(twin.hands)
            if not twin.over:
                seen["a second deal"] += 1
                twin.deal(hands(match), GAME.table.part(int(match.row.top)))
    same_table(match, twin)
    assert match.payoff == pytest.approx(twin.shares())
    return positions


def test_random_matches_agree_with_the_naive_twin() -> None:
    rare = ("pile shuffled", "nothing left to draw", "stopped", "out", "a second deal")
    agree(play_beside_twin, 8, rare, often=() if FEW else rare)


# --- rule by rule --------------------------------------------------------------------------------


def test_rules_1_and_2_five_cards_each_and_no_eight_is_turned_up() -> None:
    for seed in range(60):
        match = GAME.match(players=5, seed=seed)
        assert [len(hand) for hand in hands(match)] == [5] * 5
        assert int(match.row.top) >> 2 != 7


def test_rule_3_the_suit_the_rank_or_an_eight_which_names_a_suit() -> None:
    match = GAME.position(2, hands=["9C 4D 8S KH", "2H 3H"], pile="9D")
    assert texts(match) == {"9C", "4D", "8S S", "8S C", "8S D", "8S H", "draw"}
    match.play(0, "8s ♥")
    assert texts(match) == {"2H", "3H", "draw"}
    with pytest.raises(IllegalMove, match="KC is not an eight"):
        match.play(1, "KC H")
    with pytest.raises(IllegalMove, match="8H is an eight: name the suit"):
        match.play(1, "8H")
    with pytest.raises(IllegalMove, match="You do not hold 9♥"):
        match.play(1, "9H")


def test_rule_4_draw_and_pass() -> None:
    match = GAME.position(2, {"draws": 2}, hands=["KH QH", "2H 3H"], pile="9D")
    assert texts(match) == {"draw"}
    match.play(0, "draw")
    match.play(0, "draw")
    assert "pass" in texts(match) and "draw" not in texts(match)
    match.play(0, "pass")
    assert match.acting == (1,)
    must = GAME.position(2, {"must_play": "yes"}, hands=["9C KH", "2H"], pile="9D")
    assert texts(must) == {"9C"}
    with pytest.raises(IllegalMove, match="You cannot draw now"):
        must.play(0, "draw")


def test_rule_5_the_pile_is_shuffled_when_the_stock_is_used_up() -> None:
    deck = [name for name in map(GAME.table.part, range(52)) if name not in ("KH", "2S")]
    match = GAME.position(2, hands=["KH", "2S"], pile=" ".join([*deck[:-1], deck[-1]]))
    assert match.view(0)["notes"][0]["params"]["n"] == 0
    match.play(0, "draw")
    assert match.view(0)["notes"][0]["params"]["n"] == 48
    assert hands(match)[0] - {"KH"} <= set(deck[:-1])
    full = GAME.position(2, hands=[" ".join(deck[:-1]), "KH 2S"], pile=deck[-1], turn=1)
    assert "draw" not in texts(full) and "pass" in texts(full)


@pytest.mark.parametrize(("scoring", "points"), [("pips", [0, -71]), ("cards", [0, -4]), ("out", [1, 0])])
def test_rules_6_and_7_out_ends_the_deal_and_cards_cost(scoring: str, points: list[int]) -> None:
    match = GAME.position(2, {"scoring": scoring}, hands=["9C", "8H KH AS 10D"], pile="9D")
    match.play(0, "9C")
    assert match.over and match.points == points and match.payoff == [1, 0]


def test_rule_6_no_deal_goes_on_for_ever() -> None:
    match = GAME.match(players=3, seed=1, options={"limit": 5})
    while not match.over:
        match.play(match.acting[0], match.legal(match.acting[0])[0])  # never a card
    assert int(match.row.turns) == 15 and match.deal_no == 1


def test_a_position_that_cannot_be() -> None:
    for hands, pile, turn in (
        (["9C", "9C"], "9D", 0),
        (["9C"], "9D", 0),
        (["9C", "9D"], "9D", 0),
        (["9C", "KD"], "9D", 2),
    ):
        with pytest.raises(BadPosition, match="A position needs a hand for each player"):
            GAME.position(2, hands=hands, pile=pile, turn=turn)


# --- what is known -------------------------------------------------------------------------------


def test_after_a_shuffle_it_is_known_which_cards_had_been_in_hands() -> None:
    """The exact worlds: whatever is not of the shuffle stays in others' hands, each with its number of both kinds."""
    dice = random.Random(3)
    met = 0
    for _ in range(12):
        match = GAME.match(3, dice.getrandbits(64), {"draws": 3})
        for now in walk(match, dice):
            shuffled = set(names(now, int(now.row.shuffled)))
            if not shuffled or dice.random() > 0.1:
                continue
            met += 1
            seat = dice.randrange(3)
            held = hands(now)
            others = [p for p in range(3) if p != seat]
            for seed in range(5):
                world = now.imagine(seat, seed)
                dealt = hands(world) if not now.over else held
                assert [len(hand & shuffled) for hand in dealt] == [len(hand & shuffled) for hand in held]
                assert set().union(*(dealt[p] - shuffled for p in others)) == set().union(
                    *(held[p] - shuffled for p in others)
                )
    assert met > 20


def test_a_redeal_reaches_every_world_alike() -> None:
    """One of three unseen cards is held by the opponent: each a third of the time."""
    deck = [GAME.table.part(c) for c in range(52)]
    match = GAME.position(2, hands=[" ".join(deck[:40]), "KS"], pile=" ".join(deck[40:48] + [deck[51]]))
    assert deck[48] == "KS"
    found = Counter(next(iter(hands(match.imagine(0, seed))[1])) for seed in range(600))
    assert set(found) == {"KS", "KC", "KD"} and min(found.values()) > 150
