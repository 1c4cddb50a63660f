"""Seats that several want at once; who may have which is in tests/tables."""

from __future__ import annotations

import asyncio

import pytest

from cardshed.server.running import Server
from cardshed.tables import commands as c
from cardshed.tables.decision import Refused
from tests.server.conftest import ANN, BEN, CAT, Serving, act
from tests.server.happening import kinds, open_table

pytestmark = pytest.mark.compiled


def test_two_who_want_one_seat_at_once(serve: Serving) -> None:
    async def story(server: Server) -> None:
        match = (await server.house.create(open_table(people=3), ANN)).facts.id
        wanted = [act(server, match, who, c.Sit(seat=1)) for who in (BEN, CAT)]
        found = await asyncio.gather(*wanted, return_exceptions=True)
        assert sorted(isinstance(one, Refused) for one in found) == [False, True]
        assert kinds(server, match) == ["sit", "sit"]

    serve(story)
