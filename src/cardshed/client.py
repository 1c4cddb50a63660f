"""A seat at a table of a server, for programs: join by its link, look, play. docs/api.md tells what goes over the wire.

    async with client.join("https://cards.example/t/k3m9...", name="Ann") as seat:
        async for state in seat:
            if seat.moves:
                await seat.play(seat.moves[0])

A lost connection comes back by itself. A move whose answer was lost is sent again, and counts once. Who comes late is a
guest, who looks on until the next deal begins. The seat's part in the shuffle is done by itself.
"""

from __future__ import annotations

import asyncio
import hashlib
import itertools
import json
import random
import re
import secrets
import time
import urllib.error
import urllib.request
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager, suppress
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode, urlsplit

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import InvalidStatus, WebSocketException

from cardshed.changes import apply
from cardshed.engine.errors import CardshedError
from cardshed.engine.messages import Message
from cardshed.wire import read

State = dict[str, Any]

PATIENCE = 300.0  # seconds that a server may be gone before its seats are given up
PAUSES = (0.1, 3.0)  # the first and the longest pause before a connection is tried again
OFTEN = 0.25  # seconds to wait when told that something was too often
ANSWER = 130.0  # seconds for an answer over HTTP; a game may have to be compiled first

KNOWING = ("move", "undo", "answer")  # commands that say up to which event their sender knew
AGAIN = ("sit", "away", "back", "start", "mute", "move", "ticket", "rematch", "hint")  # those that can be sent twice
MOVED_ON = tuple(f"server.refused.{why}" for why in ("late", "away", "turn", "over", "not_seated", "closed"))
ENDED = ("over", "closed")  # the stages after which nothing is played

MIXING = 0  # the number of the commands by which a seat does its part in the shuffle

FOR_GOOD = (1008, 1009)  # the codes of sockets that were closed because of what we are or sent


class Refused(CardshedError):
    """The server said no, and changed nothing. It reads as the server's sentence; `status` is what HTTP calls it."""

    def __init__(self, told: dict[str, Any], status: int | None = None) -> None:
        problem = told["error"]
        super().__init__(problem["key"])
        self.message = Message.read(problem)
        self.text: str = problem["text"]
        self.status = status if status is not None else told.get("status")

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True)
class Made:
    """A table that was made: the link is for everybody, the key for its owner alone."""

    id: str
    link: str
    seat: int | None
    key: str


def new_key() -> str:
    """A secret of one's own. Whoever has it has the seats that were taken with it."""
    return secrets.token_urlsafe(24)


def new_hash() -> str:
    """The hash of a new nonce for a shuffle. The nonce is kept here, until the shuffle asks for it."""
    nonce = secrets.token_hex(16)
    hashed = hashlib.sha256(nonce.encode()).hexdigest()
    _nonces[hashed] = nonce
    return hashed


_nonces: dict[str, str] = {}  # by their hashes; in no file: who can read it before the deal could foretell the cards


async def create(server: str, *, key: str | None = None, **setting: Any) -> Made:
    """Make a table: game="thirteen" and what else docs/api.md lists for POST /api/tables."""
    key = key or new_key()
    made = await _http(f"{server.rstrip('/')}/api/tables", key, setting)
    return Made(made["id"], made["link"], made["seat"], key)


async def tables(server: str, state: str = "waiting") -> list[dict[str, Any]]:
    """The open tables of a server that are waiting, playing or over, the latest first."""
    return await _http(f"{server.rstrip('/')}/api/tables?{urlencode({'state': state})}")


async def record(link: str) -> str:
    """A finished match as the text of a `.shed` file."""
    server, table, _ = _parts(link)
    return await _http(f"{server}/api/tables/{table}/record")


async def messages(link: str, language: str) -> dict[str, str]:
    """All that is said to people at the table of a link, by key, in a language; what that lacks is in English."""
    return await _http(f"{_parts(link)[0]}/api/messages/{language}")


async def rules(link: str, game: str) -> str:
    """The rules of a game that is played on the server of a link, in Markdown."""
    return await _http(f"{_parts(link)[0]}/api/games/{game}/rules")


def server_of(link: str) -> str:
    """The address of the server that a link leads to; ValueError if it is no link to a table."""
    return _parts(link)[0]


