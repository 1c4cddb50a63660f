"""Moves that are sent at once or again; what may be moved and taken back is in tests/tables."""

from __future__ import annotations

import asyncio

import pytest

from cardshed.server.running import Server
from cardshed.tables import commands as c
from cardshed.tables.decision import Refused
from tests.server.conftest import ANN, BEN, CAT, Serving, act, laid, now
from tests.server.happening import open_table, refused

pytestmark = pytest.mark.compiled


def test_a_move_is_made_once_however_often_it_is_sent(serve: Serving) -> None:
    async def story(server: Server) -> None:
        match = await laid(server, people={0: ANN, 1: BEN, 2: CAT, 3: "dan"})
        table = now(server, match)
        seat = table.playing.acting[0]
        who = table.seats[seat].owner
        asked = c.Move(text=table.playing.legal(seat)[0].text, after=table.n)
        assert await act(server, match, who, asked) == {}
        assert await act(server, match, who, asked) == {"already": True}
        replies = await asyncio.gather(*[act(server, match, who, asked) for _ in range(5)])
        assert replies == [{"already": True}] * 5
        assert now(server, match).playing.plies == 1

    serve(story)


def test_two_moves_for_one_turn(serve: Serving) -> None:
    async def story(server: Server) -> None:
        match = await laid(server, people={0: ANN, 1: BEN, 2: CAT, 3: "dan"})
        table = now(server, match)
        seat = table.playing.acting[0]
        texts = [offered.text for offered in table.playing.legal(seat)][:2]
        sends = [act(server, match, table.seats[seat].owner, c.Move(text=text, after=table.n)) for text in texts]
        found = await asyncio.gather(*sends, return_exceptions=True)
        assert found[0] == {}
        assert isinstance(found[1], Refused)
        assert found[1].message.key == "server.refused.late"
        assert now(server, match).playing.plies == 1

    serve(story)


def test_moves_before_the_start(serve: Serving) -> None:
    async def story(server: Server) -> None:
        match = (await server.house.create(open_table(), ANN)).facts.id
        await refused("server.table.waiting", server, match, ANN, c.Move(text="pass", after=1))
        await refused("server.table.waiting", server, match, ANN, c.Undo(after=1))
        await refused("server.table.waiting", server, match, ANN, c.Hint())

    serve(story)


def test_sealed_choices_of_several_are_all_accepted(serve: Serving) -> None:
    """X-8: who knows of the same events may choose, whoever else has in secret."""

    async def story(server: Server) -> None:
        people = {0: ANN, 1: BEN, 2: CAT}
        match = await laid(server, "pyramid", people, players=3)
        n = now(server, match).n
        sends = [act(server, match, people[p], c.Move(text="keep", after=n)) for p in (2, 0)]
        assert await asyncio.gather(*sends) == [{}, {}]
        assert now(server, match).playing.acting == (1,)
        await refused("engine.move.chosen", server, match, ANN, c.Move(text="trade", after=n))
        await act(server, match, BEN, c.Move(text="keep", after=n))
        await refused("server.refused.late", server, match, BEN, c.Move(text="trade", after=n))

    serve(story)
