"""Thirteen against its slow, plain twin: legal moves, states and results, move by move."""

from __future__ import annotations

import copy
import json
import random
from collections import Counter
from typing import Any

import numpy as np
import pytest

import cardshed
from cardshed.engine.kernel import PLAIN
from cardshed.engine.options import Number
from cardshed.games.thirteen import rules, table
from tests.conftest import FEW, PROOF, counted
from tests.golden.remake import COUNTS, begin
from tests.naive import thirteen as naive
from tests.naive.beside import agree

GAME = cardshed.game("thirteen")
NAMES = table.DECK


def cards(packed: int) -> set[str]:
    return set(NAMES.names(packed).split())


def dealt_hands(match: cardshed.Match, deal: int) -> list[set[str]]:
    """What the match deals in its deal number `deal`, whoever wins until then."""
    rows = match.rows.copy()
    rows["deal_no"] = deal
    rules.deal_cards(rows[0])
    return [cards(rows[0].hands[p]) for p in range(match.players)]


def same_table(match: cardshed.Match, twin: naive.Thirteen) -> None:
    row = match.row
    assert match.acting == (() if twin.turn is None else (twin.turn,))
    points = list(twin.points)
    if twin.turn is not None:  # the twin counts places when the deal ends, the rules as they are won
        for place, seat in enumerate(twin.gone_out):
            points[seat] += match.players - 1 - place
    assert match.points == points
    assert match.deal_no == len(twin.deals)
    if twin.deals:
        assert (int(row.last_winner), table.HOW[row.last_how]) == twin.deals[-1]
    if not twin.over:
        for p in range(match.players):
            assert cards(row.hands[p]) == twin.hands[p]
            assert cards(row.played[p]) == twin.played[p]
        assert cards(row.trick) == twin.trick
        assert int(row.owner) == (-1 if twin.owner is None else twin.owner)
        assert int(row.locked) == sum(1 << p for p in twin.locked)
        assert (NAMES.name(row.start_card) if row.start_card >= 0 else None) == twin.start_card


def play_beside_twin(match: cardshed.Match, dice: random.Random, seen: Counter[str]) -> int:
    """Play a match to its end at random; returns the number of positions compared."""
    twin = naive.Thirteen(match.players, match.options, dealt_hands(match, 0))
    positions = 0
    while True:
        while twin.needs_deal:
            twin.new_deal(dealt_hands(match, len(twin.deals)))
        same_table(match, twin)
        if match.over:
            break
        positions += 1
        seat = match.acting[0]
        offered = match.legal(seat)
        assert len({move.code for move in offered}) == len(offered)
        assert {frozenset(cards(move.code)) for move in offered} == twin.legal()
        move = choose(offered, dice)
        note_what_is_rare(match, move, twin, seen)
        match.play(seat, move)
        twin.play(frozenset(cards(move.code)))
    assert match.payoff == pytest.approx(twin.payoff())
    for _, how in twin.deals:
        seen[how] += 1
    return positions


def note_what_is_rare(match: cardshed.Match, move: cardshed.Move, twin: naive.Thirteen, seen: Counter[str]) -> None:
    seen[f"{match.players} players"] += 1
    seen[move.kind] += 1
    if move.kind in ("four", "pairs"):
        on = GAME.table.group(match.row, 0, match.row.trick)
        seen[f"{move.kind} on {on}"] += 1
        if move.kind == "pairs" and len(move.cards) > 6:
            seen["four and more pairs"] += 1
    if twin.owner is not None and not twin.hands[twin.owner]:
        seen["the trick's owner is out"] += 1
    if match.options["must_play"] == "yes" and twin.trick and move.text != "pass":
        seen["had to play"] += 1
    if match.deal_no > 0:
        seen["a later deal"] += 1
    if len(twin.locked) > 1:
        seen["two and more locked out"] += 1


RARE = (
    "2 players",
    "3 players",
    "4 players",
    "six_pairs",
    "dragon",
    "three_triples",
    "four_twos",
    "four on pass",
    "four on single",
    "four on pair",
    "four on run",
    "four on four",
    "pairs on single",
    "pairs on pair",
    "pairs on pairs",
    "four and more pairs",
    "the trick's owner is out",
    "had to play",
    "a later deal",
    "two and more locked out",
)


# What even the quick run must meet.
OFTEN = (
    "four on single",
    "pairs on single",
    "four and more pairs",
    "the trick's owner is out",
    "had to play",
    "two and more locked out",
)


