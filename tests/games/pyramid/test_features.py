"""What a learner of Pyramid is told to follow from a move, held against what the naive twin makes of the same cards."""

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
from cardshed.engine.kit.conformance import some_match, walk
from cardshed.engine.matches.game import piece_names
from cardshed.engine.matches.match import Move
from cardshed.games.pyramid import codes, notation
from cardshed.games.pyramid.melds import ALWAYS, MELDS, NAMES
from tests.conftest import FEW, counted
from tests.games.pyramid.test_naive import cards as twin_cards
from tests.games.pyramid.test_naive import type_name
from tests.naive import pyramid as naive

GAME = cardshed.game("pyramid")
ALL = [(v, colour) for v in (0, *naive.VALUES) for colour in naive.COLOURS]  # a wild has no number

Cards = tuple[naive.Card, ...]


@cache
def ways(name: str) -> list[tuple[Counter[naive.Card], Cards]]:
    """All cards that are this meld."""
    size = naive.TYPES[name][2]
    melds = (cards for cards in combinations_with_replacement(ALL, size) if naive.possible_lows(name, cards))
    return [(Counter(cards), cards) for cards in melds]


def follows(hand: Counter[naive.Card], left: int, free: list[str], target: int) -> bool:
    """Whether some of these cards, so many of them, may be played."""
    return any(
        len(cards) <= left and needed <= hand and naive.played_low(name, cards, target) is not None
        for name in free
        for needed, cards in ways(name)
    )


def plays(hand: Counter[naive.Card], offered: list[str]) -> int:
    """Numbered cards shed in the largest melds, the lowest first, with as few cards of the other colour as can be."""
    n = 0
    for name in reversed([name for name in naive.TYPES if name in offered and name not in naive.SINGLES]):
        colour = naive.TYPES[name][0]

        def order(cards: Cards, colour: str = colour) -> tuple[int, list[int]]:
            return min(v for v, _ in cards), [int(c != colour) for _, c in sorted(cards)]

        numbers = sorted((cards for needed, cards in ways(name) if needed == numbered(needed)), key=order)
        for cards in numbers:
            while Counter(cards) <= hand:
                hand = hand - Counter(cards)
                n += 1
    return n + hand.total()


def types_in(cards: int) -> list[str]:
    """The meld cards of a set of bits, as the twin names them."""
    return [type_name(t) for t in range(len(MELDS)) if cards >> t & 1]


def hand_of(match: Match, seat: int) -> Counter[naive.Card]:
    return Counter(twin_cards(notation.hand(match.row, seat)))


def known_to(match: Match, seat: int) -> dict[int, Counter[naive.Card]]:
    zones = [zone for zone in match.view(seat)["zones"] if zone["id"] == "known"]
    read = notation.read_cards
    return {zone["seat"]: Counter(twin_cards(read(" ".join(c["name"] for c in zone["cards"])))) for zone in zones}


def numbered(cards: Counter[naive.Card]) -> Counter[naive.Card]:
    return Counter({card: n for card, n in cards.items() if card[0] != 0})


def never_seen(match: Match, seat: int) -> Counter[naive.Card]:
    """The deck without all that was played, the own hand and those that are known."""
    row = match.row
    deck = Counter(twin_cards(notation.naturals(int(row.deck))))
    for p in range(match.players):
        deck -= Counter(twin_cards(notation.naturals(int(row.played[p]))))
    for hand in (hand_of(match, seat), *known_to(match, seat).values()):
        deck -= numbered(hand)
    return deck


def one_of(chosen: int | None, n: int) -> list[int]:
    return [int(k == chosen) for k in range(n)]


def counts(cards: Counter[naive.Card]) -> list[int]:
    return [cards[v, colour] for colour in naive.COLOURS for v in naive.VALUES]


