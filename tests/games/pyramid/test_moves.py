"""The bound on the list of moves.

A move of the shedding phase is a meld type with the cards that make it, or a pass; cards of one kind are all alike. So
there are never more than the sum, over the types, of the different sets of cards that are such a meld, and the pass.
`melds.most_plays` counts them by a formula; here every set of up to four of the 18 kinds of cards is looked at, and
judged twice: by the naive twin, and by trying out every run and set there is. The number to meet, meld cards in use and
what the hand lacks only take moves away.

The other lists are short. A declaration is to keep or one of two colours: 3. The lone trader adds any number of red and
any number of black wilds: with 3 of a colour for each of 4 players, all in front of one, 13 * 13 = 169. After a black
four there are 2 answers. A card to throw away is one of 18 kinds, or none: 19.
"""

from __future__ import annotations

import random
from collections import Counter
from functools import cache
from itertools import combinations_with_replacement
from typing import Any

import numpy as np
import pytest

import cardshed
from cardshed import Match
from cardshed.engine import calls
from cardshed.engine.options import Number
from cardshed.games.pyramid import codes, notation
from cardshed.games.pyramid.melds import LARGEST, MELDS, NAMES, Meld, most_plays
from tests.conftest import counted
from tests.naive import pyramid as naive

GAME = cardshed.game("pyramid")
MOST_WILDS = 12  # of a colour: 3 for each of 4 players
MOST_ADDITIONS = (MOST_WILDS + 1) ** 2
MOST_THROWS = 18 + 1
MOST_PLAYS = {
    "red_single": 9,
    "black_single": 9,
    "red_pair": 17,
    "black_pair": 17,
    "red_run_2": 16,
    "black_run_2": 16,
    "red_triple": 66,
    "black_triple": 25,
    "red_run_3": 28,
    "black_run_3": 102,
    "red_four": 33,
    "black_four": 33,
    "red_run_4": 48,
    "black_run_4": 48,
}
# As many cards and wilds as the house rules allow.
RICHEST: dict[str, Any] = {"melds": "full14", "cards": 20, "red_wilds": 3, "black_wilds": 3}
RICHEST |= {f"{colour}_{v}": 7 for colour in ("red", "black") for v in range(3, 11)} | {"red_3": 1}

Kind = tuple[int | None, int]  # the number, none for a wild, and the colour


def sets_of_cards(size: int, values: int) -> list[tuple[Kind, ...]]:
    """Every set of so many cards, of the numbers 0 to values - 1 in two colours and wilds."""
    kinds: list[Kind] = [(v, colour) for v in (*range(values), None) for colour in (0, 1)]
    return list(combinations_with_replacement(kinds, size))


def makes(meld: Meld, cards: tuple[Kind, ...], values: int) -> bool:
    """Whether these cards are the meld: some set or run within the numbers that has all their numbers in it."""
    if sum(colour != meld.colour for _, colour in cards) > meld.guests:
        return False
    numbers = Counter(number for number, _ in cards if number is not None)
    if meld.run:
        shapes = [range(low, low + meld.size) for low in range(values - meld.size + 1)]
        return any(all(n == 1 and number in shape for number, n in numbers.items()) for shape in shapes)
    return len(numbers) <= 1


@cache
def all_melds() -> dict[str, set[tuple[str, ...]]]:
    """Of each meld type all sets of cards, by the names of the cards in order."""
    found: dict[str, set[tuple[str, ...]]] = {}
    for meld in MELDS:
        named = found[meld.name] = set()
        for cards in sets_of_cards(meld.size, codes.VALUES):
            if makes(meld, cards, codes.VALUES):
                named.add(tuple(sorted(f"{'W' if v is None else v + 3}{'RB'[colour]}" for v, colour in cards)))
    return found


def listed(match: Match, seat: int = 0) -> int:
    """How many moves the rules write, when there is more room than they may need; nothing is written beyond."""
    buffer = np.full(2 * codes.MOVES, -1, np.int64)
    n = int(calls.legal(match.rows, seat, buffer))
    assert n == len(match.legal(seat)) == len({move.code for move in match.legal(seat)}) <= codes.MOVES
    assert (buffer[:n] >= 0).all() and (buffer[n:] == -1).all()
    return n


def within(match: Match) -> Counter[str]:
    """The melds of seat 0 of each type, each held against all there are."""
    found: Counter[str] = Counter()
    for move in match.legal(0):
        if move.kind != "pass":
            assert tuple(sorted(move.cards[1:])) in all_melds()[move.kind], move
            found[move.kind] += 1
    assert all(found[name] <= MOST_PLAYS[name] for name in NAMES)
    return found


