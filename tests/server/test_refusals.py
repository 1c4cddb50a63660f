"""What must not be: each gets one sentence, and nothing changes. First over HTTP, then over sockets."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager
from typing import Any

import httpx
import pytest
from starlette.testclient import TestClient, WebSocketTestSession
from starlette.websockets import WebSocketDisconnect

from cardshed.server.app import make_app
from cardshed.server.limits import Limits
from cardshed.server.running import Server
from cardshed.server.security import COOKIE, HEADERS, new_key
from cardshed.tables.events import Event
from cardshed.tables.fair import hashed
from tests.server.conftest import Serving, events_of, laid, look, now, sent, still

pytestmark = pytest.mark.compiled

ANN, BEN = new_key(), new_key()


def bearing(key: str) -> dict[str, str]:
    return {"authorization": f"Bearer {key}"}


def one_sentence(answer: httpx.Response, status: int, key: str | None = None) -> None:
    assert answer.status_code == status, answer.text
    error = answer.json()["error"]
    assert set(error) == {"key", "params", "text"}
    assert key is None or error["key"] == key
    assert 8 < len(error["text"]) < 500
    assert "\n" not in error["text"]
    assert "Traceback" not in answer.text
    for name, value in HEADERS.items():
        assert answer.headers[name] == value


async def everything(server: Server, match: str) -> tuple[list[Event], list[dict[str, Any]]]:
    """All that a bad message could have changed."""
    listed = [one for state in ("waiting", "playing", "over") for one in await server.store.listed(state, 100)]
    return await events_of(server, match), listed


async def set_up(server: Server) -> tuple[str, int, str]:
    """A table of Ann and Ben; returns it, whoever has the move, and a move that they have."""
    still(server)
    match = await laid(server, people={0: hashed(ANN), 1: hashed(BEN)}, players=2, private=False)
    first = now(server, match).playing.acting[0]
    return match, first, now(server, match).playing.legal(first)[0].text


COMMANDS: dict[str, dict[str, Any]] = {
    "leave": {},
    "away": {},
    "back": {},
    "start": {},
    "move": {"text": "pass", "after": 3},
    "undo": {"after": 3},
    "answer": {"yes": True, "after": 3},
    "say": {"phrase": "hello"},
    "ticket": {},
    "rematch": {},
    "hint": {},
}


def test_wrong_and_missing_secrets(web: Any) -> None:
    async def story(server: Server, client: httpx.AsyncClient) -> None:
        match, *_ = await set_up(server)
        before = await everything(server, match)
        almost = ANN[:-1] + ("A" if ANN[-1] != "A" else "B")
        for key in (None, new_key(), almost, ANN.swapcase(), "", "x", hashed(ANN), ANN * 3, "null", "' OR 1=1 --"):
            for kind, body in COMMANDS.items():
                for head in ({}, {"cookie": f"{COOKIE}={key}"}) if key is None else (bearing(key),):
                    answer = await client.post(f"/api/tables/{match}/{kind}", json=body, headers=head)
                    status = 409 if kind == "rematch" else 403
                    one_sentence(answer, status)
                    assert "set-cookie" not in answer.headers
            state = await client.get(f"/api/tables/{match}", headers={} if key is None else bearing(key))
            assert state.json()["table"]["you"] is None
        assert await everything(server, match) == before

    web(story)


def test_a_key_that_is_none_is_refused_where_one_would_be_given(web: Any) -> None:
    async def story(server: Server, client: httpx.AsyncClient) -> None:
        for head in (bearing("short"), bearing(""), {"authorization": "Basic YTpi"}, bearing("é" * 30)):
            raw = {name.encode(): value.encode() for name, value in head.items()}
            answer = await client.post("/api/tables", json={"game": "thirteen"}, headers=list(raw.items()))
            one_sentence(answer, 401, "server.refused.key")
        assert not server.house.tables

    web(story)


def test_the_cookie_is_no_pages_and_no_other_sites(web: Any) -> None:
    async def story(server: Server, client: httpx.AsyncClient) -> None:
        made = await client.post("/api/tables", json={"game": "thirteen"})
        cookie = made.headers["set-cookie"].lower()
        assert "httponly" in cookie and "samesite=strict" in cookie
        key = client.cookies[COOKIE]
        assert key not in made.text and hashed(key) not in made.text
        assert now(server, made.json()["id"]).seat_of(hashed(key)) == 0
        again = await client.post("/api/tables", json={"game": "thirteen"})
        assert "set-cookie" not in again.headers

    web(story)


def test_other_peoples_seats(web: Any) -> None:
    """Nothing in a message says for whom it is; and a seat that somebody has cannot be taken."""

    async def story(server: Server, client: httpx.AsyncClient) -> None:
        match, first, text = await set_up(server)
        other = (ANN, BEN)[1 - first]
        before = await everything(server, match)
        n = now(server, match).n
        send = {"text": text, "after": n}
        answer = await client.post(f"/api/tables/{match}/move", json=send, headers=bearing(other))
        one_sentence(answer, 409, "engine.move.turn")
        for name in ("seat", "person", "by", "you"):
            send = {"text": text, "after": n, name: first}
            answer = await client.post(f"/api/tables/{match}/move", json=send, headers=bearing(other))
            one_sentence(answer, 422, "server.refused.form")
        for seat in (0, 1):
            answer = await client.post(f"/api/tables/{match}/sit", json={"seat": seat}, headers=bearing(new_key()))
            one_sentence(answer, 409, "server.refused.taken")
        assert await everything(server, match) == before

    web(story)


def test_replayed_moves_are_answered_once(web: Any) -> None:
    async def story(server: Server, client: httpx.AsyncClient) -> None:
        match, first, text = await set_up(server)
        send = {"text": text, "after": now(server, match).n}
        head = bearing((ANN, BEN)[first])
        answers = [await client.post(f"/api/tables/{match}/move", json=send, headers=head) for _ in range(3)]
        assert [answer.json() for answer in answers] == [{}, {"already": True}, {"already": True}]
        n = now(server, match).n
        undo = {"after": n}
        first_undo = await client.post(f"/api/tables/{match}/undo", json=undo, headers=head)
        assert first_undo.json() == {"undone": True}
        one_sentence(await client.post(f"/api/tables/{match}/undo", json=undo, headers=head), 409)
        # The move that was undone does not come back by being sent again.
        one_sentence(
            await client.post(f"/api/tables/{match}/move", json=send, headers=head), 409, "server.refused.late"
        )
        assert now(server, match).playing.plies == 0

    web(story)


ORIGINS = [
    "http://evil",
    "https://shed.evil",
    "null",
    "",
    "http://shed:81",
    "shed",
    "http://[",
    "http://evil@",
    "file://",
]


@pytest.mark.parametrize("origin", ORIGINS)
def test_pages_of_other_hosts_post_nothing(web: Any, origin: str) -> None:
    async def story(server: Server, client: httpx.AsyncClient) -> None:
        match, *_ = await set_up(server)
        before = await everything(server, match)
        head = {**bearing(ANN), "origin": origin}
        for kind, body in COMMANDS.items():
            one_sentence(await client.post(f"/api/tables/{match}/{kind}", json=body, headers=head), 403)
        one_sentence(await client.post("/api/tables", json={"game": "thirteen"}, headers=head), 403)
        one_sentence(await client.post("/api/records", content="x", headers=head), 403, "server.refused.origin")
        assert await everything(server, match) == before

    web(story)


@pytest.mark.parametrize("origin", ["http://shed", "https://shed", "http://friend:1"])
def test_our_own_pages_and_those_let_in_do(web: Any, origin: str) -> None:
    async def story(server: Server, client: httpx.AsyncClient) -> None:
        answer = await client.post("/api/tables", json={"game": "thirteen"}, headers={"origin": origin})
        assert answer.status_code == 201

    web(story, origins=frozenset({"http://friend:1"}))


async def in_pieces(size: int) -> AsyncIterator[bytes]:
    for _ in range(size // 1000):
        yield b"x" * 1000


def test_too_big(web: Any) -> None:
    async def story(server: Server, client: httpx.AsyncClient) -> None:
        plain = {"content-type": "text/plain"}
        for content in ("x" * 60_000, in_pieces(60_000)):  # the second does not say how long it will be
            answer = await client.post("/api/records", content=content, headers=plain)
            one_sentence(answer, 413, "server.refused.body")
        for length in ("9" * 5000, "-1", "ten", "٣"):
            head = {b"content-length": length.encode(), b"content-type": b"text/plain"}
            one_sentence(await client.post("/api/records", content="x", headers=list(head.items())), 413)
        fits = await client.post("/api/records", content=in_pieces(40_000), headers=plain)
        one_sentence(fits, 422, "engine.record.first_line")
        long_text = {"text": "3S " * 300, "after": 1}
        one_sentence(await client.post("/api/tables/abcdefgh/move", json=long_text), 422)

    web(story, limits=Limits(body=50_000))


def test_too_often(web: Any) -> None:
    async def story(server: Server, client: httpx.AsyncClient) -> None:
        answers = [await client.post("/api/tables", json={"game": "thirteen"}) for _ in range(4)]
        assert [answer.status_code for answer in answers] == [201, 201, 429, 429]
        one_sentence(answers[-1], 429, "server.refused.often")
        later = [await client.post("/api/tables/abcdefgh/leave", json={}) for _ in range(3)]
        assert [answer.status_code for answer in later] == [404, 429, 429]
        assert (await client.get("/api/tables")).status_code == 200

    limits = Limits(new_tables=1e-6, new_tables_at_once=2, requests=1e-6, requests_at_once=5)
    web(story, limits=limits)


BODIES: list[tuple[str, bytes]] = [
    ("no JSON", b"{"),
    ("nothing", b""),
    ("a number", b"5"),
    ("a list", b"[]"),
    ("null", b"null"),
    ("many digits", b'{"text":"pass","after":' + b"9" * 10_000 + b"}"),
    ("many digits as an id", b'{"text":"pass","after":3,"id":' + b"9" * 4_000 + b"}"),
    ("a fraction", b'{"text":"pass","after":3.5}'),
    ("not a number", b'{"text":"pass","after":NaN}'),
    ("true", b'{"text":"pass","after":true}'),
    ("digits as text", b'{"text":"pass","after":"3"}'),
    ("less than nothing", b'{"text":"pass","after":-1}'),
    ("NUL", b'{"text":"pa\\u0000ss","after":3}'),
    ("half a character", b'{"text":"\\ud800","after":3}'),
    ("half a character as a name", b'{"text":"pass","after":3,"\\ud800":1}'),
    ("bytes that are no text", b'{"text":"\xff\xfe","after":3}'),
    ("deep", b"[" * 5_000),
    ("deep inside", b'{"text":' + b"[" * 3_000 + b"]" * 3_000 + b',"after":3}'),
    ("another field", b'{"text":"pass","after":3,"x":1}'),
    ("spaces", b'{"text":"   ","after":3}'),
    ("a line break", b'{"text":"3S\\n4S","after":3}'),
    ("another type", b'{"type":"leave","text":"pass","after":3}'),
]


@pytest.mark.parametrize("body", [body for _, body in BODIES], ids=[name for name, _ in BODIES])
def test_bad_bodies(web: Any, body: bytes) -> None:
    async def story(server: Server, client: httpx.AsyncClient) -> None:
        match, *_ = await set_up(server)
        before = await everything(server, match)
        head = {**bearing(ANN), "content-type": "application/json"}
        answer = await client.post(f"/api/tables/{match}/move", content=body, headers=head)
        one_sentence(answer, answer.status_code)
        assert answer.status_code in (400, 422)
        assert await everything(server, match) == before

    web(story)


NAMES = [
    "",
    " ",
    "\u3164",
    "Ann\u2800",
    "x" * 25,
    "a\x00b",
    "a\nb",
    "a\u202eb",
    "a\u200bb",
    "\u0301" * 24,
    "a" + "\u0301" * 4,
    "\ud800",
    "\u2028",
    5,
    None,
    ["a"],
    {"a": 1},
]


@pytest.mark.parametrize("name", NAMES)
def test_bad_names(web: Any, name: Any) -> None:
    async def story(server: Server, client: httpx.AsyncClient) -> None:
        body = json.dumps({"game": "thirteen", "name": name})
        answer = await client.post("/api/tables", content=body, headers={"content-type": "application/json"})
        one_sentence(answer, 422, "server.refused.form")
        assert not server.house.tables

    web(story)


def test_good_names_are_told_as_they_are_and_no_page_has_them_in_it(web: Any) -> None:
    """A name travels as JSON alone: the page is one file, the same for everybody."""

    async def story(server: Server, client: httpx.AsyncClient) -> None:
        shell = (await client.get("/")).text
        for name in ("<b>x</b>", "Zoë ♥", "{0} {name}", "'; DROP TABLE--", "x" * 24, "%s %(a)s"):
            wish = {"game": "thirteen", "name": name, "private": False, "seats": [None, None], "players": 2}
            match = (await client.post("/api/tables", json=wish)).json()["id"]
            assert now(server, match).seats[0].name == name
            told = await client.get(f"/api/tables/{match}")
            assert told.headers["content-type"] == "application/json"
            assert told.json()["table"]["seats"][0]["name"] == name
            assert name in [one["names"][0] for one in (await client.get("/api/tables")).json()]
            for path in ("/", f"/t/{match}"):
                page = await client.get(path)
                assert page.status_code == 200 and page.text == shell
                assert page.headers["content-type"].startswith("text/html")

    web(story)


def test_names_that_look_alike_are_told_apart(web: Any) -> None:
    """A letter with its accents may be written as one sign or as several."""

    async def story(server: Server, client: httpx.AsyncClient) -> None:
        wish = {"game": "thirteen", "name": "Thu\u1eadn", "seats": [None, None], "players": 2}
        match = (await client.post("/api/tables", json=wish)).json()["id"]
        bearing = {"authorization": f"Bearer {'k' * 30}"}
        await client.post(f"/api/tables/{match}/sit", json={"name": "Thua\u0323\u0302n"}, headers=bearing)
        assert [seat.name for seat in now(server, match).seats] == ["Thuận", "Thuận 2"]

    web(story)


def test_odd_hosts_break_no_link(web: Any) -> None:
    async def story(server: Server, client: httpx.AsyncClient) -> None:
        match, *_ = await set_up(server)
        for host in ("x" * 5_000, "[", "a b", "]:99999999", ""):
            head = {"host": host, **bearing(ANN)}
            for path in (f"/api/tables/{match}/qr.svg", f"/api/tables/{match}", "/"):
                assert (await client.get(path, headers=head)).status_code in (200, 400, 422), (host[:9], path)
            answer = await client.post(f"/api/tables/{match}/ticket", json={}, headers=head)
            assert answer.status_code in (200, 400, 422), host[:9]

    web(story)


def test_addresses_that_are_not_there(web: Any) -> None:
    async def story(server: Server, client: httpx.AsyncClient) -> None:
        for path, status in (
            ("/nowhere", 404),
            ("/api/tables/abcdefgh", 404),
            ("/api/tables/short", 422),
            ("/api/tables/ABCDEFGH", 422),
            ("/api/tables/%00%00%00%00%00%00%00%00", 422),
            ("/api/tables/..%2f..%2fetc", 404),
            ("/api/games/chess/rules", 404),
            ("/api/games/..", 404),
            ("/api/tables?state=secret", 422),
            ("/api/tables/abcdefgh/record", 404),
            ("/api/tables/abcdefgh/proof", 404),
        ):
            one_sentence(await client.get(path), status)
        answer = await client.delete("/api/tables")
        one_sentence(answer, 405)
        assert "GET" in answer.headers["allow"] or "POST" in answer.headers["allow"]

    web(story)


def test_a_fault_of_our_own_is_one_sentence_too(
    web: Any, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def story(server: Server, client: httpx.AsyncClient) -> None:
        async def broken(*_: Any) -> None:
            raise ZeroDivisionError("the hand of Ben")

        monkeypatch.setattr(server.house, "table", broken)
        answer = await client.get("/api/tables/abcdefgh")
        one_sentence(answer, 500, "server.refused.failed_inside")
        assert "Ben" not in answer.text
        assert "cardshed_errors_total 1.0" in (await client.get("/metrics")).text

    web(story)
    assert "a request failed" in caplog.text


# --- sockets -------------------------------------------------------------------------------------


class Room:
    """An application with a table of Ann and Ben, reached by sockets."""

    def __init__(self, client: TestClient) -> None:
        self.client = client
        self.server: Server = client.app.state.server  # type: ignore[attr-defined]
        self.match, self.first, self.text = self.do(set_up(self.server))

    def do(self, work: Any) -> Any:
        """Run something on the server's own loop."""
        assert self.client.portal is not None

        async def awaited() -> Any:
            return await work

        return self.client.portal.call(awaited)

    def look(self, key: str | None = None, **head: str) -> WebSocketTestSession:
        headers = {**(bearing(key) if key else {}), **head}
        return self.client.websocket_connect(f"/api/tables/{self.match}/live", headers=headers)


