"""Who sits where: coming, leaving, taking over, and seats that go to another device."""

from __future__ import annotations

import asyncio

import pytest

from cardshed.server.running import Server
from cardshed.tables import commands as c
from cardshed.tables import deciding
from cardshed.tables.deciding import Refused
from tests.server.conftest import ANN, BEN, CAT, Serving, act, events_of, laid, now
from tests.server.happening import kinds, open_table, refused

pytestmark = pytest.mark.compiled


# --- seats ---------------------------------------------------------------------------------------


def test_take_a_seat_until_the_match_begins_by_itself(serve: Serving) -> None:
    async def story(server: Server) -> None:
        match = (await server.house.create(open_table(people=3), ANN)).facts.id
        assert kinds(server, match) == ["sit"]
        assert now(server, match).stage == "waiting"
        assert await act(server, match, BEN, c.Sit(name="Ben", seat=2)) == {"seat": 2}
        assert now(server, match).stage == "waiting"
        assert await act(server, match, CAT, c.Sit(name="Cat")) == {"seat": 1}
        assert kinds(server, match) == ["sit", "sit", "sit", "start"]
        told = now(server, match).about(1, [0], 4)
        assert [seat["name"] for seat in told["seats"]] == ["Ann", "Cat", "Ben", None]
        assert [seat["bot"] for seat in told["seats"]] == [None, None, None, "easy"]
        assert [seat["here"] for seat in told["seats"]] == [True, False, False, False]
        assert (told["stage"], told["you"], told["onlookers"], told["n"]) == ("playing", 1, 4, 4)

    serve(story)


def test_two_of_one_name_are_told_apart(serve: Serving) -> None:
    async def story(server: Server) -> None:
        match = (await server.house.create(open_table(people=4, private=True), ANN)).facts.id
        await act(server, match, BEN, c.Sit(name="Ann"))
        await act(server, match, CAT, c.Sit(name="A" * c.NAME))
        await act(server, match, "dee", c.Sit(name="A" * c.NAME))
        names = [seat["name"] for seat in now(server, match).about(1, [0], 4)["seats"]]
        assert names == ["Ann", "Ann 2", "A" * c.NAME, "A" * (c.NAME - 3) + " 2"]
        assert len(set(names)) == 4 and max(map(len, names)) <= c.NAME

    serve(story)


def test_sitting_again_keeps_the_seat_and_happens_once(serve: Serving) -> None:
    async def story(server: Server) -> None:
        match = (await server.house.create(open_table(people=3), ANN)).facts.id
        assert await act(server, match, ANN, c.Sit(name="Another", seat=2)) == {"seat": 0}
        assert kinds(server, match) == ["sit"]

    serve(story)


def test_a_seat_that_is_taken_or_a_bots_cannot_be_had(serve: Serving) -> None:
    async def story(server: Server) -> None:
        match = (await server.house.create(open_table(people=3), ANN)).facts.id
        await refused("server.refused.taken", server, match, BEN, c.Sit(seat=0))
        await refused("server.refused.taken", server, match, BEN, c.Sit(seat=3))
        await refused("server.refused.taken", server, match, BEN, c.Sit(seat=15))
        await refused("server.refused.key", server, match, None, c.Sit())
        for who in (BEN, CAT):
            await act(server, match, who, c.Sit())
        await refused("server.refused.full", server, match, "dan", c.Sit())

    serve(story)


def test_two_who_want_one_seat_at_once(serve: Serving) -> None:
    async def story(server: Server) -> None:
        match = (await server.house.create(open_table(people=3), ANN)).facts.id
        wanted = [act(server, match, who, c.Sit(seat=1)) for who in (BEN, CAT)]
        found = await asyncio.gather(*wanted, return_exceptions=True)
        assert sorted(isinstance(one, Refused) for one in found) == [False, True]
        assert kinds(server, match) == ["sit", "sit"]

    serve(story)


def test_start_with_bots_where_nobody_sits(serve: Serving) -> None:
    async def story(server: Server) -> None:
        match = (await server.house.create(open_table(people=3, fill="hard"), ANN)).facts.id
        await refused("server.refused.not_seated", server, match, BEN, c.Start())
        await act(server, match, ANN, c.Start())
        assert [seat["bot"] for seat in now(server, match).about(0, [], 0)["seats"]] == [None, "hard", "hard", "easy"]
        n = now(server, match).n
        assert await act(server, match, ANN, c.Start()) == {}  # once is enough
        assert now(server, match).n == n
        # Somebody who comes later takes the seat over from the bot.
        assert await act(server, match, BEN, c.Sit(name="Ben")) == {"seat": 1}
        assert now(server, match).seats[1].by_person

    serve(story)