def expected(match: Match, seat: int, move: Move) -> dict[str, list[int]]:
    row, view = match.row, match.view(None)
    offered = types_in(int(row.offered))
    free = [name for name in types_in(int(row.offered) & ~int(row.used)) if name != move.kind.replace("_", " ")]
    target = view["target"] or min(naive.VALUES)
    played = tuple(twin_cards(notation.cards_in(move.code)))
    hand = hand_of(match, seat)
    if codes.kind_of(move.code) in (codes.TRADE, codes.ADD_WILDS):
        hand += Counter(played)
    else:
        hand -= Counter(played)
    if move.kind in NAMES:
        target = naive.next_target(played, target)
    melds = []
    for name in map(type_name, range(len(ALWAYS), len(MELDS))):
        found = {v for needed, cards in ways(name) if name in offered and needed <= numbered(hand)
                 for v in naive.possible_lows(name, cards)}  # fmt: skip
        melds += [int(v in found) for v in naive.VALUES]
    can, may = [0] * (codes.SEATS - 1), [0] * (codes.SEATS - 1)
    going_on = codes.kind_of(move.code) in (codes.MELD, codes.PASS, codes.THROW) or move.text == "go on"
    if going_on:
        known, unseen = known_to(match, seat), never_seen(match, seat)
        for k in range(1, match.players):
            p = (seat + k) % match.players
            if int(row.left[p]) and not int(row.locked) >> p & 1:
                wilds = hand_of(match, p) - numbered(hand_of(match, p))
                held = known[p] if p in known else unseen + wilds
                answer = follows(held, int(row.left[p]), free, target)
                (can if p in known else may)[k - 1] = int(answer)
    again = going_on and follows(hand, hand.total(), free, target)
    kind, numbers = codes.kind_of(move.code), Counter(played)
    return {
        "kind": one_of(kind, codes.MELD + 1),
        "meld": one_of(NAMES.index(move.kind) if kind == codes.MELD else None, len(MELDS)),
        "cards": counts(numbers), "left_in_hand": counts(hand),
        "wilds": [numbers[0, colour] for colour in naive.COLOURS],
        "next_target": one_of(target - naive.VALUES[0] if kind == codes.MELD else None, len(naive.VALUES)),
        "trade": one_of("RB".index(played[0][1]) if kind == codes.TRADE else None, 2),
        "ends_trick": [int(move.text == "end")], "size": [len(played)],
        "wilds_left": [hand[0, "R"], hand[0, "B"]], "melds_left": melds, "can_follow": can, "may_follow": may,
        "plays_left": [plays(numbered(hand), offered)], "follow_again": [int(again)],
    }  # fmt: skip


def encoded(match: Match, seat: int, move: Move) -> dict[str, list[int]]:
    out = np.full(sum(n for _, n in GAME.encoding), -1, np.float32)
    assert calls.encode(match.rows, seat, move.code, out) == len(out)
    return {name: [int(x) for x in out[where]] for name, where in piece_names(GAME.encoding).items()}


def test_what_follows_from_a_move_is_what_the_naive_twin_finds() -> None:
    dice = random.Random(5)
    met: Counter[str] = Counter()
    compared, wanted = 0, counted(quick=600, proof=12_000, plain=20)
    while compared < wanted:
        for match in walk(some_match(GAME, dice), dice):
            if dice.random() < 0.8 or match.over:
                continue
            seat = dice.choice(match.acting)
            move = dice.choice(match.legal(seat))
            wished = expected(match, seat, move)
            assert encoded(match, seat, move) == wished, (seat, move.text)
            met.update(name for name, numbers in wished.items() if any(numbers))
            compared += 1
    rare = {"trade": 0, "ends_trick": -1}  # the next test has both for certain
    assert FEW or all(met[name] > rare.get(name, wanted / 50) for name, _ in GAME.encoding), met


