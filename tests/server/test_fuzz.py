"""Whatever is sent: an answer, no fault of ours, nothing hidden told, and the table plays on."""

from __future__ import annotations

import asyncio
import json
import logging
import random
import threading
import time
from collections.abc import Iterator
from typing import Any

import orjson
import pytest
import schemathesis
import uvicorn
from hypothesis import Phase, given, settings
from hypothesis import strategies as st
from hypothesis.errors import Unsatisfiable
from schemathesis.checks import not_a_server_error
from schemathesis.generation import GenerationMode
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from cardshed.engine.core.seeds import written
from cardshed.games import registry
from cardshed.server.app import make_app
from cardshed.server.limits import Limits
from cardshed.server.live import Connection, encode
from cardshed.server.running import Server
from cardshed.server.security import new_key
from cardshed.server.sockets import _Talk
from cardshed.tables import commands as c
from cardshed.tables.decision import event
from cardshed.tables.fair import hashed
from tests.conftest import counted
from tests.server.conftest import Serving, Wire, finish, laid, move, now, sent, still
from tests.server.test_secrecy import in_world, redealt
from tests.tables.house import as_told

pytestmark = pytest.mark.compiled

EACH = 20  # messages of one example
MANY = Limits(messages=1e9, messages_at_once=10**9, requests=1e9, requests_at_once=10**9, new_tables=1e9)
ANN, BEN, EVE = new_key(), new_key(), new_key()
KEYS = (ANN, BEN, EVE, None)
KINDS = list(c.COMMANDS)

# --- sockets -------------------------------------------------------------------------------------

scalars = (
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(max_size=20)
    | st.sampled_from([10**400, 2**53, -1])
)
anything = st.recursive(
    scalars,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=6), inner, max_size=3),
    max_leaves=8,
)
# What a recipe names is filled in when the message is sent: how many events there are, what is legal.
places = st.sampled_from(["n", "n", "n", "n", "n-1", "n+1", "0", "10000000"])
texts = st.sampled_from(["legal", "legal", "legal", "others", "mixed"]) | st.text(max_size=30)
fields: dict[str, st.SearchStrategy[Any]] = {
    "id": st.integers(0, 2**53),
    "after": places,
    "text": texts,
    "yes": st.booleans(),
    "phrase": st.sampled_from(c.PHRASES),
    "seat": st.integers(0, 15),
    "name": st.text(max_size=30),
    "ticket": st.just("ticket") | st.text(max_size=40),
}
NEEDED = {"move": ["text", "after"], "undo": ["after"], "answer": ["yes", "after"], "say": ["phrase"]}


@st.composite
def sensible(draw: st.DrawFn) -> dict[str, Any]:
    kind = draw(st.sampled_from([*KINDS, "move", "move", "move", "undo"]))
    names = [*NEEDED.get(kind, []), *draw(st.lists(st.sampled_from(["id", "seat", "ticket"]), max_size=1))]
    return {"type": kind, **{name: draw(fields[name]) for name in names}}


@st.composite
def crooked(draw: st.DrawFn) -> dict[str, Any]:
    """A message with something that does not belong there."""
    message = draw(sensible())
    return message | draw(st.dictionaries(st.sampled_from([*fields, "type", "x", ""]), anything, max_size=2))


messages = sensible() | crooked() | anything | st.text(max_size=60) | st.none()
scripts = st.lists(st.tuples(st.integers(0, 5), messages), min_size=EACH, max_size=EACH)


