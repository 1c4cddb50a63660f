"""Events: what a table is made of."""

from __future__ import annotations

import logging

import pytest

from cardshed.engine.errors import BadRecord, CardshedError
from cardshed.engine.matches.record import parse
from cardshed.games import registry
from cardshed.server import asked, errors
from cardshed.server.running import Server
from cardshed.tables import commands as c
from cardshed.tables.deciding import Refused
from cardshed.tables.events import Event, Facts
from cardshed.tables.table import Broken, Table
from tests.server.conftest import ANN, BEN, CAT, Serving, act, events_of, finish, happen, laid, look, move, now
from tests.server.happening import as_told, asked_by_ann, undo

pytestmark = pytest.mark.compiled


async def eventful(server: Server, game: str) -> str:
    """A match in which all kinds of things happen."""
    match = await laid(server, game, {0: ANN, 1: BEN}, start=False, timer=500.0)
    await happen(server, match, "start", 0)
    for step in range(12):
        await move(server, match)
        if step == 3:
            await act(server, match, ANN, c.Say(phrase="wow"))
            ticket = (await act(server, match, BEN, c.Ticket()))["ticket"]
            await act(server, match, CAT, c.Sit(ticket=ticket))
        if step == 5:
            await act(server, match, ANN, c.Away())
            await act(server, match, ANN, c.Back())
        if step in (6, 8, 9) and any(turn.seat == 0 and turn.by == "person" for turn in now(server, match).turns):
            try:
                await undo(server, match, ANN)
            except Refused:
                continue
            if now(server, match).asked:
                yes = c.Answer(yes=step != 8, after=now(server, match).n)
                await act(server, match, CAT, yes)
    return match


@pytest.mark.parametrize("game", registry.OURS)
def test_a_table_built_again_from_its_events_is_the_same(serve: Serving, game: str) -> None:
    async def story(server: Server) -> tuple[str, list[bytes]]:
        match = await eventful(server, game)
        for at_end in (False, True):
            live = await finish(server, match) if at_end else now(server, match)
            told = as_told(live)
            server.house.forget(0.0)
            assert match not in server.house.tables
            again = await server.house.table(match)
            assert again is not live
            assert as_told(again) == told
            assert vars(again).keys() == vars(live).keys()
            assert (again.turns, again.tickets, again.asked) == (live.turns, live.tickets, live.asked)
        return match, told

    match, told = serve(story)

    async def later(server: Server) -> None:  # another process, or the same after a restart
        assert as_told(await server.house.table(match)) == told

    serve(later)


def test_no_event_touches_the_table_before_it(serve: Serving) -> None:
    """Whoever was handed a table may go on looking at it."""

    async def story(server: Server) -> None:
        match = await eventful(server, "thirteen")
        facts = await server.store.facts(match)
        assert facts is not None
        table = Table(facts, registry.named("thirteen"))
        for one in await events_of(server, match):
            told, seats = as_told(table), str(table.seats)
            after = table.after(one)
            assert as_told(table) == told
            assert str(table.seats) == seats
            assert after.n == table.n + 1
            table = after
        assert as_told(table) == as_told(now(server, match))

    serve(story)


def test_other_rules_are_refused_in_a_sentence(serve: Serving, caplog: pytest.LogCaptureFixture) -> None:
    async def story(server: Server) -> str:
        return await laid(server, private=False)

    match = serve(story)

    async def later(server: Server) -> None:
        with pytest.raises(Broken) as caught:
            await server.house.table(match)
        assert caught.value.message.key == "server.table.rules"
        assert "version 1" in str(caught.value) or "version" in str(caught.value)
        other = await laid(server)  # the others go on
        await move(server, other)

    game = registry.named("thirteen")
    game.version += 1
    try:
        with caplog.at_level(logging.WARNING):
            serve(later)
        assert "unfinished matches of another version" in caplog.text
    finally:
        game.version -= 1


def test_a_table_that_is_not_there_leaves_no_trace(serve: Serving) -> None:
    async def story(server: Server) -> None:
        for number in range(50):
            with pytest.raises(Refused) as caught:
                await server.house.table(f"nosuchtable{number}")
            assert errors.status_of(caught.value) == 404
        assert not server.house.used
        assert not server.house.locks

    serve(story)


def test_too_many_tables(serve: Serving) -> None:
    from cardshed.server.limits import Limits

    async def story(server: Server) -> None:
        one = await laid(server)
        look(server, one, ANN)
        two = await laid(server)
        await laid(server)  # nobody looks at the second
        assert set(server.house.tables) >= {one}
        assert two not in server.house.tables
        look(server, next(m for m in server.house.tables if m != one), ANN)
        with pytest.raises(Refused) as caught:
            await laid(server)
        assert (errors.status_of(caught.value), caught.value.message.key) == (503, "server.refused.many_tables")

    serve(story, limits=Limits(tables=2))


def test_what_is_wrong_with_a_wish_is_said(serve: Serving) -> None:
    async def story(server: Server) -> None:
        for wrong, key in (
            ({"game": "chess"}, "engine.game.unknown"),
            ({"game": "/work"}, "engine.game.unknown"),
            ({"players": 16}, "engine.players"),
            ({"players": 3, "seats": [None] * 4}, "server.refused.seats"),
            ({"players": 2, "seats": [None, "genius"]}, "server.refused.level"),
            ({"players": 2, "seat": 2}, "server.refused.seat"),
            ({"options": {"no such": 1}}, None),
            ({"options": {"rules": 10**400}}, None),
        ):
            with pytest.raises(CardshedError) as caught:
                await server.house.create(asked.NewTable(**({"game": "thirteen"} | wrong)), ANN)
            assert key is None or caught.value.message.key == key
            assert len(str(caught.value)) < 400
        assert not server.house.tables

    serve(story)


def test_facts_and_records_agree_on_the_commitment(serve: Serving) -> None:
    async def story(server: Server) -> None:
        match = await laid(server, options={"rules": "southern"})
        facts = await server.store.facts(match)
        assert isinstance(facts, Facts)
        assert facts.commitment == now(server, match).commitment
        table = await finish(server, match)
        assert parse(table.record()).head["commitment"] == facts.commitment

    serve(story)


def test_the_unfinished_record_of_a_position(serve: Serving) -> None:
    async def story(server: Server) -> None:
        with pytest.raises(BadRecord):
            await server.house.upload("cardshed record 1\ngame: thirteen\nrules: 1\nplayers: 4\nseed: 1\n")

    serve(story)


def test_the_clock_of_a_choice_made_together_does_not_begin_anew_with_each_who_chose(serve: Serving) -> None:
    async def story(server: Server) -> None:
        match = await laid(server, "pyramid", {0: ANN, 1: BEN}, timer=30.0)
        table = now(server, match)
        began = table.turn_began
        text = table.playing.legal(0)[0].text
        chosen = table.after(Event("move", 0, {"text": text, "by": "person"}, began + 20))
        assert chosen.playing.sealed == 1 and chosen.turn_began == began and chosen.deadline(0.0) == began + 30
        events = [*await events_of(server, match), Event("move", 0, {"text": text, "by": "person"}, began + 20)]
        assert Table.built(table.facts, table.game, events).turn_began == began

    serve(story)


def test_an_undo_does_not_wait_for_who_is_away(serve: Serving) -> None:
    async def story(server: Server) -> None:
        match = await asked_by_ann(server)
        waited = now(server, match).waited_for
        assert waited
        owner = now(server, match).seats[waited[0]].owner
        await server.act(match, owner, c.Away())
        assert now(server, match).waited_for == waited[1:]

    serve(story)
