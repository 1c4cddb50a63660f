"""A finished match looked at by a bot in the background, and played on from one of its moments."""

from __future__ import annotations

import asyncio
from typing import Any

import httpx
import pytest

from cardshed.bots.analysis import choices
from cardshed.engine.matches.match import Match
from cardshed.server import analysing, asked
from cardshed.server.analysing import Analysing
from cardshed.server.running import Server
from cardshed.server.security import new_key
from cardshed.tables.decision import Refused
from cardshed.tables.table import Broken
from tests.server.conftest import ANN, Serving, events_of, finish, laid, now

pytestmark = pytest.mark.compiled
SHORT = {"cards": 5}


async def analysed(server: Server, match: str) -> list[dict[str, Any]]:
    table = now(server, match)
    server.analysing.begin(table)
    while match in server.analysing.asked:
        await asyncio.sleep(0.01)
    told = await server.analysing.told(table)
    assert not told["working"] and told["choices"] == choices(table.playing)
    return told["findings"]


def test_every_choice_is_looked_at_and_kept(serve: Serving) -> None:
    async def story(server: Server) -> tuple[str, list[dict[str, Any]]]:
        match = await laid(server, options=SHORT)
        with pytest.raises(Broken, match="when the match is over"):
            server.analysing.begin(now(server, match))
        await finish(server, match)
        found = await analysed(server, match)
        playing = now(server, match).playing
        assert [one["ply"] for one in found] == choices(playing)
        for one in found:
            played = playing.moves[one["ply"]]
            assert (one["seat"], one["played"]["move"]["text"]) == (played.seat, played.text)
            assert one["after"][0] == {"seat": played.seat, "label": played.label.json()}
            assert one["best"]["move"]["text"] == one["others"][0]["move"]["text"]
        later = await server.analysing.told(now(server, match), found[2]["ply"])
        assert later["findings"] == found[3:]
        return match, found

    match, found = serve(story)

    async def again(server: Server) -> None:
        table = await server.house.table(match)
        assert (await server.analysing.told(table))["findings"] == found

    serve(again)


def test_what_was_broken_off_goes_on(serve: Serving, monkeypatch: pytest.MonkeyPatch) -> None:
    """Only the choices that nobody has looked at are looked at."""
    looked: list[int] = []

    async def story(server: Server) -> None:
        match = await laid(server, options=SHORT)
        await finish(server, match)
        found = await analysed(server, match)
        assert looked == [one["ply"] for one in found]
        looked.clear()
        assert await analysed(server, match) == found and looked == []
        other = await laid(server, options=SHORT)
        await finish(server, other)
        await server.store.find(other, found[:3])  # as if it had been stopped after three
        assert await analysed(server, other) == found and looked == [one["ply"] for one in found[3:]]

    real = analysing._finding

    def counting(match: Match, ply: int) -> dict[str, Any]:
        looked.append(ply)
        return real(match, ply)

    monkeypatch.setattr(analysing, "_finding", counting)
    serve(story)


def test_who_is_told_that_it_ended_is_told_all(serve: Serving, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also if it ends while what was found is being read: then there is more to ask for."""

    async def story(server: Server) -> None:
        match = await laid(server, options=SHORT)
        await finish(server, match)
        read = server.store.findings

        async def slowly(id: str, after: int) -> list[dict[str, Any]]:
            found = await read(id, after)
            while after == 0 and id in server.analysing.asked:  # the analysis itself reads from -1 on
                await asyncio.sleep(0.005)
            return found

        monkeypatch.setattr(server.store, "findings", slowly)
        server.analysing.begin(now(server, match))
        told = await server.analysing.told(now(server, match), 0)
        assert told["working"] and not told["findings"]
        assert not (await server.analysing.told(now(server, match), 0))["working"]

    serve(story)


def test_an_analysis_that_fails_leaves_the_server_alone(serve: Serving, monkeypatch: pytest.MonkeyPatch) -> None:
    async def story(server: Server) -> None:
        match = await laid(server, options=SHORT)
        await finish(server, match)
        monkeypatch.setattr(Analysing, "_look_at_all", _fails)
        assert await analysed(server, match) == []
        monkeypatch.undo()
        assert await analysed(server, match)

    serve(story)


async def _fails(*_: Any) -> None:
    raise ValueError("planted")


def test_a_match_is_played_on_from_any_moment(serve: Serving) -> None:
    async def story(server: Server) -> None:
        match = await laid(server, options=SHORT)
        await finish(server, match)
        past = now(server, match).playing
        for ply in range(past.plies):
            made = await server.house.play_on(past.at(ply), asked.PlayOn(seat=ply % 4, name="Ann", pace="instant"), ANN)
            assert made.playing.view(ply % 4) == past.at(ply).view(ply % 4)
            assert made.facts.setting.practice and made.facts.setting.private and made.seat_of(ANN) == ply % 4
            assert made.state(0, [], 0)["table"]["shuffle"]["commitment"] is None
        with pytest.raises(Refused):
            await server.house.play_on(past, asked.PlayOn(seat=0), ANN)
        with pytest.raises(Refused):
            await server.house.play_on(past.at(0), asked.PlayOn(seat=4), ANN)
        await finish(server, made.facts.id)
        assert "salt" not in now(server, made.facts.id).record()
        assert [kind.kind for kind in await events_of(server, made.facts.id)][:3] == ["sit", "start", "move"]

    serve(story)


def test_over_http(web: Any) -> None:
    async def story(server: Server, client: httpx.AsyncClient) -> None:
        head = {"authorization": f"Bearer {new_key()}"}
        match = await laid(server, options=SHORT)
        assert (await client.post(f"/api/tables/{match}/analysis", headers=head)).status_code == 409
        wanted = {"seat": 1, "name": "Bo"}
        assert (await client.post(f"/api/tables/{match}/moments/0/play", json=wanted, headers=head)).status_code == 409
        await finish(server, match)
        assert (await client.post(f"/api/tables/{match}/analysis", headers=head)).status_code == 202
        told: dict[str, Any] = {"working": True}
        while told["working"]:
            told = (await client.get(f"/api/tables/{match}/analysis")).json()
        assert len(told["findings"]) == len(told["choices"])
        made = await client.post(f"/api/tables/{match}/moments/3/play", json=wanted, headers=head)
        assert made.status_code == 201 and made.json()["seat"] == 1
        assert now(server, made.json()["id"]).playing.plies == 3
        assert (await client.post(f"/api/tables/{match}/moments/999/play", json=wanted, headers=head)).status_code < 500

    web(story)