@contextmanager
def room(serve: Serving, **more: Any) -> Iterator[Room]:
    with TestClient(make_app(serve.config(**more)), base_url="http://shed") as client:
        yield Room(client)


def failure(socket: WebSocketTestSession, status: int, key: str | None = None) -> dict[str, Any]:
    told: dict[str, Any] = socket.receive_json()
    while told["type"] in ("state", "change"):
        told = socket.receive_json()
    assert (told["type"], told["status"]) == ("error", status), told
    assert key is None or told["error"]["key"] == key
    assert 8 < len(told["error"]["text"]) < 500
    return told


@pytest.mark.parametrize("origin", ORIGINS)
def test_sockets_of_other_hosts_pages(serve: Serving, origin: str) -> None:
    with room(serve) as here:
        with pytest.raises(WebSocketDisconnect) as caught, here.look(ANN, origin=origin):
            pass
        assert caught.value.code == 1008
        assert here.server.live.count == 0
        with here.look(ANN, origin="http://testserver") as socket:
            assert socket.receive_json()["table"]["you"] == 0


def test_bad_messages_on_a_socket(serve: Serving) -> None:
    with room(serve, limits=Limits(messages=1e6, messages_at_once=10**6)) as here:
        before = here.do(everything(here.server, here.match))
        with here.look(ANN) as socket:
            assert socket.receive_json()["type"] == "state"
            for name, body in BODIES:
                try:
                    text = body.decode()
                except UnicodeDecodeError:
                    continue
                if text.startswith("{") and "type" not in text:
                    text = '{"type":"move",' + text[1:]
                if name != "deep inside" or len(text) < 16_000:
                    socket.send_text(text)
                    failure(socket, 422, "server.refused.form")
            for number in (-1, 2**60, "1", 1.5, True):
                socket.send_json({"type": "leave", "id": number})
                failure(socket, 422)
            socket.send_json({"type": "explode"})
            assert "explode" in failure(socket, 422)["error"]["text"]
            socket.send_bytes(b'{"type":"leave"}')
            failure(socket, 413, "server.refused.text")
            socket.send_text('{"type":"say","phrase":"' + "x" * 17_000 + '"}')
            failure(socket, 413, "server.refused.text")
            socket.send_text("")
            failure(socket, 422)
            assert here.do(everything(here.server, here.match)) == before
            socket.send_json({"type": "say", "phrase": "hello", "id": 7})  # it still listens
            told = [socket.receive_json(), socket.receive_json()]
            assert {"type": "reply", "id": 7, "of": "say"} in told


