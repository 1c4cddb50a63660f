"""A test for each ruling on Segments, named after it, hands and plays written as text."""

from __future__ import annotations

import json
import random
import re
from collections import Counter
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import cardshed
from cardshed import IllegalMove, Match
from cardshed.engine import calls
from cardshed.engine.deck import values
from cardshed.engine.errors import BadOption, BadPlayers, BadPosition
from cardshed.engine.kernel import i64
from cardshed.engine.matches.game import piece_names
from cardshed.games.segments import rules, table

GAME = cardshed.game("segments")


def position(
    *hands: str,
    segments: list[int] | None = None,
    field: str = "",
    by: int | None = None,
    turn: int = 0,
    done: int = 0,
    seed: int = 0,
    **more: Any,
) -> Match:
    """Hands by seat, nobody with segments unless said; `done` are the rounds finished, an option goes by its name."""
    known = {option.name for option in GAME.options}
    options = {name: value for name, value in more.items() if name in known}
    setup = {name: value for name, value in more.items() if name not in known}
    held = [0] * len(hands) if segments is None else segments
    return GAME.position(
        len(hands), options, seed, hands=list(hands), segments=held, field=field, by=by, turn=turn, rounds=done, **setup
    )


def legal(match: Match) -> set[str]:
    return {move.text for move in match.legal(match.acting[0])}


def answers(hand: str, field: str, purse: int = 0, **options: Any) -> set[str]:
    """What seat 0 may do about a play of the seat before it."""
    return legal(position(hand, "2", "2", segments=[purse, 0, 0], field=field, by=2, **options))


def leads(hand: str, purse: int = 0, **options: Any) -> set[str]:
    return legal(position(hand, "2", "2", segments=[purse, 0, 0], **options))


def dealt(players: int = 4, seed: int = 0, **options: Any) -> Match:
    return GAME.match(players, seed, options)


def purses(match: Match) -> list[int]:
    return [seat["segments"] for seat in match.view(None)["seats"]]


def cards_left(match: Match) -> list[int]:
    return [seat["cards"] for seat in match.view(None)["seats"]]


def last_round(match: Match) -> list[int]:
    points: list[int] = match.view(None)["last_deal"]["points"]
    return points


def play_through(match: Match, *moves: str) -> None:
    """Each move by the seat whose turn it is."""
    for text in moves:
        match.play(match.acting[0], text)


def second_goes_out(segments: list[int], *rest: str, **more: Any) -> Match:
    """Seat 2 is out, seat 0 plays its last card; `rest` are the hands of the others from seat 1 on, but for seat 2."""
    hands = ["9", rest[0], "", *rest[1:]]
    match = position(*hands, segments=segments, out_first=2, **more)
    match.play(0, "9")
    return match


# --- rulings common to all games -----------------------------------------------------------------


def test_x_1_a_leader_may_not_pass() -> None:
    match = position("4 5", "6", "7")
    assert legal(match) == {"4", "5"}
    with pytest.raises(IllegalMove, match="leads a trick must play"):
        match.play(0, "pass")


def test_x_2_a_winner_without_cards_leaves_the_lead_to_the_next_holder() -> None:
    match = position("9", "4 5", "6 7", "3 0", turn=0)
    match.play(0, "9")
    for seat in (1, 2, 3):
        assert match.acting == (seat,)  # all others first get their turn to beat it
        match.play(seat, "pass")
    assert match.acting == (1,) and match.view(None)["trick"] is None


def test_x_2_somebody_beats_the_last_play_of_the_one_who_is_out() -> None:
    match = position("8", "4 5", "9 7", "3 0")
    play_through(match, "8", "pass", "9", "pass")
    assert match.acting == (1,)  # the seat that is out is not asked
    match.play(1, "pass")
    assert match.acting == (2,) and match.view(None)["trick"] is None


def test_x_3_play_goes_clockwise() -> None:
    match = position("4 5", "6 7", "8 9", "9 9", turn=2)
    match.play(2, "8")
    match.play(3, "9")
    assert match.acting == (0,)


def test_x_4_the_first_start_comes_from_the_seed() -> None:
    assert {dealt(seed=seed).acting for seed in range(40)} == {(0,), (1,), (2,), (3,)}
    assert dealt(seed=5).acting == dealt(seed=5).acting
    starts = [dealt(seed=seed).acting[0] for seed in range(10)]
    assert starts == [2, 0, 1, 1, 3, 0, 2, 3, 1, 3], "the same for ever, or records replay no more"


def test_x_5_to_beat_is_strict() -> None:
    assert answers("5 6", "5") == {"6", "pass"}
    assert answers("5 5 6 6", "5 5") == {"6 6", "pass"}


def test_x_6_a_tie_is_shared() -> None:
    match = second_goes_out([1, 1, 4], "1 1", points=[10, 0, 10], done=2)
    assert match.over and match.points == [15, -2, 15] and match.payoff == [0.75, 0.0, 0.75]
    assert "a win shared by Seat 0, Seat 2 with 15 points" in str(table.prompt(match.row, None))


def test_x_7_counts_segments_passes_and_scores_are_open_hands_are_not() -> None:
    match = position("4 5 6", "7 7", "8", segments=[3, 0, 7], field="3", by=1, turn=0, passes=1, points=[4, -2, 0])
    seen = match.view(None)
    assert cards_left(match) == [3, 2, 1] and purses(match) == [3, 0, 7]
    assert [seat["points"] for seat in seen["seats"]] == [4, -2, 0]
    assert seen["passes"] == 1
    assert {zone["id"] for zone in seen["zones"]} == {"trick", "played"}
    own = [zone for zone in match.view(1)["zones"] if zone["id"] == "hand"]
    assert [zone["seat"] for zone in own] == [1] and [card["name"] for card in own[0]["cards"]] == ["7", "7"]
    assert match.view(1)["moves"] == []
    assert {zone["id"] for zone in match.reveal()["zones"]} == {"hand", "trick", "played", "undealt"}


@pytest.mark.parametrize("rule, wanted", [("must", "pass"), ("may", "pass 0")])
def test_x_9_a_player_who_is_late_passes_or_leads_the_lowest_single(rule: str, wanted: str) -> None:
    late = position("9 9", "2", "2", segments=[3, 0, 0], field="3", by=2, pass_segments=rule)
    assert late.timeout_move(0).text == wanted
    # The lowest as printed: the 7 is not turned into a 1, nor the 8 into a 0.
    late = position("7 7 8", "2", "2", segments=[5, 0, 0], pass_segments=rule)
    assert late.timeout_move(0).text == "7"


