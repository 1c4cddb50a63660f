"""Who sits where."""

from __future__ import annotations

from collections import Counter

import pytest

from cardshed.bots.arena.lineups import LineUps, Seats, orders
from cardshed.engine.errors import BadOption


def seats_of_a_cycle(line_ups: LineUps) -> list[Seats]:
    """All line-ups until they begin anew."""
    deals = sum(len(orders(group)) for group in line_ups.groups)
    return [seats for deal in range(deals) for seats in line_ups.of(deal)]


@pytest.mark.parametrize(
    ("bots", "players", "expected"),
    [
        ("AB", 2, [(0, 1), (1, 0)]),
        ("AB", 4, [(0, 1, 0, 1), (1, 0, 1, 0)]),
        ("ABC", 3, [(0, 1, 2), (2, 0, 1), (1, 2, 0)]),
        ("ABBB", 4, [(0, 1, 1, 1), (1, 0, 1, 1), (1, 1, 0, 1), (1, 1, 1, 0)]),
        ("AABB", 4, [(0, 0, 1, 1), (1, 0, 0, 1), (1, 1, 0, 0), (0, 1, 1, 0)]),
    ],
)
def test_a_deal_is_played_once_for_each_rotation(bots: str, players: int, expected: list[Seats]) -> None:
    line_ups = LineUps(bots, players)
    assert line_ups.of(0) == expected and line_ups.games == len(expected)


@pytest.mark.parametrize(
    ("bots", "players"), [("ABCD", 4), ("ABCDE", 5), ("ABC", 4), ("ABCDE", 3), ("ABCD", 2), ("AB", 5), ("AB", 3)]
)
def test_every_bot_sits_equally_often_at_every_seat_and_before_every_other(bots: str, players: int) -> None:
    line_ups = LineUps(bots, players)
    played = seats_of_a_cycle(line_ups)
    at = Counter((p, entrant) for seats in played for p, entrant in enumerate(seats))
    assert len(at) == players * len(bots) and len(set(at.values())) == 1
    after = Counter((seats[p - 1], seats[p]) for seats in played for p in range(players) if seats[p - 1] != seats[p])
    assert len(after) == len(bots) * (len(bots) - 1)
    if len(bots) >= players:
        assert len(set(after.values())) == 1


def test_every_choice_of_bots_has_its_turn() -> None:
    line_ups = LineUps("ABCD", 2)
    assert [line_ups.of(deal)[0] for deal in range(6)] == [(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)]
    assert [seats[0] for seats in (LineUps("ABC", 4).of(deal) for deal in range(3))] == [
        (0, 1, 2, 0),
        (0, 1, 2, 1),
        (0, 1, 2, 2),
    ]


def test_nobody_plays_against_itself_alone() -> None:
    assert LineUps("AAB", 2).groups == [(0, 1), (0, 1)]
    with pytest.raises(BadOption, match="two different bots"):
        LineUps("AA", 2)
    with pytest.raises(BadOption, match="name fewer bots"):
        LineUps([f"bot{i}" for i in range(99)], 5)