TRADING: dict[str, Any] = {"hands": ["3R 4R 9B", "5B 6B 7B", "7R 8R 9R"], "trading": True}
FOUR: dict[str, Any] = {"hands": ["7B 7B 7B 7B 9R", "10B", "10R"], "turn": 0}
RUN: dict[str, Any] = {"hands": ["3R 4R 5R 6R 8B 9B WB", "10B", "10R"], "turn": 0}
ANSWER: dict[str, Any] = {"hands": ["5B 6B 7R WB", "8B 9B", "10R"], "turn": 0, "meld": "4B", "by": 2}


@pytest.mark.parametrize(
    "before, given, text",
    [
        ("", TRADING, "keep"),
        ("", TRADING, "trade WR"),
        ("", TRADING, "trade WB"),
        ("trade WR, keep, keep", TRADING, "add WR WB"),
        ("trade WR, keep, keep", TRADING, "add nothing"),
        ("7B 7B 7B 7B", FOUR, "end"),
        ("7B 7B 7B 7B", FOUR, "go on"),
        ("3R 4R 5R 6R", RUN, "discard 9B"),
        ("3R 4R 5R 6R", RUN, "discard WB"),
        ("3R 4R 5R 6R", RUN, "discard nothing"),
        ("", ANSWER, "pass"),
        ("", ANSWER, "5B WB"),
        ("", ANSWER, "5B 6B 7R"),
    ],
)
def test_each_kind_of_move_is_encoded_as_what_it_does(before: str, given: dict[str, Any], text: str) -> None:
    match = GAME.position(3, {"cards": 3} if given is TRADING else {}, **given)
    for move in filter(None, before.split(", ")):
        match.play(match.acting[0], move)
    found = match.find(0, text)
    assert encoded(match, 0, found) == expected(match, 0, found)


def test_cards_that_were_never_seen_and_what_others_need_are_observed() -> None:
    dice = random.Random(6)
    pieces = piece_names(GAME.observation)
    out = np.zeros(sum(n for _, n in GAME.observation), np.float32)
    met = 0
    for match in (one for _ in range(counted(4, 40, 1)) for one in walk(some_match(GAME, dice), dice)):
        for seat in range(match.players):
            calls.observe(match.rows, seat, out)
            unseen = never_seen(match, seat)
            told = out[pieces["unseen"]].tolist()
            assert told == [unseen[v, colour] for colour in naive.COLOURS for v in naive.VALUES]
            offered, known = types_in(int(match.row.offered)), known_to(match, seat)
            around = [(seat + k) % match.players if k < match.players else None for k in range(1, codes.SEATS)]
            needed = [plays(numbered(known[p]), offered) if p in known else 0 for p in around if p is not None]
            assert out[pieces["known_plays"]].tolist() == needed + [0] * (codes.SEATS - match.players)
            met += any(needed)
    assert met > 20 or FEW


def test_who_can_follow_is_told_by_what_is_known() -> None:
    """Seats 0 and 1 have traded, so seat 1 knows what seat 0 holds: 4B 5B 6B and a black wild. Seat 2 may hold any."""
    match = GAME.position(3, {"cards": 3}, hands=["3R 9B 10B", "4B 5B 6B", "7R 8R 10R"], front=["WB", "WB", ""],
                          trading=True)  # fmt: skip
    match.play(0, "trade WB")
    match.play(1, "trade WB")
    assert match.acting == (1,)
    # On a black 10 the wild is of no use: the black single is taken. On a black pair it is a black single.
    assert followers(match, 1, "10B") == ([0, 0, 0], [1, 0, 0])
    assert followers(match, 1, "10B WB") == ([0, 1, 0], [1, 0, 0])


def followers(match: Match, seat: int, text: str) -> tuple[list[int], list[int]]:
    """Of the others, clockwise: who can follow after a move, and who may."""
    out = np.zeros(sum(n for _, n in GAME.encoding), np.float32)
    calls.encode(match.rows, seat, match.find(seat, text).code, out)
    pieces = piece_names(GAME.encoding)
    return out[pieces["can_follow"]].tolist(), out[pieces["may_follow"]].tolist()