def test_x_11_lower_places_are_ranked_and_shared_in_the_same_way() -> None:
    shared = second_goes_out([1, 1, 1, 1], "1 1", "3 3", points=[10, 5, 10, 5], done=2)
    assert shared.points == [15, 3, 17, 3]
    assert shared.payoff == pytest.approx([2 / 3, 1 / 6, 1, 1 / 6])
    broken = second_goes_out([1, 1, 1, 1], "1", "3 3", points=[10, 4, 10, 5], done=2)
    assert broken.points == [15, 3, 17, 3]  # but the last round was -1 and -2
    assert broken.payoff == pytest.approx([2 / 3, 1 / 3, 1, 0])


def test_x_12_a_pass_is_always_a_move_even_if_nothing_else_can_be_played() -> None:
    match = position("4 5", "6 7", "8", field="9", by=2)
    assert legal(match) == {"pass"}
    match.play(0, "pass")
    assert match.acting == (1,)


@pytest.mark.parametrize("rule", ["must", "may"])
def test_x_13_a_late_players_move_is_always_legal(rule: str) -> None:
    match = dealt(seed=3, cards=4, rounds=2, pass_segments=rule)
    while not match.over:
        match.play(match.acting[0], match.timeout_move(match.acting[0]))
    assert match.deal_no == 2


# --- rulings on Segments -------------------------------------------------------------------------

# Rows are the printed digit, columns the one to be shown: +n lights n segments, -n darkens n.
CHANGES = {
    "standard": """
        |   |  0 |  1 |  2 |  3 |  4 |  5 |  6 |  7 |  8 |  9 |
        | 0 |  . | -4 |    |    |    |    |    | -3 | +1 |    |
        | 1 | +4 |  . |    | +3 | +2 |    |    | +1 | +5 | +4 |
        | 2 |    |    |  . |    |    |    |    |    | +2 |    |
        | 3 |    | -3 |    |  . |    |    |    | -2 | +2 | +1 |
        | 4 |    | -2 |    |    |  . |    |    |    | +3 | +2 |
        | 5 |    |    |    |    |    |  . | +1 |    | +2 | +1 |
        | 6 |    |    |    |    |    | -1 |  . |    | +1 |    |
        | 7 | +3 | -1 |    | +2 |    |    |    |  . | +4 | +3 |
        | 8 | -1 | -5 | -2 | -2 | -3 | -2 | -1 | -4 |  . | -1 |
        | 9 |    | -4 |    | -1 | -2 | -1 |    | -3 | +1 |  . |
    """,
    "no_tails": """
        |   |  0 |  1 |  2 |  3 |  4 |  5 |  6 |  7 |  8 |  9 |
        | 0 |  . | -4 |    |    |    |    |    | -3 | +1 |    |
        | 1 | +4 |  . |    | +3 | +2 |    |    | +1 | +5 | +3 |
        | 2 |    |    |  . |    |    |    |    |    | +2 |    |
        | 3 |    | -3 |    |  . |    |    |    | -2 | +2 |    |
        | 4 |    | -2 |    |    |  . |    |    |    | +3 | +1 |
        | 5 |    |    |    |    |    |  . |    |    | +2 |    |
        | 6 |    |    |    |    |    |    |  . |    | +2 |    |
        | 7 | +3 | -1 |    | +2 |    |    |    |  . | +4 | +2 |
        | 8 | -1 | -5 | -2 | -2 | -3 | -2 | -2 | -4 |  . | -2 |
        | 9 |    | -3 |    |    | -1 |    |    | -2 | +2 |  . |
    """,
}


def changes(rows: str) -> dict[tuple[int, int], int]:
    """A table of changes as {(printed, shown): lit, or darkened if negative}."""
    found: dict[tuple[int, int], int] = {}
    for line in rows.strip().splitlines()[1:]:
        cells = [cell.strip() for cell in line.strip().strip("|").split("|")]
        if not cells[0].isdecimal():
            continue
        for shown, cell in enumerate(cells[1:]):
            if cell not in ("", "."):
                found[int(cells[0]), shown] = int(cell)
    return found


@pytest.mark.parametrize("glyphs", ["standard", "no_tails"])
def test_segments_1_what_each_digit_can_become_and_its_price(glyphs: str) -> None:
    wanted = changes(CHANGES[glyphs])
    assert len(wanted) == {"standard": 42, "no_tails": 36}[glyphs]
    assert all(wanted[b, a] == -n for (a, b), n in wanted.items())
    prices = rules.PRICES[("standard", "no_tails").index(glyphs)]
    for a in range(10):
        for b in range(10):
            assert prices[a, b] == (0 if a == b else abs(wanted.get((a, b), rules.NEVER))), (a, b)
    # The same on the cards in the hand, and in what may be played.
    for a in range(10):
        match = position(str(a), "2", "2", segments=[5, 0, 0], glyphs=glyphs)
        card = match.view(0)["zones"][0]["cards"][0]
        shown = {change["to"]: (change["colour"], change["price"]) for change in card["changes"]}
        assert shown == {b: ("blue" if n > 0 else "black", abs(n)) for (old, b), n in wanted.items() if old == a}
        assert legal(match) == {str(a), *(f"{a}>{b}" for b in shown)}
        for b, (_, price) in shown.items():
            assert f"{a}>{b}" not in leads(str(a), price - 1, glyphs=glyphs)
            assert f"{a}>{b}" in leads(str(a), price, glyphs=glyphs)


def test_segments_1_every_digit_can_become_an_8_and_only_an_8_a_2() -> None:
    for form in (rules.STANDARD, rules.NO_TAILS):
        assert max(int(price) for price in rules.PRICES[form, :, 8]) == 5
        assert [d for d in range(10) if rules.PRICES[form, d, 2] != rules.NEVER] == [2, 8]
        assert [d for d in range(10) if rules.PRICES[form, 2, d] != rules.NEVER] == [2, 8]


