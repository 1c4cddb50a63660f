"""Who sits where: coming, leaving, taking over, and seats that go to another device."""

from __future__ import annotations

import pytest

from cardshed.tables import commands as c
from cardshed.tables import seating
from cardshed.tables.fair import hashed
from tests.tables.house import ANN, BEN, CAT, House, act, kinds, laid, now, opened, refused


def test_take_a_seat_until_the_match_begins_by_itself(house: House) -> None:
    match = opened(house, people=3)
    assert kinds(house, match) == ["sit"]
    assert now(house, match).stage == "waiting"
    assert act(house, match, BEN, c.Sit(name="Ben", seat=2)) == {"seat": 2, "guest": False}
    assert now(house, match).stage == "waiting"
    assert act(house, match, CAT, c.Sit(name="Cat")) == {"seat": 1, "guest": False}
    assert kinds(house, match) == ["sit", "sit", "sit", "start"]
    told = now(house, match).about(1, [0], 4)
    assert [seat["name"] for seat in told["seats"]] == ["Ann", "Cat", "Ben", None]
    assert [seat["bot"] for seat in told["seats"]] == [None, None, None, "easy"]
    assert [seat["here"] for seat in told["seats"]] == [True, False, False, False]
    assert (told["stage"], told["you"], told["onlookers"], told["n"]) == ("playing", 1, 4, 4)


def test_two_of_one_name_are_told_apart(house: House) -> None:
    match = opened(house, people=4, private=True)
    act(house, match, BEN, c.Sit(name="Ann"))
    act(house, match, CAT, c.Sit(name="A" * c.NAME))
    act(house, match, "dee", c.Sit(name="A" * c.NAME))
    names = [seat["name"] for seat in now(house, match).about(1, [0], 4)["seats"]]
    assert names == ["Ann", "Ann 2", "A" * c.NAME, "A" * (c.NAME - 3) + " 2"]
    assert len(set(names)) == 4 and max(map(len, names)) <= c.NAME


def test_sitting_again_keeps_the_seat_and_happens_once(house: House) -> None:
    match = opened(house, people=3)
    assert act(house, match, ANN, c.Sit(name="Another", seat=2)) == {"seat": 0, "guest": False}
    assert kinds(house, match) == ["sit"]


def test_a_seat_that_is_taken_or_a_bots_cannot_be_had(house: House) -> None:
    match = opened(house, people=3)
    refused("server.refused.taken", house, match, BEN, c.Sit(seat=0))
    refused("server.refused.taken", house, match, BEN, c.Sit(seat=3))
    refused("server.refused.taken", house, match, BEN, c.Sit(seat=15))
    refused("server.refused.key", house, match, None, c.Sit())
    for who in (BEN, CAT):
        act(house, match, who, c.Sit())
    refused("server.refused.full", house, match, "dan", c.Sit())


def test_start_with_bots_where_nobody_sits(house: House) -> None:
    match = opened(house, people=3, fill="hard")
    refused("server.refused.not_seated", house, match, BEN, c.Start())
    act(house, match, ANN, c.Start())
    assert [seat["bot"] for seat in now(house, match).about(0, [], 0)["seats"]] == [None, "hard", "hard", "easy"]
    n = now(house, match).n
    assert act(house, match, ANN, c.Start()) == {"started": True}  # once is enough
    assert now(house, match).n == n


def test_leave_lets_a_bot_play_on_and_others_sit_down(house: House) -> None:
    match = laid(house, people={0: ANN, 1: BEN})
    act(house, match, ANN, c.Leave())
    table = now(house, match)
    assert table.seat_of(ANN) is None
    assert table.seats[0].free
    assert not table.seats[0].by_person
    refused("server.refused.not_seated", house, match, ANN, c.Leave())
    assert act(house, match, CAT, c.Sit(name="Cat")) == {"seat": 0, "guest": True}


def test_away_and_back(house: House) -> None:
    match = laid(house)
    act(house, match, ANN, c.Away())
    table = now(house, match)
    assert (table.seats[0].away, table.seats[0].owner, table.seats[0].free) == ("asked", ANN, False)
    refused("server.refused.full", house, match, BEN, c.Sit())
    refused("server.refused.away", house, match, ANN, c.Move(text="pass", after=table.n))
    act(house, match, ANN, c.Away())
    assert now(house, match).n == table.n
    act(house, match, ANN, c.Back())
    act(house, match, ANN, c.Back())
    assert kinds(house, match)[-2:] == ["away", "back"]
    assert now(house, match).seats[0].by_person


def test_a_ticket_moves_the_seat_once(house: House) -> None:
    match = laid(house, people={0: ANN, 1: BEN})
    ticket = act(house, match, ANN, c.Ticket())["ticket"]
    assert act(house, match, "ann's phone", c.Sit(ticket=ticket)) == {"seat": 0, "guest": False}
    table = now(house, match)
    assert table.seat_of("ann's phone") == 0
    assert table.seat_of(ANN) is None
    assert table.seats[0].name == "Ann"
    refused("server.refused.ticket", house, match, CAT, c.Sit(ticket=ticket))
    refused("server.refused.ticket", house, match, ANN, c.Sit(ticket=ticket))


def test_a_ticket_is_not_kept_or_told(house: House) -> None:
    match = laid(house)
    ticket = act(house, match, ANN, c.Ticket())["ticket"]
    kept = str([event.body for event in house.events[match]])
    told = str([now(house, match).state(seat, [], 0) for seat in (None, 0, 1)])
    assert ticket not in kept + told
    assert hashed(ticket) in kept
    assert hashed(ticket) not in told


def test_a_ticket_grows_old(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    match = laid(house)
    monkeypatch.setattr(seating, "TICKET_SECONDS", -1.0)
    old = act(house, match, ANN, c.Ticket())["ticket"]
    refused("server.refused.ticket", house, match, BEN, c.Sit(ticket=old))
    monkeypatch.setattr(seating, "TICKET_SECONDS", 10.0)
    fresh = act(house, match, ANN, c.Ticket())["ticket"]
    act(house, match, BEN, c.Sit(ticket=fresh))


def test_a_ticket_takes_nobody_elses_seat(house: House) -> None:
    match = laid(house, people={0: ANN, 1: BEN})
    ticket = act(house, match, ANN, c.Ticket())["ticket"]
    refused("server.refused.seated", house, match, BEN, c.Sit(ticket=ticket))
    act(house, match, ANN, c.Leave())
    refused("server.refused.ticket", house, match, ANN, c.Sit(ticket=ticket))
    act(house, match, CAT, c.Sit(seat=0))
    refused("server.refused.ticket", house, match, ANN, c.Sit(ticket=ticket))  # it is Cat's seat now


def test_of_two_tickets_for_a_seat_the_first_used_is_the_last(house: House) -> None:
    match = laid(house)
    one, two = [act(house, match, ANN, c.Ticket())["ticket"] for _ in range(2)]
    act(house, match, "phone", c.Sit(ticket=two))
    refused("server.refused.ticket", house, match, "thief", c.Sit(ticket=one))