def test_leave_lets_a_bot_play_on_and_others_sit_down(serve: Serving) -> None:
    async def story(server: Server) -> None:
        match = await laid(server, people={0: ANN, 1: BEN})
        await act(server, match, ANN, c.Leave())
        table = now(server, match)
        assert table.seat_of(ANN) is None
        assert table.seats[0].free
        assert not table.seats[0].by_person
        await refused("server.refused.not_seated", server, match, ANN, c.Leave())
        assert await act(server, match, CAT, c.Sit(name="Cat")) == {"seat": 0}

    serve(story)


def test_away_and_back(serve: Serving) -> None:
    async def story(server: Server) -> None:
        match = await laid(server)
        await act(server, match, ANN, c.Away())
        table = now(server, match)
        assert (table.seats[0].away, table.seats[0].owner, table.seats[0].free) == ("asked", ANN, False)
        await refused("server.refused.full", server, match, BEN, c.Sit())
        await refused("server.refused.away", server, match, ANN, c.Move(text="pass", after=table.n))
        await act(server, match, ANN, c.Away())
        assert now(server, match).n == table.n
        await act(server, match, ANN, c.Back())
        await act(server, match, ANN, c.Back())
        assert kinds(server, match)[-2:] == ["away", "back"]
        assert now(server, match).seats[0].by_person

    serve(story)


# --- tickets -------------------------------------------------------------------------------------


def test_a_ticket_moves_the_seat_once(serve: Serving) -> None:
    async def story(server: Server) -> None:
        match = await laid(server, people={0: ANN, 1: BEN})
        ticket = (await act(server, match, ANN, c.Ticket()))["ticket"]
        assert await act(server, match, "ann's phone", c.Sit(ticket=ticket)) == {"seat": 0}
        table = now(server, match)
        assert table.seat_of("ann's phone") == 0
        assert table.seat_of(ANN) is None
        assert table.seats[0].name == "Ann"
        await refused("server.refused.ticket", server, match, CAT, c.Sit(ticket=ticket))
        await refused("server.refused.ticket", server, match, ANN, c.Sit(ticket=ticket))

    serve(story)


def test_a_ticket_is_not_kept_or_told(serve: Serving) -> None:
    async def story(server: Server) -> None:
        match = await laid(server)
        ticket = (await act(server, match, ANN, c.Ticket()))["ticket"]
        kept = str([event.body for event in await events_of(server, match)])
        told = str([now(server, match).state(seat, [], 0) for seat in (None, 0, 1)])
        assert ticket not in kept + told
        assert deciding.hashed(ticket) in kept
        assert deciding.hashed(ticket) not in told

    serve(story)


def test_a_ticket_grows_old(serve: Serving, monkeypatch: pytest.MonkeyPatch) -> None:
    async def story(server: Server) -> None:
        match = await laid(server)
        monkeypatch.setattr(deciding, "TICKET_SECONDS", -1.0)
        old = (await act(server, match, ANN, c.Ticket()))["ticket"]
        await refused("server.refused.ticket", server, match, BEN, c.Sit(ticket=old))
        monkeypatch.setattr(deciding, "TICKET_SECONDS", 10.0)
        fresh = (await act(server, match, ANN, c.Ticket()))["ticket"]
        await act(server, match, BEN, c.Sit(ticket=fresh))

    serve(story)


def test_a_ticket_takes_nobody_elses_seat(serve: Serving) -> None:
    async def story(server: Server) -> None:
        match = await laid(server, people={0: ANN, 1: BEN})
        ticket = (await act(server, match, ANN, c.Ticket()))["ticket"]
        await refused("server.refused.seated", server, match, BEN, c.Sit(ticket=ticket))
        await act(server, match, ANN, c.Leave())
        await refused("server.refused.ticket", server, match, ANN, c.Sit(ticket=ticket))
        await act(server, match, CAT, c.Sit(seat=0))
        await refused("server.refused.ticket", server, match, ANN, c.Sit(ticket=ticket))  # it is Cat's seat now

    serve(story)


def test_of_two_tickets_for_a_seat_the_first_used_is_the_last(serve: Serving) -> None:
    async def story(server: Server) -> None:
        match = await laid(server)
        one, two = [(await act(server, match, ANN, c.Ticket()))["ticket"] for _ in range(2)]
        await act(server, match, "phone", c.Sit(ticket=two))
        await refused("server.refused.ticket", server, match, "thief", c.Sit(ticket=one))

    serve(story)
