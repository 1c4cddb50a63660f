"""What a seat of Thirteen knows: the worlds it imagines are possible and equally likely, and its numbers are true."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

import cardshed
from cardshed.engine import calls
from cardshed.engine.deck import members
from cardshed.engine.kernel import i64
from cardshed.engine.matches.game import piece_names
from cardshed.games.thirteen import rules, table
from tests.conftest import FEW, counted

GAME = cardshed.game("thirteen")
DECK = table.DECK
PATTERNS = (rules.SIX_PAIRS, rules.DRAGON, rules.THREE_TRIPLES, rules.FOUR_TWOS)


# --- matches to look at --------------------------------------------------------------------------


def some_options(dice: random.Random) -> tuple[int, dict[str, Any]]:
    """Instant wins on; whole decks, and small ones where hands that win at once are common among those imagined."""
    players = dice.randint(2, 4)
    options: dict[str, Any] = {"rules": dice.choice(["book", "southern"]), "match": dice.randint(1, 3)}
    options["finish"] = dice.choice(["first_out", "all_places"])
    if dice.random() < 0.5:
        ranks = dice.randint(6, 9)
        options |= {"ranks": ranks, "cards": min(13, 4 * ranks // players) - dice.randint(0, 2)}
    elif players == 3:
        options["three_player_deal"] = dice.choice(["13", "17"])
    return players, options


def moments(match: cardshed.Match, dice: random.Random) -> Iterator[cardshed.Match]:
    """The match before each move and at its end, played at random."""
    yield match
    while not match.over:
        offered = match.legal(match.acting[0])
        match.play(match.acting[0], dice.choice(offered))
        yield match


def some_match(dice: random.Random) -> cardshed.Match:
    players, options = some_options(dice)
    return GAME.match(players, dice.getrandbits(64), options)


def packed(zone: list[int]) -> int:
    return sum(1 << c for c in zone)


# --- imagined worlds -----------------------------------------------------------------------------


def is_possible(now: cardshed.Match, world: cardshed.Match, seat: int) -> None:
    """Nothing that the seat knows speaks against the world it imagines."""
    real, other = now.row, world.row
    seen = 0
    for p in range(now.players):
        hand, played = int(other.hands[p]), int(other.played[p])
        assert hand.bit_count() == int(real.hands[p]).bit_count()
        assert played == real.played[p]
        for pile in (hand, played):
            assert not pile & seen, f"{DECK.names(pile & seen)} twice"
            assert not pile & ~int(rules.whole_deck(real)), "a card that is not in the deck"
            seen |= pile
    assert other.hands[seat] == real.hands[seat]
    for name in real.dtype.names or ():
        if name not in ("hands", "seed"):
            assert np.array_equal(other[name], real[name]), name
    if real.start_card >= 0:
        start = 1 << int(real.start_card)
        assert [int(h) & start for h in other.hands] == [int(h) & start for h in real.hands]
        assert not seen & (start - 1), "a card below the one that started the match was dealt"
    if real.instant_wins == rules.ON and not now.over:
        for p in range(now.players):
            dealt = i64(int(other.hands[p]) | int(other.played[p]))
            assert not any(rules.wins_at_once(other, dealt, how) for how in PATTERNS), "a hand that had won at once"


def test_imagined_worlds_are_possible() -> None:
    dice = random.Random(23)
    worlds: Counter[str] = Counter()
    wanted = counted(quick=4_000, proof=60_000, plain=60)
    while worlds.total() < wanted:
        for now in moments(some_match(dice), dice):
            for seat in range(now.players):
                world = now.imagine(seat, dice.getrandbits(64))
                is_possible(now, world, seat)
                start = int(now.row.start_card)
                if start >= 0 and not now.row.hands[seat] >> start & 1:
                    worlds["started by another"] += 1
                else:
                    worlds["started by itself, or a later deal"] += 1
    assert FEW or min(worlds.values()) > wanted / 20


def test_hands_that_win_at_once_are_drawn_anew() -> None:
    """Of hands of 13 from 28 cards one in fifteen would have won at once: a redeal that does not look is caught."""
    dice = random.Random(29)
    for preset in ("book", "southern"):
        tried, refused = 0, 0
        for _ in range(counted(quick=300, proof=3_000, plain=10)):
            now = GAME.match(2, dice.getrandbits(64), {"rules": preset, "ranks": 7, "match": 9})
            if now.over:
                continue
            seat, seed = dice.randrange(2), dice.getrandbits(64)
            is_possible(now, now.imagine(seat, seed), seat)
            blind = now.rows.copy()
            blind["instant_wins"] = rules.OFF
            calls.redeal(blind, seat, np.uint64(seed))
            hand = i64(int(blind[0].hands[1 - seat]))
            tried += 1
            refused += any(rules.wins_at_once(blind[0], hand, how) for how in PATTERNS)
        assert tried and (FEW or refused > tried / 50)


def surprise(found: Counter[Any], expected: dict[Any, float]) -> float:
    """Chi-square in standard deviations from its mean: about 0 if the counts are what chance would give."""
    assert set(found) <= set(expected), "an impossible place"
    free = len(expected) - 1
    total = sum((found[place] - mean) ** 2 / mean for place, mean in expected.items())
    return float((total - free) / (2 * free) ** 0.5)


@pytest.mark.parametrize("deal", [0, 1])
def test_every_hidden_card_is_equally_likely_in_every_hidden_place(deal: int) -> None:
    """A position in the middle of a deal: hands of different sizes, cards not dealt, in deal 0 a known start card."""
    worlds = counted(quick=4_000, proof=40_000, plain=50)
    dice = random.Random(31)
    now = next(
        moment
        for _ in range(1_000)
        for moment in moments(GAME.match(3, dice.getrandbits(64), {"match": 2, "instant_wins": "off"}), dice)
        if moment.deal_no == deal
        and not moment.over
        and len({int(hand).bit_count() for hand in moment.row.hands[:3]}) == 3
        and min(int(hand).bit_count() for hand in moment.row.hands[:3]) > 3
        # In deal 0 the start card must still be held by somebody, who then has a place less for the others.
        and (deal == 1 or any(int(hand) >> int(moment.row.start_card) & 1 for hand in moment.row.hands[1:3]))
    )
    seat = 0
    known = int(now.row.hands[seat]) | packed([c for p in range(3) for c in members(int(now.row.played[p]))])
    hidden = int(rules.whole_deck(now.row)) & ~known
    places = {p: int(now.row.hands[p]).bit_count() for p in (1, 2)}
    if deal == 0:
        start = int(now.row.start_card)
        hidden &= ~((1 << start + 1) - 1)
        for p in places:
            places[p] -= int(now.row.hands[p]) >> start & 1
    cards = members(hidden)
    places[-1] = len(cards) - sum(places.values())  # not dealt
    assert min(places.values()) > 0

    found: dict[int, Counter[int]] = {c: Counter() for c in cards}
    neighbours: Counter[tuple[int, int]] = Counter()
    for seed in range(worlds):
        row = now.imagine(seat, seed).row
        where = {c: next((p for p in (1, 2) if int(row.hands[p]) >> c & 1), -1) for c in cards}
        for c, p in where.items():
            found[c][p] += 1
        neighbours[where[cards[0]], where[cards[1]]] += 1
    for c in cards:
        assert len(found[c]) == len(places), f"{DECK.name(c)} never goes everywhere"
        assert FEW or surprise(found[c], {p: worlds * n / len(cards) for p, n in places.items()}) < 8, DECK.name(c)
    # Two cards at once, so that cards do not move together.
    pairs = len(cards) * (len(cards) - 1)
    together = {(p, q): worlds * n * (m - (p == q)) / pairs for p, n in places.items() for q, m in places.items()}
    assert FEW or surprise(neighbours, together) < 8


# --- observations --------------------------------------------------------------------------------


def one_of(chosen: int | None, n: int) -> list[int]:
    return [int(k == chosen) for k in range(n)]


def bits(cards: int) -> list[int]:
    return [cards >> c & 1 for c in range(rules.CARDS)]


def zone(view: dict[str, Any], name: str, seat: int | None = None) -> int:
    """The cards of a zone of a view, as a set; seat None: whosever it is."""
    fitting = [z for z in view["zones"] if z["id"] == name and (seat is None or z["seat"] == seat)]
    assert len(fitting) == 1
    return int(DECK.cards(" ".join(card["name"] for card in fitting[0]["cards"])))


BOMBS = ("four", "pairs")
KINDS = ("pass", "single", "pair", "triple", "four", "run", "pairs")
HOUSE_RULES = (
    "rules",
    "twos_in_runs",
    "bombs",
    "bomb_colour",
    "run_ties",
    "first_play_3s",
    "must_play",
    "finish",
    "instant_wins",
)


def expected_observation(now: cardshed.Match, seat: int) -> dict[str, list[int]]:
    """The pieces as the view tells them, which people see; only who holds the start card is not said there."""
    view = now.view(seat)
    players = now.players
    around = [(seat + k) % players if k < players else None for k in range(rules.SEATS)]
    trick = view["trick"]
    owner = next(z["seat"] for z in view["zones"] if z["id"] == "trick")
    options = view["options"]
    choices = {option.name: option for option in GAME.options}

    holder, start = None, 0
    if view["start_card"] is not None:
        card = int(DECK.cards(view["start_card"]))
        others = [k for k in range(1, players) if int(now.row.hands[around[k]]) & card]
        if others:
            holder, start = others[0], card

    house: list[int] = []
    for name in HOUSE_RULES:
        values = list(choices[name].values)  # type: ignore[union-attr]
        house += one_of(values.index(options[name]), len(values))
    each = 17 if players == 3 and options["three_player_deal"] == "17" else int(options["cards"])
    return {
        "hand": bits(zone(view, "hand", seat)),
        "trick": bits(zone(view, "trick")),
        "played": [bit for p in around for bit in bits(zone(view, "played", p) if p is not None else 0)],
        "cards_left": [
            x
            for p in around
            for x in one_of(view["seats"][p]["cards"] if p is not None else None, rules.MOST_DEALT + 1)
        ],
        "locked": [int(p is not None and view["seats"][p]["locked"]) for p in around],
        "owner": one_of(around.index(owner) if owner is not None else None, rules.SEATS),
        "kind": one_of(KINDS.index(trick["key"].rsplit(".", 1)[1]) if trick else 0, len(KINDS)),
        "turn": one_of(around.index(view["acting"][0]) if view["acting"] else None, rules.SEATS),
        "start_card": bits(start),
        "start_holder": one_of(holder, rules.SEATS),
        "score": [view["points"][p] if p is not None else 0 for p in around],
        "deals_left": [int(options["match"]) - view["deal"]],
        "players": one_of(players, rules.SEATS + 1),
        "house_rules": house,
        "deck": [each, int(options["ranks"]), int(options["suits"])],
    }


def any_match(dice: random.Random) -> cardshed.Match:
    """Every house rule at random, over decks of every size."""
    while True:
        players = dice.randint(2, 4)
        options: dict[str, Any] = {}
        for option in GAME.options:
            values = getattr(option, "values", None)
            if values is not None:
                options[option.name] = dice.choice(values)
            elif dice.random() < 0.4:
                options[option.name] = dice.randint(option.low, min(option.high, 17))  # type: ignore[union-attr]
        options["match"] = dice.randint(1, 3)
        try:
            return GAME.match(players, dice.getrandbits(64), options)
        except cardshed.CardshedError:
            continue


def test_what_is_observed_is_what_the_view_tells() -> None:
    dice = random.Random(37)
    pieces = piece_names(GAME.observation)
    length = sum(n for _, n in GAME.observation)
    met: dict[str, set[bytes]] = {name: set() for name in pieces}
    compared = 0
    wanted = counted(quick=2_500, proof=25_000, plain=60)
    while compared < wanted:
        for now in moments(any_match(dice), dice):
            for seat in range(now.players):
                out = np.full(length, -7, np.float32)
                assert calls.observe(now.rows, seat, out) == length
                expected = expected_observation(now, seat)
                for name, where in pieces.items():
                    assert out[where].tolist() == expected[name], (name, seat)
                    met[name].add(out[where].tobytes())
                compared += 1
    if not FEW:
        assert all(len(values) > 2 for values in met.values())  # nothing was compared only while it was empty


def test_the_encoding_of_a_move_is_the_move() -> None:
    dice = random.Random(43)
    pieces = piece_names(GAME.encoding)
    length = sum(n for _, n in GAME.encoding)
    kinds: Counter[str] = Counter()
    compared = 0
    wanted = counted(quick=3_000, proof=30_000, plain=60)
    while compared < wanted:
        for now in moments(any_match(dice), dice):
            for seat in now.acting:
                offered = now.legal(seat)
                for move in sorted(dice.sample(offered, len(offered)), key=lambda move: move.kind not in BOMBS)[:8]:
                    out = np.full(length, -7, np.float32)
                    assert calls.encode(now.rows, seat, move.code, out) == length
                    cards = 0 if move.text == "pass" else int(DECK.cards(move.text))
                    expected = {
                        "cards": bits(cards),
                        "left_in_hand": bits(zone(now.view(seat), "hand", seat) & ~cards),
                        "kind": one_of(KINDS.index(move.kind), len(KINDS)),
                    }
                    for name, where in pieces.items():
                        assert out[where].tolist() == expected[name], (name, move.text)
                    kinds[move.kind] += 1
                    compared += 1
    assert FEW or set(kinds) == set(KINDS)
