"""Who is barred is not let in: by the key, and unseated, by the address; and who else sits behind it stays."""

from __future__ import annotations

import asyncio
from typing import Any

import httpx
import pytest
from starlette.requests import HTTPConnection

from cardshed.server.running import Server
from cardshed.server.security import address_of, new_key
from cardshed.tables import commands as c
from cardshed.tables.decision import Refused
from cardshed.tables.fair import hashed
from tests.server.conftest import ANN, BEN, CAT, Serving, act, finish, laid, look, now, still, until


def came_from(host: str | None, *proxies: str) -> str | None:
    scope: dict[str, Any] = {"type": "http", "client": (host, 5) if host is not None else None, "headers": []}
    return address_of(HTTPConnection(scope), "table000001", frozenset(proxies))


def test_an_address_that_many_share_is_nobodys() -> None:
    for host in ("127.0.0.1", "127.1.2.3", "::1", "::ffff:127.0.0.1", "testclient", "", None):
        assert came_from(host) is None
    assert came_from("192.168.0.7", "192.168.0.7") is None
    one, other = came_from("192.168.0.7"), came_from("192.168.0.8")
    assert one is not None and one != other and "192.168" not in one
    assert came_from("::ffff:192.168.0.7") == one
    assert came_from("2001:db8::1") == came_from("2001:db8::ffff:2") != came_from("2001:db8:0:1::1"), "one network"


def test_a_barred_person_is_shown_the_door_and_comes_in_by_no_other_key(serve: Serving) -> None:
    async def story(server: Server) -> None:
        still(server)
        match = await laid(server, people={0: ANN, 1: BEN, 2: CAT}, host=ANN)
        ben, cat, onlooker = (look(server, match, who, "at") for who in (BEN, CAT, None))
        ann = look(server, match, ANN, "elsewhere")
        await act(server, match, ANN, c.Remove(seat=1, bar=True))
        await until(lambda: now(server, match).addresses)
        assert ben.dropped and onlooker.dropped, "nobody who is not seated stays at that address"
        assert not cat.dropped and not ann.dropped
        for who, at in ((BEN, None), ("another", "at")):
            with pytest.raises(Refused, match="not let in"):
                await server.act(match, who, c.Sit(), at)
        await server.act(match, CAT, c.Say(phrase="hello"), "at")

    serve(story)


def test_who_is_barred_without_a_socket_is_known_by_the_address_too(serve: Serving) -> None:
    async def story(server: Server) -> None:
        still(server)
        match = await laid(server, people={0: ANN}, free=(1, 2), start=False, host=ANN)
        await server.act(match, BEN, c.Sit(seat=1), "at")
        await act(server, match, ANN, c.Remove(seat=1, bar=True))
        await until(lambda: now(server, match).addresses)
        with pytest.raises(Refused, match="not let in"):
            await server.act(match, "another", c.Sit(), "at")

    serve(story)


def test_who_is_barred_while_a_command_waits_does_not_slip_in(serve: Serving) -> None:
    async def story(server: Server) -> None:
        still(server)
        match = await laid(server, people={0: ANN, 1: BEN}, free=(2,), start=False, host=ANN)
        sits = [server.act(match, BEN, c.Sit(seat=seat)) for seat in (1, 2, 1, 2)]
        done = await asyncio.gather(server.act(match, ANN, c.Remove(seat=1, bar=True)), *sits, return_exceptions=True)
        assert all(isinstance(one, Refused) for one in done[1:])
        assert now(server, match).seat_of(BEN) is None

    serve(story)


def test_who_is_barred_or_muted_is_so_in_the_rematch_too(serve: Serving) -> None:
    async def story(server: Server) -> None:
        still(server)
        match = await laid(server, people={0: ANN, 1: BEN}, free=(2,), host=ANN)
        await act(server, match, ANN, c.Remove(seat=1, bar=True))
        await act(server, match, "dan", c.Sit(seat=1))
        await act(server, match, ANN, c.Admit(seat=1, yes=True))
        await act(server, match, ANN, c.Mute(seat=1, yes=True))
        await finish(server, match)
        again = (await act(server, match, ANN, c.Rematch()))["table"]
        with pytest.raises(Refused, match="nobody hear"):
            await act(server, again, "dan", c.Say(phrase="hello"))
        assert now(server, again).about(0, [], 0)["seats"][1]["muted"]
        assert "mute" not in [entry["kind"] for entry in now(server, again).log.values()]
        with pytest.raises(Refused, match="not let in"):
            await act(server, again, BEN, c.Sit())
        assert now(server, again).seat_of(ANN) == 0 and now(server, again).host == ANN

    serve(story)


def test_one_address_asks_for_one_seat_at_a_time(serve: Serving) -> None:
    """Somebody with many keys would ask for all seats, and nobody else could."""

    async def story(server: Server) -> None:
        still(server)
        match = await laid(server, people={0: ANN}, free=(1, 2, 3), host=ANN)
        await server.act(match, BEN, c.Sit(seat=1), "at")
        both = [server.act(match, who, c.Sit(seat=2), "there") for who in ("dan", "dan's other key")]
        done = await asyncio.gather(*both, return_exceptions=True)
        assert sorted(isinstance(one, Refused) for one in done) == [False, True]
        with pytest.raises(Refused, match="same place"):
            await server.act(match, "another", c.Sit(seat=3), "at")
        await server.act(match, BEN, c.Sit(seat=3), "at")  # still one
        await act(server, match, ANN, c.Admit(seat=3, yes=True))
        await server.act(match, "another", c.Sit(seat=1), "at")  # a family comes one by one
        await act(server, match, ANN, c.Admit(seat=1, yes=False))
        await act(server, match, ANN, c.Admit(seat=2, yes=False))
        for who, seat in ((CAT, 1), ("cat's other key", 2)):
            await act(server, match, who, c.Sit(seat=seat))  # from an address that many share

    serve(story)


def test_what_has_an_address_is_shut_to_who_is_barred(web: Any) -> None:
    async def story(server: Server, client: httpx.AsyncClient) -> None:
        still(server)
        ann, ben = new_key(), new_key()
        match = await laid(server, people={0: hashed(ann), 1: hashed(ben)}, host=hashed(ann))
        await act(server, match, hashed(ann), c.Remove(seat=1, bar=True))
        bearing = {"authorization": f"Bearer {ben}"}
        for path in ("", "/record", "/replay", "/proof", "/analysis", "/qr.svg"):
            answer = await client.get(f"/api/tables/{match}{path}", headers=bearing)
            assert (answer.status_code, answer.json()["error"]["key"]) == (403, "server.refused.barred"), path
        for kind, body in (("sit", {}), ("commit", {"hash": "0" * 64}), ("rematch", {})):
            answer = await client.post(f"/api/tables/{match}/{kind}", json=body, headers=bearing)
            assert answer.status_code == 403, kind
        state = await client.get(f"/api/tables/{match}", headers={"authorization": f"Bearer {ann}"})
        assert state.json()["table"]["owner"]

    web(story)
