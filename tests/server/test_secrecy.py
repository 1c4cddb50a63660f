"""All bytes that a seat or an onlooker is sent stay the same when what is hidden from them is dealt anew."""

from __future__ import annotations

import asyncio
import copy
import logging
import random
from collections import defaultdict
from collections.abc import Iterator
from typing import Any

import httpx
import pytest

from cardshed.changes import changes
from cardshed.engine.core.seeds import written
from cardshed.engine.errors import CardshedError
from cardshed.engine.kit.conformance import some_options
from cardshed.engine.matches.match import Match
from cardshed.games import registry
from cardshed.server import errors, logs, thinking
from cardshed.server.live import Channel, encode
from cardshed.server.running import Server
from cardshed.server.security import new_key
from cardshed.tables import commands as c
from cardshed.tables.deciding import decide
from cardshed.tables.events import Event, Facts, Setting
from cardshed.tables.fair import hashed
from cardshed.tables.table import Eye, Table
from cardshed.wire import Writer
from tests.conftest import counted
from tests.server.conftest import ANN, Serving, finish, laid, look, move, now, sent, still

pytestmark = pytest.mark.compiled
games = pytest.mark.parametrize("game", registry.OURS)
GUEST = "a guest who waits for the next deal"
WORLDS = 2


def person(seat: int) -> str:
    return f"person {seat}"


def redealt(match: Match, seat: int | None, seed: int) -> Match:
    """The match with the same past, in which all that is hidden from a seat, or from an onlooker, is another."""
    rows = match.rows
    for who in range(match.players) if seat is None else [seat]:
        rows = Match(match.game, [rows]).imagine(who, seed).rows
    return Match(match.game, [*match._history[:-1], rows], match._moves, match.position)


def in_world(table: Table, world: Match) -> Table:
    other = copy.copy(table)
    other.match = world
    return other


def moments(game: str, salt: str, matches: int, each: int) -> Iterator[tuple[Table, random.Random]]:
    """Tables at moments of random matches under random house rules, where people sit at some seats."""
    dice = random.Random(f"{salt} of {game}")
    found = registry.named(game)
    for _ in range(matches):
        players, options = some_options(found, dice)
        seed = dice.getrandbits(64)
        given = found.given(found.blank(players, seed, options)[0])
        seats = tuple(None if p == 0 or dice.random() < 0.5 else "easy" for p in range(players))
        secret, setting = f"{dice.getrandbits(256):064x}", Setting(seats, timer=60.0)
        facts = Facts("secrettable", game, found.version, players, given, 0, secret, setting, 1e6)
        table = Table(facts, found)
        for p, level in enumerate(seats):
            if level is None:
                table.apply(Event("sit", p, {"person": person(p), "name": f"P{p}"}, 1e6))
        table.apply(Event("start", None, {}, 1e6))
        table.apply(Event("knock", players - 1, {"person": GUEST, "name": "G", "promised": True}, 1e6))
        wanted = each
        while wanted and not table.playing.over:
            if dice.random() < 0.15:
                wanted -= 1
                yield table, dice
            seat = dice.choice(table.playing.acting)
            text = dice.choice(table.playing.legal(seat)).text
            by = "person" if table.seats[seat].owner else "bot"
            table.apply(Event("move", seat, {"text": text, "by": by}, 1e6 + table.n))


def told(table: Table, eye: Eye) -> dict[str, Any]:
    return table.state(eye, [0], 2, 1e6)


def tries(match: Match, dice: random.Random) -> list[str]:
    """Moves to try: what others hold and could play, what could be played before, and nonsense."""
    texts = {offered.text for seat in range(match.players) for offered in match.legal(seat)}
    for moment in (match.at(dice.randint(0, match.plies)) for _ in range(3)):
        texts |= {offered.text for seat in moment.acting for offered in moment.legal(seat)}
    chosen = dice.sample(sorted(texts), min(12, len(texts)))
    pieces = sorted({part for text in texts for part in text.split()})
    chosen += [" ".join(dice.choices(pieces, k=dice.randint(1, 4))) for _ in range(6)]
    return [*chosen, "pass", "draw", "3S", "xyzzy", "9" * 300]


def answer(table: Table, who: str | None, command: c.Command) -> bytes:
    """What somebody is answered, whether it can be done or not."""
    try:
        decision = decide(table, who, command, 0.0)
        if decision.event is not None:
            table.after(decision.event)
        return encode(decision.reply).encode()
    except CardshedError as problem:
        return encode({"status": errors.status_of(problem), **errors.told(problem.message)}).encode()