def position(hand: str, meld: str = "", players: int = 4, **more: Any) -> Match:
    """Seat 0 leads or answers the seat before it, under the richest house rules."""
    others = ["10B"] * (players - 1)
    lying: dict[str, Any] = {"meld": meld, "by": players - 1} if meld else {}
    return GAME.position(players, RICHEST, hands=[hand, *others], front=[""] * players, turn=0, **lying, **more)


# --- the formula ---------------------------------------------------------------------------------


@pytest.mark.parametrize("meld", MELDS, ids=NAMES)
def test_the_ways_to_make_a_meld_are_those_of_the_naive_twin(meld: Meld) -> None:
    kinds = [(v, colour) for v in (0, *naive.VALUES) for colour in naive.COLOURS]
    name = meld.name.replace("_", " ")
    ways = [cards for cards in combinations_with_replacement(kinds, meld.size) if naive.possible_lows(name, cards)]
    assert len(ways) == most_plays(meld, codes.VALUES) == MOST_PLAYS[meld.name]
    assert all(naive.played_low(name, cards, 3) is not None for cards in ways)  # all of them can be led


@pytest.mark.parametrize("meld", MELDS, ids=NAMES)
@pytest.mark.parametrize("values", [4, 5, 6, 7, 8])
def test_the_ways_to_make_a_meld_for_any_number_of_values(meld: Meld, values: int) -> None:
    ways = sum(makes(meld, cards, values) for cards in sets_of_cards(meld.size, values))
    assert ways == most_plays(meld, values)


@pytest.mark.parametrize("run", [False, True])
@pytest.mark.parametrize("guests", [0, 1, 2, 3])
def test_the_formula_holds_for_melds_that_are_not_there_yet(run: bool, guests: int) -> None:
    """A line in MELDS is all that a new meld needs."""
    for size in range(2, LARGEST + 1):
        meld = Meld("new", 0, run, size, guests=min(guests, size - 1))
        ways = sum(makes(meld, cards, 6) for cards in sets_of_cards(size, 6))
        assert ways == most_plays(meld, 6), meld


def test_the_bound_is_the_sum_of_its_parts() -> None:
    assert {name: len(cards) for name, cards in all_melds().items()} == MOST_PLAYS
    assert codes.MOVES == max(sum(MOST_PLAYS.values()) + 1, MOST_ADDITIONS) == 468
    wilds = [option for option in GAME.options if option.name in ("red_wilds", "black_wilds")]
    assert [option.high * max(GAME.players) for option in wilds if isinstance(option, Number)] == [MOST_WILDS] * 2


# --- the shedding phase --------------------------------------------------------------------------

ONE_OF_EACH = " ".join(card for card in notation.CARDS if card not in ("WR", "WB"))
ALL_WILDS = " ".join(["WR"] * MOST_WILDS + ["WB"] * MOST_WILDS)


def doubles(cards: tuple[str, ...]) -> bool:
    """Whether a numbered card is there twice."""
    return any(n > 1 for card, n in Counter(cards).items() if card[0] != "W")


def test_one_of_each_and_all_wilds_lead_everything_but_sets_of_equal_cards() -> None:
    """Runs need one card of a kind: of them all are there."""
    match = position(f"{ONE_OF_EACH} {ALL_WILDS}")
    found = within(match)
    for meld in MELDS:
        if meld.run or meld.size == 1:
            assert found[meld.name] == MOST_PLAYS[meld.name]
        else:
            apart = [cards for cards in all_melds()[meld.name] if not doubles(cards)]
            assert found[meld.name] == len(apart) < MOST_PLAYS[meld.name]
    assert listed(match) == found.total() < codes.MOVES


@pytest.mark.parametrize("number", range(3, 11))
def test_sets_reach_their_part_of_the_bound(number: int) -> None:
    """A hand of four red and four black cards of a number, and all wilds, makes every set of it that there is."""
    red = 1 if number == 3 else 4
    match = position(" ".join([f"{number}R"] * red + [f"{number}B"] * 4) + " " + ALL_WILDS)
    found = {move.cards[1:] for move in match.legal(0) if move.kind.split("_")[1] != "run"}
    wanted = [
        cards
        for meld in MELDS
        if not meld.run
        for cards in all_melds()[meld.name]
        if {card[:-1] for card in cards} <= {str(number), "W"} and cards.count(f"{number}R") <= red
    ]
    assert sorted(tuple(sorted(cards)) for cards in found) == sorted(wanted)


