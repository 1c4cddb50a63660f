"""The object people hold, tried on Thirteen: what it offers, what it refuses and why, what it hides."""

from __future__ import annotations

import itertools
import json
import random
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import cardshed
from cardshed import IllegalMove, Match, Move
from cardshed.engine.errors import BadGame, BadPlayers, BadPosition, BadSeed, UnknownGame
from cardshed.engine.messages import catalogue
from cardshed.games.thirteen import table
from tests.conftest import counted
from tests.engine.test_options import house_rules

GAME = cardshed.game("thirteen")
DECK = set(table.DECK.names((1 << 52) - 1).split())

seeds = st.integers(0, 2**64 - 1)
houses = house_rules()
many = settings(max_examples=counted(100, 1_000, 25))


def play_on(match: Match, moves: int, dice: random.Random) -> None:
    """Random moves, as many as that or up to the end."""
    for _ in range(moves):
        if match.over:
            return
        seat = match.acting[0]
        match.play(seat, dice.choice(match.legal(seat)))


def begun(house: tuple[int, dict[str, Any]], seed: int, moves: int) -> Match:
    players, options = house
    match = GAME.match(players, seed, options)
    play_on(match, moves, random.Random(seed))
    return match


def hands(match: Match) -> list[set[str]]:
    return [set(table.DECK.names(match.row.hands[p]).split()) for p in range(match.players)]


def duel(*hands: str, **more: Any) -> Match:
    return GAME.position(len(hands), more.pop("options", None), hands=list(hands), **more)


def named(zones: list[dict[str, Any]], *kinds: str) -> list[str]:
    return [card["name"] for zone in zones if zone["id"] in kinds for card in zone["cards"]]


# --- beginning -----------------------------------------------------------------------------------


def test_the_session_of_the_design() -> None:
    game = cardshed.game("thirteen")
    assert (game.title, list(game.players)) == ("Thirteen", [2, 3, 4])
    assert "bombs" in {option.name for option in game.options} and "# " in game.rules
    match = game.match(players=4, seed=7, options={"bombs": "beat_twos"})
    assert match.options["bombs"] == "beat_twos" and (match.players, match.seed, match.deal_no) == (4, 7, 0)
    (seat,) = match.acting
    offered = match.legal(seat)
    assert "3S" in hands(match)[seat] and "3S 3D" in [move.text for move in offered]
    pair = next(move for move in offered if move.text == "3S 3D")
    assert (pair.kind, pair.cards, pair.seat, str(pair)) == ("pair", ("3S", "3D"), seat, "3S 3D")
    assert pair.code == table.DECK.cards("3S 3D") and pair.parts == (0, 2)
    assert str(pair.label) == "pair 3♠ 3♦"
    assert match.play(seat, pair) == pair
    assert match.acting == ((seat + 1) % 4,) and not match.over and match.payoff is None
    assert match.points == [0, 0, 0, 0] and [move.text for move in match.moves] == ["3S 3D"]
    assert "3S" not in hands(match)[seat]


def test_a_game_is_loaded_once() -> None:
    assert cardshed.game("thirteen") is GAME and "thirteen" in cardshed.games()


def test_the_usual_number_plays_if_nobody_says() -> None:
    assert GAME.match(seed=0).players == 4


@pytest.mark.parametrize("seed", [0, 255, 2**64 - 1, "ff", "FF", "0", "ffffffffffffffff"])
def test_a_seed_is_a_number_or_hexadecimal(seed: int | str) -> None:
    expected = int(seed, 16) if isinstance(seed, str) else seed
    assert GAME.match(seed=seed).seed == expected


@pytest.mark.parametrize("seed", [2**64, 2**128 - 1, "f" * 32, "0" * 15 + "1" + "0" * 16])
def test_a_key_takes_a_seeds_place_in_a_match(seed: int | str) -> None:
    expected = int(seed, 16) if isinstance(seed, str) else seed
    match = GAME.match(seed=seed)
    assert match.seed == expected == cardshed.replay(match.record()).seed
    assert match.reveal()["seed"] == f"{expected:032x}"


WRONG_SEEDS = [-1, 2**128, "", "xyz", "-1", "1" + "0" * 16, "f" * 31, "f" * 33, "7.5", float("nan"), [], b"ab"]