@pytest.mark.parametrize("players", [3, 4, 5])
def test_segments_2_three_to_five_players_with_twelve_cards(players: int) -> None:
    match = dealt(players)
    assert cards_left(match) == [12] * players
    zones = match.reveal()["zones"]
    assert [len(zone["cards"]) for zone in zones if zone["id"] == "undealt"] == [60 - 12 * players]


@pytest.mark.parametrize("players", [2, 6])
def test_segments_2_not_two_nor_six_players(players: int) -> None:
    with pytest.raises(BadPlayers, match="3 to 5"):
        dealt(players)


@pytest.mark.parametrize("cards, copies", [(1, 6), (12, 6), (15, 6), (7, 4), (15, 9), (1, 1)])
def test_segments_2_other_deals_and_decks(cards: int, copies: int) -> None:
    match = dealt(3, cards=cards, copies=copies)
    assert cards_left(match) == [cards] * 3
    everywhere = [card["printed"] for zone in match.reveal()["zones"] for card in zone["cards"]]
    assert sorted(everywhere) == [d for d in range(10) for _ in range(copies)]


def test_segments_2_the_deck_must_be_large_enough() -> None:
    dealt(5, cards=12, copies=6)
    for players, cards, copies in ((5, 13, 6), (4, 12, 4), (3, 4, 1)):
        with pytest.raises(BadOption, match="need more than the") as refused:
            dealt(players, cards=cards, copies=copies)
        assert refused.value.message.key == "segments.deck_too_small"


def test_segments_3_the_supply_never_runs_out() -> None:
    match = position("9 9", "2", "3", "4", "5", segments=[7, 5, 5, 5, 5])
    play_through(match, "9", "pass", "pass", "pass", "pass")
    assert purses(match) == [7, 7, 7, 7, 7]
    play_through(match, "9", "pass")  # seat 0 is out; the others pass again and again
    assert purses(match) == [7, 7, 7, 7, 7]


def test_segments_4_used_segments_are_paid_and_gone() -> None:
    match = position("1 9", "2", "3", segments=[5, 7, 7])
    match.play(0, "1>4")
    assert purses(match) == [3, 7, 7]
    play_through(match, "pass", "pass")
    assert purses(match) == [3, 7, 7] and match.acting == (0,)


def test_segments_5_one_stock_lights_and_darkens() -> None:
    match = position("7", "2", "2", segments=[3, 0, 0])
    card = match.view(0)["zones"][0]["cards"][0]
    purse = match.view(0)["seats"][0]["segments"]
    told = {change["to"]: (change["colour"], change["price"], change["price"] <= purse) for change in card["changes"]}
    assert told == {
        0: ("blue", 3, True),
        1: ("black", 1, True),
        3: ("blue", 2, True),
        8: ("blue", 4, False),
        9: ("blue", 3, True),
    }
    assert legal(match) == {"7", "7>0", "7>1", "7>3", "7>9"}


def test_segments_6_only_the_change_at_its_price() -> None:
    match = position("7 7", "2", "2", segments=[3, 1, 1])
    assert sum(text in ("7", "7>7") for text in (move.text for move in match.legal(0))) == 1
    match.play(0, "7")
    assert purses(match)[0] == 3  # an unchanged card cannot take any
    match = position("1 7", "2", "2", segments=[7, 1, 1])
    match.play(0, "1>7")
    assert purses(match)[0] == 6
    assert "cannot become" in str(position("1", "2", "2", segments=[7, 0, 0]).why_not(0, "1>2"))  # not by way of 8


def test_segments_7_one_colour_for_a_card_not_for_a_play() -> None:
    match = position("1 3 7 8", "2", "2", segments=[3, 0, 0])
    assert "1>7 3>7 7" in legal(match)  # the 1 is lit, the 3 darkened
    match.play(0, "1>7 3>7 7")
    assert purses(match)[0] == 0 and cards_left(match)[0] == 1
    # 2 and 3 differ by one lit and one dark segment: two segments would do it, but in two colours.
    match = position("2 5", "3", "3", segments=[7, 0, 0])
    assert legal(match) == {"2", "2>8", "5", "5>6", "5>8", "5>9", "2>8 5>8"}
    assert match.why_not(0, "2>3") is not None and match.why_not(0, "5>3") is not None


def test_segments_8_a_lead_may_use_segments() -> None:
    assert leads("1 7", 1) == {"1", "7", "1>7", "7>1", "1 7>1", "1>7 7"}
    assert leads("1 7", 0) == {"1", "7"}


def test_segments_9_zero_is_the_lowest() -> None:
    assert answers("0 1", "0") == {"1", "pass"}
    assert answers("0 1", "9") == {"pass"}
    assert answers("0 0", "9") == {"0 0", "pass"}


def test_segments_10_the_same_number_and_higher_or_just_one_more() -> None:
    assert answers("4 4 4 4 8 8 8 8", "7 7") == {"8 8", "4 4 4", "8 8 8", "pass"}
    assert answers("0 0 0", "9") == {"0 0", "pass"}
    assert "Play 2 cards of a higher digit, or 3 of any" in str(
        position("4 4 4 4", "2", "2", field="7 7", by=2).why_not(0, "4 4 4 4")
    )
    # No limit to a set but the hand.
    nine = " ".join("8" * 9)
    assert nine in leads(nine, cards=15, copies=9)
    all_changed = " ".join(["0>8"] * 6 + ["8"] * 6)
    match = position(" ".join("0" * 6 + "8" * 6), "2", "2", segments=[6, 1, 1])
    assert all_changed in legal(match)
    match.play(0, all_changed)
    assert cards_left(match)[0] == 0


@pytest.mark.parametrize("held, after", [(0, 2), (1, 3), (2, 4), (3, 5), (4, 6), (5, 7), (6, 7), (7, 7)])
def test_segments_11_a_pass_takes_two_up_to_seven(held: int, after: int) -> None:
    match = position("4", "2", "2", segments=[held, 0, 0], field="9", by=2)
    assert legal(match) == {"pass"}
    assert f"taking {after - held} segment" in str(match.legal(0)[0].label)
    match.play(0, "pass")
    assert purses(match) == [after, 0, 0]