def richest_hand(dice: random.Random) -> str:
    """20 numbered cards, often of all kinds or many of a kind, and most of the wilds; a few of each stay outside."""
    copies = Counter(dict.fromkeys(ONE_OF_EACH.split(), 6) | {"3R": 1, "10B": 4})
    cards = Counter(ONE_OF_EACH.split()) if dice.random() < 0.5 else Counter[str]()
    while cards.total() < 20:
        kind = dice.choice(list(copies))
        cards[kind] += min(copies[kind] - cards[kind], 20 - cards.total(), dice.choice([1, 1, 2, 4]))
    wilds = {wild: dice.choice([12, 12, dice.randint(0, 12)]) for wild in ("WR", "WB")}
    return " ".join((cards + Counter(wilds)).elements())


def test_the_richest_hands_stay_within_the_bound() -> None:
    dice = random.Random(5)
    most = 0
    for _ in range(counted(quick=60, proof=1_500, plain=40)):
        match = position(richest_hand(dice))
        found = within(match)
        assert listed(match) == found.total()
        most = max(most, found.total())
    assert 300 < most < codes.MOVES


def test_an_answer_needs_one_place_more_for_the_pass_and_has_fewer_melds() -> None:
    dice = random.Random(6)
    for _ in range(counted(quick=40, proof=800, plain=20)):
        hand, lying = richest_hand(dice), dice.choice(["10R", "4B", "5R 6R", "4R"])
        match, lead = position(hand, lying), position(hand)
        assert listed(match) == within(match).total() + 1
        offered = {(move.kind, move.cards) for move in lead.legal(0)}
        assert {(move.kind, move.cards) for move in match.legal(0) if move.kind != "pass"} <= offered
        assert len(match.legal(0)) <= len(offered)  # the type that lies there is used


def test_the_longest_meld_has_no_more_parts_than_said() -> None:
    match = position(f"{ONE_OF_EACH} {ALL_WILDS}")
    assert max(len(move.parts) for move in match.legal(0)) == LARGEST + 1 == 5 < codes.LONGEST


@pytest.mark.compiled
def test_every_match_stays_within_the_bound_under_the_richest_rules() -> None:
    """Hands are traded until no wilds are left in front, so that they are full of them."""
    dice = random.Random(8)
    for _ in range(counted(quick=3, proof=60, plain=1)):
        match = GAME.match(4, dice.getrandbits(64), RICHEST | {"rounds_4": 2})
        while not match.over:
            seat = dice.choice(match.acting)
            assert listed(match, seat)
            offered = match.legal(seat)
            trades = [move for move in offered if move.kind == "trade"]
            match.play(seat, dice.choice(trades or offered))


# --- the other lists -----------------------------------------------------------------------------


def before_trading(hands: list[str], front: list[str]) -> Match:
    options = RICHEST | {"cards": len(hands[0].split())}
    return GAME.position(len(hands), options, hands=hands, front=front, trading=True)


def test_a_declaration_is_one_of_three() -> None:
    match = before_trading(["4R", "5R", "6R", "7R"], ["WR WB"] * 4)
    assert [listed(match, seat) for seat in range(4)] == [3] * 4


def test_the_lone_trader_has_as_many_additions_as_said() -> None:
    """All wilds of the game lie in front of one player, who once held every other hand."""
    match = before_trading(["4R", "5R", "6R", "7R"], [ALL_WILDS, "", "", ""])
    match.play(0, "trade WR")
    assert listed(match) == MOST_ADDITIONS == 169 <= codes.MOVES
    all_of_them = max(match.legal(0), key=lambda move: len(move.parts))
    assert len(all_of_them.parts) == codes.LONGEST == 1 + 2 * MOST_WILDS
    match.play(0, all_of_them.text)  # it can be written and read
    assert match.view(None)["seats"][0]["cards"] == 25


def test_a_thrown_card_is_one_of_nineteen() -> None:
    """One of each kind is left after the run: 16 numbered cards and 4 for the run, and wilds."""
    match = position(f"{ONE_OF_EACH} 7R 8R 9R 10R {ALL_WILDS}")
    match.play(0, "7R 8R 9R 10R")
    assert listed(match) == MOST_THROWS == 19
    assert max(len(move.parts) for move in match.legal(0)) == 2


def test_a_black_four_has_two_answers() -> None:
    match = position("7B 7B 7B 7B 8R")
    match.play(0, "7B 7B 7B 7B")
    assert listed(match) == 2 and [len(move.parts) for move in match.legal(0)] == [1, 1]