@pytest.mark.parametrize("seed", WRONG_SEEDS)
def test_what_is_no_seed(seed: Any) -> None:
    with pytest.raises(BadSeed) as caught:
        GAME.match(seed=seed)
    numbers = "A seed is a number from 0 to 2**64 - 1 or up to 16 hexadecimal digits"
    assert str(caught.value) == f"{numbers}, the key of a match 32, not {seed}."
    with pytest.raises(BadSeed) as caught:
        cardshed.simulate("thirteen", games=1, seed=seed)
    assert str(caught.value) == f"{numbers}, not {seed}."


@pytest.mark.parametrize("seed", [2**64, 2**128 - 1, "f" * 32])
def test_many_games_take_no_key(seed: Any) -> None:
    """Each of them has a seed of its own, which is told."""
    with pytest.raises(BadSeed):
        cardshed.simulate("thirteen", games=1, seed=seed)


@pytest.mark.parametrize("seed", [float("inf"), 10**5000, "f" * 5000], ids=["infinity", "5001 digits", "long text"])
def test_what_is_no_seed_at_the_edges(seed: Any) -> None:
    with pytest.raises(BadSeed) as caught:
        GAME.match(seed=seed)
    assert str(caught.value).startswith("A seed is a number from 0") and len(str(caught.value)) < 200


@pytest.mark.parametrize("players", [1, 5, 0, -1, "4", 3.0, True])
def test_how_many_can_play(players: Any) -> None:
    with pytest.raises(BadPlayers) as caught:
        GAME.match(players=players)
    assert str(caught.value) == f"Thirteen is for 2 to 4 players, not {players}."


def test_a_game_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(UnknownGame) as caught:
        cardshed.game("bridge")
    assert str(caught.value) == f"There is no game called bridge; there are {', '.join(cardshed.games())}."
    with pytest.raises(UnknownGame) as caught:
        cardshed.game(tmp_path / "nothing")
    assert str(caught.value) == f"There is no folder {tmp_path / 'nothing'} that holds a game."
    with pytest.raises(BadGame) as broken:
        cardshed.game(tmp_path)
    assert str(broken.value) == f"The folder {tmp_path} is no game: it has no rules.py."


def test_a_very_long_name_is_no_game() -> None:
    with pytest.raises(UnknownGame):
        cardshed.game("a" * 5000)


# --- moves ---------------------------------------------------------------------------------------

TEXTS = ["5S 5C", "5C 5S", "5s 5c", " 5S,5C ", "5s, 5c", "5♠ 5♣", "5♤,5♧", "5♠\ufe0f 5♣\ufe0f", "5S\t5C"]


@pytest.mark.parametrize("text", TEXTS)
def test_a_pair_can_be_typed_in_many_ways(text: str) -> None:
    match = duel("5S 5C 10H", "3S 4S")
    assert match.play(0, text).text == "5S 5C"
    assert hands(match)[0] == {"10H"}


@pytest.mark.parametrize("text", ["10H", "10h", "10♥", "TH", "t♡", "10♥\ufe0f"])
def test_a_ten_can_be_typed_in_many_ways(text: str) -> None:
    match = duel("5S 10H", "3S 4S")
    assert match.play(0, text).text == "10H" and hands(match)[0] == {"5S"}


@pytest.mark.parametrize("text", ["pass", "PASS", " Pass\n"])
def test_a_pass_can_be_typed_in_many_ways(text: str) -> None:
    match = duel("5S 10H", "3S 4S", trick="6S", by=1)
    assert match.play(0, text).text == "pass" and match.acting == (1,)


@many
@given(houses, seeds, st.integers(0, 60))
def test_a_move_and_its_text_are_the_same_move(house: tuple[int, dict[str, Any]], seed: int, moves: int) -> None:
    match = begun(house, seed, moves)
    for seat in match.acting:
        offered = match.legal(seat)
        assert offered and len(set(offered)) == len(offered) == len({move.text for move in offered})
        for move in random.Random(seed).sample(offered, min(len(offered), counted(20, 100, 10))):
            by_text, by_move = match.copy(), match.copy()
            assert by_text.play(seat, move.text.lower()) == move == by_move.play(seat, move)
            assert by_text.rows.tobytes() == by_move.rows.tobytes() != match.rows.tobytes()
            assert [table.DECK.card(c) for c in move.cards if c != "pass"] == sorted(
                table.DECK.card(c) for c in move.text.split() if c != "pass"
            )


def test_only_the_seat_to_move_has_moves() -> None:
    match = GAME.match(4, 0)
    assert [bool(match.legal(p)) for p in range(4)] == [p in match.acting for p in range(4)]