@pytest.mark.parametrize(
    "limit, grab, held, after",
    [(4, 2, 1, 3), (4, 2, 3, 4), (9, 2, 7, 9), (9, 2, 8, 9), (7, 5, 1, 6), (7, 5, 3, 7), (7, 1, 0, 1), (7, 0, 3, 3)]
    + [(3, 5, 0, 3), (0, 5, 0, 0)],
)
def test_segments_11_limit_and_grab(limit: int, grab: int, held: int, after: int) -> None:
    begin = {f"segments_{k}": 0 for k in range(1, 6)}
    match = position("4", "2", "2", segments=[held, 0, 0], field="9", by=2, limit=limit, grab=grab, **begin)
    match.play(0, "pass")
    assert purses(match)[0] == after


def test_segments_11_nobody_begins_above_the_limit() -> None:
    with pytest.raises(BadOption, match="segments_3 is more than the 1 segments") as refused:
        dealt(3, limit=1)
    assert refused.value.message.key == "segments.over_the_limit"
    dealt(3, limit=2)  # the fourth and fifth row are not used


def test_segments_12_a_pass_is_soft() -> None:
    match = position("4 8 8 0", "5 9 9", "6 6 6")
    play_through(match, "4", "pass", "6", "pass")
    assert match.acting == (1,)  # who passed may come back
    play_through(match, "9", "pass")
    assert match.acting == (0,) and match.view(None)["trick"] is not None
    match.play(0, "8 8")
    play_through(match, "pass", "pass")  # all others in a row
    assert match.acting == (0,) and match.view(None)["trick"] is None


def test_segments_12_who_is_out_is_not_waited_for() -> None:
    match = position("4 8", "", "6 6", "7 7", out_first=1)
    play_through(match, "4", "pass", "pass")
    assert match.acting == (0,) and match.view(None)["trick"] is None


def test_segments_13_the_winner_of_the_trick_is_out() -> None:
    match = position("4 4", "7", "5 6", "0 1", turn=1)
    play_through(match, "7", "pass", "pass")
    assert match.acting == (0,) and match.view(None)["trick"] is not None
    match.play(0, "pass")
    assert match.acting == (2,) and match.view(None)["trick"] is None
    assert "pass" not in legal(match)


@pytest.mark.parametrize("starter", [0, 1, 2])
def test_segments_14_the_next_seat_is_first_in_the_next_round(starter: int) -> None:
    match = second_goes_out([1, 1, 1], "1 1", starter=starter)
    assert match.deal_no == 1 and match.acting == ((starter + 1) % 3,)
    assert match.view(None)["starter"] == (starter + 1) % 3
    order = [(starter + 1 + k) % 3 for k in range(3)]
    assert [purses(match)[seat] for seat in order] == [1, 1, 2]


@pytest.mark.parametrize("next_start, wanted", [("rotate", 0), ("lowest_score", 1)])
def test_segments_14_or_the_lowest_score(next_start: str, wanted: int) -> None:
    match = second_goes_out([1, 1, 1], "1 1", starter=2, next_start=next_start)
    assert match.points[1] < 3 and last_round(match) == [5, -2, 7]
    assert match.acting == (wanted,)
    assert [purses(match)[(wanted + k) % 3] for k in range(3)] == [1, 1, 2]


def test_segments_14_every_place_has_its_segments() -> None:
    given = {"segments_1": 3, "segments_2": 0, "segments_3": 1, "segments_4": 7, "segments_5": 5}
    for seed in range(4):
        match = dealt(5, seed, **given)
        assert [purses(match)[(match.acting[0] + k) % 5] for k in range(5)] == [3, 0, 1, 7, 5]


def test_segments_15_segments_begin_anew_in_every_round() -> None:
    match = second_goes_out([7, 0, 6], "1 1", starter=2)
    assert purses(match) == [1, 1, 2]
    assert cards_left(match) == [12, 12, 12]


@pytest.mark.parametrize("left, points", [(1, 0), (2, -1), (3, -1), (4, -2), (5, -2), (6, -3), (7, -3)])
def test_segments_16_every_two_segments_cost_a_point(left: int, points: int) -> None:
    assert last_round(second_goes_out([1, left, 1], "1 1 1"))[1] == points - 3


@pytest.mark.parametrize("none_left", [3, 0, 10])
def test_segments_17_no_segment_left_is_worth_three_to_everybody(none_left: int) -> None:
    match = second_goes_out([0, 0, 0, 1], "1 1 1 1", "5", none_left=none_left)
    assert last_round(match) == [5 + none_left, none_left - 4, 7 + none_left, -1]


def test_segments_18_segments_of_those_who_are_out_count_too() -> None:
    assert last_round(second_goes_out([5, 1, 7], "1")) == [5 - 2, -1, 7 - 3]


def test_segments_19_the_round_ends_when_the_second_is_out() -> None:
    match = position("9 5", "8", "7 7", segments=[1, 1, 1])
    play_through(match, "5", "8")  # the first is out
    assert match.deal_no == 0 and match.acting == (2,)
    play_through(match, "7 7")  # the second, though seat 0 has not answered yet
    assert match.deal_no == 1 and last_round(match) == [-1, 7, 5]


@pytest.mark.parametrize("first, second", [(7, 5), (0, 0), (20, 1), (4, 9)])
def test_segments_19_points_for_going_out(first: int, second: int) -> None:
    assert last_round(second_goes_out([1, 1, 1], "1", first_out=first, second_out=second)) == [second, -1, first]


@pytest.mark.parametrize("outs, rounds_done", [(2, 0), (1, 1)])
def test_segments_19_one_or_two_go_out(outs: int, rounds_done: int) -> None:
    match = position("9", "8 8", "7 7 7", segments=[1, 1, 4], outs=outs)
    match.play(0, "9")
    assert match.deal_no == rounds_done
    if outs == 1:
        assert last_round(match) == [7, -2, -5]
        said = [part["sentence"]["key"] for part in match.view(None)["last_deal"]["parts"][0]]
        assert said == ["segments.part.first"]  # nobody was the second
    else:
        assert match.points == [7, -2, -5]  # as the round stands


def test_segments_20_a_tie_goes_to_the_better_last_round() -> None:
    match = second_goes_out([1, 1, 1], "1 1", points=[12, 0, 10], done=2)
    assert match.points == [17, -2, 17] and last_round(match) == [5, -2, 7]
    assert match.payoff == [0.5, 0.0, 1.0]
    assert str(table.prompt(match.row, None)) == "The match is over, won by Seat 2 with 17 points."
    match = second_goes_out([1, 1, 1], "1 1", points=[-4, 0, -10], done=2)
    assert str(table.prompt(match.row, None)) == "The match is over, won by Seat 0 with 1 point."


