"""Ratings find the strengths that games were drawn from."""

from __future__ import annotations

from itertools import combinations, permutations
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

from cardshed.bots.arena import ratings
from cardshed.bots.arena.intervals import interval, look_level, looks, student, wider
from cardshed.bots.arena.lineups import LineUps
from cardshed.bots.arena.ratings import SCALE, Model, choices, rate
from cardshed.engine.numbers import put_shares
from tests.conftest import counted

Column = npt.NDArray[Any]


def drawn(
    dice: np.random.Generator, bots: list[float], seats: list[float], deals: int, draws: dict[int, float], told: int = 9
) -> tuple[Column, Column, Column, Column]:
    """Games by the model's own rules, written plainly; only the first `told` places are told."""
    players = len(seats)
    line_ups = LineUps("ABCDE"[: len(bots)], players)
    lines, payoff, deal = [], [], []
    for number in range(deals):
        for line in line_ups.of(number):
            strength = np.array([bots[entrant] + seats[p] for p, entrant in enumerate(line)])
            waiting, place = list(range(players)), 0
            score = np.zeros(players)
            while waiting:
                taking = [(p,) for p in waiting] + [c for size in draws for c in combinations(waiting, size)]
                weight = np.array([np.exp(strength[list(c)].mean() + draws.get(len(c), 0)) for c in taking])
                taken = taking[dice.choice(len(taking), p=weight / weight.sum())] if place < told else tuple(waiting)
                score[list(taken)] = -place
                place += 1
                waiting = [p for p in waiting if p not in taken]
            shares = np.zeros(players)
            put_shares(shares, score, players)
            lines.append(line)
            payoff.append(shares)
            deal.append(number)
    return np.array(lines), np.array(payoff), np.full(len(lines), -1), np.array(deal)


@pytest.mark.parametrize(
    ("bots", "seats", "draws", "told"),
    [
        ([0.0, 0.8], [0.3, -0.3], {}, 9),
        ([0.0, 0.8], [0.3, -0.3], {2: 0.0}, 9),
        ([0.0, 0.5, 1.0, 1.5], [0.3, 0.0, -0.1, -0.2], {}, 9),
        ([0.0, 0.5, 1.0, 1.5], [0.3, 0.0, -0.1, -0.2], {}, 1),
        ([0.0, 0.5, 1.0], [0.3, 0.0, -0.1, -0.2], {2: -0.5, 3: -1.0}, 9),
    ],
)
def test_strengths_of_bots_seats_and_draws_are_found(
    bots: list[float], seats: list[float], draws: dict[int, float], told: int
) -> None:
    games = drawn(np.random.default_rng(5), bots, seats, 500, draws, told)
    found = rate(*games, len(bots))
    for wanted, rating in zip(bots, found.bots, strict=True):
        width = (rating.high - rating.low) / 2
        assert abs(rating.mean / SCALE - wanted) < 0.25
        assert rating.low <= rating.mean <= rating.high and width / SCALE < 0.3
        assert abs(rating.mean - wanted * SCALE) <= 2 * width  # four standard errors
    for wanted, rating in zip(seats, found.seats, strict=True):
        assert abs(rating.mean / SCALE - wanted) < 0.15
    assert found.bots[0].mean == found.bots[0].low == found.bots[0].high == 0
    assert set(found.draws) == set(draws)
    for size, number in found.draws.items():
        assert abs(np.log(number) - draws[size]) < 0.3


@pytest.mark.slow
def test_intervals_hold_the_truth_as_often_as_they_say(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ratings, "DRAWS", 100)
    held, times = 0, counted(60, 300, 5)
    for i in range(times):
        games = drawn(np.random.default_rng(i), [0.0, 0.5], [0.1, -0.1], 80, {2: -1.0})
        rating = rate(*games, 2, seed=i).bots[1]
        held += rating.low <= 0.5 * SCALE <= rating.high
    assert held / times >= 0.85


def test_games_of_one_deal_are_one_observation() -> None:
    """Every game told four times over under the same deal changes no interval."""
    games = drawn(np.random.default_rng(2), [0.0, 0.5], [0.0, 0.0], 100, {})
    once = rate(*games, 2).bots[1]
    seats, payoff, forfeited, deal = (np.repeat(column, 4, axis=0) for column in games)
    often = rate(seats, payoff, forfeited, deal, 2).bots[1]
    apart = rate(seats, payoff, forfeited, np.arange(800), 2).bots[1]
    assert abs(often.mean - once.mean) < 5
    assert abs((often.high - often.low) / (once.high - once.low) - 1) < 0.1
    assert (apart.high - apart.low) / (once.high - once.low) < 0.6