def test_the_list_of_moves_belongs_to_the_caller() -> None:
    match = duel("5S 5C 10H", "3S 4S")
    match.legal(0).clear()
    assert [move.text for move in match.legal(0)] == ["5S", "5C", "10H", "5S 5C"]


def test_moves_are_equal_when_seat_and_code_are() -> None:
    one, two = duel("5S 5C", "3S 4S"), duel("5S 6C", "3S 4S")
    assert one.legal(0)[0] == two.legal(0)[0] and hash(one.legal(0)[0]) == hash(two.legal(0)[0])
    assert one.legal(0)[0] != one.legal(0)[1] and one.legal(0)[0] != "5S"
    assert one.legal(0)[0] != Move(GAME, one.rows, 1, one.legal(0)[0].code)
    assert repr(one.legal(0)[0]) == "<Move '5S'>" and repr(one) == "<Match thirteen, 2 players, 0 moves>"


def test_a_move_remembers_its_moment() -> None:
    match = duel("5S 5C", "6S 6C")
    match.play(0, "5S")
    match.play(1, "6S")
    first, second = match.moves
    assert (first.seat, first.text, second.seat, second.text) == (0, "5S", 1, "6S")
    assert not first.rows[0].trick and int(second.rows[0].trick) == first.code


def test_a_move_as_json() -> None:
    match = duel("5S 5C", "6S 6C")
    told = json.loads(json.dumps([move.json() for move in match.legal(0)]))
    assert told[2] == {
        "text": "5S 5C",
        "kind": "pair",
        "parts": ["5S", "5C"],
        "label": {"key": "thirteen.kind.pair", "params": {"cards": "5♠ 5♣"}},
        "quiet": False,
    }


# --- refusals ------------------------------------------------------------------------------------

RED_SIX = "8D 8H 9D 9H 10D 10H"
RIVAL = "3C 3D 4C 4D"
UNKNOWN = "is not a card; cards are a rank (3 4 5 6 7 8 9 10 J Q K A 2) and a suit (S C D H), such as 10H."

