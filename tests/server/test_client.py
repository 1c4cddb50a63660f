"""The client against a real server: it plays, notices what it missed, comes back by itself, and says what is wrong."""

from __future__ import annotations

import asyncio
import json
import random
import re
import subprocess
import sys
import time
from collections.abc import Callable, Coroutine, Iterator
from pathlib import Path
from typing import Any, TypeVar, cast

import pytest
from typer.testing import CliRunner
from websockets.asyncio.client import ClientConnection

import cardshed
from cardshed import client
from cardshed.cli import app
from cardshed.engine.errors import CardshedError
from tests.chosen import chosen
from tests.conftest import PROOF, counted
from tests.processes import ROOT, environment, started
from tests.server.served import CUT, DROP, PASS, Served, gateway, serving

pytestmark = pytest.mark.compiled

BOTS = ["easy"] * 4
SECONDS = 60.0  # after which something that should happen never will
T = TypeVar("T")


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with serving(tmp_path_factory.mktemp("server"), "--only", "thirteen", "--grace", "300") as found:
        yield found


@pytest.fixture
def served(server: Served) -> Served:
    """One server for all tests; one that a test has killed is begun again."""
    if server.process is None:
        server.start()
    return server


def run(story: Coroutine[Any, Any, T]) -> T:
    return asyncio.run(asyncio.wait_for(story, SECONDS))


async def made(server: str, options: dict[str, Any] | None = None, **setting: Any) -> client.Made:
    setting = {"game": "thirteen", "seats": BOTS, "pace": "instant", "name": "Ann"} | setting
    return await client.create(server, options=chosen("thirteen", options), **setting)


async def to_the_end(seat: client.Seat) -> list[str]:
    """Play the first move each time; returns what was played."""
    played = []
    async for _ in seat:
        if seat.moves:
            played.append(seat.moves[0])
            await seat.play(played[-1])
    return played


def moves_of(record: str, seat: int) -> list[str]:
    return [move.text for move in cardshed.replay(record).moves if move.seat == seat]


def test_a_seat_is_played_to_the_end(served: Served) -> None:
    async def go() -> None:
        table = await made(served.url, options={"match": 2})
        assert table.seat == 0 and table.link == f"{served.url}/t/{table.id}"
        async with client.join(table.link, key=table.key) as seat:
            played = await to_the_end(seat)
            assert seat.over and seat.moves == [] and seat.view is not None and sum(seat.view["points"]) == 2
        assert moves_of(await client.record(table.link), 0) == played

    run(go())


def test_the_log_holds_no_link_key_name_or_address(served: Served) -> None:
    async def go() -> None:
        table = await made(served.url, name="Zacharias")
        async with client.join(table.link, key=table.key) as seat:
            ticket = (await seat.ask("ticket"))["ticket"]
        said = served.log()
        assert '"serving"' in said
        for hidden in (table.id, table.key, ticket, "Zacharias", "/api/", "127.0.0.1:"):
            assert hidden not in said.replace(served.url, ""), hidden

    run(go())


def test_a_played_move_is_in_the_state_when_play_returns(served: Served) -> None:
    async def go() -> None:
        table = await made(served.url, pace="slow")
        async with client.join(table.link, key=table.key) as seat:
            before, after = seat.state, await _play_first(seat)
            assert before["table"]["n"] < after["table"]["n"]
            assert before["view"]["plies"] == 0 < after["view"]["plies"]  # the old state is as it was
            assert not seat.moves

    run(go())


async def _play_first(seat: client.Seat) -> client.State:
    while not seat.moves:
        await seat.next()
    await seat.play(seat.moves[0])
    return seat.state


def test_play_asks_for_each_choice_and_returns_the_end(served: Served) -> None:
    table = run(made(served.url))
    asked: list[int] = []

    def choose(state: client.State) -> str:
        asked.append(state["table"]["n"])
        return state["view"]["moves"][0]["text"]

    end = client.play(table.link, choose, key=table.key)
    assert end["table"]["stage"] == "over" and len(asked) == len(set(asked)) > 0
    assert len(moves_of(run(client.record(table.link)), 0)) == len(asked)


