"""How many tables a server carries: `python -m bench.load`.

Server and players run on one machine, each pinned to a core of its own. At every table four people sit, each with an
open socket; one of those who may act makes a random move, at random moments, so many times a second on average. The
time counts from the move sent to the moment when all four have been told of it.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import os
import random
import re
import secrets
import statistics
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import orjson
import websockets

from cardshed.changes import apply
from cardshed.wire import read

SEATS = 4
PAUSE = 0.25  # seconds that the person among bots thinks
TICKS = os.sysconf("SC_CLK_TCK")
PAGE = os.sysconf("SC_PAGE_SIZE")


@dataclass
class Tally:
    """What was seen while a load ran."""

    latencies: list[float] = field(default_factory=list)
    bots: list[float] = field(default_factory=list)  # from a person's move to the next one of the same person
    errors: list[str] = field(default_factory=list)
    moves: int = 0


class Seat:
    """One person with one socket."""

    def __init__(self, table: Table, key: str) -> None:
        self.table = table
        self.key = key
        self.told: dict[str, Any] = {}
        self.version = 0
        self.socket: Any = None

    @property
    def state(self) -> dict[str, Any]:
        return read(self.told)

    async def listen(self) -> None:
        async for raw in self.socket:
            told = orjson.loads(raw)
            if told["type"] == "change":
                if told["version"] != self.version + 1:
                    self.table.tally.errors.append("a change was missed")
                self.told, self.version = apply(self.told, told["changes"]), told["version"]
            elif told["type"] == "error":
                self.table.tally.errors.append(told["error"]["text"])
            self.table.heard(self)


class Table:
    """Four people, or one and three bots."""

    def __init__(self, load: Load, game: str, people: int) -> None:
        self.load = load
        self.tally = load.tally
        self.game = game
        self.people = people
        self.seats: list[Seat] = []
        self.waiting: tuple[int, float, asyncio.Event] | None = None  # the event waited for, since when

    async def open(self) -> None:
        keys = [secrets.token_urlsafe(24) for _ in range(self.people)]
        bots = ["medium"] * (SEATS - self.people)
        wanted = {"game": self.game, "players": SEATS, "seats": [None] * self.people + bots, "pace": "instant"}
        made = await self.load.post("/api/tables", wanted, keys[0])
        self.id = made["id"]
        for key in keys[1:]:
            await self.load.post(f"/api/tables/{self.id}/sit", {}, key)
        self.seats = [Seat(self, key) for key in keys]
        for seat in self.seats:
            seat.socket = await websockets.connect(
                f"ws://{self.load.host}/api/tables/{self.id}/live",
                additional_headers={"Authorization": f"Bearer {seat.key}"},
                compression=None,
                max_size=None,
                ping_interval=None,
            )
            seat.told = orjson.loads(await seat.socket.recv())
            seat.version = seat.told["version"]
            self.load.tasks.append(asyncio.create_task(seat.listen()))

    def heard(self, seat: Seat) -> None:
        if self.waiting and all(other.state["table"]["n"] > self.waiting[0] for other in self.seats):
            self.waiting[2].set()

    @property
    def acting(self) -> list[Seat]:
        return [seat for seat in self.seats if seat.state["view"] and seat.state["view"]["moves"]]

    async def play(self, dice: random.Random) -> None:
        """One move of somebody, until all have been told of it."""
        if self.seats[0].state["table"]["stage"] == "over":
            for seat in self.seats:
                await seat.socket.close()
            await self.open()
        seats = self.acting
        if not seats:
            return
        seat = dice.choice(seats)
        n = seat.state["table"]["n"]
        move = dice.choice(seat.state["view"]["moves"])["text"]
        self.waiting = (n, time.perf_counter(), asyncio.Event())
        await seat.socket.send(orjson.dumps({"type": "move", "text": move, "after": n}).decode())
        try:
            await asyncio.wait_for(self.waiting[2].wait(), 10)
        except TimeoutError:
            self.tally.errors.append(f"nobody was told of a move within 10 s: {self.game} {move}")
        else:
            self.tally.latencies.append(time.perf_counter() - self.waiting[1])
            self.tally.moves += 1
        self.waiting = None

    async def keep_playing(self, rate: float, until: float) -> None:
        dice = random.Random(self.id)
        due = time.perf_counter() + dice.random() / rate
        while due < until:
            await asyncio.sleep(max(0.0, due - time.perf_counter()))
            await self.play(dice)
            due += dice.expovariate(rate)

    async def keep_asking_bots(self, until: float) -> None:
        """How long three bots take until it is the person's turn again."""
        dice = random.Random(1)
        while time.perf_counter() < until:
            begun = time.perf_counter()
            before = self.seats[0].state["table"]["n"]
            await self.play(dice)
            while not self.acting and self.seats[0].state["table"]["stage"] == "playing":
                await asyncio.sleep(0.005)
            bots = self.seats[0].state["table"]["n"] - before - 1
            if bots > 0:
                self.tally.bots.append((time.perf_counter() - begun) / bots)
            await asyncio.sleep(PAUSE)