# (hands, setup, seat, what is played, the reason)
REFUSED: dict[str, tuple[list[str], dict[str, Any], Any, str, str]] = {
    "no such seat": (["5S 6S", RIVAL], {}, 2, "5S", "There is no seat 2; seats are 0 to 1."),
    "seat below 0": (["5S 6S", RIVAL], {}, -1, "5S", "There is no seat -1; seats are 0 to 1."),
    "seat is text": (["5S 6S", RIVAL], {}, "0", "5S", "There is no seat 0; seats are 0 to 1."),
    "seat is a bool": (["5S 6S", RIVAL], {}, False, "5S", "There is no seat False; seats are 0 to 1."),
    "not your turn": (["5S 6S", RIVAL], {}, 1, "3C", "It is not the turn of Seat 1; acting now: Seat 0."),
    "unknown card": (["5S 6S", RIVAL], {}, 0, "1S", f"1S {UNKNOWN}"),
    "unknown suit": (["5S 6S", RIVAL], {}, 0, "5S 6X", f"6X {UNKNOWN}"),
    "only a suit": (["5S 6S", RIVAL], {}, 0, "♠", f"♠ {UNKNOWN}"),
    "pass and a card": (["5S 6S", RIVAL], {}, 0, "pass 5S", f"pass {UNKNOWN}"),
    "card twice": (["5S 6S", RIVAL], {}, 0, "5S 5♠", "The card 5♠ is named twice."),
    "not held": (["5S 6S", RIVAL], {}, 0, "3C", "You do not hold 3♣."),
    "one not held": (["5S 6S", RIVAL], {}, 0, "5S 5H", "You do not hold 5♥."),
    "no text": (["5S 6S", RIVAL], {}, 0, "", "Name the cards to play, such as 3S 3H, or pass."),
    "only signs": (["5S 6S", RIVAL], {}, 0, " , ", "Name the cards to play, such as 3S 3H, or pass."),
    "no combination": (
        ["5S 6S", RIVAL],
        {},
        0,
        "5S 6S",
        "5♠ 6♠ is no combination; there are singles, pairs, triples, four of a kind, "
        "runs of three or more and three pairs in a row.",
    ),
    "a gap": (["5S 6S 8S", RIVAL], {}, 0, "5S 6S 8S", "5♠ 6♠ 8♠ is not in a row: the 7 is missing."),
    "a leader's pass": (["5S 6S", RIVAL], {}, 0, "pass", "Who leads a trick must play."),
    "a pass that is not free": (
        ["5S 6S", RIVAL],
        {"trick": "4S", "by": 1, "options": {"must_play": "yes"}},
        0,
        "pass",
        "Here nobody may pass who can play.",
    ),
    "too low": (["5S 6S", RIVAL], {"trick": "6C", "by": 1}, 0, "5S", "The highest card must be above 6♣."),
    "just too low": (["5S 6S", RIVAL], {"trick": "6C", "by": 1}, 0, "6S", "The highest card must be above 6♣."),
    "run too low": (
        ["5S 6S 7H", RIVAL],
        {"trick": "5C 6C 7C", "by": 1},
        0,
        "5S 6S 7H",
        "A run that ends above 7 is needed; suits do not matter.",
    ),
    "another kind": (
        ["5S 5C", RIVAL],
        {"trick": "3H", "by": 1},
        0,
        "5S 5C",
        "single 3♥ can only be beaten by a higher single.",
    ),
    "another length": (
        ["5S 6S 7S 8S", RIVAL],
        {"trick": "5C 6C 7C", "by": 1},
        0,
        "5S 6S 7S 8S",
        "run 5♣ 6♣ 7♣ can only be beaten by a higher run of 3.",
    ),
    "a plain bomb": (
        [RED_SIX, RIVAL],
        {"trick": "2S", "by": 1},
        0,
        RED_SIX,
        "Bombs beat nothing but lower bombs of their own kind and size here.",
    ),
    "a bomb on no 2": (
        [RED_SIX, RIVAL],
        {"trick": "AS", "by": 1, "options": {"bombs": "beat_twos"}},
        0,
        RED_SIX,
        "Here a bomb beats only 2s: four of a kind or three pairs one 2, four pairs two, five pairs three.",
    ),
    "no start card": (
        ["3S 6S", "5C 5D"],
        {"played": ["", ""], "options": {"first_play_3s": "required", "cards": 2}},
        0,
        "6S",
        "The first play must hold 3♠.",
    ),
    "two in a run": (
        ["KS AS 2S", RIVAL],
        {"options": {"twos_in_runs": "never"}},
        0,
        "KS AS 2S",
        "K♠ A♠ 2♠ is no combination: a 2 cannot stand in a run here.",
    ),
    "four pairs": (
        [f"{RED_SIX} JD JH", RIVAL],
        {},
        0,
        f"{RED_SIX} JD JH",
        "8♦ 8♥ 9♦ 9♥ 10♦ 10♥ J♦ J♥ is no combination: a bomb is exactly three pairs in a row.",
    ),
    "mixed colours": (
        ["8S 8C 9D 9H 10D 10H", RIVAL],
        {},
        0,
        "8S 8C 9D 9H 10D 10H",
        "8♠ 8♣ 9♦ 9♥ 10♦ 10♥ is no bomb: all its cards must be of one colour.",
    ),
    "a mixed pair": (
        ["8S 8D 9D 9H 10D 10H", RIVAL],
        {"options": {"bomb_colour": "each_pair"}},
        0,
        "8S 8D 9D 9H 10D 10H",
        "8♠ 8♦ 9♦ 9♥ 10♦ 10♥ is no bomb: each pair must be of one colour.",
    ),
}


@pytest.mark.parametrize("what", REFUSED)
def test_a_refused_move_is_given_its_reason_and_changes_nothing(what: str) -> None:
    holding, setup, seat, text, reason = REFUSED[what]
    match = duel(*holding, **setup)
    before, moves = match.rows.tobytes(), [match.legal(p) for p in range(2)]
    with pytest.raises(IllegalMove) as caught:
        match.play(seat, text)
    assert str(caught.value) == reason
    assert match.rows.tobytes() == before and match.moves == []
    assert [match.legal(p) for p in range(2)] == moves and match.acting == (0,)
    told = match.why_not(seat, text)
    assert told is not None and str(told) == reason
    assert match.rows.tobytes() == before


def test_a_match_that_is_over_takes_no_move() -> None:
    match = duel("5S", "6S 7S")
    match.play(0, "5S")
    before = match.rows.tobytes()
    assert match.over and match.acting == () and match.payoff == [1.0, 0.0] and match.points == [1, 0]
    for seat in (0, 1):
        assert match.legal(seat) == []
        with pytest.raises(IllegalMove) as caught:
            match.play(seat, "6S")
        assert str(caught.value) == "The match is over."
    assert match.rows.tobytes() == before and "over" in repr(match)