def test_the_outside_bot_plays_by_a_link(served: Served, tmp_path: Path) -> None:
    """The example sits down at a table that waits for it, plays on, and its match can be verified."""
    table = run(made(served.url, seats=["easy", None, "easy", "easy"], seat=None))
    told = subprocess.run(
        [sys.executable, str(ROOT / "examples/outside_bot.py"), table.link, "Pie"],
        env=environment(),
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert told.returncode == 0 and told.stdout.startswith("seat 1, points ["), told.stderr
    record = run(client.record(table.link))
    assert "\nname 1: Pie\n" in record
    (tmp_path / "match.shed").write_text(record)
    with started("verify", str(tmp_path / "match.shed")) as process:
        out, err = process.communicate(timeout=120)
    assert process.returncode == 0 and out.startswith("The shuffle is the one that was committed to"), err


def test_the_outside_bot_is_short_and_says_what_is_wrong(served: Served) -> None:
    file = ROOT / "examples/outside_bot.py"
    assert len(file.read_text().splitlines()) <= 40
    for link, why in (
        (f"{served.url}/t/abcdefghjkmn", "There is no such table."),
        ("http://127.0.0.1:1/t/abcdefghjkmn", "does not answer"),
        ("cards", "is no link to a table"),
    ):
        told = subprocess.run([sys.executable, file, link], env=environment(), capture_output=True, text=True)
        assert told.returncode == 1 and why in told.stderr and "Traceback" not in told.stderr


def test_what_is_told_in_another_way_is_refused_with_a_sentence(served: Served) -> None:
    def fate(way: str, told: dict[str, Any]) -> str:
        return json.dumps(told | {"protocol": 3}) if told["type"] == "state" else PASS

    async def go() -> None:
        table = await made(served.url)
        with pytest.raises(CardshedError, match="tells a table in way 3, and this program or page knows way 2"):
            async with gateway(served.url, fate) as address, client.join(f"{address}/t/{table.id}", key=table.key):
                pass

    run(go())


# --- what gets lost ------------------------------------------------------------------------------


def test_a_missed_change_is_noticed_and_repaired(served: Served) -> None:
    seen: list[tuple[str, str]] = []

    def fate(way: str, told: dict[str, Any]) -> str:
        seen.append((way, told["type"]))
        if told["type"] != "change" or told["version"] % 3:
            return PASS
        changed = told["changes"]
        waits = changed.get("view", {}).get("moves") or "stage" in changed.get("table", {})  # nothing comes after it
        return PASS if waits else DROP

    async def go() -> None:
        table = await made(served.url)
        async with gateway(served.url, fate) as address, client.join(f"{address}/t/{table.id}", key=table.key) as seat:
            played = await to_the_end(seat)
            async with client.join(table.link, key=table.key) as other:
                assert seat.view == other.view
        assert seen.count(("in", "sync")) > 0 and seen.count(("out", "state")) == 1 + seen.count(("in", "sync"))
        assert moves_of(await client.record(table.link), 0) == played

    run(go())


@pytest.mark.parametrize("lost", ["change", "reply"])
def test_a_move_whose_answer_is_lost_counts_once(served: Served, lost: str) -> None:
    """The connection is cut when the server has a move and tells of it. The client sends it again, word for word."""
    sent: list[tuple[str, int]] = []
    cut: list[tuple[str, int]] = []

    def fate(way: str, told: dict[str, Any]) -> str:
        if told["type"] == "move":
            sent.append((told["text"], told["after"]))
        elif told["type"] == lost and sent and sent[-1] not in cut:
            cut.append(sent[-1])
            return CUT
        return PASS

    async def go() -> None:
        table = await made(served.url)
        async with gateway(served.url, fate) as address, client.join(f"{address}/t/{table.id}", key=table.key) as seat:
            played = await to_the_end(seat)
        assert moves_of(await client.record(table.link), 0) == played == [text for text, _ in cut]
        assert sent == [move for move in cut for _ in range(2)]

    run(go())


def test_what_must_not_be_sent_twice_is_not(served: Served) -> None:
    said = 0

    def fate(way: str, told: dict[str, Any]) -> str:
        nonlocal said
        said += told["type"] == "say"
        return CUT if told["type"] == "reply" and told["of"] == "say" else PASS

    async def go() -> None:
        table = await made(served.url)
        async with gateway(served.url, fate) as address, client.join(f"{address}/t/{table.id}", key=table.key) as seat:
            with pytest.raises(ConnectionError, match="The connection was lost before say was answered"):
                await seat.ask("say", phrase="hello")
            await seat.ask("away")  # it has come back
        assert said == 1

    run(go())


@pytest.mark.server
@pytest.mark.process
def test_the_client_comes_back_when_the_server_does(served: Served) -> None:
    """The server is killed in the middle of a match, and begun again."""

    async def go() -> None:
        table = await made(served.url, options={"match": 3})
        played: list[str] = []
        async with client.join(table.link, key=table.key) as seat, client.watch(table.link) as onlooker:
            for _ in range(2):
                while len(played) % 4 < 3 and not seat.over:
                    await seat.next()
                    if seat.moves:
                        played.append(seat.moves[0])
                        await seat.play(played[-1])
                served.kill()
                played.append("killed")
                await asyncio.to_thread(served.start)
            played += await to_the_end(seat)
            while not onlooker.over:
                await onlooker.next()
            assert onlooker.number is None and onlooker.moves == []
        record = await client.record(table.link)
        assert moves_of(record, 0) == [text for text in played if text != "killed"]

    run(go())


@pytest.mark.server
@pytest.mark.process
def test_a_host_of_many_seats_outlives_a_server_that_is_killed_again_and_again(served: Served) -> None:
    """Each time everybody comes back and moves again: a seat that never let go of the loop would stop all of them."""
    seats, kills = counted(quick=12, proof=40, plain=12), counted(quick=1, proof=10, plain=1)
    moved, moments = [0] * seats, random.Random(3)

    async def sit(link: str, key: str | None, k: int) -> None:
        async with client.join(link, f"Seat {k}", key=key) as seat:
            async for _ in seat:
                await asyncio.sleep(moments.uniform(0.0, 0.02))
                if seat.moves:
                    await seat.play(moments.choice(seat.moves))
                    moved[k] += 1

    async def go() -> None:
        for k in range(0, seats, 4):
            table = await made(served.url, seats=[None] * 4, options={"match": 100})
            playing.extend(asyncio.create_task(sit(table.link, None if p else table.key, k + p)) for p in range(4))
        for kill in range(kills + 1):
            before = list(moved)
            while any(now <= then for now, then in zip(moved, before, strict=True)):
                for done in filter(asyncio.Task.done, playing):
                    done.result()
                await asyncio.sleep(0.01)
            if kill < kills:
                await asyncio.sleep(moments.uniform(0.0, 0.2))
                served.kill()
                await asyncio.to_thread(served.start)
        for still in playing:
            still.cancel()
        await asyncio.wait(playing)

    playing: list[asyncio.Task[None]] = []
    asyncio.run(asyncio.wait_for(go(), 10 * SECONDS if PROOF else SECONDS))


# --- people --------------------------------------------------------------------------------------


def test_people_join_by_the_link_and_see_their_own_cards(served: Served) -> None:
    async def go() -> None:
        table = await made(served.url, seats=[None, None, "easy", "easy"], private=False)
        assert table.id in [listed["id"] for listed in await client.tables(served.url)]
        async with (
            client.join(table.link, key=table.key) as ann,
            client.join(table.link, "Bob") as bob,
            client.watch(table.link) as onlooker,
        ):
            assert (ann.number, bob.number, onlooker.number) == (0, 1, None)
            for seat in (ann, bob, onlooker):
                while seat.view is None:
                    await seat.next()
                hands = [zone["seat"] for zone in seat.view["zones"] if zone["id"] == "hand"]
                assert hands == ([] if seat.number is None else [seat.number])
            assert ann.table["seats"][1]["name"] == "Bob"
            async with client.join(table.link, key=bob.key) as tab:  # the same seat in a second window
                assert tab.number == 1 and tab.view == bob.view

    run(go())


@pytest.mark.parametrize("agreed", [False, True])
def test_who_comes_late_waits_as_a_guest(served: Served, agreed: bool) -> None:
    """Until the next deal begins, or all who sit agree; a guest sees no hand."""

    async def go() -> None:
        table = await made(served.url, seats=[None, None, "easy", "easy"], options={"match": 2}, knock=agreed)
        async with client.join(table.link, key=table.key) as ann:
            assert (await ann.ask("start"))["started"]
            await until(lambda: ann.view, ann)
            async with client.join(table.link, "Bob") as bob:
                assert (bob.number, bob.guest, bob.moves) == (None, 1, [])
                assert bob.view is not None and not [zone for zone in bob.view["zones"] if zone["id"] == "hand"]
                if agreed:
                    await ann.ask("admit", seat=1, yes=True)
                    await ann.ask("agree", seat=1)
                    await until(lambda: bob.number == 1, bob)
                    assert bob.view["deal"] == 0
                    await ann.ask("close")
                    await until(lambda: bob.over, bob)
                    return
                seen: list[tuple[int, int | None]] = []

                async def bobs() -> None:
                    async for state in bob:
                        seen.append((state["view"]["deal"], bob.number))
                        if bob.moves:
                            await bob.play(bob.moves[0])

                await asyncio.gather(to_the_end(ann), bobs())
                assert set(seen) == {(0, None), (1, 1), (2, 1)}  # after the last deal it is over

    run(go())


async def until(true: Callable[[], object], seat: client.Seat) -> None:
    while not true():
        await seat.next()


def test_a_seat_adds_to_the_shuffle_by_itself(served: Served, tmp_path: Path) -> None:
    """Ann's first hash is of a run whose nonce is lost, so she commits again when she comes."""

    async def go() -> str:
        table = await made(served.url, seats=[None, None, "easy", "easy"], hash="0" * 64)
        async with client.join(table.link, key=table.key) as ann:
            await until(lambda: ann.table["shuffle"]["hashes"]["0"] != "0" * 64, ann)
            async with client.join(table.link, "Bob") as bob:
                await asyncio.gather(to_the_end(ann), to_the_end(bob))
        return await client.record(table.link)

    (tmp_path / "match.shed").write_text(run(go()))
    told = CliRunner().invoke(app, ["verify", str(tmp_path / "match.shed")]).output.splitlines()
    assert told[0].startswith("The shuffle is the one that was committed to")
    assert told[1] == "Chance was added by seats: 0, 1" and re.fullmatch("deal 1  [0-9a-f]{16}", told[2])


def test_who_does_not_show_a_nonce_is_left_out_by_name(served: Served, tmp_path: Path) -> None:
    async def go() -> str:
        table = await made(served.url, hash="0" * 64)
        async with client.join(table.link, key=table.key) as seat:
            assert seat.table["shuffle"]["asked"] == "show" and seat.view is None
            await to_the_end(seat)
        return await client.record(table.link)

    record = run(go())
    (tmp_path / "match.shed").write_text(record)
    told = CliRunner().invoke(app, ["verify", str(tmp_path / "match.shed")]).output
    assert f"\nhash 0: {'0' * 64}\n" in record and "\nnonce 0" not in record
    assert "Nobody added any chance" in told and "Left out" in told and "seats 0" in told


def test_a_ticket_takes_the_seat_to_another_device(served: Served) -> None:
    async def go() -> None:
        table = await made(served.url, pace="slow")
        async with client.join(table.link, key=table.key) as old:
            ticket = (await old.ask("ticket"))["ticket"]
            async with client.join(f"{table.link}#ticket={ticket}") as new:
                assert new.number == 0 and new.key != old.key
                while old.number is not None:
                    await old.next()
                assert old.moves == []
            with pytest.raises(client.Refused, match="This link has been used"):
                async with client.join(f"{table.link}#ticket={ticket}"):
                    pass

    run(go())


def test_too_much_at_once_takes_longer_and_is_all_done(served: Served) -> None:
    async def go() -> None:
        table = await made(served.url, seats=[None] * 4)
        async with client.join(table.link, key=table.key) as seat:
            await asyncio.gather(*[seat.ask("say", phrase="clap") for _ in range(50)])
            assert sum(entry["kind"] == "say" for entry in seat.state["log"].values()) == 50

    run(go())


# --- what is wrong -------------------------------------------------------------------------------


def test_refusals_are_the_servers_sentences(served: Served) -> None:
    async def go() -> None:
        table = await made(served.url, seats=[None, "easy", "easy", "easy"], pace="slow")
        async with client.join(table.link, key=table.key) as seat:
            n = seat.table["n"]
            for asked, status, sentence in (
                ({"kind": "move", "text": "no card"}, 409, ""),
                ({"kind": "move", "text": "3S", "after": n + 5}, 409, "The table has had"),
                ({"kind": "say", "phrase": "boo"}, 422, "That was not understood: say.phrase"),
                ({"kind": "nothing"}, 422, "That was not understood"),
                ({"kind": "answer", "yes": True}, 409, "Nobody asks you anything."),
                ({"kind": "undo"}, 409, "You have decided nothing yet"),
            ):
                with pytest.raises(client.Refused) as refused:
                    await seat.ask(**asked)
                assert str(refused.value).startswith(sentence) and len(str(refused.value).split()) > 3
                assert refused.value.status == status or not sentence
            assert seat.table["n"] == n
        with pytest.raises(client.Refused, match="All seats are taken; you can look on"):
            async with client.join(table.link, "Eve"):
                pass
        with pytest.raises(client.Refused, match="is not free"):
            async with client.join(table.link, "Eve", seat=2):
                pass
        with pytest.raises(client.Refused, match="That is told when the match is over") as early:
            await client.record(table.link)
        assert early.value.status == 409 and early.value.message.key == "server.table.not_over"
        for setting, sentence in (({"game": "bridge"}, "no game called bridge"), ({"players": 99}, "body.players")):
            with pytest.raises(client.Refused, match=sentence):
                await made(served.url, **setting)

    run(go())


def test_addresses_that_lead_nowhere(served: Served) -> None:
    async def go() -> None:
        with pytest.raises(client.Refused, match="There is no such table"):
            async with client.join(f"{served.url}/t/abcdefghjkmn", "Ann"):
                pass
        for link in ("http://127.0.0.1:1/t/abcdefghjkmn", "http://no host/t/abcdefghjkmn"):
            with pytest.raises(ConnectionError, match="does not answer"):
                async with client.join(link, "Ann"):
                    pass
        for link in ("", "abcdefgh", f"{served.url}/u/abcdefghjkmn", f"ftp{served.url[4:]}/t/abcdefghjkmn"):
            with pytest.raises(ValueError, match="is no link to a table"):
                async with client.join(link, "Ann"):
                    pass
        with pytest.raises(ValueError, match="is no address of a server"):
            await client.tables("cards.example")
        with pytest.raises(ConnectionError, match="does not answer"):
            await client.tables("http://127.0.0.1:1")

    run(go())


def test_deadlines_are_told_by_the_servers_clock() -> None:
    seat = client.Seat("http://127.0.0.1:1/t/abcdefghjkmn", None, 1.0)
    socket = cast(ClientConnection, None)  # nothing is answered
    run(seat._hear(socket, {"type": "reply", "id": 1, "now": time.time() + 1000}))
    run(seat._hear(socket, {"type": "reply", "id": 2}))
    assert 990 < seat.now - time.time() < 1010


@pytest.mark.server
def test_keys_are_not_sent_on_to_other_hosts() -> None:
    """Somebody's redirect is not followed."""

    async def redirect(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readuntil(b"\r\n\r\n")
        writer.write(b"HTTP/1.1 307 Elsewhere\r\nLocation: http://127.0.0.1:1/\r\nContent-Length: 0\r\n\r\n")
        await writer.drain()
        writer.close()

    async def go() -> None:
        async with await asyncio.start_server(redirect, "127.0.0.1", 0) as server:
            port = server.sockets[0].getsockname()[1]
            with pytest.raises(ConnectionError, match="answers with 307"):
                await made(f"http://127.0.0.1:{port}")

    run(go())


@pytest.mark.process
def test_the_client_knows_nothing_of_the_server() -> None:
    """It works where no server could: nothing of cardshed.server is loaded with it."""
    loaded = "import sys, cardshed.client; print([name for name in sys.modules if name.startswith('cardshed.server')])"
    told = subprocess.check_output([sys.executable, "-c", loaded], env=environment(), text=True)
    assert told == "[]\n"


@pytest.mark.server
@pytest.mark.process
def test_a_server_that_stays_away_is_given_up(served: Served) -> None:
    async def go() -> None:
        table = await made(served.url)
        async with client.join(table.link, key=table.key, patience=0.5) as seat:
            served.kill()
            with pytest.raises(ConnectionError, match="does not answer"):
                await asyncio.wait_for(to_the_end(seat), 30)
            with pytest.raises(ConnectionError, match="does not answer"):
                await seat.ask("away")

    run(go())
