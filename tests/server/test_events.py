"""Events: what a table is made of."""

from __future__ import annotations

import logging
from dataclasses import replace

import pytest

from cardshed.engine.errors import BadRecord, CardshedError
from cardshed.games import registry
from cardshed.server import asked, errors
from cardshed.server.house import new_id
from cardshed.server.running import Server
from cardshed.tables.decision import Refused
from cardshed.tables.table import Broken
from tests.server.conftest import ANN, Serving, finish, laid, look, move, now
from tests.tables import test_events as tables
from tests.tables.house import House, as_told

pytestmark = pytest.mark.compiled


async def eventful(server: Server, game: str) -> str:
    """A match in which all kinds of things have happened."""
    house = House()
    match = tables.eventful(house, game)
    facts = replace(house.tables[match].facts, id=new_id(), before=tuple(house.events[match]))
    return (await server.house._open(facts, registry.named(game))).facts.id


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


def test_the_unfinished_record_of_a_position(serve: Serving) -> None:
    async def story(server: Server) -> None:
        with pytest.raises(BadRecord):
            await server.house.upload("cardshed record 1\ngame: thirteen\nrules: 1\nplayers: 4\nseed: 1\n")

    serve(story)