def test_who_never_won_has_a_rating_too() -> None:
    games = np.array([[0, 1], [1, 0]] * 50), np.array([[1.0, 0.0], [0.0, 1.0]] * 50)
    found = rate(*games, np.full(100, -1), np.repeat(np.arange(50), 2), 2, anchor=1)
    assert 500 < found.bots[0].mean < 1500


def test_a_forfeit_is_a_loss_to_everybody_and_ranks_nobody_else() -> None:
    made = choices((0, 1, 2), [2 / 3, 0.0, 2 / 3], forfeit=1)
    assert [(waiting[1], taken) for waiting, taken in made] == [((0, 1), (0,)), ((2, 1), (2,))]


def test_places_are_given_out_from_the_top() -> None:
    def seats(payoff: list[float]) -> list[tuple[tuple[int, ...], tuple[int, ...]]]:
        return [(waiting[1], taken) for waiting, taken in choices((0, 1, 2, 3), payoff)]

    assert seats([0, 1 / 3, 2 / 3, 1]) == [((0, 1, 2, 3), (3,)), ((0, 1, 2), (2,)), ((0, 1), (1,))]
    assert seats([1, 1 / 3, 1 / 3, 1 / 3]) == [((0, 1, 2, 3), (0,))]  # the others were not ranked
    assert seats([5 / 6, 5 / 6, 1 / 3, 0]) == [((0, 1, 2, 3), (0, 1)), ((2, 3), (2,))]
    assert seats([0.5] * 4) == [((0, 1, 2, 3), (0, 1, 2, 3))]


def test_without_draws_it_is_plackett_and_luces() -> None:
    """The chance of an order is the product of shares; so the chances of all orders add up to one."""
    strength = np.array([0.3, -0.2, 0.9])
    together = 0.0
    for order in permutations(range(3)):
        payoff = [(2 - order.index(p)) / 2 for p in range(3)]
        made = choices((0, 1, 2), payoff)
        model = Model(made, 3, 3)
        at = np.concatenate([strength, np.zeros(3)])
        told, _ = model.climb(at, np.ones(2) @ model.chosen, np.bincount(model.among).astype(float))
        prior = ratings.PRIOR * np.log(1 / ((1 + np.exp(at)) * (1 + np.exp(-at)))).sum()
        chance = np.exp(told - prior)
        waiting = list(order)
        by_hand = 1.0
        for p in order:
            by_hand *= np.exp(strength[p]) / np.exp(strength[waiting]).sum()
            waiting.remove(p)
        assert chance == pytest.approx(by_hand)
        together += chance
    assert together == pytest.approx(1)


# --- means ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(("freedom", "expected"), [(5, 2.571), (10, 2.228), (30, 2.042), (1000, 1.962)])
def test_students_t(freedom: int, expected: float) -> None:
    assert student(0.95, freedom) == pytest.approx(expected, abs=0.01)


def test_an_interval_is_that_of_the_deals_mean() -> None:
    values = np.random.default_rng(1).normal(0.2, 1, 400)
    found = interval(values)
    assert found.mean == pytest.approx(values.mean()) and found.half == pytest.approx(
        1.966 * values.std(ddof=1) / 20, 0.01
    )
    assert found.excludes(0) and not found.excludes(0.2)


def test_a_few_deals_that_are_alike_are_not_certainty() -> None:
    assert not interval(np.ones(3), reach=(-1, 1)).excludes(0)
    assert interval(np.ones(20), reach=(-1, 1)).excludes(0)
    assert interval(np.ones(1)).json() is None


def test_ratings_of_few_deals_are_widened() -> None:
    assert wider(6) > 1.4 and wider(1000) == pytest.approx(1, abs=0.002)
    lonely = rate(np.array([[0, 1]]), np.array([[1.0, 0.0]]), np.array([-1]), np.array([0]), 2)
    assert lonely.bots[1].json() is None and lonely.bots[1].mean < 0


def test_looks_are_fixed_and_corrected_for() -> None:
    assert looks(2000) == [62, 125, 250, 500, 1000, 2000] and looks(40) == [40]
    assert look_level(2000) == pytest.approx(1 - 0.05 / 6) and look_level(40) == pytest.approx(0.95)
