"""The proof of a fair shuffle as the server tells it."""

from __future__ import annotations

from typing import Any

import httpx
import pytest

from cardshed.server.running import Server
from tests.server.conftest import finish, laid
from tests.tables.test_fair import checked

pytestmark = pytest.mark.compiled


def test_the_endpoint(web: Any) -> None:
    async def story(server: Server, client: httpx.AsyncClient) -> None:
        match = await laid(server)
        early = await client.get(f"/api/tables/{match}/proof")
        assert early.status_code == 409
        assert early.json()["error"]["key"] == "server.table.not_over"
        table = await finish(server, match)
        found = (await client.get(f"/api/tables/{match}/proof")).json()
        assert found["commitment"] == table.commitment == checked(found["record"])
        assert found["salt"] == "5a" * 16
        brought = await server.house.upload(table.playing.record())  # it tells no salt
        without = await client.get(f"/api/tables/{brought.facts.id}/proof")
        assert without.status_code == 422
        assert without.json()["error"]["key"] == "server.fair.missing"

    web(story)