def test_a_move_of_another_moment_is_refused_where_it_is_not_legal() -> None:
    match = duel("5S 6S", "3S 3C")
    five, six = match.legal(0)[:2]
    match.play(0, five)
    match.play(1, "pass")
    before = match.rows.tobytes()
    with pytest.raises(IllegalMove, match="You do not hold 5♠"):
        match.play(0, five)
    assert match.rows.tobytes() == before
    match.play(0, six)
    assert match.over


@many
@given(houses, seeds, st.integers(0, 60), st.sets(st.integers(0, 51), min_size=1, max_size=8))
def test_any_set_of_cards_is_played_or_refused_with_a_reason(
    house: tuple[int, dict[str, Any]], seed: int, moves: int, cards: set[int]
) -> None:
    match = begun(house, seed, moves)
    if match.over:
        return
    seat = match.acting[0]
    own = sorted(hands(match)[seat], key=table.DECK.card)
    dice = random.Random(seed)
    for text in (" ".join(map(table.DECK.name, cards)), " ".join(dice.sample(own, min(len(own), len(cards)))), "pass"):
        legal = table.read(text) in [move.code for move in match.legal(seat)]
        before = match.rows.tobytes()
        reason = match.why_not(seat, text)
        assert (reason is None) == legal
        assert reason is None or str(reason).endswith(".")
        assert match.rows.tobytes() == before


@pytest.mark.parametrize("seat", [True, 1.0])
def test_a_seat_is_checked_every_time(seat: Any) -> None:
    match = GAME.match(4, 0)
    match.legal(1)  # what is kept for 1 must not be found for what equals 1
    with pytest.raises(IllegalMove, match=f"There is no seat {seat}"):
        match.legal(seat)


# --- taking back and copying ---------------------------------------------------------------------


@many
@given(houses, seeds, st.integers(1, 120))
def test_undo_goes_back_exactly(house: tuple[int, dict[str, Any]], seed: int, moves: int) -> None:
    match = begun(house, seed, 0)
    dice = random.Random(seed)
    past = [(match.rows.tobytes(), match.acting, match.points)]
    made = []
    for _ in range(moves):
        if match.over:
            break
        seat = match.acting[0]
        made.append(match.play(seat, dice.choice(match.legal(seat))))
        past.append((match.rows.tobytes(), match.acting, match.points))
    assert len({state for state, _, _ in past}) == len(past) and match.moves == made
    for n in reversed(range(len(made))):
        offered = match.undo()
        assert offered == made[n] and offered in match.legal(offered.seat)
        assert (match.rows.tobytes(), match.acting, match.points) == past[n]
    assert match.moves == []
    with pytest.raises(IllegalMove) as caught:
        match.undo()
    assert str(caught.value) == "There is no move to take back."
    assert match.rows.tobytes() == past[0][0]


@many
@given(houses, seeds, st.integers(0, 60))
def test_a_copy_is_the_same_and_goes_its_own_way(house: tuple[int, dict[str, Any]], seed: int, moves: int) -> None:
    match = begun(house, seed, moves)
    twin = match.copy()
    before, made = match.rows.tobytes(), match.moves
    assert twin.rows.tobytes() == before and twin.moves == made and twin.record() == match.record()
    play_on(twin, 5, random.Random(1))
    assert match.rows.tobytes() == before and match.moves == made
    while twin.moves:
        twin.undo()
    assert match.rows.tobytes() == before and match.moves == made
    assert twin.rows.tobytes() == GAME.match(house[0], seed, house[1]).rows.tobytes()


def test_a_copy_of_a_position_remembers_it() -> None:
    match = duel("5S 6S", "7S 8S")
    match.play(0, "5S")
    assert match.copy().record() == match.record() and "position: " in match.record()


# --- who may know what ---------------------------------------------------------------------------