def test_who_has_no_key_or_another_may_look_on_and_do_nothing(serve: Serving) -> None:
    with room(serve) as here:
        before = here.do(everything(here.server, here.match))
        for key in (None, new_key(), "tooshort"):
            with here.look(key) as socket:
                state = socket.receive_json()
                assert (state["table"]["you"], state["view"]["seat"]) == (None, None)
                for kind, body in COMMANDS.items():
                    socket.send_json({"type": kind, **body})
                    failure(socket, 409 if kind == "rematch" else 403)
        with here.look(None) as socket:
            socket.send_json({"type": "sit", "name": "Eve"})
            failure(socket, 401, "server.refused.key")
        assert here.do(everything(here.server, here.match)) == before


def test_a_cookie_opens_a_socket_too(serve: Serving) -> None:
    with room(serve) as here, here.look(None, cookie=f"{COOKIE}={BEN}") as socket:
        assert socket.receive_json()["table"]["you"] == 1


def test_moves_out_of_turn_and_replayed_on_a_socket(serve: Serving) -> None:
    with room(serve) as here:
        keys = (ANN, BEN)
        n = now(here.server, here.match).n
        send = {"type": "move", "text": here.text, "after": n}
        with here.look(keys[1 - here.first]) as socket:
            socket.send_json(send)
            failure(socket, 409, "engine.move.turn")
        with here.look(keys[here.first]) as socket:
            heard: list[tuple[int, bool]] = []
            for number in range(3):
                socket.send_json({**send, "id": number})
            while len(heard) < 3:
                told = socket.receive_json()
                if told["type"] == "reply":
                    heard.append((told["id"], told.get("already", False)))
            assert heard == [(0, False), (1, True), (2, True)]
        assert now(here.server, here.match).playing.plies == 1