class Load:
    """Tables on a server, and what was seen there."""

    def __init__(self, host: str) -> None:
        self.host = host
        self.tally = Tally()
        self.tasks: list[asyncio.Task[None]] = []

    async def post(self, path: str, body: dict[str, Any], key: str) -> Any:
        """A request by hand: one connection each, as from so many people."""
        name, _, port = self.host.partition(":")
        reader, writer = await asyncio.open_connection(name, int(port))
        data = orjson.dumps(body)
        head = f"POST {path} HTTP/1.1\r\nHost: {self.host}\r\nAuthorization: Bearer {key}\r\nConnection: close\r\n"
        head += f"Content-Type: application/json\r\nContent-Length: {len(data)}\r\n\r\n"
        writer.write(head.encode() + data)
        answer = await reader.read()
        writer.close()
        lines, _, rest = answer.partition(b"\r\n\r\n")
        if b" 20" not in lines.split(b"\r\n")[0]:
            raise RuntimeError(f"{path}: {rest.decode()}")
        return orjson.loads(rest)


@dataclass
class Process:
    """What the operating system knows of the server."""

    pid: int

    def cpu(self) -> float:
        fields = Path(f"/proc/{self.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / TICKS

    def megabytes(self) -> float:
        return int(Path(f"/proc/{self.pid}/statm").read_text().split()[1]) * PAGE / 1e6


def percentile(values: list[float], share: float) -> float:
    return sorted(values)[min(len(values) - 1, int(share * len(values)))] if values else float("nan")


async def run(host: str, server: Process, asked: argparse.Namespace) -> None:
    load = Load(host)
    games = asked.games.split(",")
    tables = [Table(load, games[i % len(games)], SEATS) for i in range(asked.tables)]
    beside = Table(load, "thirteen", 1)
    begun = time.perf_counter()
    for table in [*tables, beside]:
        await table.open()
    print(
        f"{len(tables)} tables, {SEATS * len(tables)} seats connected in {time.perf_counter() - begun:.1f} s",
        flush=True,
    )
    for rate in [asked.rate * k for k in ((1, 2, 3, 4, 6, 8) if asked.further else (1,))]:
        tally = load.tally = Tally()
        for table in [*tables, beside]:
            table.tally = tally
        seconds = asked.seconds if rate == asked.rate else 20.0
        cpu, own, begun = server.cpu(), time.process_time(), time.perf_counter()
        until = begun + seconds
        await asyncio.gather(*(t.keep_playing(rate, until) for t in tables), beside.keep_asking_bots(until))
        took = time.perf_counter() - begun
        last = percentile(tally.latencies, 0.99)
        print(
            f"{rate:g} moves a second and table: {tally.moves / took:.0f} moves/s, {len(tally.errors)} errors, "
            f"all told after {1000 * statistics.median(tally.latencies):.1f} ms (median), {1000 * last:.1f} ms (99 %); "
            f"medium bot {1000 * statistics.median(tally.bots or [0]):.0f} ms (median), "
            f"{1000 * percentile(tally.bots, 0.99):.0f} ms (99 %); "
            f"server {100 * (server.cpu() - cpu) / took:.0f} % of a core, {server.megabytes():.0f} MB; "
            f"players {100 * (time.process_time() - own) / took:.0f} % of the other",
            flush=True,
        )
        for error in sorted(set(tally.errors))[:5]:
            print("  ", error)
        if last > 0.1 or tally.errors:
            break


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=250)
    parser.add_argument("--rate", type=float, default=1.0, help="moves a second at each table")
    parser.add_argument("--seconds", type=float, default=120.0)
    parser.add_argument("--games", default="thirteen,segments,parcels,pyramid")
    parser.add_argument("--further", action="store_true", help="then more and more moves, until it is too slow")
    parser.add_argument("--database", help="SQLite in a new folder if not given")
    asked = parser.parse_args()
    cores = sorted(os.sched_getaffinity(0))
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "cardshed", "serve", "--port", "0", "--data", folder, "--threads", "1"]
        command += ["--database", asked.database] if asked.database else []
        process = subprocess.Popen(
            command, stderr=subprocess.PIPE, text=True, preexec_fn=lambda: os.sched_setaffinity(0, {cores[0]})
        )
        try:
            assert process.stderr
            host = ""
            for line in process.stderr:
                if found := re.search(r'"url": "http://([^"]+)"', line):
                    host = found[1]
                    break
            drain = subprocess.Popen(["cat"], stdin=process.stderr, stdout=subprocess.DEVNULL)
            os.sched_setaffinity(0, {cores[-1]})
            gc.disable()  # the players' own pauses are not the server's
            asyncio.run(_wait_and_run(host, Process(process.pid), asked))
            drain.kill()
        finally:
            process.terminate()
            process.wait()


async def _wait_and_run(host: str, server: Process, asked: argparse.Namespace) -> None:
    name, _, port = host.partition(":")
    while True:
        reader, writer = await asyncio.open_connection(name, int(port))
        writer.write(f"GET /api/status HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n".encode())
        states = orjson.loads((await reader.read()).partition(b"\r\n\r\n")[2])["games"]
        writer.close()
        if all(states[game] == "ready" for game in {*asked.games.split(","), "thirteen"}):
            break
        await asyncio.sleep(0.5)
    await run(host, server, asked)


if __name__ == "__main__":
    main()