@asynccontextmanager
async def join(
    link: str, name: str | None = None, *, seat: int | None = None, key: str | None = None, patience: float = PATIENCE
) -> AsyncIterator[Seat]:
    """Sit down at a table: on a free seat, on the one that is yours by `key`, or on the one that a ticket is for.

    Once the match runs you are a guest (`seat.guest`) until the next deal begins. At the end the seat stays yours: come
    back with `seat.key`, or give it up before with `seat.ask("leave")`.
    """
    ticket = _parts(link)[2]
    async with _connected(link, key, patience) as taken:
        if taken.number is None or ticket:
            wanted = {"ticket": ticket} if ticket else {"name": name, "seat": seat}
            await taken.ask("sit", **{what: value for what, value in wanted.items() if value is not None})
        yield taken


def watch(link: str, *, patience: float = PATIENCE) -> AbstractAsyncContextManager[Seat]:
    """Look on at a table."""
    return _connected(link, None, patience)


def play(
    link: str, choose: Callable[[State], str], name: str | None = None, *, seat: int | None = None,
    key: str | None = None, patience: float = PATIENCE,
) -> State:  # fmt: skip
    """Join a table and play to the end of its match; `choose(state)` answers with the text of a move.

    Returns the last state: of the end, or of the moment when the seat was yours no longer.
    """

    async def whole() -> State:
        async with join(link, name, seat=seat, key=key, patience=patience) as place:
            async for state in place:
                if place.number is None and place.guest is None:
                    break
                if place.moves:
                    text = await asyncio.to_thread(choose, state)
                    try:
                        await place.play(text, after=state["table"]["n"])
                    except Refused as no:
                        if no.message.key not in MOVED_ON:
                            raise
            return place.state

    return asyncio.run(whole())


