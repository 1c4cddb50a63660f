"""What is said, rematches, and matches as records."""

from __future__ import annotations

import asyncio

import pytest

from cardshed.engine.errors import CardshedError
from cardshed.engine.matches.record import parse, replay
from cardshed.server import asked
from cardshed.server.running import Server
from cardshed.tables import commands as c
from cardshed.tables.seating import shuffled_on
from tests.server.conftest import ANN, BEN, CAT, Serving, act, finish, laid, now
from tests.server.happening import refused

pytestmark = pytest.mark.compiled


def test_phrases_are_heard_by_all_and_free_words_by_none(serve: Serving) -> None:
    async def story(server: Server) -> None:
        match = await laid(server)
        await act(server, match, ANN, c.Say(phrase="well_played"))
        told = now(server, match).state(None, [], 0)["log"]
        assert [entry["phrase"] for entry in told.values() if entry["kind"] == "say"] == ["well_played"]
        await refused("server.refused.not_seated", server, match, BEN, c.Say(phrase="hello"))
        with pytest.raises(ValueError):
            asked.reader.validate_python({"type": "say", "phrase": "you fool"})

    serve(story)


def test_a_rematch_seats_the_same_people_once(serve: Serving) -> None:
    async def story(server: Server) -> None:
        match = await laid(server, people={0: ANN, 2: BEN}, options={"rules": "southern"}, private=False, timer=50.0)
        await refused("server.table.not_over", server, match, ANN, c.Rematch())
        await finish(server, match)
        await refused("server.refused.not_seated", server, match, CAT, c.Rematch())
        found = await asyncio.gather(*[act(server, match, who, c.Rematch()) for who in (ANN, BEN, ANN)])
        assert len({reply["table"] for reply in found}) == 1
        again = now(server, found[0]["table"])
        assert again.facts.id != match
        assert [seat.owner for seat in again.seats] == [ANN, None, BEN, None]
        assert (again.stage, again.shuffling) == ("waiting", "commit"), "they are asked for a nonce first"
        await server.house.put(again.facts.id, lambda now: shuffled_on(now, 0.0))
        again = now(server, again.facts.id)
        assert again.stage == "playing"
        assert (again.facts.options, again.facts.setting.timer) == ({"rules": "southern"}, 50.0)
        assert again.playing.seed != now(server, match).playing.seed
        assert now(server, match).about(None, [], 0)["rematch"] == again.facts.id
        listed = await server.store.listed("playing", 10)
        assert [one["id"] for one in listed] == [again.facts.id], "a table too many was made"
        assert await act(server, match, BEN, c.Rematch()) == {"table": again.facts.id}

    serve(story)


@pytest.mark.parametrize("name", ["# Ann", "Ann #", "#", "A: b", "1 pass", "Ä ö", "name", "  x  "])
def test_no_name_spoils_the_record(serve: Serving, name: str) -> None:
    async def story(server: Server) -> None:
        wanted = asked.NewTable(game="thirteen", players=4, name=name, pace="instant")
        table = await server.house.create(wanted, ANN)
        table = await finish(server, table.facts.id)
        assert replay(parse(table.record()), table.game).over

    serve(story)


def test_upload(serve: Serving) -> None:
    async def story(server: Server) -> None:
        text = (await finish(server, await laid(server))).record()
        table = await server.house.upload(text)
        assert table.stage == "over"
        assert [seat.name for seat in table.seats] == ["Ann", "easy bot", "easy bot", "easy bot"]
        assert table.record() == text
        await refused("server.refused.over", server, table.facts.id, ANN, c.Sit())
        await refused("server.refused.not_seated", server, table.facts.id, ANN, c.Rematch())
        assert table.seat_of("record 0") == 0  # nobody's hash

    serve(story)


def test_uploads_that_are_refused(serve: Serving) -> None:
    async def story(server: Server) -> None:
        text = (await finish(server, await laid(server))).record()
        lines = text.splitlines()
        points = next(line for line in lines if line.startswith("points"))
        salt = next(line for line in lines if line.startswith("salt"))
        for wrong, key in (
            ("", "engine.record.first_line"),
            ("\n".join([line for line in lines[:-3] if line != points]), "server.refused.unfinished"),
            (text.replace("rules: ", "rules: 9"), "engine.record.version"),
            (text.replace("game: thirteen", "game: /etc"), "engine.game.unknown"),
            (text.replace(points, "points: 1 2 3 4"), "engine.record.points"),
            (text.replace(salt, "salt: " + "00" * 16), "server.fair.wrong"),
            (text.replace(salt, ""), "server.fair.missing"),
        ):
            with pytest.raises(CardshedError) as caught:
                await server.house.upload(wrong)
            assert caught.value.message.key == key
        assert len(server.house.tables) == 1

    serve(story)


def test_an_uploaded_record_without_a_commitment_proves_nothing(serve: Serving) -> None:
    async def story(server: Server) -> None:
        text = (await finish(server, await laid(server))).playing.record()
        table = await server.house.upload(text)
        assert table.about(None, [], 0)["shuffle"]["commitment"] is None
        assert "salt" not in parse(table.record()).head

    serve(story)


def test_an_uploaded_name_that_cannot_be_printed(serve: Serving) -> None:
    async def story(server: Server) -> None:
        text = (await finish(server, await laid(server))).record()
        table = await server.house.upload(text.replace("name 0: Ann", "name 0: A\x00\tb\u202ec" + "d" * 99))
        assert (table.seats[0].name or "").isprintable()
        assert len(table.seats[0].name or "") <= 24
        assert parse(table.record())

    serve(story)