def test_too_many_messages_on_a_socket(serve: Serving) -> None:
    with room(serve, limits=Limits(messages=1e-6, messages_at_once=3)) as here, here.look(ANN) as socket:
        for _ in range(3):
            socket.send_json({"type": "sync"})
        socket.send_json({"type": "leave"})
        failure(socket, 429, "server.refused.often")
        assert now(here.server, here.match).seat_of(hashed(ANN)) == 0


def test_too_many_sockets(serve: Serving) -> None:
    for limits in (Limits(connections=1), Limits(connections_each=1)):
        with room(serve, limits=limits) as here:
            with here.look(ANN) as one:
                assert one.receive_json()["type"] == "state"
                with here.look(BEN) as two:
                    assert two.receive_json()["error"]["key"] == "server.refused.many_connections"
                    with pytest.raises(WebSocketDisconnect) as caught:
                        two.receive_json()
                    assert caught.value.code == 1013
            with here.look(BEN) as again:  # there is room again
                assert again.receive_json()["type"] == "state"


@pytest.mark.parametrize("match", ["abcdefgh", "x", "%00", "a" * 3_000, "ÄÖÜ"])
def test_sockets_at_no_table(serve: Serving, match: str) -> None:
    with room(serve) as here:
        with here.client.websocket_connect(f"/api/tables/{match}/live") as socket:
            assert socket.receive_json()["error"]["key"] == "server.refused.no_table"
            with pytest.raises(WebSocketDisconnect) as caught:
                socket.receive_json()
            assert caught.value.code == 1008
        assert not here.server.addresses
        assert set(here.server.house.used) == {here.match}
        assert here.server.store.works