@pytest.mark.parametrize("rounds", [1, 3, 5, 20])
def test_segments_20_a_match_has_as_many_rounds_as_agreed(rounds: int) -> None:
    match = dealt(3, 1, rounds=rounds, cards=1)
    sums = [0, 0, 0]
    while not match.over:
        before = match.deal_no
        match.play(match.acting[0], match.legal(match.acting[0])[-1])
        if match.deal_no > before:
            sums = [a + b for a, b in zip(sums, last_round(match), strict=True)]
    assert match.deal_no == rounds and match.points == sums


def test_segments_21_our_texts_have_no_slips_of_the_pen() -> None:
    said = (GAME.folder / "messages/en.json").read_text(encoding="utf-8") + GAME.rules
    assert not re.search("previoulsy|segement|note used|can be lead|to different value", said)


@pytest.mark.parametrize(
    "held, options, most",
    [(0, {}, 2), (5, {}, 2), (6, {}, 1), (7, {}, 0), (0, {"grab": 5}, 5), (0, {"grab": 0}, 0), (4, {"limit": 5}, 1)],
)
def test_segments_22_who_may_takes_any_number(held: int, options: dict[str, int], most: int) -> None:
    found = answers("4", "9", held, pass_segments="may", **options)
    assert {text for text in found if text.startswith("pass")} == {f"pass {n}" for n in range(most + 1)}
    for n in range(most + 1):
        match = position("4", "2", "2", segments=[held, 0, 0], field="9", by=2, pass_segments="may", **options)
        match.play(0, f"pass {n}")
        assert purses(match)[0] == held + n and match.acting == (1,)
    assert {text for text in answers("4", "9", held, **options) if text.startswith("pass")} == {"pass"}


def test_segments_23_without_tails_only_6_and_9_are_drawn_otherwise() -> None:
    with_tails, without = ([rules.glyph(d, tails) for d in range(10)] for tails in (True, False))
    assert [d for d in range(10) if with_tails[d] != without[d]] == [6, 9]
    assert with_tails[6] - without[6] == {"a"} and with_tails[9] - without[9] == {"d"}
    assert len(without[7]) == 3
    assert "5>6" in leads("5", 7) and "5>6" not in leads("5", 7, glyphs="no_tails")
    assert "9>4" not in leads("9", 1) and "9>4" in leads("9", 1, glyphs="no_tails")
    six = position("6", "2", "2", glyphs="no_tails").view(0)["zones"][0]["cards"][0]
    assert six["lit"] == "cdefg"


@pytest.mark.parametrize("players, wanted", [(3, [1, 1, 2]), (4, [1, 1, 2, 2]), (5, [1, 1, 2, 2, 3])])
def test_segments_24_fewer_players_use_the_first_rows(players: int, wanted: list[int]) -> None:
    match = dealt(players, 2)
    assert [purses(match)[(match.acting[0] + k) % players] for k in range(players)] == wanted


def test_segments_24_equal_lowest_scores_are_drawn() -> None:
    # The round gives 5, -2, 7 and -2; with the points given the totals are 25, 23, 27 and 19.
    drawn = {
        second_goes_out([1, 1, 1, 1], "1 1", "3 3", seed=seed, next_start="lowest_score").acting for seed in range(30)
    }
    assert drawn == {(1,), (3,)}
    for seed in range(5):
        match = second_goes_out(
            [1, 1, 1, 1], "1 1", "3 3", seed=seed, next_start="lowest_score", points=[20, 25, 20, 21], done=1
        )
        assert match.acting == (3,)  # the total counts, not the last round


def test_segments_25_the_pass_that_clears_takes_segments() -> None:
    match = position("9 4", "2", "3", segments=[1, 1, 2])
    play_through(match, "9", "pass")
    assert purses(match) == [1, 3, 2]
    match.play(2, "pass")
    assert purses(match) == [1, 3, 4] and match.view(None)["trick"] is None


def test_segments_25_a_set_may_be_made_of_changed_cards_only() -> None:
    assert "3>9 5>9" in leads("3 5", 2)
    assert "3>9 5>9" in answers("3 5", "8 8", 2)
    assert "3>9 5>9" not in leads("3 5", 1)


def dealt_cards(match: Match) -> Counter[int]:
    """All that was dealt in this round."""
    row = match.row
    return Counter(d for p in range(match.players) for d in values(row.hands[p]) + values(row.played[p]))


def rounds_played(seed: int, **options: Any) -> list[Match]:
    """A match by chance, as it stood before the last move of each of its rounds, and after it."""
    match, dice, stood = dealt(3, seed, cards=4, rounds=6, **options), random.Random(seed), []
    while not match.over:
        before = match.copy()
        match.play(match.acting[0], dice.choice(match.legal(match.acting[0])))
        if match.deal_no > before.deal_no:
            stood += [before, match.copy()]
    return stood


def test_segments_26_undealt_cards_are_out_of_the_round_or_of_the_match() -> None:
    for seed in range(5):
        stood = rounds_played(seed, undealt="match")
        assert all(dealt_cards(match) == dealt_cards(stood[0]) for match in stood)
        assert len({tuple(int(hand) for hand in match.row.hands) for match in stood[1:-1:2]}) == 5  # shuffled anew
        assert dealt_cards(rounds_played(seed)[0]) == dealt_cards(stood[0])
    later = [dealt_cards(match) for match in rounds_played(1, undealt="round")[:-1:2]]
    assert all(cards != later[0] for cards in later[1:])
    assert later == [dealt_cards(match) for match in rounds_played(1)[:-1:2]]
    assert dealt(3, 1, undealt="match").view(0)["options"]["undealt"] == "match"