@many
@given(houses, seeds, st.integers(0, 100))
def test_views_hide_the_other_hands(house: tuple[int, dict[str, Any]], seed: int, moves: int) -> None:
    match = begun(house, seed, moves)
    holding = hands(match)
    for viewer in (None, *range(match.players)):
        seen = match.view(viewer)
        assert json.loads(json.dumps(seen)) == seen, "JSON and nothing but JSON"
        others = set().union(*(hand for p, hand in enumerate(holding) if p != viewer))
        assert not others & set(named(seen["zones"], *{z["id"] for z in seen["zones"]}))
        own = [z for z in seen["zones"] if z["id"] == "hand"]
        assert [z["seat"] for z in own] == ([] if viewer is None else [viewer])
        assert viewer is None or set(named(own, "hand")) == holding[viewer]
        assert [s["cards"] for s in seen["seats"]] == [len(hand) for hand in holding]
        assert "seed" not in seen and f"{seed:016x}" not in json.dumps(seen)
        expected = [] if viewer is None else [move.text for move in match.legal(viewer)]
        assert [move["text"] for move in seen["moves"]] == expected
        assert {part for move in seen["moves"] for part in move["parts"]} <= {"pass", *(holding[viewer] if own else ())}
        assert (seen["acting"], seen["over"]) == (list(match.acting), match.over)


@many
@given(houses, seeds, st.integers(0, 100))
def test_reveal_shows_every_card_once(house: tuple[int, dict[str, Any]], seed: int, moves: int) -> None:
    match = begun(house, seed, moves)
    shown = json.loads(json.dumps(match.reveal()))
    found = named(shown["zones"], "hand", "played", "undealt")
    ranks, suits = int(match.options["ranks"]), int(match.options["suits"])
    deck = {rank + suit for rank in table.DECK.ranks[13 - ranks :] for suit in "SCDH"[:suits]}
    assert sorted(found) == sorted(deck)
    assert shown["seed"] == f"{seed:016x}" and shown["seat"] is None


@pytest.mark.parametrize("players", [2, 3, 4])
def test_reveal_shows_all_52_cards(players: int) -> None:
    match = GAME.match(players, 3)
    play_on(match, 10, random.Random(3))
    found = named(match.reveal()["zones"], "hand", "played", "undealt")
    assert len(found) == 52 and set(found) == DECK


@many
@given(houses, seeds, st.integers(0, 100), seeds)
def test_an_imagined_match_looks_the_same(house: tuple[int, dict[str, Any]], seed: int, moves: int, other: int) -> None:
    match = begun(house, seed, moves)
    before = match.rows.tobytes()
    deck = sorted(named(match.reveal()["zones"], "hand", "played", "undealt"))
    for seat in range(match.players):
        imagined = match.imagine(seat, other)
        assert imagined.view(seat) == match.view(seat) and imagined.view(None) == match.view(None)
        assert imagined.rows.tobytes() == match.imagine(seat, other).rows.tobytes()
        assert imagined.seed != seed
        assert sorted(named(imagined.reveal()["zones"], "hand", "played", "undealt")) == deck, "every card once"
    assert match.rows.tobytes() == before


def test_an_imagined_match_has_other_hands() -> None:
    match = GAME.match(4, 5)
    worlds = {match.imagine(0, seed).rows["hands"].tobytes() for seed in range(20)}
    assert len(worlds) == 20
    assert len({hands(match.imagine(0, seed))[0] == hands(match)[0] for seed in range(20)}) == 1


def test_an_onlooker_or_a_seat_but_nobody_else_can_look() -> None:
    match = GAME.match(4, 0)
    for seat in (4, -1, "0", True):
        with pytest.raises(IllegalMove, match="There is no seat"):
            match.view(seat)  # type: ignore[arg-type]
        with pytest.raises(IllegalMove, match="There is no seat"):
            match.imagine(seat, 0)  # type: ignore[arg-type]


# --- the absent ----------------------------------------------------------------------------------


@many
@given(houses, seeds, st.integers(0, 100))
def test_the_move_of_an_absent_player(house: tuple[int, dict[str, Any]], seed: int, moves: int) -> None:
    match = begun(house, seed, moves)
    for seat in range(match.players):
        if seat in match.acting:
            move, texts = match.timeout_move(seat), [move.text for move in match.legal(seat)]
            assert move in match.legal(seat)
            assert (move.text == "pass") == ("pass" in texts)
            assert move.text == "pass" or len(move.cards) == min(len(text.split()) for text in texts)
        else:
            with pytest.raises(IllegalMove) as caught:
                match.timeout_move(seat)
            assert caught.value.message.key == "engine.move.turn"


# --- positions -----------------------------------------------------------------------------------


