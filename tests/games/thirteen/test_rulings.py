"""A test for each ruling on Thirteen, named after it, hands written as text."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest

import cardshed
from cardshed import IllegalMove, Match
from cardshed.engine import calls
from cardshed.engine.errors import BadPosition
from cardshed.engine.kernel import i64
from cardshed.games.thirteen import rules, table
from tests.conftest import counted
from tests.games.thirteen.test_naive import dealt_hands
from tests.naive import thirteen as naive

GAME = cardshed.game("thirteen")


def position(*hands: str, trick: str = "", by: int | None = None, turn: int = 0, **more: Any) -> Match:
    options: dict[str, Any] = {}
    setup: dict[str, Any] = {}
    known = {option.name for option in GAME.options}
    for name, value in more.items():
        (options if name in known else setup)[name] = value
    return GAME.position(len(hands), options, hands=list(hands), trick=trick, by=by, turn=turn, **setup)


def legal(match: Match) -> set[str]:
    return {move.text for move in match.legal(match.acting[0])}


def answers(hand: str, trick: str, **options: Any) -> set[str]:
    """What seat 0 may play on a trick of seat 1."""
    return legal(position(hand, "3S", trick=trick, by=1, **options))


def leads(hand: str, **options: Any) -> set[str]:
    other = "3S" if "3S" not in hand.split() else "2H"
    return legal(position(hand, other, **options))


def dealt(players: int = 4, seed: int = 0, **options: Any) -> Match:
    return GAME.match(players, seed, options)


def hands(match: Match) -> list[str]:
    return [table.DECK.names(match.row.hands[p]) for p in range(match.players)]


def wins_at_once(hand: str, how: int, **options: Any) -> bool:
    row = GAME.blank(4, 0, options)[0]
    return bool(rules.wins_at_once(row, i64(table.DECK.cards(hand)), how))


def find_deal(wanted, players: int = 4, tries: int = 20_000, **options: Any) -> Match:  # type: ignore[no-untyped-def]
    """The first seed whose match begins as wanted."""
    for seed in range(tries):
        match = dealt(players, seed, **options)
        if wanted(match):
            return match
    raise AssertionError("no such deal found")


# --- rulings common to all games -----------------------------------------------------------------


def test_x_1_a_leader_may_not_pass() -> None:
    match = position("4S 5S", "6S")
    assert "pass" not in legal(match)
    with pytest.raises(IllegalMove, match="leads a trick must play"):
        match.play(0, "pass")


def test_x_2_a_winner_without_cards_leaves_the_lead_to_the_next_holder() -> None:
    match = position("2H", "4S 5S", "6S 7S", "8S 9S", finish="all_places")
    match.play(0, "2H")
    for seat in (1, 2, 3):
        assert match.acting == (seat,)  # all remaining players first get their turn to beat it
        match.play(seat, "pass")
    assert match.acting == (1,)
    assert match.view(1)["trick"] is None


def test_x_2_the_lead_skips_those_who_are_out() -> None:
    match = position("2H", "", "6S 7S", "8S 9S", finish="all_places", points=[0, 3, 0, 0])
    match.play(0, "2H")
    match.play(2, "pass")
    match.play(3, "pass")
    assert match.acting == (2,)


def test_x_2_the_lead_goes_clockwise_from_the_winner_not_from_the_last_to_pass() -> None:
    match = position("2H", "5S 9S", "6S 10S", "7S 8S", trick="AS", by=2, turn=0, locked=[3], finish="all_places")
    match.play(0, "2H")
    match.play(1, "pass")
    match.play(2, "pass")
    assert match.acting == (1,)


def test_x_3_play_goes_clockwise() -> None:
    match = position("4S 5S", "6S 7S", "8S 9S", "10S JS", turn=2)
    match.play(2, "8S")
    match.play(3, "10S")
    assert match.acting == (0,)


def test_x_4_the_first_start_comes_from_the_seed_later_ones_from_the_rules() -> None:
    starters = {dealt(seed=seed).acting for seed in range(40)}
    assert starters == {(0,), (1,), (2,), (3,)}


def test_x_5_to_beat_is_strict() -> None:
    assert answers("5C 6S", "5S") == {"5C", "6S", "pass"}
    assert answers("5S 6S", "5C") == {"6S", "pass"}
    assert answers("4C 5C 6C", "4D 5D 6D") == {"pass"}


def test_x_6_a_tie_is_shared() -> None:
    match = position("4S", "5S 6S", match=2, points=[0, 1], deal=1)
    match.play(0, "4S")
    assert match.over and match.points == [1, 1] and match.payoff == [0.5, 0.5]
    prompt = "The match is over, a win shared by Seat 0, Seat 1 with 1 point each."
    assert str(table.prompt(match.row, None)) == prompt
    match = position("4S", "5S 6S", match=3, points=[1, 1], deal=2)
    match.play(0, "4S")
    assert str(table.prompt(match.row, None)) == "The match is over, won by Seat 0 with 2 points."


def test_x_7_counts_passes_and_scores_are_open_hands_are_not() -> None:
    match = position("4S 5S", "6S 7S", "8S", turn=0, trick="3H", by=2, locked=[1])
    seen = match.view(None)
    assert [seat["cards"] for seat in seen["seats"]] == [2, 2, 1]
    assert [seat["locked"] for seat in seen["seats"]] == [False, True, False]
    assert not [zone for zone in seen["zones"] if zone["id"] == "hand"]
    assert [zone["seat"] for zone in match.view(1)["zones"] if zone["id"] == "hand"] == [1]


def test_x_8_only_one_seat_acts_at_a_time() -> None:
    match = dealt()
    while not match.over:
        assert len(match.acting) == 1
        match.play(match.acting[0], match.legal(match.acting[0])[0])


def test_x_10_every_deal_ends() -> None:
    """Nobody ever draws and a leader must play, so a deal cannot cycle: at most 4 turns for each card led."""
    longest = int(cardshed.simulate("thirteen", counted(20_000, 1_000_000, 20), seed=10).turns.max())
    assert longest <= 4 * 52


def test_x_11_lower_places_are_ranked_and_shared_in_the_same_way() -> None:
    match = position("4S", "5S 6S", "7S 8S", match=3, points=[0, 2, 1], deal=2, turn=0)
    match.play(0, "4S")
    assert match.over and match.points == [1, 2, 1]
    assert match.payoff == [0.25, 1.0, 0.25]


def test_x_12_a_pass_is_always_a_move_even_if_nothing_else_can_be_played() -> None:
    match = position("4S 5S", "6S 7S", "8S", trick="2H", by=2)
    assert legal(match) == {"pass"}
    match.play(0, "pass")
    assert match.acting == (1,)


def test_x_9_a_player_who_is_late_passes_or_leads_the_lowest_single() -> None:
    assert position("4S 5S", "3S", trick="3H", by=1).timeout_move(0).text == "pass"
    assert position("5S 5C 4H", "3S").timeout_move(0).text == "4H"
    assert position("5S 6S", "3S", trick="4H", by=1, must_play="yes").timeout_move(0).text == "5S"
    match = dealt(seed=3, first_play_3s="required")
    assert match.timeout_move(match.acting[0]).text == "3S"


def test_x_13_a_late_players_move_is_always_legal() -> None:
    for seed in range(20):
        match = dealt(seed=seed, match=2, must_play="yes", rules="southern")
        while not match.over:
            match.play(match.acting[0], match.timeout_move(match.acting[0]))


# --- rulings on Thirteen -------------------------------------------------------------------------


def test_thirteen_1_a_run_has_no_gap() -> None:
    match = position("10H JC KD", "3S")
    assert legal(match) == {"10H", "JC", "KD"}
    assert "Q is missing" in str(match.why_not(0, "10H JC KD"))
    assert "10H JC QD" in leads("10H JC QD")


@pytest.mark.parametrize("twos, allowed", [("top", True), ("never", False)])
def test_thirteen_2_a_two_stands_at_the_top_of_a_run_or_never(twos: str, allowed: bool) -> None:
    assert ("KS AS 2S" in leads("KS AS 2S", twos_in_runs=twos)) == allowed
    assert ("KS AS 2S" in answers("KS AS 2S", "QH KH AH", twos_in_runs=twos)) == allowed
    assert "2S" in leads("2S 3C 4C", twos_in_runs=twos)
    assert not {"3C 4C 2S", "3C 2S", "AS 3C 2S"} & leads("AS 2S 3C 4C", twos_in_runs=twos)


BOMBS = "8S 8C 8D 8H 9D 9H 10D 10H JD JH"


@pytest.mark.parametrize(
    "bombs, on_two, on_pair, on_single",
    [("plain", False, False, False), ("beat_twos", True, False, False), ("beat_all", True, True, True)],
)
def test_thirteen_3_what_bombs_beat(bombs: str, on_two: bool, on_pair: bool, on_single: bool) -> None:
    four, pairs = "8S 8C 8D 8H", "9D 9H 10D 10H JD JH"
    for trick, wanted in (("2S", on_two), ("AS AC", on_pair), ("AS", on_single)):
        found = answers(BOMBS, trick, bombs=bombs)
        assert (four in found) == wanted and (pairs in found) == wanted, (trick, bombs)
    assert ("8S 8C 8D 8H" in answers(BOMBS, "QS KS AS", bombs=bombs)) == (bombs == "beat_all")


@pytest.mark.parametrize(
    "colour, red, mixed_pairs, mixed", [("all_same", 1, 0, 0), ("each_pair", 1, 1, 0), ("any", 1, 1, 1)]
)
def test_thirteen_4_the_colour_of_pair_bombs(colour: str, red: bool, mixed_pairs: bool, mixed: bool) -> None:
    assert ("4D 4H 5D 5H 6D 6H" in leads("4D 4H 5D 5H 6D 6H", bomb_colour=colour)) == bool(red)
    assert ("4S 4C 5D 5H 6D 6H" in leads("4S 4C 5D 5H 6D 6H", bomb_colour=colour)) == bool(mixed_pairs)
    assert ("4S 4H 5D 5H 6D 6H" in leads("4S 4H 5D 5H 6D 6H", bomb_colour=colour)) == bool(mixed)


def test_thirteen_5_pair_bombs_with_the_same_top_rank_go_by_suit() -> None:
    red, black = "4D 4H 5D 5H 6D 6H", "4S 4C 5S 5C 6S 6C"
    assert answers(red, black) == {red, "pass"}
    assert answers(black, red) == {"pass"}
    four = "8S 8C 8D 8H"
    assert answers(four, red) == {"pass"} and answers(red, four) == {"pass"}


def test_thirteen_6_four_pairs_are_no_combination() -> None:
    match = position("4D 4H 5D 5H 6D 6H 7D 7H", "3S")
    assert "4D 4H 5D 5H 6D 6H 7D 7H" not in legal(match)
    assert "exactly three pairs" in str(match.why_not(0, "4D 4H 5D 5H 6D 6H 7D 7H"))


@pytest.mark.parametrize("twos, allowed", [("top", True), ("never", False)])
def test_thirteen_7_twos_in_pair_bombs_follow_thirteen_2(twos: str, allowed: bool) -> None:
    assert ("KD KH AD AH 2D 2H" in leads("KD KH AD AH 2D 2H", twos_in_runs=twos)) == allowed


def test_thirteen_8_equal_pairs_go_by_the_highest_suit() -> None:
    assert answers("6H 6S", "6D 6C") == {"6S 6H", "pass"}
    assert answers("6D 6C", "6H 6S") == {"pass"}
    assert answers("6S 6C 6H", "5D 5H") == {"6S 6C", "6S 6H", "6C 6H", "pass"}


@pytest.mark.parametrize("ties, beats", [("rank", False), ("top_suit", True)])
def test_thirteen_9_runs_with_the_same_top_rank(ties: str, beats: bool) -> None:
    assert ("3C 4C 5H" in answers("3C 4C 5H", "3D 4D 5S", run_ties=ties)) == beats
    assert "3C 4C 5S" not in answers("3C 4C 5S", "3D 4D 5H", run_ties=ties)
    assert "4C 5C 6S" in answers("4C 5C 6S", "3D 4D 5H", run_ties=ties)


@pytest.mark.parametrize("first", ["free", "required"])
def test_thirteen_10_the_first_play_and_the_three_of_spades(first: str) -> None:
    match = dealt(seed=3, first_play_3s=first)
    seat = match.acting[0]
    assert "3S" in hands(match)[seat]
    without = {text for text in legal(match) if "3S" not in text.split()}
    assert bool(without) == (first == "free")
    assert "3S" in legal(match)


def test_thirteen_10_only_the_first_play_must_hold_it() -> None:
    match = position("3S 4S 9S", "5S 6S 7S", cards=3, first_play_3s="required")
    match.play(0, "3S")
    match.play(1, "pass")
    assert legal(match) == {"4S", "9S"}


@pytest.mark.parametrize("players", [2, 3])
def test_thirteen_11_without_the_three_of_spades_the_lowest_card_starts(players: int) -> None:
    match = find_deal(lambda m: not any("3S" in hand.split() for hand in hands(m)), players)
    lowest = min(table.DECK.card(card) for hand in hands(match) for card in hand.split())
    assert table.DECK.name(lowest) in hands(match)[match.acting[0]].split()
    assert match.view(None)["start_card"] == table.DECK.name(lowest)


@pytest.mark.parametrize("players, option, each", [(2, "17", 13), (3, "13", 13), (3, "17", 17), (4, "17", 13)])
def test_thirteen_12_and_28_how_many_cards_are_dealt(players: int, option: str, each: int) -> None:
    match = dealt(players, three_player_deal=option)
    assert [seat["cards"] for seat in match.view(None)["seats"]] == [each] * players
    undealt = next(zone for zone in match.reveal()["zones"] if zone["id"] == "undealt")
    assert len(undealt["cards"]) == 52 - players * each


@pytest.mark.parametrize("must, may_pass", [("no", True), ("yes", False)])
def test_thirteen_13_passing_at_will(must: str, may_pass: bool) -> None:
    assert ("pass" in answers("5S 6S", "4S", must_play=must)) == may_pass
    assert answers("5S 6S", "7S", must_play=must) == {"pass"}
    assert ("pass" in answers("5S 5C", "4S 4C", must_play=must)) == may_pass
    assert ("pass" in answers("5S 6S 7S", "4S 5H 6H", must_play=must)) == may_pass


def test_thirteen_14_who_passes_is_locked_out_of_the_trick() -> None:
    match = position("4S 2H", "5S 9S", "6S 10S", turn=0)
    match.play(0, "4S")
    match.play(1, "pass")
    match.play(2, "6S")
    match.play(0, "pass")
    assert match.acting == (2,)  # seat 1 is not asked again
    match = position("4S 2H 3H 3D", "5S 9S", "6S 10S", turn=0)
    match.play(0, "4S")
    match.play(1, "pass")
    match.play(2, "6S")
    match.play(0, "2H")
    match.play(2, "pass")
    assert match.acting == (0,)
    match.play(0, "3H")
    assert match.acting == (1,)  # the next trick is open to all


@pytest.mark.parametrize("finish, over", [("first_out", True), ("all_places", False)])
def test_thirteen_15_when_a_deal_ends(finish: str, over: bool) -> None:
    match = position("4S", "5S 6S", "7S 8S", finish=finish)
    match.play(0, "4S")
    assert match.over == over
    if not over:
        assert match.acting == (1,)
        match.play(1, "5S")
        match.play(2, "pass")
        match.play(1, "6S")
        assert match.over and match.points == [2, 1, 0]


@pytest.mark.parametrize("deals", [1, 5, 10])
def test_thirteen_16_a_match_of_several_deals_is_led_by_the_winner(deals: int) -> None:
    match = dealt(seed=5, match=deals, instant_wins="off")
    led = []
    while not match.over:
        before = match.deal_no
        match.play(match.acting[0], match.legal(match.acting[0])[0])
        if match.deal_no > before and not match.over:
            led.append(match.acting[0])
            assert match.acting[0] == match.view(None)["last_deal"]["winner"]
            assert match.view(None)["start_card"] is None
    assert match.deal_no == deals and sum(match.points) == deals and len(led) == deals - 1


def test_thirteen_16_and_27_who_is_out_first_has_won_the_deal() -> None:
    match = position("4S", "5S 9S", "6S", finish="all_places", match=2)
    match.play(0, "4S")
    match.play(1, "5S")
    match.play(2, "6S")
    assert match.deal_no == 1 and match.points == [2, 0, 1] and match.acting == (0,)


@pytest.mark.parametrize("instant", ["on", "off"])
def test_thirteen_17_instant_wins_are_shown_before_play(instant: str) -> None:
    seed = find_deal(lambda m: m.over).seed
    match = dealt(seed=seed, instant_wins=instant)
    assert match.over == (instant == "on")
    if match.over:
        last = match.view(None)["last_deal"]
        assert last["how"] != "out" and len(last["cards"]) == 13
        assert match.points[last["winner"]] == 1 and sum(match.points) == 1


DRAGON = "3S 4C 5D 6H 7S 8C 9D 10H JS QC KD AH 2S"


def test_thirteen_18_a_dragon_is_one_card_of_each_rank() -> None:
    assert wins_at_once(DRAGON, rules.DRAGON)
    assert not wins_at_once(DRAGON.replace("2S", "3C"), rules.DRAGON)
    assert wins_at_once(DRAGON.replace("2S", "3C"), rules.DRAGON, rules="southern")
    assert not wins_at_once(DRAGON.replace("4C", "3C"), rules.DRAGON, rules="southern")


SIX = "3H 3S 4S 4D 5C 5D 6S 6H 7C 7D 8H 8C"
TRIPLES = "5H 5S 5D 6D 6H 6C 7S 7D 7C"


def test_thirteen_19_six_pairs_and_three_triples_are_in_sequence() -> None:
    assert wins_at_once(SIX + " 2S", rules.SIX_PAIRS)
    apart = SIX.replace("8H 8C", "9H 9C")
    assert not wins_at_once(apart + " 2S", rules.SIX_PAIRS)
    assert wins_at_once(apart + " 2S", rules.SIX_PAIRS, rules="southern")
    assert wins_at_once("3S 3C 3D 3H 5S 5C 7S 7C 9S 9C 2S 2C KD", rules.SIX_PAIRS, rules="southern")
    assert wins_at_once(TRIPLES + " 2S 2H AS KD", rules.THREE_TRIPLES)
    assert not wins_at_once(TRIPLES.replace("7S 7D 7C", "8S 8D 8C") + " 2S 2H AS KD", rules.THREE_TRIPLES)
    top = "KS KC KD AS AC AD 2S 2C 2D 3S 4S 5S 6S"
    assert wins_at_once(top, rules.THREE_TRIPLES)
    assert not wins_at_once(top, rules.THREE_TRIPLES, twos_in_runs="never")


def instant_winner(*hands: str, turn: int = 0, **options: Any) -> tuple[int, str]:
    """Deal these hands (seat `turn` to start) and let the rules look for an instant win."""
    row = dealt(len(hands), match=9, **options).rows.copy()[0]
    for p, hand in enumerate(hands):
        row.hands[p] = table.DECK.cards(hand)
    row.turn = turn
    assert rules.instant_win(row)
    return int(row.last_winner), table.HOW[row.last_how]


def test_thirteen_20_the_rarer_pattern_wins_then_the_one_to_start() -> None:
    twos = "2S 2C 2D 2H 3C 4C 6D 7H 9S 10C QD KH AC"
    triples = TRIPLES + " 9C JS QS AS"
    assert instant_winner(twos, triples) == (1, "three_triples")
    assert instant_winner(twos, SIX + " KS") == (1, "six_pairs")
    # Beside these six pairs and these triples a dragon can be dealt.
    dragon = "3D 4H 5H 6D 7S 8S 9S 10S JD QD KD AD 2D"
    assert instant_winner(dragon, SIX + " KS") == (1, "six_pairs")
    assert instant_winner(SIX + " KS", dragon, turn=1) == (0, "six_pairs")
    dragon = "3D 4H 5C 6S 7H 8S 9S 10S JD QD KD AD 2D"
    assert instant_winner(dragon, triples) == (0, "dragon")
    assert instant_winner(triples, dragon) == (1, "dragon")
    other = "9S 9C 9D 10S 10C 10D JC JD JH 3C 4C 8S QH"
    assert instant_winner(triples, other, turn=0) == (0, "three_triples")
    assert instant_winner(triples, other, turn=1) == (1, "three_triples")
    nothing = "3S 4S 4D 6S 8C 8D 10H QC QD KS KC AD 2S"
    assert instant_winner(nothing, triples, other.replace("9C", "9H"), turn=0) == (1, "three_triples")  # clockwise


def test_thirteen_21_a_bomb_may_lead() -> None:
    assert {"8S 8C 8D 8H", "9D 9H 10D 10H JD JH"} <= leads(BOMBS)


def test_thirteen_22_our_texts_say_trick_and_deal() -> None:
    """The book's round is a trick here and its game a deal; so neither word is said to players."""
    catalogues = sorted((GAME.folder / "messages").glob("*.json"))
    assert [path.stem for path in catalogues][:1] == ["en"]
    sentences = json.loads(catalogues[0].read_text(encoding="utf-8"))
    said = {key: sentence for key, sentence in sentences.items() if re.search(r"\b(round|game)s?\b", sentence, re.I)}
    assert not said
    assert any("trick" in sentence for sentence in sentences.values())
    assert any("deal" in sentence for sentence in sentences.values())