def test_segments_26_what_a_seat_saw_in_earlier_rounds_is_in_every_world_it_imagines() -> None:
    stood = rounds_played(2, undealt="match")
    for seat in range(3):
        seen: Counter[int] = Counter()
        for ended, dealt_anew in zip(stood[:-2:2], stood[1:-2:2], strict=True):
            played = sum(int(cards) for cards in ended.row.played)
            if (last := dealt_anew.moves[-1]).seat != seat:
                played += int(rules.cards_of(i64(last.code)))
            seen |= Counter(values(ended.row.hands[seat] + played))
            worlds = [dealt_cards(dealt_anew.imagine(seat, seed)) for seed in range(40)]
            own = Counter(values(dealt_anew.row.hands[seat]))
            assert all(world >= seen | own and world.total() == 12 for world in worlds)
            assert len({tuple(sorted(world.items())) for world in worlds}) > 1 or (seen | own).total() == 12


# --- the rulebook's own examples, and whole rounds -----------------------------------------------


def test_the_rulebooks_examples() -> None:
    assert "3 3" in answers("3 3", "2 2")  # same number, higher
    assert "2 2" not in answers("2 2", "3 3")
    assert "1 1 1" in answers("1 1 1", "7 7")  # one card more
    assert "1 1" not in answers("1 1 1", "7 7")


def test_a_round_from_the_first_lead_to_the_points() -> None:
    """The round told in RULES.md: four cards each, segments 1 1 2 2."""
    match = position("2 2 4 6", "3 3 5 9", "0 1 7 8", "1 1 1 9", segments=[1, 1, 2, 2], cards=4)
    play_through(match, "2 2", "3 3", "1>7 7")
    assert purses(match) == [1, 1, 1, 2]
    play_through(match, "1 1 1", "pass", "pass", "pass")
    assert purses(match) == [3, 3, 3, 2] and match.acting == (3,)
    play_through(match, "9", "pass", "pass")
    assert purses(match) == [5, 5, 3, 2] and match.acting == (2,)
    assert "0>8 8" in legal(match) and cards_left(match) == [2, 2, 2, 0]
    match.play(2, "0>8 8")
    # 2 cards and 5 segments; the same; second out with 2 segments; first out with 2 segments.
    assert last_round(match) == [-2 - 2, -2 - 2, 5 - 1, 7 - 1] == [-4, -4, 4, 6]
    assert match.deal_no == 1 and cards_left(match) == [4] * 4


def test_the_points_of_the_example_in_the_rules() -> None:
    match = position("", "9", "0 2 3", "1 2 3 4 5", segments=[0, 4, 0, 3], turn=1, out_first=0)
    match.play(1, "9")
    assert last_round(match) == [10, 3, 0, -6]


def test_a_round_of_five_and_a_match_by_totals() -> None:
    match = position(
        "9", "", "0 0 1", "2", "4 5", segments=[2, 0, 7, 0, 1], out_first=1, points=[6, -4, 20, 0, -3], done=2
    )
    match.play(0, "9")
    assert last_round(match) == [5 - 1, 7 + 3, -3 - 3, -1 + 3, -2]
    assert match.over and match.points == [10, 6, 14, 2, -5]
    assert match.payoff == [0.75, 0.5, 1.0, 0.25, 0.0]


def test_points_while_a_round_is_on_are_those_it_would_give_now() -> None:
    match = position("9 9", "", "0 0 1", segments=[2, 0, 7], out_first=1, points=[1, 2, 3])
    assert match.points == [1 - 2 - 1, 2 + 7 + 3, 3 - 3 - 3]


# --- what is shown -------------------------------------------------------------------------------


def test_the_table_shows_changes_prices_purses_and_what_a_pass_takes() -> None:
    match = position("1 7", "2", "2", segments=[6, 0, 2], field="1>4 4", by=2)
    seen = match.view(0)
    lying = next(zone for zone in seen["zones"] if zone["id"] == "trick")
    assert lying["seat"] == 2
    assert [(c["name"], c["lit"], c["changed"]) for c in lying["cards"]] == [("1>4", "bc", "fg"), ("4", "bcfg", "")]
    one = next(zone for zone in seen["zones"] if zone["id"] == "hand")["cards"][0]
    assert {"name": "1>7", "to": 7, "price": 1, "colour": "blue"} in one["changes"]
    assert seen["limit"] == 7 and purses(match) == [6, 0, 2]
    assert str(match.legal(0)[-1].label) == "pass, taking 1 segment"
    lies = "2 cards that show 4: 1→4 4, for 2 segments"
    assert str(table.prompt(match.row, 0)) == f"On the table: {lies}. Play 2 above 4, or 3 of any digit, or pass for 1."


# Line, column and sign of each segment.
DRAWN = {"a": (0, 1, "_"), "b": (1, 2, "|"), "c": (2, 2, "|"), "d": (2, 1, "_")}
DRAWN |= {"e": (2, 0, "|"), "f": (1, 0, "|"), "g": (1, 1, "_")}


def drawing() -> list[str]:
    """The ten digits side by side, in three lines."""
    lines = ["", "", ""]
    for d in range(10):
        cell = [[" "] * 3 for _ in range(3)]
        for segment in rules.glyph(d):
            y, x, sign = DRAWN[segment]
            cell[y][x] = sign
        for y in range(3):
            lines[y] += "".join(cell[y]) + "   "
    return [line.rstrip() for line in lines]


def numbers(pieces: tuple[tuple[str, int], ...], write: Callable[[Any], int]) -> dict[str, list[int]]:
    out = np.full(sum(length for _, length in pieces), -1, np.float32)
    assert write(out) == len(out)
    return {name: [int(x) for x in out[where]] for name, where in piece_names(pieces).items()}


def one_of(*places: int | None, n: int) -> list[int]:
    return [int(k == place) for place in places for k in range(n)]


