"""A deal told as a chain of chance is the deal of the rules: every one of them, as likely, and the same row."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations
from math import comb, factorial, prod
from random import Random
from typing import Any

import pytest

import cardshed
from cardshed.engine import calls
from cardshed.engine.errors import BadOption
from cardshed.engine.kernel import Rows
from cardshed.envs import dealing
from cardshed.envs.dealing import Dealing
from tests.conftest import counted

stats = pytest.importorskip("scipy.stats", reason="there is no SciPy: it comes with OpenSpiel")
pytestmark = pytest.mark.compiled

Told = tuple[int, tuple[int, ...]]  # who starts, and the hands as the row holds them


def begun(name: str, players: int, **options: Any) -> Dealing:
    game = cardshed.game(name)
    return dealing.begin(game, game.blank(players, 0, options))


def chains(at: Dealing, chance: Fraction = Fraction(1)) -> Iterator[tuple[Told, Fraction]]:
    """Every deal there is, and how likely it is."""
    if at.done:
        yield (at.starter, tuple(at.packed)), chance
        return
    assert sum(probability for _, probability in at.outcomes) == 1
    for outcome, probability in at.outcomes:
        yield from chains(at.after(outcome), chance * probability)


def drawn(name: str, players: int, seeds: range, **options: Any) -> Iterator[Rows]:
    """Deals by the rules themselves."""
    game = cardshed.game(name)
    blank = game.blank(players, 0, options)
    for seed in seeds:
        rows = blank.copy()
        rows["seed"] = seed
        calls.deal(rows)
        yield rows


@pytest.mark.parametrize(("players", "options"), [(2, (4, 2, 2)), (2, (3, 2, 3)), (3, (3, 2, 1)), (4, (3, 3, 1))])
def test_every_deal_of_thirteen_comes_once_and_all_are_as_likely(players: int, options: tuple[int, int, int]) -> None:
    ranks, suits, cards = options
    found = list(chains(begun("thirteen", players, ranks=ranks, suits=suits, cards=cards)))
    deck = [4 * rank + suit for rank in range(13 - ranks, 13) for suit in range(suits)]

    def deals(left: list[int], seats: int) -> Iterator[tuple[tuple[int, ...], ...]]:
        if seats == 0:
            yield ()
            return
        for hand in combinations(left, cards):
            for rest in deals([c for c in left if c not in hand], seats - 1):
                yield (hand, *rest)

    wanted = set()
    for hands in deals(deck, players):
        starter = min(range(players), key=lambda p: min(hands[p]))
        wanted.add((starter, tuple(sum(1 << c for c in hand) for hand in hands)))
    assert len(found) == len(wanted) and dict(found) == {deal: Fraction(1, len(wanted)) for deal in wanted}


def likelihood(made: Dealing) -> Fraction:
    """Of a deal of Segments: how many ways there are to make it of cards that are told apart, of all ways."""
    deck, players = made.deck, len(made.hands)
    cards = deck.copies * len(deck.kinds)
    ways = 1
    for kind in range(len(deck.kinds)):
        left = deck.copies
        for hand in made.hands:
            ways *= comb(left, hand.count(kind))
            left -= hand.count(kind)
    undealt = cards - players * deck.each
    return Fraction(ways, players * factorial(cards) // (factorial(deck.each) ** players * factorial(undealt)))


def test_every_deal_of_segments_comes_once_and_as_often_as_its_cards_allow() -> None:
    for copies in (1, 3):
        begin = begun("segments", 3, rounds=1, cards=1, copies=copies)
        found = Counter(deal for deal, _ in chains(begin))
        assert set(found.values()) == {1}
        # Cards told apart: every order of three of them is as likely.
        deck = [digit for digit in range(10) for _ in range(copies)]
        orders = Counter(
            tuple(1 << 4 * deck[i] for i in order)
            for order in ((a, b, c) for a in range(len(deck)) for b in range(len(deck)) for c in range(len(deck)))
            if len(set(order)) == 3
        )
        all_orders = prod(range(len(deck) - 2, len(deck) + 1))
        for (_, hands), chance in chains(begin):
            assert chance == Fraction(orders[hands], 3 * all_orders)
        assert len(found) == 3 * len(orders)


@pytest.mark.parametrize("numbers", [(3, 2, 2), (3, 2, 9), (5, 1, 2), (4, 1, 3)])
def test_chances_along_a_chain_multiply_to_that_of_the_deal(numbers: tuple[int, int, int]) -> None:
    players, cards, copies = numbers
    dice = Random(7)
    begin = begun("segments", players, rounds=1, cards=cards, copies=copies)
    for _ in range(counted(50, 5000, 5)):
        at, chance = begin, Fraction(1)
        while not at.done:
            outcome, probability = dice.choice(at.outcomes)
            at, chance = at.after(outcome), chance * probability
        assert chance == likelihood(at)


@pytest.mark.parametrize(
    ("name", "players", "options"),
    [
        ("thirteen", 2, {"ranks": 3, "suits": 2, "cards": 2}),
        ("thirteen", 3, {"ranks": 4, "suits": 1, "cards": 1}),
        ("segments", 3, {"rounds": 1, "cards": 1, "copies": 2}),
    ],
)
def test_the_rules_deal_as_often_as_the_chains_say(name: str, players: int, options: dict[str, Any]) -> None:
    """Pearson's test; deals are those of fixed seeds, so it always ends alike."""
    expected = dict(chains(begun(name, players, **options)))
    many = counted(25, 200, 5) * len(expected)
    seen: Counter[Told] = Counter()
    for rows in drawn(name, players, range(many), **options):
        s = rows[0]
        starter = int(s.turn)
        seen[starter, tuple(int(hand) for hand in s.hands[:players])] += 1
    assert set(seen) <= set(expected)
    squares = sum((seen[deal] - many * float(p)) ** 2 / (many * float(p)) for deal, p in expected.items())
    assert squares < stats.chi2.isf(1e-4, len(expected) - 1)
    assert squares > stats.chi2.ppf(1e-4, len(expected) - 1)  # nor is it more even than chance is