@games
def test_states_and_changes(game: str) -> None:
    before: dict[Eye, dict[str, Any]] = {}
    writers: dict[Eye, Writer] = defaultdict(Writer)
    seen_other = False
    for table, dice in moments(game, "states", counted(12, 150, 1), counted(10, 30, 1)):
        for eye in (None, GUEST, *range(table.facts.players)):
            seat = eye if isinstance(eye, int) else None  # a guest sees what an onlooker sees
            real, writer = told(table, eye), writers[eye]
            knowing = copy.deepcopy(writer)  # all that was sent before
            wire = encode(writer.write(real))
            for _ in range(WORLDS):
                world = in_world(table, redealt(table.playing, seat, dice.getrandbits(64)))
                seen_other |= world.playing.rows.tobytes() != table.playing.rows.tobytes()
                other = told(world, eye)
                assert encode(real) == encode(other)
                assert wire == encode(copy.deepcopy(knowing).write(other))
                assert changes(before.get(eye), real) == changes(before.get(eye), other)
                assert world.summary().told == table.summary().told
            text, seed = encode(real), table.playing.seed
            for secret in (table.facts.salt, written(seed), str(seed), person(0), GUEST):
                assert secret not in text
            assert table.commitment in text
            before[eye] = real
    assert seen_other, "nothing was redealt, so nothing was tested"


@games
def test_refusals_of_moves(game: str) -> None:
    """Neither the answer nor its reason depends on what the asker cannot see."""
    answers = set()
    for table, dice in moments(game, "refusals", counted(5, 100, 2), counted(6, 25, 6)):
        texts = tries(table.playing, dice)
        for seat in table.people:
            commands: list[c.Command] = [c.Move(text=text, after=table.n) for text in texts]
            commands += [c.Undo(after=table.n), c.Answer(yes=True, after=table.n), c.Hint()][:2]
            world = in_world(table, redealt(table.playing, seat, dice.getrandbits(64)))
            for command in commands:
                real = answer(table, person(seat), command)
                answers.add(real)
                if isinstance(command, c.Undo) and b"undone" in real:
                    continue  # what may be undone hangs on the past, which has no other worlds here
                assert real == answer(world, person(seat), command), command
    assert len(answers) > 5