def test_the_whole_table_is_observed() -> None:
    given: dict[str, Any] = {"glyphs": "no_tails", "next_start": "lowest_score", "limit": 8, "grab": 3, "cards": 5}
    match = position(
        "", "4 5 5", "7", "9 9", segments=[0, 3, 8, 1], field="1>7 7", by=3, turn=1, passes=0, starter=2,
        points=[12, -3, 0, 4], out_first=0, done=1, rounds=5, copies=4, **given,
    )  # fmt: skip
    played = [[values(match.row.played[p]).count(d) for d in range(10)] for p in (1, 2, 3, 0)]
    assert played[2][1] == played[2][7] == 1
    match.play(1, "pass")
    assert numbers(GAME.observation, lambda out: calls.observe(match.rows, 1, out)) == {
        "hand": [0, 0, 0, 0, 1, 2, 0, 0, 0, 0],
        "played": [n for counts in played for n in counts] + [0] * 10,
        "field_digit": one_of(7, n=10),
        "field_size": one_of(2, n=16),
        "field_owner": [0, 0, 1, 0, 0],
        "turn": [0, 1, 0, 0, 0],
        "passes": [1],
        "cards_left": one_of(3, 1, 2, 0, None, n=16),
        "segments": one_of(6, 8, 1, 0, None, n=10),
        "out_first": [0, 0, 0, 1, 0],
        "turn_order": [0, 0, 0, 1, 0],
        "score": [-3, 0, 4, 12, 0],
        "last_round": [0] * 5,
        "rounds_left": [4],
        "players": [0, 0, 0, 0, 1, 0],
        "house_rules": [0, 1, 1, 0, 0, 1],
        "numbers": [5, 4, 8, 3, 1, 1, 2, 2, 3, 7, 5, 3, 2],
    }
    led = numbers(GAME.observation, lambda out: calls.observe(dealt(3).rows, 0, out))
    assert led["field_digit"] == [0] * 10 and led["field_owner"] == led["out_first"] == [0] * 5


@pytest.mark.parametrize(
    "text, wanted",
    [
        ("7", {"cards": one_of(7, n=10), "digit": one_of(7, n=10), "cost": [0], "size": [1]}),
        ("1>7 7", {"cards": [0, 1, 0, 0, 0, 0, 0, 1, 0, 0], "digit": one_of(7, n=10), "cost": [1], "size": [2]}),
        ("7>0 8>0", {"cards": [0, 0, 0, 0, 0, 0, 0, 1, 1, 0], "digit": one_of(0, n=10), "cost": [4], "size": [2]}),
        ("pass 1", {"cards": [0] * 10, "taken": [1]}),
    ],
)
def test_a_move_is_encoded_as_what_it_does(text: str, wanted: dict[str, list[int]]) -> None:
    given: dict[str, Any] = {"field": "6", "by": 2} if text != "7>0 8>0" else {}
    match = position("1 6 7 8", "2", "2", segments=[4, 0, 0], pass_segments="may", **given)
    hand = [0, 1, 0, 0, 0, 0, 1, 1, 1, 0]
    left = {"left_in_hand": [a - b for a, b in zip(hand, wanted["cards"], strict=True)]}
    plain = {"digit": [0] * 10, "cost": [0], "size": [0], "taken": [0]}
    move = match.find(0, text).code
    assert numbers(GAME.encoding, lambda out: calls.encode(match.rows, 0, move, out)) == plain | left | wanted


def test_the_quick_opinion_sheds_many_cards_cheaply_and_goes_out_without_a_segment() -> None:
    def favourite(hand: str, purse: int = 0, **more: Any) -> str:
        match = position(hand, "2", "2", segments=[purse, 0, 0], **more)
        return max(match.legal(0), key=lambda move: int(calls.judge(match.rows, 0, move.code))).text

    assert favourite("4 5 5") == "5 5"
    assert favourite("1 4 8") == "1"
    assert favourite("4 6", 3, field="3", by=2) == "4"  # unchanged
    assert favourite("4 4 4 7", field="3", by=2) == "7"  # the triple stays
    assert favourite("3 3 3 4 4 6 7", 5) == "3 3 3 7>3"  # as good as 4 4, which keeps the triple, and lower
    assert favourite("1", 1) == "1>7"  # no segment left is worth three
    assert favourite("1", 1, none_left=0) == "1"
    assert favourite("4 1", 0, field="3", by=2, pass_segments="may") == "4"
    assert favourite("1", 0, field="3 3", by=2, pass_segments="may") == "pass 2"


def test_every_play_and_pass_is_a_turn() -> None:
    match = position("4 5", "6 7", "8 9")
    play_through(match, "4", "6", "pass")
    assert int(match.row.turns) == 3


def test_the_rules_for_people_draw_the_digits_and_print_the_prices() -> None:
    assert "\n".join(drawing()) in GAME.rules
    printed = [line for line in GAME.rules.splitlines() if re.match(r"\| (from|\*\*\d\*\*) \|", line)]
    assert changes("\n".join(printed).replace("*", "")) == changes(CHANGES["standard"])


# --- refusals ------------------------------------------------------------------------------------


def catalogue(prefix: str) -> set[str]:
    """The keys that begin so, without what chooses between one and more."""
    said = [f"segments.{key}" for key in json.loads((GAME.folder / "messages/en.json").read_text(encoding="utf-8"))]
    return {re.sub(r"\.(one|other)$", "", key) for key in said if key.startswith(prefix)}


ANSWER: dict[str, Any] = {"field": "7 7", "by": 2}
REASONS = [
    ("leader_passes", "pass", {}),
    ("none_higher", "8", {"field": "9", "by": 2}),
    ("must_take", "pass 1", ANSWER),
    ("must_take", "pass 2", ANSWER),
    ("take", "pass", ANSWER | {"pass_segments": "may"}),
    ("take", "pass 3", ANSWER | {"pass_segments": "may"}),
    ("not_held", "9 9", ANSWER),
    ("not_held", "0 0", {}),
    ("not_held", "8>9 8>9", {}),
    ("no_change", "3>5", {}),
    ("no_change", "3>2 8>2", ANSWER),
    ("too_dear", "3>9 8>9", {"segments": [1, 0, 0]}),
    ("too_dear", "4>8 8", {"segments": [2, 0, 0]}),
    ("number", "8", ANSWER),
    ("number", "3 3 3 3", ANSWER),
    ("too_low", "3 3", ANSWER),
    ("too_low", "3>7 3>7", ANSWER | {"segments": [4, 0, 0]}),
]


@pytest.mark.parametrize("key, text, more", REASONS)
def test_every_refusal_has_its_reason(key: str, text: str, more: dict[str, Any]) -> None:
    match = position("3 3 3 3 4 8", "2", "2", **more)
    reason = match.why_not(0, text)
    assert reason is not None and reason.key == f"segments.why.{key}" and str(reason)


def test_no_reason_is_forgotten() -> None:
    assert {f"segments.why.{key}" for key, _, _ in REASONS} == catalogue("segments.why.")