def test_a_position_is_laid_out() -> None:
    match = duel(
        "5S 6S",
        "7S",
        "",
        options={"finish": "all_places", "match": 3},
        trick="4S 4C",
        by=2,
        turn=1,
        locked=[0],
        points=[1, 2, 5],
        deal=1,
    )
    seen = match.view(None)
    assert [s["cards"] for s in seen["seats"]] == [2, 1, 0] and match.points == [1, 2, 5]
    assert [s["locked"] for s in seen["seats"]] == [True, False, False]
    assert match.acting == (1,) and match.deal_no == 1
    assert named(seen["zones"], "trick") == ["4S", "4C"]
    assert next(z["seat"] for z in seen["zones"] if z["id"] == "trick") == 2
    played = [set(named([z], "played")) for z in seen["zones"] if z["id"] == "played"]
    assert [len(cards) for cards in played] == [11, 12, 13] and {"4S", "4C"} <= played[2]
    assert not (played[0] & played[1] | played[0] & played[2] | played[1] & played[2])


def test_a_position_takes_the_played_cards_it_is_given() -> None:
    match = duel("5S", "6S 7S", options={"cards": 3}, trick="4S", by=1, played=["3S 3C", ""])
    played = [z for z in match.view(None)["zones"] if z["id"] == "played"]
    assert [named([z], "played") for z in played] == [["3S", "3C"], ["4S"]]


TWO = ["5S 6S", "7S 8S"]
FOUR_TWOS = "2S 2C 2D 2H"
BAD_POSITIONS: list[tuple[str, dict[str, Any], str]] = [
    ("count", {"hands": ["5S"]}, "`hands` needs 2 texts of cards."),
    ("count", {"hands": "5S"}, "`hands` needs 2 texts of cards."),
    ("count", {"hands": TWO, "played": ["", "", ""]}, "`played` needs 2 texts of cards."),
    ("deal", {"hands": TWO, "deal": 1}, "`deal` counts from 0 and the match has 1."),
    ("deal", {"hands": TWO, "deal": -1}, "`deal` counts from 0 and the match has 1."),
    ("by", {"hands": TWO, "trick": "3S"}, "Say who played the trick (`by`, a seat from 0 to 1) when there is one"),
    ("by", {"hands": TWO, "by": 1}, "Say who played the trick (`by`, a seat from 0 to 1) when there is one"),
    ("by", {"hands": TWO, "trick": "3S", "by": 2}, "Say who played the trick (`by`, a seat from 0 to 1)"),
    ("trick", {"hands": TWO, "trick": "3S 4S", "by": 1}, "The trick cannot be: 3♠ 4♠ is no combination"),
    ("seat", {"hands": TWO, "turn": 2}, "There is no seat 2; seats are 0 to 1."),
    ("seat", {"hands": TWO, "trick": "3S", "by": 1, "locked": [7]}, "There is no seat 7; seats are 0 to 1."),
    ("turn", {"hands": TWO, "trick": "3S", "by": 0}, "It cannot be the turn of Seat 0: it holds no cards"),
    ("turn", {"hands": TWO, "trick": "3S", "by": 1, "locked": [0]}, "It cannot be the turn of Seat 0"),
    ("turn", {"hands": ["", "7S"]}, "It cannot be the turn of Seat 0"),
    ("locked_lead", {"hands": TWO, "locked": [1]}, "Nobody can be locked out while no combination lies on the table."),
    ("ended", {"hands": ["5S", ""]}, "In this position the deal is already over."),
    ("points", {"hands": TWO, "points": [1]}, "`points` needs 2 whole numbers of 0 or more."),
    (
        "start",
        {"hands": TWO, "played": ["", ""], "turn": 1, "options": {"cards": 2}},
        "Nothing has been played yet, so the holder of 5♠ starts, not Seat 1.",
    ),
    ("not_in_deck", {"hands": TWO, "options": {"ranks": 8, "cards": 2}}, "5♠ 6♠ is not in this deck."),
    ("twice", {"hands": ["5S 6S", "6S 7S"]}, "6♠ is in two places."),
    ("twice", {"hands": TWO, "trick": "8S", "by": 1}, "8♠ is in two places."),
    ("locked_owner", {"hands": TWO, "trick": "3S", "by": 1, "locked": [1]}, "Who played the trick cannot"),
    ("instant", {"hands": [FOUR_TWOS, "5S"]}, "Seat 0 was dealt a hand that wins at once"),
    ("first_out", {"hands": TWO, "first_out": 1}, "`first_out` must be a seat without cards."),
    ("twice", {"hands": TWO, "played": ["5S", ""]}, "5♠ is in two places."),
    ("dealt", {"hands": TWO, "options": {"cards": 1}}, "Seat 0 was dealt 1 cards, but 2 are named for it."),
    ("dealt", {"hands": TWO, "played": ["3S", "3C"]}, "Seat 0 was dealt 13 cards, but 3 are named for it."),
]