class Fuzzed:
    """A table of a game with four who send: Ann and Ben, a stranger with a key, and somebody without."""

    def __init__(self, server: Server, match: str, dice: random.Random) -> None:
        self.server = server
        self.match = match
        self.dice = dice
        self.ticket = "x" * 30
        self.talks = []
        for key in KEYS:
            person = hashed(key) if key else None
            connection = Connection(Wire(), match, person, None, now(server, match).eye_of(person))
            server.come(connection, now(server, match))
            self.talks.append(_Talk(server, None, connection))  # type: ignore[arg-type]

    def filled_in(self, message: Any) -> str | None:
        """The message as it goes over the wire; None is a binary one."""
        if message is None or isinstance(message, str):
            return message
        if isinstance(message, dict):
            message = dict(message)
            n = now(self.server, self.match).n
            ns = {"n": n, "n-1": max(0, n - 1), "n+1": n + 1, "0": 0, "10000000": 10_000_000}
            after, text = message.get("after"), message.get("text")
            if isinstance(after, str) and after in ns:
                message["after"] = ns[after]
            if isinstance(text, str) and text in ("legal", "others", "mixed"):
                message["text"] = self.some_text(text)
            if message.get("ticket") == "ticket":
                message["ticket"] = self.ticket
        return json.dumps(message)

    def some_text(self, which: str) -> str:
        match = now(self.server, self.match).match
        if match is None or match.over:
            return "pass"
        offered = [one.text for seat in match.acting for one in match.legal(seat)]
        chosen = self.dice.choice(offered)
        if which == "mixed":
            words = " ".join(offered).split()
            chosen = " ".join(self.dice.choices(words, k=self.dice.randint(1, 6)))
        return chosen

    async def who(self, sender: int) -> int:
        """Beyond those who are there: whoever has the move, after the bots."""
        while sender >= len(KEYS):
            match = now(self.server, self.match).match
            if match is None or match.over:
                return 0
            owners = [talk.connection.eye for talk in self.talks]
            if match.acting[0] in owners:
                return owners.index(match.acting[0])
            text = self.dice.choice(match.legal(match.acting[0])).text
            await move(self.server, self.match, text, match.acting[0], by="bot")
            self.heard()
        return sender

    def heard(self) -> list[list[Any]]:
        """What each was sent since."""
        return [[orjson.loads(self.checked(text)) for text in sent(talk.connection)] for talk in self.talks]

    async def send(self, sender: int, message: Any) -> None:
        sender = await self.who(sender)
        talk = self.talks[sender]
        await talk._hear(self.filled_in(message))
        if talk.hinting:
            await talk.hinting
        for k, heard in enumerate(self.heard()):
            if k == sender:
                assert [one for one in heard if one["type"] in ("reply", "error", "state")], "no answer"
            for one in heard:
                self.ticket = one.get("ticket") or self.ticket

    def checked(self, text: str) -> str:
        """What is sent to anybody, at any time."""
        table = now(self.server, self.match)
        told = orjson.loads(text)
        assert told["type"] in ("state", "change", "reply", "error")
        if told["type"] == "error":
            assert told.get("status", 400) < 500
            assert told["error"]["text"]
        if table.stage != "over":
            hidden = [table.facts.salt, *([written(table.match.seed)] if table.match else [])]
            assert not [secret for secret in hidden if secret in text]
        assert not [key for key in KEYS if key and (key in text or hashed(key) in text)]
        return text

    def leaks_nothing(self) -> None:
        table = now(self.server, self.match)
        if table.stage == "playing":
            for seat in (None, *range(table.facts.players)):
                world = in_world(table, redealt(table.playing, seat, self.dice.getrandbits(64)))
                assert encode(table.state(seat, [], 0)) == encode(world.state(seat, [], 0))

    async def plays_on(self) -> None:
        for talk in self.talks:
            self.server.go(talk.connection)
        if now(self.server, self.match).stage == "waiting":
            await self.server.house.put(self.match, lambda _: event("start", None, time.time()))
        for _ in range(3):
            if now(self.server, self.match).stage == "playing":
                await move(self.server, self.match, by="bot")
        live = as_told(now(self.server, self.match))
        self.server.house.forget(0.0)
        assert as_told(await self.server.house.table(self.match)) == live
        self.server.house.forget(0.0)