def random_options(dice: random.Random) -> tuple[int, dict[str, Any]]:
    """House rules of every kind; in most matches few ranks and long hands, where bombs are common."""
    rich = dice.random() < 0.7  # those matches are shorter
    while True:
        players = dice.randint(2, 4)
        options: dict[str, Any] = {}
        for option in GAME.options:
            if isinstance(option, Number):
                if dice.random() < 0.5:
                    options[option.name] = dice.randint(option.low, min(option.high, 13))
            else:
                options[option.name] = dice.choice(option.values)
        options["match"] = dice.randint(1, 3)
        if rich:
            players = dice.choice([2, 2, 2, 2, 3, 4])
            ranks = dice.choice([6, 6, 7, 8])
            most = min(13, 4 * ranks // players)
            options |= {"ranks": ranks, "suits": 4, "cards": dice.randint(most - 1, most)}
            options |= {"three_player_deal": "13", "match": dice.randint(1, 2)}
            # Left to the preset they go together as people play them; drawn one by one they meet in every way.
            if dice.random() < 0.5:
                options["rules"] = "southern"
                for name in rules.SOUTHERN_PRESET:
                    del options[name]
            elif dice.random() < 0.5:
                options |= {"bombs": "beat_all", "bomb_colour": "any"}
            if dice.random() < 0.7:
                options["finish"] = "all_places"
            if dice.random() < 0.7:
                options["instant_wins"] = "off"  # else the best of these hands would never be played
        try:
            GAME.blank(players, 0, options)
        except cardshed.CardshedError:
            continue
        return players, options


def choose(offered: list[cardshed.Move], dice: random.Random) -> cardshed.Move:
    """At random, but with a taste for bombs and for many cards, and passing less often.

    That makes tricks longer and hands shorter.
    """
    plays = [move for move in offered if move.text != "pass"]
    bombs = [move for move in plays if move.kind in ("four", "pairs")]
    taste = dice.random()
    if bombs and taste < (0.3 if len(plays) == len(offered) else 0.7):  # kept back on the lead, to lie on a trick
        most = max(move.code.bit_count() for move in bombs)
        return dice.choice([move for move in bombs if move.code.bit_count() == most or taste < 0.2])
    if plays and taste > 0.9:
        most = max(move.code.bit_count() for move in plays)
        return dice.choice([move for move in plays if move.code.bit_count() == most])
    return dice.choice(plays if plays and taste > 0.5 else offered)


def test_random_matches_agree_with_the_naive_twin() -> None:
    def play(dice: random.Random, seen: Counter[str]) -> int:
        players, options = random_options(dice)
        return play_beside_twin(GAME.match(players, dice.getrandbits(64), options), dice, seen)

    # Dragons are found on purpose below.
    agree(play, 13, [what for what in RARE if what != "dragon"], () if FEW else OFTEN, plain=120)


@pytest.mark.compiled
@pytest.mark.parametrize("preset", ["book", "southern"])
def test_deals_with_instant_wins_agree_with_the_naive_twin(preset: str) -> None:
    """Deals are searched until each pattern has turned up; then the whole match is played beside the twin."""
    found: Counter[int] = Counter()
    dice = random.Random(17)
    rows = GAME.blank(4, 0, {"rules": preset, "instant_wins": "off"})
    options = {"rules": preset, "match": 2}
    # Six pairs in a row turn up once in 53,166 hands: only the proof waits for them.
    patterns = [rules.DRAGON, rules.THREE_TRIPLES, rules.FOUR_TWOS]
    if preset == "southern" or PROOF:
        patterns.append(rules.SIX_PAIRS)
    seed = 0
    while any(found[how] < 2 for how in patterns):
        seed += 1
        rows["seed"] = seed
        rules.deal(rows[0])
        for how in patterns:
            if found[how] < 2 and any(rules.wins_at_once(rows[0], rows[0].hands[p], how) for p in range(4)):
                found[how] += 1
                seen: Counter[str] = Counter()
                play_beside_twin(GAME.match(4, seed, options), dice, seen)
                assert seen[table.HOW[how]] or len(seen) > 1


def worst_hands(dice: random.Random) -> list[int]:
    """Hands of 17 cards with as many runs as can be."""
    counts = [1] * 13
    for r in dice.sample(range(13), 4):
        counts[r] += 1
    packed = 0
    for r, n in enumerate(counts):
        for suit in dice.sample(range(4), n):
            packed |= 1 << 4 * r + suit
    return [packed]


@pytest.mark.skipif(PLAIN, reason="slow without the JIT")
@pytest.mark.parametrize("preset", ["book", "southern"])
def test_leads_from_long_hands_agree_with_the_naive_twin(preset: str) -> None:
    dice = random.Random(19)
    for _ in range(counted(quick=4, proof=40, plain=1)):
        for hand in worst_hands(dice):
            others = NAMES.names(~hand & (1 << 52) - 1).split()
            dealt = [cards(hand), set(others[:17]), set(others[17:34])]
            options = {"rules": preset, "three_player_deal": "17", "instant_wins": "off"}
            match = GAME.position(
                3,
                options,
                hands=[" ".join(h) for h in dealt],
                turn=next(p for p in range(3) if lowest(dealt) in dealt[p]),
            )
            twin = naive.Thirteen(3, match.options, dealt)
            while not match.over and int(match.row.plies) < 3:
                seat = match.acting[0]
                offered = match.legal(seat)
                assert {frozenset(cards(move.code)) for move in offered} == twin.legal()
                move = dice.choice(offered)
                match.play(seat, move)
                twin.play(frozenset(cards(move.code)))
                same_table(match, twin)


def lowest(hands: list[set[str]]) -> str:
    return min(set().union(*hands), key=NAMES.card)


def twin_perft(twin: naive.Thirteen, depth: int) -> int:
    if depth == 0:
        return 1
    total = 0
    for move in twin.legal():
        after = copy.deepcopy(twin)
        after.play(move)
        assert not after.needs_deal
        total += twin_perft(after, depth - 1)
    return total


@pytest.mark.parametrize("name", ["thirteen-book", "thirteen-southern-match", "thirteen-bombs-beat-all"])
def test_node_counts_agree_with_the_naive_twin(name: str) -> None:
    match = begin(name)
    twin = naive.Thirteen(match.players, match.options, dealt_hands(match, 0))
    kept = json.loads(COUNTS.read_text())[name]
    for depth in range(1, counted(quick=4, proof=5, plain=2)):
        assert twin_perft(twin, depth) == kept[depth - 1]


def test_the_twin_and_the_rules_know_the_same_options() -> None:
    named = {option.name for option in GAME.options}
    assert named == set(naive.CHOICES) | {"match", "cards", "ranks", "suits"}
    assert np.dtype(GAME.row).itemsize <= 160