@pytest.mark.parametrize("key, position, sentence", BAD_POSITIONS, ids=itertools.count())
def test_a_position_that_cannot_be(key: str, position: dict[str, Any], sentence: str) -> None:
    given = dict(position)
    with pytest.raises(BadPosition) as caught:
        GAME.position(2, given.pop("options", None), **given)
    assert caught.value.message.key == f"thirteen.position.{key}"
    assert str(caught.value).startswith(sentence) and str(caught.value).endswith(".")


def test_every_refusal_of_a_position_was_reached() -> None:
    told = {key for key in catalogue("en") if key.startswith("thirteen.position.")}
    assert told == {f"thirteen.position.{key}" for key, _, _ in BAD_POSITIONS}


@pytest.mark.parametrize("hand, key", [("5S 5S", "engine.card.twice"), ("5S 1X", "engine.card.unknown")])
def test_a_position_of_cards_that_are_none(hand: str, key: str) -> None:
    with pytest.raises(BadPosition) as caught:
        GAME.position(2, hands=[hand, "7S"])
    assert caught.value.message.key == key


def test_a_hand_of_51_cards_is_refused() -> None:
    with pytest.raises(BadPosition, match="Seat 1 was dealt 13 cards, but 51 are named for it"):
        GAME.position(2, hands=["3S", " ".join(DECK - {"3S"})])


WRONG_KINDS: list[dict[str, Any]] = [
    {"hands": 5},
    {"hands": [1, 2]},
    {"hands": TWO, "nothing": 1},
    {"hands": TWO, "trick": 5, "by": 1},
    {"hands": TWO, "trick": "3S", "by": "1"},
    {"hands": TWO, "locked": 5},
    {"hands": TWO, "played": 5},
    {"hands": TWO, "deal": "0"},
    {"hands": TWO, "points": ["many", "few"]},
    {"hands": TWO, "points": [99_999, 0]},
]


@pytest.mark.parametrize("position", WRONG_KINDS, ids=str)
def test_a_position_with_values_of_a_wrong_kind_is_refused_in_a_sentence(position: dict[str, Any]) -> None:
    with pytest.raises(BadPosition) as caught:
        GAME.position(2, **position)
    said = str(caught.value)
    begins = ("The position cannot be read: ", "A position of this game is not laid out by nothing", "`points` needs")
    assert said.startswith(begins) and said.endswith(".") and "\n" not in said


# --- numbers of NumPy ----------------------------------------------------------------------------


def test_a_seat_may_be_a_number_of_numpy() -> None:
    match = duel("5S 6S", "7S 8S")
    match.play(np.int64(0), "5S")  # type: ignore[arg-type]
    assert match.view(np.int64(1))["seat"] == 1  # type: ignore[arg-type]
    assert match.acting == (1,)


def test_the_ends_of_deals_are_kept_with_the_match() -> None:
    """Also when moves are taken back, and in a copy; who was told of them before keeps what was told."""
    match = cardshed.game("thirteen").match(2, 3, {"match": 5})
    told = [match.deals]
    while not match.over:
        seat = match.acting[0]
        match.play(seat, match.legal(seat)[-1])
        if match.deals is not told[-1]:
            told.append(match.deals)
    assert [list(deals) for deals in told] == [[str(n) for n in range(1, k + 1)] for k in range(6)]
    assert [sum(deal["points"]) for deal in match.deals.values()] == [1, 2, 3, 4, 5]
    assert all(deal["sentence"]["key"].startswith("thirteen.won.") for deal in match.deals.values())
    again = cardshed.game("thirteen").match(2, 3, {"match": 5})
    again.play_many((move.seat, move.text) for move in match.moves)
    assert again.deals == match.deals == match.copy().deals == cardshed.replay(match.record()).deals

    other = match.copy()
    while other.deal_no > 2:
        other.undo()
    assert list(other.deals) == ["1", "2"] and list(match.deals) == ["1", "2", "3", "4", "5"]
    while other.deal_no < 3:
        seat = other.acting[0]
        other.play(seat, other.legal(seat)[0])
    assert list(other.deals) == ["1", "2", "3"]
    assert other.deals["3"] == {"points": other.points, "sentence": other.view(None)["last_deal"]["sentence"]}
    assert match.at(0).deals == {}