@pytest.mark.parametrize(
    ("name", "players", "options"),
    [
        ("thirteen", 2, {"ranks": 4, "suits": 2, "cards": 3}),
        ("thirteen", 2, {"ranks": 3, "suits": 4, "cards": 6}),  # four 2s and triples in a row win at once
        ("thirteen", 2, {"ranks": 3, "suits": 4, "cards": 6, "instant_wins": "off"}),
        ("thirteen", 2, {"ranks": 3, "suits": 4, "cards": 5, "rules": "southern"}),
        ("thirteen", 4, {"ranks": 4, "suits": 2, "cards": 2, "first_play_3s": "required"}),
        ("segments", 3, {"rounds": 1, "cards": 2, "copies": 2}),
        ("segments", 4, {"rounds": 1, "cards": 1, "copies": 3, "segments_2": 5}),
    ],
)
def test_a_deal_laid_out_is_the_row_that_the_rules_deal(name: str, players: int, options: dict[str, Any]) -> None:
    game = cardshed.game(name)
    blank = game.blank(players, 0, options)
    at_once = 0
    for rows in drawn(name, players, range(counted(100, 2000, 5)), **options):
        s = rows[0]
        hands = [int(s.hands[p]) or int(s.shown) for p in range(players)] if name == "thirteen" else list(s.hands)
        made = dealing.begin(game, blank)
        starter = next(p for p in range(players) if hands[p] & -hands[p] == min(h & -h for h in hands[:players]))
        made = made.after(starter if name == "thirteen" else int(s.starter))
        while not made.done:
            kind = made.deck.kinds[made.kind]
            hand = int(hands[made.getter])
            made = made.after(hand // kind % (2 if name == "thirteen" else 16))
        laid = dealing.lay(game, blank, made)
        laid["seed"] = rows["seed"]
        assert laid.tobytes() == rows.tobytes()
        at_once += calls.acting(rows) == 0
    if options.get("cards") == 6:
        assert bool(at_once) == ("instant_wins" not in options)


def test_what_cannot_be_dealt_so_is_refused_in_a_sentence() -> None:
    with pytest.raises(BadOption, match="thirteen, segments"):
        begun("rummy", 2)
    with pytest.raises(BadOption, match="set match to 1"):
        begun("thirteen", 2, ranks=3, suits=2, cards=2, match=2)
    with pytest.raises(BadOption, match="set rounds to 1"):
        begun("segments", 3, cards=1)
    with pytest.raises(BadOption, match="cards, ranks, suits, players"):
        begun("thirteen", 2)
    with pytest.raises(BadOption, match="cards, copies, players"):
        begun("segments", 3, rounds=1)


def test_there_are_fewer_events_than_deals() -> None:
    begin = begun("thirteen", 2, ranks=4, suits=2, cards=2)

    def events(at: Dealing) -> int:
        return 0 if at.done else 1 + sum(events(at.after(outcome)) for outcome, _ in at.outcomes)

    assert events(begin) < dealing.at_most(begin.deck, 2) == len(list(chains(begin))) == 420


def test_the_number_of_deals_is_never_told_too_small() -> None:
    for copies in (1, 2, 9):
        begin = begun("segments", 3, rounds=1, cards=1, copies=copies)
        assert dealing.at_most(begin.deck, 3) >= len(list(chains(begin)))