@pytest.mark.parametrize("game", registry.OURS)
def test_socket_messages(
    serve: Serving, game: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr("cardshed.bots.levels.rollouts", lambda game, level: 4)
    examples = max(1, counted(2_000, 100_000, 20) // EACH // len(registry.OURS))
    with asyncio.Runner() as runner:
        server = runner.run(Server.open(serve.config(limits=MANY)))
        still(server)

        async def one(script: list[tuple[int, Any]], seed: int) -> None:
            dice = random.Random(seed)
            people = {0: hashed(ANN), 1: hashed(BEN)}
            secret = dice.getrandbits(64)  # not `seed`: a small one could stand by chance in what somebody sends
            match = await laid(server, game, people, seed=secret, start=dice.random() < 0.8)
            for _ in range(dice.choice([0, 0, 5, 30])):
                table = now(server, match)
                if table.stage == "playing":
                    seat = dice.choice(table.playing.acting)
                    await move(server, match, dice.choice(table.playing.legal(seat)).text, seat, by="bot")
            fuzzed = Fuzzed(server, match, dice)
            await fuzzed.send(len(KEYS), {"type": "move", "text": "legal", "after": "n"})  # so that there is one
            for sender, message in script:
                await fuzzed.send(sender, message)
            fuzzed.leaks_nothing()
            await fuzzed.plays_on()

        @settings(max_examples=examples, phases=[Phase.generate])  # to shrink a script takes minutes
        @given(scripts, st.integers(0, 2**32))
        def fuzz(script: list[tuple[int, Any]], seed: int) -> None:
            runner.run(one(script, seed))

        try:
            fuzz()
        finally:
            runner.run(server.close())
        done = server.metrics.text().decode()
    assert [record for record in caplog.records if record.levelno >= logging.ERROR] == []
    assert 'kind="move",outcome="done"' in done, "no move was ever made, so little was tested"
    assert 'kind="move",outcome="refused"' in done


# --- HTTP ----------------------------------------------------------------------------------------


class Running:
    """A server of this process behind a real socket, in a thread of its own."""

    def __init__(self, serve: Serving) -> None:
        self.app = make_app(serve.config(limits=MANY))
        settings = uvicorn.Config(self.app, port=0, log_config=None, access_log=False, ws="none")
        self.uvicorn = uvicorn.Server(settings)
        self.loop: asyncio.AbstractEventLoop | None = None
        self.thread = threading.Thread(target=self._run, daemon=True)
        self.thread.start()
        end = time.monotonic() + 60
        while not self.uvicorn.started:
            assert time.monotonic() < end and self.thread.is_alive(), "it does not start"
            time.sleep(0.01)
        port = self.uvicorn.servers[0].sockets[0].getsockname()[1]
        self.url = f"http://127.0.0.1:{port}"
        self.server: Server = self.app.state.server

    def _run(self) -> None:
        async def run() -> None:
            self.loop = asyncio.get_running_loop()
            await self.uvicorn.serve()

        asyncio.run(run())

    def do(self, work: Any) -> Any:
        assert self.loop is not None
        return asyncio.run_coroutine_threadsafe(work, self.loop).result(60)

    def stop(self) -> None:
        self.uvicorn.should_exit = True
        self.thread.join(30)
        assert not self.thread.is_alive()


@pytest.fixture
def running(serve: Serving) -> Iterator[Running]:
    found = Running(serve)
    try:
        yield found
    finally:
        found.stop()


CHECKS: list[Any] = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
]


def test_requests(running: Running, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture) -> None:
    """Every address, with what its schema allows and with what it does not."""
    monkeypatch.setattr("cardshed.bots.levels.rollouts", lambda game, level: 4)
    still(running.server)

    async def some_tables() -> list[str]:
        people = {0: hashed(ANN), 1: hashed(BEN)}
        found = [await laid(running.server, game, people) for game in registry.OURS]
        found.append(await laid(running.server, people={0: hashed(ANN)}, start=False))
        over = await laid(running.server)
        await finish(running.server, over)
        return [*found, over]

    tables = running.do(some_tables())
    schema: Any = schemathesis.openapi.from_url(f"{running.url}/openapi.json")
    statuses: set[tuple[str, int]] = set()
    examples = counted(6, 400, 1)
    operations = [found.ok() for found in schema.get_all_operations()]
    assert len(operations) >= 24
    for operation in operations:
        for mode in (GenerationMode.POSITIVE, GenerationMode.NEGATIVE):

            @settings(max_examples=examples, phases=[Phase.generate])
            @given(operation.as_strategy(generation_mode=mode), st.sampled_from([*tables, None]), st.sampled_from(KEYS))
            def ask(case: Any, table: str | None, key: str | None) -> None:
                if table and "table" in (case.path_parameters or {}):
                    case.path_parameters["table"] = table
                    if isinstance(case.body, dict) and case.body.get("after") == 0:
                        case.body["after"] = 3
                if table and case.path == "/api/tables" and isinstance(case.body, dict) and "game" in case.body:
                    case.body["game"] = "thirteen"  # no other name would be drawn
                    for name in ("players", "seats", "seat", "options") if table == tables[0] else ():
                        case.body.pop(name, None)
                headers = {"authorization": f"Bearer {key}"} if key else {}
                answer = case.call(headers=headers)
                case.validate_response(answer, checks=CHECKS)
                statuses.add((case.method.lower(), answer.status_code))
                if table != tables[-1]:
                    assert "5a" * 16 not in answer.text

            try:
                ask()
            except Unsatisfiable as nothing:  # an address without anything to get wrong
                assert mode == GenerationMode.NEGATIVE, nothing
    assert {("get", 200), ("post", 200), ("post", 201), ("post", 403), ("post", 409), ("post", 422)} <= statuses
    assert not [record for record in caplog.records if record.levelno >= logging.ERROR]

    async def play_on() -> None:
        for match in tables[:5]:
            await running.server.house.table(match)
            if now(running.server, match).stage == "playing":
                await move(running.server, match, by="bot")

    running.do(play_on())


def test_what_the_schema_promises(web: Any) -> None:
    """Every address is described, with what it refuses."""

    async def story(server: Server, client: Any) -> None:
        told = (await client.get("/openapi.json")).json()
        for kind in KINDS[:-1]:
            asked = told["paths"][f"/api/tables/{{table}}/{kind}"]["post"]
            assert asked["description"]
            assert {"200", "403", "404", "409", "422", "429", "503"} <= set(asked["responses"])

    web(story)