def test_a_fault_of_our_own_keeps_the_socket(serve: Serving, monkeypatch: pytest.MonkeyPatch) -> None:
    with room(serve) as here, here.look(ANN) as socket:

        async def broken(*_: Any) -> None:
            raise ZeroDivisionError("the hand of Ben")

        monkeypatch.setattr(here.server.house, "act", broken)
        socket.send_json({"type": "leave", "id": 3})
        told = failure(socket, 500, "server.refused.failed_inside")
        assert told["id"] == 3
        assert "Ben" not in json.dumps(told)
        socket.send_json({"type": "sync"})
        assert socket.receive_json()["type"] == "state"


def test_who_was_moved_elsewhere_is_sent_nothing_of_the_seat_any_more(serve: Serving) -> None:
    """The device that gave a seat away looks on from then on."""

    async def story(server: Server) -> None:
        still(server)
        match = await laid(server, people={0: "old", 1: "ben"}, players=2)
        old = look(server, match, "old")
        sent(old)
        from cardshed.tables import commands as c

        ticket = (await server.act(match, "old", c.Ticket()))["ticket"]
        await server.act(match, "new", c.Sit(ticket=ticket))
        state = json.loads(sent(old)[-1])
        assert (state["type"], state["view"]["seat"]) == ("state", None)
        assert old.eye is None

    serve(story)