@games
def test_hints(serve: Serving, game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("secrets.randbits", lambda bits: 12345)
    monkeypatch.setattr(thinking, "GUARDS", (1e3,) * 4)
    monkeypatch.setattr("cardshed.bots.levels.rollouts", lambda game, level: 60)

    async def story(server: Server) -> None:
        hinted = 0
        for table, dice in moments(game, "hints", counted(3, 20, 1), counted(4, 12, 1)):
            for seat in table.people:
                if seat in table.playing.acting:
                    server.house.tables["secrettable"] = table
                    real = encode(await server.hint("secrettable", person(seat)))
                    world = in_world(table, redealt(table.playing, seat, dice.getrandbits(64)))
                    server.house.tables["secrettable"] = world
                    assert encode(await server.hint("secrettable", person(seat))) == real
                    hinted += '"visits"' in real
        assert hinted

    serve(story)


@games
def test_sockets_and_http(web: Any, game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The same through the wires: what a page fetches, what a socket is sent when it comes, and afterwards."""

    monkeypatch.setattr("cardshed.server.clock.now", lambda: 1e6)  # which every message tells

    async def story(server: Server, client: httpx.AsyncClient) -> None:
        still(server)
        keys = [new_key() for _ in range(8)]
        for table, dice in moments(game, "wires", counted(2, 20, 1), counted(3, 10, 1)):
            table = copy.copy(table)
            table.seats = [copy.copy(one) for one in table.seats]
            match = table.facts.id
            for p in table.people:
                table.seats[p].owner = hashed(keys[p])
            for seat in (None, *table.people):
                who, head = (
                    (None, {}) if seat is None else (hashed(keys[seat]), {"authorization": f"Bearer {keys[seat]}"})
                )
                heard = []
                worlds = [table.playing, *(redealt(table.playing, seat, dice.getrandbits(64)) for _ in range(WORLDS))]
                for world in worlds:
                    server.house.tables[match] = in_world(table, world)
                    got = await client.get(f"/api/tables/{match}", headers=head)
                    page = await client.get(f"/t/{match}", headers=head)
                    assert (got.status_code, page.status_code) == (200, 200)
                    connection = look(server, match, who)
                    server.live.changed(server.house.tables[match].after(Event("say", 0, {"phrase": "wow"}, 1e6)))
                    messages = sent(connection)
                    server.go(connection)
                    assert [message[:15] for message in messages] == ['{"type":"state"', '{"type":"change']
                    heard.append([got.content, page.content, *messages])
                    for text in (str(message) for message in heard[-1]):
                        assert table.facts.salt not in text
                        assert not any(key in text or hashed(key) in text for key in keys)
                assert all(other == heard[0] for other in heard[1:])

    web(story)


@pytest.mark.parametrize("by", ["person", "bot", "timer"])
def test_a_sealed_choice_is_sealed_on_the_wire(serve: Serving, monkeypatch: pytest.MonkeyPatch, by: str) -> None:
    """X-8: whatever somebody chose, the others are sent the same until all have chosen."""
    monkeypatch.setattr("time.time", lambda: 1e6)
    monkeypatch.setattr("cardshed.server.clock.now", lambda: 1e6)
    monkeypatch.setattr("cardshed.server.house.new_id", lambda: "sealedtable")
    monkeypatch.setattr("tests.server.conftest.new_id", lambda: "sealedtable")
    people = {0: "p0", 1: "p1", 2: "p2"}

    async def story(server: Server) -> None:
        heard = []
        still(server)
        for choice in ("keep", "trade WR"):
            server.house.tables.clear()
            async with server.store.engine.begin() as db:
                for name in ("matches", "events", "summaries", "people"):
                    await db.exec_driver_sql(f"DELETE FROM {name}")
            match = await laid(server, "pyramid", people, players=3)
            others = [look(server, match, who) for who in ("p0", "p2", None)]
            chooser = look(server, match, "p1")
            await move(server, match, choice, seat=1, by="" if by == "person" else by)
            told = [sent(connection) for connection in others]
            late = look(server, match, None)
            told.append(sent(late))
            heard.append(told)
            assert f'".label.{choice.split()[0]}"' in "".join(sent(chooser))  # who chose is told
            for one in told:
                assert "label.keep" not in "".join(one[1:]) and "label.trade" not in "".join(one[1:])
            listed = await server.store.listed("playing", 9)
            heard[-1].append([encode({"listed": listed})])
            for seat in (0, 2):
                await move(server, match, "keep", seat=seat)
            shown = ["".join(sent(connection)) for connection in others]
            assert all(f'".label.{choice.split()[0]}"' in one for one in shown)  # and in the end everybody is
            for connection in (*others, chooser, late):
                server.go(connection)
            await asyncio.sleep(0)
        assert heard[0] == heard[1]

    serve(story)


def test_salt_and_seed_are_told_at_the_end_and_not_before(serve: Serving) -> None:
    async def story(server: Server) -> None:
        still(server)
        match = await laid(server, seed=0xABCDEF0123456789)
        connection = look(server, match, None)
        while now(server, match).stage != "over":
            text = "".join(sent(connection))
            assert "5a" * 16 not in text and "abcdef0123456789" not in text
            await move(server, match, by="bot")
        text = "".join(sent(connection))
        assert '"5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a"' in text and '"abcdef0123456789"' in text

    serve(story)


def test_a_channel_tells_what_changed_and_nothing_else(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cardshed.server.clock.now", lambda: 5.0)
    channel = Channel()
    state = {"table": {"deadline": None}, "view": None, "a": 1, "secret": [1, 2]}
    channel.whole(state)
    assert channel.change(state | {"a": 2}) == '{"type":"change","version":1,"changes":{"a":[2]}}'
    told = channel.change(state | {"a": 2, "table": {"deadline": 9.0}})
    assert told == '{"type":"change","version":2,"now":5.0,"changes":{"table":{"deadline":[9.0]}}}'


def test_logs_and_metrics_tell_no_secrets(web: Any, caplog: pytest.LogCaptureFixture) -> None:
    async def story(server: Server, client: httpx.AsyncClient) -> None:
        key = new_key()
        head = {"authorization": f"Bearer {key}"}
        made = await client.post("/api/tables", json={"game": "thirteen", "pace": "instant"}, headers=head)
        match = made.json()["id"]
        ticket = await client.post(f"/api/tables/{match}/ticket", json={}, headers=head)
        await client.post(f"/api/tables/{match}/move", json={"text": "3S 4H", "after": 2}, headers=head)
        facts = now(server, match).facts
        server.store._failed("writing", ValueError("a failure"))
        await finish(server, match)
        kept = "\n".join(logs.Lines().format(record) for record in caplog.records)
        kept += server.metrics.text().decode() + str(server.status())
        assert "a failure" in kept
        seed = now(server, match).playing.seed
        secrets = [key, hashed(key), ticket.json()["ticket"], facts.salt, written(seed), str(seed), match]
        assert not [secret for secret in secrets if secret in kept]

    with caplog.at_level(logging.DEBUG, "cardshed"):
        web(story)


def test_what_a_database_says_hides_what_was_to_be_written(serve: Serving) -> None:
    async def story(server: Server) -> None:
        from sqlalchemy import text
        from sqlalchemy.exc import SQLAlchemyError

        with pytest.raises(SQLAlchemyError) as caught:
            async with server.store.engine.begin() as db:
                await db.execute(text("INSERT INTO nowhere VALUES (:seed)"), {"seed": "5ec2e7"})
        assert "5ec2e7" not in str(caught.value)

    serve(story)


def test_the_redeal_of_these_tests_finds_a_leak() -> None:
    """A table that told an onlooker a hand would be caught."""
    ((table, dice),) = moments("thirteen", "leak", 1, 1)
    world = in_world(table, redealt(table.playing, None, dice.getrandbits(64)))
    assert told(table, None) == told(world, None)
    assert told(table, 0)["view"] != told(world, 0)["view"]


def test_who_asks_for_nothing_is_told_no_name_of_a_person(serve: Serving) -> None:
    """The hash of a key is a secret too: whoever knew it could not use it, but could tell that two are one."""

    async def story(server: Server) -> None:
        match = await laid(server)
        assert ANN not in encode(now(server, match).state(None, [], 0))
        assert ANN not in encode({"listed": await server.store.listed("playing", 9)})

    serve(story)