def test_thirteen_23_the_lowest_card_dealt_must_be_in_the_first_play() -> None:
    match = find_deal(
        lambda m: m.view(None)["start_card"] != "3S" and len(m.legal(m.acting[0])) > 1, 2, first_play_3s="required"
    )
    card = match.view(None)["start_card"]
    assert all(card in move.cards for move in match.legal(match.acting[0]))
    outside = next(c for c in hands(match)[match.acting[0]].split() if c != card)
    with pytest.raises(IllegalMove, match="first play must hold"):
        match.play(match.acting[0], outside)


def test_thirteen_24_which_bombs_beat_how_many_twos() -> None:
    southern: dict[str, Any] = {"rules": "southern", "three_player_deal": "17", "instant_wins": "off"}
    hand = "4S 4C 5S 5C 6S 6C 7S 7C 8S 8C 9S 9C 9D 9H"

    def pairs(trick: str) -> set[int]:
        match = position(hand, "3S", "3C", trick=trick, by=1, **southern)
        return {len(m.cards) // 2 for m in match.legal(0) if m.kind == "pairs"}

    assert pairs("2S") == {3, 4, 5, 6}
    assert pairs("2S 2C") == {4, 5, 6}
    assert pairs("2S 2C 2D") == {5, 6}
    assert pairs("AS AC") == set()
    four = "9S 9C 9D 9H"
    assert four in answers(hand.replace("8S 8C ", ""), "2S", rules="southern", instant_wins="off")
    assert four not in answers(hand.replace("8S 8C ", ""), "2S 2C", rules="southern", instant_wins="off")
    assert four not in answers("9S 9C 9D 9H", "QS KS AS 2S", bombs="beat_twos")  # a run that holds a 2
    five_pairs = "4S 4C 5S 5C 6S 6C 7S 7C 8S 8C"
    assert answers(five_pairs, "KS AS 2S", rules="southern", twos_in_runs="top", instant_wins="off") == {"pass"}
    assert answers(four, "4D 4H 5D 5H 6D 6H", bombs="beat_all") == {"pass"}
    assert answers("4D 4H 5D 5H 6D 6H", "8S 8C 8D 8H", bombs="beat_all") == {"pass"}


def test_thirteen_25_presets_and_what_comes_with_southern_alone() -> None:
    settings = dealt(rules="southern").options
    assert {name: settings[name] for name in rules.SOUTHERN_PRESET} == rules.SOUTHERN_PRESET
    assert dealt(rules="southern", bombs="plain").options["bombs"] == "plain"
    four_pairs = "4S 4D 5D 5H 6D 6H 7D 7H"
    assert four_pairs in leads(four_pairs, rules="southern")
    assert four_pairs not in leads(four_pairs, **rules.SOUTHERN_PRESET)
    assert not wins_at_once(DRAGON.replace("2S", "3C"), rules.DRAGON, twos_in_runs="never")
    top = "10S 10C JS JC QS QC KS KC AS AC 2S 2C 3D"
    assert wins_at_once(top, rules.SIX_PAIRS)
    assert not wins_at_once(top, rules.SIX_PAIRS, twos_in_runs="never")
    assert wins_at_once(DRAGON, rules.DRAGON, twos_in_runs="never")


def test_thirteen_26_locked_out_with_a_bomb_too() -> None:
    match = position("4S 8S 8C 8D 8H", "5S 2S 3D", "6S 10S", turn=0, bombs="beat_twos")
    match.play(0, "4S")
    match.play(1, "5S")
    match.play(2, "pass")
    match.play(0, "pass")
    assert match.acting == (1,)
    assert "pass" not in answers("8S 8C 8D 8H", "2S", bombs="beat_twos", must_play="yes")
    # After a player goes out only those not locked out still answer; if none, the next holder leads at once.
    match = position("2H", "5S 9S", "6S 10S", trick="AS", by=2, turn=0, locked=[1], finish="all_places")
    match.play(0, "2H")
    assert match.acting == (2,)
    match = position("2H", "5S 9S", "6S 10S", "7S", trick="AS", by=3, turn=0, locked=[1, 2], finish="all_places")
    match.play(0, "2H")
    match.play(3, "pass")
    assert match.acting == (1,) and match.view(None)["trick"] is None


def test_thirteen_27_points() -> None:
    match = position("4S", "5S", "6S", "7S 8S", finish="all_places")
    for seat, card in ((0, "4S"), (1, "5S"), (2, "6S")):
        match.play(seat, card)
    assert match.over and match.points == [3, 2, 1, 0]
    match = find_deal(lambda m: m.over, finish="all_places")
    assert sorted(match.points) == [0, 0, 0, 3]
    match = find_deal(lambda m: m.deal_no == 1, match=5)
    assert sum(match.points) == 1 and match.acting == (match.view(None)["last_deal"]["winner"],)


def test_thirteen_28_patterns_need_only_be_contained_in_17_cards() -> None:
    assert wins_at_once(DRAGON + " 3C 3D 3H 4S", rules.DRAGON, three_player_deal="17")


def test_thirteen_29_the_order_of_instant_wins_under_southern() -> None:
    order = [table.HOW[how] for how in rules.RARITY[rules.SOUTHERN]]
    assert order == ["three_triples", "dragon", "four_twos", "six_pairs"]
    twos = "2S 2C 2D 2H 3C 4C 6D 7H 9S 10C QD KH AC"
    assert instant_winner(SIX + " KS", twos, rules="southern") == (1, "four_twos")
    assert instant_winner(SIX + " KS", twos, rules="book") == (0, "six_pairs")


def test_thirteen_30_an_instant_win_counts_one_point_like_any_other_win() -> None:
    """Hands are dealt anew after it; with `first_out` nobody gains more by being dealt a pattern than by going out."""
    for rule, gained in (("first_out", 1), ("all_places", 3)):
        match = find_deal(lambda m: m.deal_no == 1, match=5, finish=rule)
        told = match.view(None)["last_deal"]
        assert told["how"] in ("four_twos", "dragon", "three_triples", "six_pairs")
        assert match.points == [gained if p == told["winner"] else 0 for p in range(4)]
        twin = naive.Thirteen(4, match.options, dealt_hands(match, 0))
        assert twin.deals == [(told["winner"], told["how"])] and twin.points == match.points
    match = position("4S", "5S", "6S", "7S 8S", finish="first_out", match=5)
    match.play(0, "4S")
    assert match.points == [1, 0, 0, 0]


# --- the rulebook's own examples -----------------------------------------------------------------


def test_the_rulebooks_examples() -> None:
    assert "8C" in answers("8C", "7D")  # rank takes precedence over suit
    assert "6S 6H" in leads("6H 6S")
    assert "8S 8C 8H" in leads("8C 8H 8S")
    assert "4D 4H 5D 5H 6D 6H" in leads("4H 4D 5H 5D 6H 6D")
    assert "3S 3C 3D 3H" in leads("3H 3D 3C 3S")
    assert wins_at_once(SIX + " KS", rules.SIX_PAIRS) and wins_at_once(TRIPLES, rules.THREE_TRIPLES)
    assert wins_at_once("3H 4H 5H 6H 7H 8H 9H 10H JH QH KH AH 2H", rules.DRAGON)
    assert wins_at_once("2H 2D 2C 2S", rules.FOUR_TWOS)


def test_the_chances_of_instant_wins_are_those_of_the_rulings() -> None:
    """Dealt at random, four 2s come once in 379 hands and southern's six pairs once in 222."""
    hands_dealt, found = 0, {rules.FOUR_TWOS: 0, rules.SIX_PAIRS: 0}
    rows = GAME.blank(4, 0, {"rules": "southern", "instant_wins": "off"})
    for seed in range(counted(8_000, 40_000, 300)):
        rows["seed"] = seed
        calls.deal(rows)
        for p in range(4):
            hands_dealt += 1
            for how in found:
                found[how] += rules.wins_at_once(rows[0], rows[0].hands[p], how)
    for how, chance in ((rules.FOUR_TWOS, 1 / 379), (rules.SIX_PAIRS, 1 / 222)):
        mean = hands_dealt * chance
        assert abs(found[how] - mean) < 5 * mean**0.5, (how, found[how], mean)


def test_more_cards_than_anybody_is_dealt_are_no_combination() -> None:
    """They would make more moves than there is room for."""
    faces = table.DECK.names((1 << 52) - 1 - 15)
    with pytest.raises(BadPosition, match="is no combination"):
        position("3S", "3C", trick=faces, by=1)
    assert table.is_combination(dealt().row, table.DECK.cards("3S 4S 5S"))


# --- what is said ------------------------------------------------------------------------------------

SOUTHERN: dict[str, Any] = {"rules": "southern", "instant_wins": "off"}


@pytest.mark.parametrize(
    "trick, options, said",
    [
        ("4S", {}, "Play a higher single, or pass."),
        ("4S", {"must_play": "yes"}, "Play a higher single if you can, else pass."),
        ("2H", {}, "Nothing beats it: pass."),
        ("2H", {"bombs": "beat_twos"}, "Play a bomb, or pass."),
        ("2S 2C", {"suits": 3, "cards": 3}, "Nothing beats it: pass."),
        ("2C", {"suits": 3, "cards": 3}, "Play a higher single, or pass."),
        ("2S", {"bombs": "beat_twos"}, "Play a higher single or a bomb, or pass."),
        ("2S 2C", {"bombs": "beat_twos"}, "Play a higher pair, or pass."),
        ("2S 2C", SOUTHERN, "Play a higher pair or 4 or more pairs in a row, or pass."),
        ("2S 2H", SOUTHERN, "Play 4 or more pairs in a row, or pass."),
        ("2S 2C 2D", SOUTHERN, "Play 5 or more pairs in a row, or pass."),
        ("2S 2C 2D", {}, "Nothing beats it: pass."),
        ("AS AC AD", {}, "Play a higher triple, or pass."),
        ("QS KS AS", {}, "Play a higher run of 3, or pass."),
        ("KS AS 2S", {}, "Nothing beats it: pass."),
        ("KS AS 2S", {"run_ties": "top_suit"}, "Play a higher run of 3, or pass."),
        ("QS KS AH", {"twos_in_runs": "never", "run_ties": "top_suit"}, "Nothing beats it: pass."),
        ("8S 8C 8D 8H", {"bombs": "beat_all"}, "Play a higher four of a kind, or pass."),
        ("2S 2C 2D 2H", {"bombs": "beat_all", "instant_wins": "off"}, "Nothing beats it: pass."),
        ("KD KH AD AH 2D 2H", {}, "Nothing beats it: pass."),
        ("KS KC AS AC 2S 2C", {}, "Play 3 pairs in a row with a higher top card, or pass."),
        ("8S 8C", {"bombs": "beat_all"}, "Play a higher pair or a bomb, or pass."),
    ],
)
def test_what_would_beat_the_trick_is_said(trick: str, options: dict[str, Any], said: str) -> None:
    match = position("3D 4D", "3S", trick=trick, by=1, **options)
    assert str(table.prompt(match.row, 0)).endswith(said)
    assert "You" not in str(table.prompt(match.row, None))


@pytest.mark.parametrize(
    "cards, trick, options, reason",
    [
        ("3S 9S 2C", "", {}, "the 4 is missing"),
        ("3S AS 2C", "", {}, "after the 2 nothing follows"),
        ("3S 4S 2C", "", {}, "after the 2 nothing follows"),
        ("KS KC AS 2S", "", {"twos_in_runs": "never"}, "no combination; there are"),
        ("KS AS 2S", "", {"twos_in_runs": "never"}, "a 2 cannot stand in a run here"),
        ("3S 3C 4S", "", {}, "and three pairs in a row"),
        ("3S 3C 4S", "", SOUTHERN, "and three or more pairs in a row"),
        ("2S", "2H", {}, "Nothing beats single 2♥"),
        ("2S", "2H", {"bombs": "beat_twos"}, "single 2♥ can only be beaten by a bomb"),
        ("4S", "2S 2C", SOUTHERN, "can only be beaten by a higher pair or 4 or more pairs in a row"),
        ("4S", "5S", {}, "The highest card must be above 5♠"),
    ],
)
def test_reasons_are_the_true_ones(cards: str, trick: str, options: dict[str, Any], reason: str) -> None:
    match = position(cards, "QD", trick=trick, by=1 if trick else None, **options)
    assert reason in str(match.why_not(0, cards))


# --- the quick opinion ---------------------------------------------------------------------------


def favourite(match: Match) -> str:
    seat = match.acting[0]
    return max(match.legal(seat), key=lambda move: int(calls.judge(match.rows, seat, move.code))).text


def test_the_quick_opinion_sheds_many_cards_low_ones_first_and_passes_last() -> None:
    assert favourite(position("3S 4S 5S 9H 9D", "6S")) == "3S 4S 5S"
    assert favourite(position("4S 8S 2H", "3S")) == "4S"
    assert favourite(position("4S 8S 2H", "3S", trick="7S", by=1)) == "8S"