class Seat:
    """A place at a table, from `join` or `watch`: the newest state, and what can be done from here."""

    def __init__(self, link: str, key: str | None, patience: float) -> None:
        server, table, _ = _parts(link)
        self.link = f"{server}/t/{table}"  # for everybody
        self.key = key
        self.version = -1  # of the state, counted by the server
        self._ahead = 0.0  # seconds by which the server's clock is before ours
        self._url = f"ws{server.removeprefix('http')}/api/tables/{table}/live"
        self._patience = patience
        self._told: State | None = None  # the newest state, as it came
        self._state: State | None = None
        self._given: State | None = None  # the state that `next` gave last
        self._socket: ClientConnection | None = None  # from its first state on, as long as it carries
        self._welcome = False  # whether the latest connection has brought a state
        self._answer: asyncio.Future[dict[str, Any]] | None = None
        self._awaited = 0  # the number of the command whose answer that is
        self._asking = asyncio.Lock()
        self._numbers = itertools.count(1)
        self._mixed: set[str] = set()  # the commands that this connection has sent for the shuffle
        self._behind = False  # a change was missed, and the whole has been asked for
        self._refusal: Refused | None = None  # what the server said before it hung up
        self._failure: Exception | None = None  # why there will be no connection any more
        self._news = asyncio.Event()

    # --- how it stands ----------------------------------------------------------------------------

    @property
    def state(self) -> State:
        """All that this seat may know: `table`, `log`, and `view` once the match has begun. Never changed in place."""
        assert self._state is not None
        return self._state

    @property
    def table(self) -> dict[str, Any]:
        return self.state["table"]

    @property
    def view(self) -> dict[str, Any] | None:
        """What is seen of the match; None before it begins."""
        return self.state["view"]

    @property
    def number(self) -> int | None:
        """Which seat it is; None for an onlooker."""
        return self.table["you"]

    @property
    def guest(self) -> int | None:
        """Which seat you ask for, or are promised from the next deal on; None if you sit, or look on."""
        return self.table["guest"]

    @property
    def moves(self) -> list[str]:
        """The texts of what can be played now: nothing while it is not your turn, or a bot plays for you."""
        if self.view is None or self.number is None or self.table["seats"][self.number]["away"]:
            return []
        return [move["text"] for move in self.view["moves"]]

    @property
    def now(self) -> float:
        """Seconds since 1970 by the server's clock, which deadlines are told by."""
        return time.time() + self._ahead

    @property
    def over(self) -> bool:
        """Whether the match is over, or the table was closed before."""
        return self.table["stage"] in ENDED

    @property
    def connected(self) -> bool:
        """Whether there is a connection just now; one that was lost comes back by itself."""
        return self._socket is not None

    async def next(self) -> State:
        """The newest state, as soon as it is another one than was given last. Those in between are skipped."""
        while self._state is None or self._state is self._given:
            await self._wait()
        self._given = self._state
        return self._given

    async def __aiter__(self) -> AsyncIterator[State]:
        """The states as they come, until the match is over; the last one is of its end."""
        while True:
            state = await self.next()
            yield state
            if state["table"]["stage"] in ENDED:
                return

    # --- what can be done -------------------------------------------------------------------------

    async def play(self, text: str, *, after: int | None = None) -> None:
        """Make a move. When this returns, it is kept, and `state` is what came of it.

        `after` is the number of events of the state that you chose by (its `table.n`), if not of the newest one.
        """
        await self.ask("move", text=text, **({} if after is None else {"after": after}))

    async def ask(self, kind: str, **more: Any) -> dict[str, Any]:
        """Send any of the commands of docs/api.md, such as ask("say", phrase="hello"); returns the answer.

        One waits for the other. ConnectionError if the answer was lost of one that must not be sent twice.
        """
        async with self._asking:
            command = {"type": kind, "id": next(self._numbers), **more}
            if kind in KNOWING:
                command.setdefault("after", self.table["n"])
            if kind == "rematch" or (kind == "sit" and self._before_the_shuffle):
                command.setdefault("hash", new_hash())
            while True:
                try:
                    return await self._answered(command)
                except Refused as no:
                    if no.status != 429:
                        raise
                    await asyncio.sleep(OFTEN)  # it was not looked at
                except _Lost:
                    if kind not in AGAIN:
                        raise ConnectionError(f"The connection was lost before {kind} was answered.") from None

    async def _answered(self, command: dict[str, Any]) -> dict[str, Any]:
        while (socket := self._socket) is None:
            await self._wait()
        self._answer, self._awaited = asyncio.get_running_loop().create_future(), command["id"]
        try:
            await socket.send(json.dumps(command))
            told = await self._answer
        except WebSocketException:
            if self._socket is socket:  # it fails without waiting: to try it again would leave no time to connect anew
                self._socket = None
            raise _Lost from None
        finally:
            self._answer = None
        if told["type"] == "error":
            raise Refused(told)
        return {name: value for name, value in told.items() if name not in ("type", "id", "of")}

    # --- the shuffle ------------------------------------------------------------------------------

    @property
    def _before_the_shuffle(self) -> bool:
        return self.table["stage"] == "waiting" and self.table["shuffle"]["asked"] is None

    async def _mix_in(self, socket: ClientConnection) -> None:
        """Commit to a nonce, and show it when all have; each once in a connection, and nobody waits for the answer."""
        shuffle, seat, kind = self.table["shuffle"], str(self.number), None
        hashed, asked = shuffle["hashes"].get(seat), shuffle["asked"]
        if seat in shuffle["nonces"]:
            _nonces.pop(hashed, None)
        elif hashed in _nonces:
            kind = "reveal" if asked == "show" else None
        elif self._before_the_shuffle or (asked == "commit" and hashed is None):  # one of an earlier run is lost
            kind = "commit"
        if kind is not None and self.number is not None and kind not in self._mixed:
            self._mixed.add(kind)
            told = {"nonce": _nonces[hashed]} if kind == "reveal" else {"hash": new_hash()}
            await socket.send(json.dumps({"type": kind, "id": MIXING, **told}))

    # --- the connection ---------------------------------------------------------------------------

    async def _wait(self) -> None:
        """Until something is new; raises why there will be nothing new any more."""
        if self._failure is None:
            await self._news.wait()
        if self._failure is not None:
            raise self._failure

    def _tell(self) -> None:
        self._news.set()
        self._news = asyncio.Event()

    async def _run(self) -> None:
        """Connect, and again whenever the connection is lost, until that is hopeless."""
        try:
            await self._stay_connected()
        except Exception as problem:  # what the server sends is not what docs/api.md says
            self._failure = problem
        self._lose()
        self._tell()

    async def _stay_connected(self) -> None:
        headers = {"authorization": f"Bearer {self.key}"} if self.key else {}
        gone, pause = time.monotonic(), PAUSES[0]
        while True:
            problem, code, self._welcome = None, None, False
            try:
                async with connect(self._url, additional_headers=headers, max_size=None) as socket:
                    await self._listen(socket)
                code = socket.close_code
            except (OSError, WebSocketException) as caught:
                problem = caught
            if self._welcome:
                gone, pause = time.monotonic(), PAUSES[0]
            self._lose()
            if code in FOR_GOOD or self._hopeless(problem, time.monotonic() - gone):
                raise self._refusal or ConnectionError(f"{self._url} does not answer: {problem or 'it hangs up'}")
            await asyncio.sleep(pause * random.uniform(0.5, 1.0))
            pause = min(2 * pause, PAUSES[1])

    def _lose(self) -> None:
        self._socket = None
        if self._answer is not None and not self._answer.done():
            self._answer.set_exception(_Lost())

    def _hopeless(self, problem: Exception | None, seconds: float) -> bool:
        """Whether another try is pointless: a wrong address, or no answer for long."""
        refused = isinstance(problem, InvalidStatus) and problem.response.status_code < 500
        return refused or seconds > self._patience or (self._state is None and problem is not None)

    async def _listen(self, socket: ClientConnection) -> None:
        self._behind, self._refusal, self._mixed = False, None, set()
        with suppress(WebSocketException):
            async for text in socket:
                await self._hear(socket, json.loads(text))
                if self._welcome and not self._behind:
                    await self._mix_in(socket)

    async def _hear(self, socket: ClientConnection, told: dict[str, Any]) -> None:
        kind, now = told.pop("type"), time.time()
        self._ahead = told.pop("now", now + self._ahead) - now
        if kind == "state":
            self.version, self._behind = told.pop("version"), False
            told.pop("page", None)
            self._told, self._state = told, read(told)
            self._socket, self._welcome = socket, True
            self._tell()
        elif kind == "change" and not self._behind:
            if told["version"] == self.version + 1:
                self.version += 1
                self._told = apply(self._told, told["changes"])
                self._state = read(self._told)
                self._tell()
            else:  # one was missed
                self._behind = True
                await socket.send('{"type": "sync"}')
        elif kind in ("reply", "error"):
            await self._hear_answer(socket, {"type": kind, **told})

    async def _hear_answer(self, socket: ClientConnection, told: dict[str, Any]) -> None:
        """An error without a number is about the message that was sent last, as one waits for the other."""
        if self._behind and told["id"] is None:
            await asyncio.sleep(OFTEN)
            await socket.send('{"type": "sync"}')
        if not self._welcome and told["type"] == "error":
            self._refusal = Refused(told)
        elif self._answer is not None and not self._answer.done() and told["id"] in (None, self._awaited):
            self._answer.set_result(told)


