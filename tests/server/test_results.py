"""A person's own results: what they come to, who is told them, and that older databases get them too."""

from __future__ import annotations

import csv
import io
from typing import Any

import httpx
import pytest
from sqlalchemy import text

from cardshed.server import asked, results
from cardshed.server.running import Server
from cardshed.server.security import new_key
from cardshed.tables.fair import hashed
from tests.server.conftest import ANN, BEN, Serving, finish, laid, now

pytestmark = pytest.mark.compiled
SHORT = {"cards": 5}


async def played(server: Server, **more: Any) -> str:
    match = await laid(server, **{"options": SHORT, **more})
    await finish(server, match)
    return match


def test_sums_are_what_the_matches_were(serve: Serving) -> None:
    async def story(server: Server) -> None:
        tables = [await played(server, seed=seed, people={1: ANN, 2: BEN}) for seed in range(5)]
        tables += [await played(server, game="segments", options={"rounds": 1, "cards": 5}, people={0: ANN})]
        ended = [now(server, match).playing for match in tables]
        told = results.told(await server.store.results(ANN, 100))
        thirteen, segments = (next(g for g in told["games"] if g["game"] == name) for name in ("thirteen", "segments"))
        assert thirteen["matches"] == 5 and segments["matches"] == 1
        assert thirteen["points"] == sum(match.points[1] for match in ended[:5])
        assert thirteen["wins"] == sum((match.payoff or [])[1] == 1.0 for match in ended[:5])
        assert [(other["bot"], other["name"]) for other in thirteen["opponents"]] == [("", "Ben"), ("easy", "")]
        assert all(other["matches"] == 5 for other in thirteen["opponents"])
        assert {match["table"] for match in told["matches"]} == set(tables)
        assert results.told(await server.store.results("nobody", 100)) == {"games": [], "matches": []}

    serve(story)


def test_practice_and_records_count_for_nothing(serve: Serving) -> None:
    async def story(server: Server) -> None:
        match = await played(server)
        on = await server.house.play_on(now(server, match).playing.at(2), asked.PlayOn(seat=0, pace="instant"), ANN)
        await finish(server, on.facts.id)
        await server.house.upload(now(server, match).record())
        kept = await server.store.results(ANN, 100)
        assert {result["table"] for result in kept} == {match, on.facts.id}
        assert [one["table"] for one in results.told(kept)["matches"]] == [match]
        assert len(results.table(kept).splitlines()) == 2

    serve(story)


def test_results_of_an_older_database_are_found(serve: Serving) -> None:
    async def before(server: Server) -> str:
        match = await played(server)
        async with server.store.engine.begin() as db:
            await db.execute(text("DELETE FROM results"))
        assert await server.store.results(ANN, 9) == []
        return match

    match = serve(before)

    async def after(server: Server) -> None:
        await server.house.list_all()
        assert [one["table"] for one in await server.store.results(ANN, 9)] == [match]
        assert await server.store.unlisted() == []

    serve(after)


def test_only_their_owner_is_told_them(web: Any) -> None:
    async def story(server: Server, client: httpx.AsyncClient) -> None:
        key = new_key()
        match = await played(server, people={0: hashed(key)})
        mine = {"authorization": f"Bearer {key}"}
        assert (await client.get("/api/mine/results", headers=mine)).json()["matches"][0]["table"] == match
        for other in ({}, {"authorization": f"Bearer {new_key()}"}):
            assert (await client.get("/api/mine/results", headers=other)).json() == {"games": [], "matches": []}
            assert len((await client.get("/api/mine/results.csv", headers=other)).text.splitlines()) == 1
        found = await client.get("/api/mine/results.csv", headers=mine)
        assert found.headers["cache-control"] == "no-store", "else a proxy might keep it, and tell it to others"
        (line,) = csv.DictReader(io.StringIO(found.text))
        assert (
            found.headers["content-type"].startswith("text/csv")
            and "attachment" in found.headers["content-disposition"]
        )
        assert (line["game"], line["players"], line["table"], line["house_rules"]) == (
            "thirteen",
            "4",
            match,
            "cards=5",
        )

    web(story)


def test_no_name_becomes_a_formula() -> None:
    result = {
        "table": "t", "ended": 0.0, "game": "thirteen", "title": "Thirteen", "options": {}, "deals": 1,
        "points": [0, 1], "payoff": [0.0, 1.0], "names": ["Ann", "=1+1"], "levels": [None, None],
        "counts": True, "seat": 0,
    }  # fmt: skip
    (line,) = csv.DictReader(io.StringIO(results.table([result])))
    assert line["opponents"] == "'=1+1 1" and line["place"] == "2" and line["won"] == "0"