@pytest.mark.parametrize(
    "key, text",
    [("no_cards", ""), ("no_card", "x"), ("no_card", "10"), ("no_card", "1>"), ("no_card", ">7"), ("no_pass", "pass 6")]
    + [("different", "7 8"), ("different", "1>7 1"), ("too_many", "8 " * 16)],
)
def test_texts_that_name_no_play(key: str, text: str) -> None:
    reason = position("7 8", "2", "2").why_not(0, text)
    assert reason is not None and reason.key == f"segments.{key}" and str(reason)


def test_texts_that_name_the_same_play() -> None:
    for text in ("1>7 7", "7 1>7", "7,1>7", " 7>7  1>7 "):
        match = position("1 7", "2", "2", segments=[1, 0, 0])
        assert match.play(0, text).text == "1>7 7"
    assert answers("4", "9") == {"pass"}
    assert position("4", "2", "2", field="9", by=2).play(0, "PASS").text == "pass"


def test_a_pass_with_a_number_beyond_all_bounds_is_refused() -> None:
    match = position("4", "2", "2", field="9", by=2)
    assert match.why_not(0, "pass 000999999999") is not None


HANDS: dict[str, Any] = {"hands": ["1 2", "3 4", "5 6"], "segments": [1, 1, 2]}
OUT: dict[str, Any] = {"hands": ["1 2", "", "5 6"], "segments": [1, 1, 2]}
POSITIONS: list[tuple[str, dict[str, Any], dict[str, Any]]] = [
    ("count", {}, {}),
    ("count", {}, HANDS | {"hands": ["1", "2"]}),
    ("count", {}, HANDS | {"hands": "1 2 3"}),
    ("count", {}, HANDS | {"segments": [1, 1]}),
    ("digits", {}, HANDS | {"hands": ["1", "2", "10"]}),
    ("digits", {}, HANDS | {"hands": ["1", "2", "-3"]}),
    ("segments", {}, HANDS | {"segments": [8, 0, 0]}),
    ("segments", {}, HANDS | {"segments": [0, -1, 0]}),
    ("segments", {"limit": 3}, HANDS | {"segments": [0, 0, 4]}),
    ("by", {}, HANDS | {"field": "7"}),
    ("by", {}, HANDS | {"by": 2}),
    ("by", {}, HANDS | {"field": "7", "by": 3}),
    ("by", {}, HANDS | {"starter": 3}),
    ("by", {}, HANDS | {"out_first": -1}),
    ("field", {}, HANDS | {"field": "pass", "by": 2}),
    ("field", {}, HANDS | {"field": "2>7", "by": 2}),
    ("field", {}, HANDS | {"field": "1>8 1>8", "by": 2}),
    ("turn", {}, HANDS | {"turn": 3}),
    ("turn", {}, HANDS | {"field": "7", "by": 0, "turn": 0}),
    ("turn", {}, OUT | {"out_first": 1, "turn": 1}),
    ("out", {}, OUT),
    ("out", {}, OUT | {"out_first": 2}),
    ("out", {}, HANDS | {"out_first": 2}),
    ("out", {"outs": 1}, OUT | {"out_first": 1}),
    ("out", {}, HANDS | {"hands": ["1", "", ""], "out_first": 1}),
    ("passes", {}, HANDS | {"passes": 1}),
    ("passes", {}, HANDS | {"field": "7", "by": 2, "passes": 3}),
    ("passes", {}, HANDS | {"field": "7", "by": 2, "passes": -1}),
    ("passes", {}, OUT | {"field": "7", "by": 1, "out_first": 1, "passes": 2}),
    ("order", {}, HANDS | {"field": "7", "by": 1}),
    ("order", {}, HANDS | {"field": "7", "by": 2, "turn": 1}),
    ("rounds", {}, HANDS | {"rounds": 3}),
    ("rounds", {}, HANDS | {"rounds": -1}),
    ("rounds", {"rounds": 1}, HANDS | {"rounds": 1}),
    ("rounds", {}, HANDS | {"points": [1, 2]}),
    ("copies", {}, HANDS | {"hands": ["1 1 1", "1 1", "1 1"]}),
    ("copies", {"copies": 4}, HANDS | {"field": "5 5 5 5", "by": 2}),
    ("dealt", {"cards": 2}, HANDS | {"hands": ["1 2 3", "4", "5"]}),
    ("dealt", {"cards": 2}, HANDS | {"field": "7", "by": 2}),
]


@pytest.mark.parametrize("key, options, given", POSITIONS)
def test_impossible_positions_are_refused(key: str, options: dict[str, Any], given: dict[str, Any]) -> None:
    with pytest.raises(BadPosition) as refused:
        GAME.position(3, options, **given)
    assert refused.value.message.key == f"segments.position.{key}" and str(refused.value)


def test_no_refusal_of_a_position_is_forgotten() -> None:
    assert {f"segments.position.{key}" for key, _, _ in POSITIONS} == catalogue("segments.position.")


@pytest.mark.parametrize("given", [{"hands": ["x", "1", "2"]}, {"hands": [["1"], "1", "2"]}, {"segments": ["a", 1, 1]}])
def test_positions_that_cannot_be_read_are_refused(given: dict[str, Any]) -> None:
    with pytest.raises(BadPosition, match="cannot be read"):
        GAME.position(3, {}, **HANDS | given)
    with pytest.raises(BadPosition, match="is not a card"):
        GAME.position(3, {}, **HANDS, field="x", by=2)


def test_as_many_passes_as_clear_the_table_are_refused() -> None:
    with pytest.raises(BadPosition, match="would have cleared"):
        GAME.position(3, {}, **HANDS, field="7", by=2, passes=2)


def test_a_position_by_hand_deals_everybody_the_same() -> None:
    match = position("1 2", "3", "", "4 5 6", segments=[1, 2, 3, 4], field="7 7", by=3, turn=0, out_first=2)
    played = [len(zone["cards"]) for zone in match.view(None)["zones"] if zone["id"] == "played"]
    assert [a + b for a, b in zip(cards_left(match), played, strict=True)] == [12] * 4
    everywhere = [c["printed"] for zone in match.reveal()["zones"] if zone["id"] != "trick" for c in zone["cards"]]
    assert sorted(everywhere) == [d for d in range(10) for _ in range(6)]