def test_two_tabs_of_one_seat(serve: Serving) -> None:
    with room(serve) as here, here.look(ANN) as one, here.look(ANN) as two:
        for socket in (one, two):
            assert socket.receive_json()["table"]["you"] == 0
        two.send_json({"type": "say", "phrase": "wow"})
        assert one.receive_json()["type"] == "change"
        assert {two.receive_json()["type"], two.receive_json()["type"]} == {"change", "reply"}


def test_the_secrets_of_two_are_compared_in_constant_time() -> None:
    """What says who sits where uses no comparison that stops at the first difference."""
    import inspect

    from cardshed.tables.table import Table

    assert "compare_digest" in inspect.getsource(Table.seat_of)


def test_hints_wait_their_turn(serve: Serving) -> None:
    async def story(server: Server) -> None:
        match, first, _ = await set_up(server)
        who = hashed((ANN, BEN)[first])
        from cardshed.tables import commands as c
        from cardshed.tables.decision import Refused

        with pytest.raises(Refused):
            await server.act(match, hashed((ANN, BEN)[1 - first]), c.Hint())
        reply = await asyncio.wait_for(server.act(match, who, c.Hint()), 30)
        legal = {move.text for move in now(server, match).playing.legal(first)}
        assert reply["hint"] and {one["move"]["text"] for one in reply["hint"]} <= legal

    serve(story)