class _Lost(Exception):
    """The connection went before the answer came."""


@asynccontextmanager
async def _connected(link: str, key: str | None, patience: float) -> AsyncIterator[Seat]:
    seat = Seat(link, key or new_key(), patience)
    running = asyncio.create_task(seat._run())
    try:
        while seat._state is None:
            await seat._wait()
        yield seat
    finally:
        running.cancel()
        with suppress(asyncio.CancelledError):
            await running


# --- HTTP ----------------------------------------------------------------------------------------


def _parts(link: str) -> tuple[str, str, str | None]:
    """The server, the table and the ticket that a link tells."""
    found = re.fullmatch(r"(https?://[^/#?]+(?:/[^#?]*)?)/t/([a-z0-9]+)/?(?:#ticket=([\w-]+))?", link.strip())
    if found is None:
        raise ValueError(f"{link!r} is no link to a table, such as https://cards.example/t/k3m9...")
    return found[1], found[2], found[3]


class _Stay(urllib.request.HTTPRedirectHandler):
    """A key is sent where it was meant to go, and nowhere else."""

    def redirect_request(self, *_: Any) -> None:
        return None


_opener = urllib.request.build_opener(_Stay)


async def _http(url: str, key: str | None = None, body: dict[str, Any] | None = None) -> Any:
    return await asyncio.to_thread(_asked, url, key, body)


def _asked(url: str, key: str | None, body: dict[str, Any] | None) -> Any:
    if urlsplit(url).scheme not in ("http", "https"):
        raise ValueError(f"{url!r} is no address of a server, such as https://cards.example")
    headers = {"content-type": "application/json"} | ({"authorization": f"Bearer {key}"} if key else {})
    data = None if body is None else json.dumps(body).encode()
    try:
        with _opener.open(urllib.request.Request(url, data, headers), timeout=ANSWER) as answer:
            text = answer.read().decode()
            return json.loads(text) if answer.headers.get_content_type() == "application/json" else text
    except urllib.error.HTTPError as problem:
        raise _refusal(problem) from None
    except (TimeoutError, urllib.error.URLError) as problem:
        raise ConnectionError(f"{url} does not answer: {getattr(problem, 'reason', problem)}") from None


def _refusal(problem: urllib.error.HTTPError) -> Exception:
    """The server's sentence; something else that answers instead of it has none."""
    try:
        return Refused(json.loads(problem.read()), problem.code)
    except (ValueError, KeyError, TypeError):
        return ConnectionError(f"{problem.url} answers with {problem.code} {problem.reason}.")
