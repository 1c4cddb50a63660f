"""Several server processes on one PostgreSQL are one house; and the database may be gone for a while."""

from __future__ import annotations

import asyncio
import random
import signal
from collections.abc import Callable, Iterator
from itertools import pairwise
from typing import Any

import pytest

from tests.conftest import counted
from tests.server import postgres
from tests.server.crowd import Crowd, Ledger, Line, Refused, Serving, make_table, open_line
from tests.server.postgres import Postgres

MOVES = counted(quick=40, proof=1_000, plain=5)
DUELS = counted(quick=25, proof=500, plain=5)
TRADES = counted(quick=6, proof=100, plain=1)
OUTAGES = counted(quick=1, proof=10, plain=1)
SAID = "It could not be kept, because the database does not answer. Nothing was changed; try again."

pytestmark = [pytest.mark.server, pytest.mark.process]


@pytest.fixture(scope="module")
def running() -> Iterator[Postgres]:
    with postgres.running() as found:
        yield found


@pytest.fixture(scope="module")
def database(running: Postgres) -> str:
    return running.database()


@pytest.fixture(scope="module")
def pair(database: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Serving, Serving]]:
    """Two processes that serve one database."""
    folder = tmp_path_factory.mktemp("pair")
    one, two = (Serving(database, folder / name, ("thirteen", "pyramid")) for name in ("one", "two"))
    try:
        for serving in (one, two):
            serving.start()
        for serving in (one, two):
            asyncio.run(serving.ready())
        yield one, two
    finally:
        for serving in (one, two):
            serving.kill()
    assert one.traces() == two.traces() == []


def keys(seed: int, count: int) -> tuple[str, ...]:
    chosen = random.Random(seed)
    return tuple(f"{chosen.getrandbits(160):040x}" for _ in range(count))


class Party:
    """A table of people who each have a socket at both processes."""

    def __init__(self, table: str, lines: list[tuple[Line, Line]]) -> None:
        self.table = table
        self.lines = lines

    @classmethod
    async def meet(cls, pair: tuple[Serving, Serving], seed: int, people: int, **wanted: Any) -> Party:
        who = keys(seed, people)
        table = await make_table(pair[0].url, who[0], players=people, seats=[None] * people, **wanted)
        lines = []
        for seat, key in enumerate(who):
            one, two = await open_line(pair[0].url, table, key), await open_line(pair[1].url, table, key)
            if seat:
                await (one, two)[seat % 2].ask("sit", seat=seat, name=f"Player {seat}")
            lines.append((one, two))
        party = cls(table, lines)
        await asyncio.gather(*(line.until(lambda line: line.table["stage"] == "playing") for line in party.all))
        return party

    @property
    def all(self) -> list[Line]:
        return [line for both in self.lines for line in both]

    @property
    def acting(self) -> list[int]:
        return list(self.lines[0][0].state["view"]["acting"])

    @property
    def over(self) -> bool:
        return self.lines[0][0].table["stage"] == "over"

    async def reach(self, n: int) -> None:
        """Until so many events are known everywhere."""
        await asyncio.gather(*(line.reach(n) for line in self.all))

    async def leave(self) -> None:
        for line in self.all:
            await line.close()


async def tried(line: Line, text: str, after: int) -> str:
    """Send a move; `done`, or the key of what is wrong with it."""
    try:
        await line.ask("move", text=text, after=after)
    except Refused as problem:
        return str(problem.key)
    return "done"


# --- two processes -------------------------------------------------------------------------------


def test_players_on_two_processes_see_the_same_game_move_by_move(pair: tuple[Serving, Serving], database: str) -> None:
    async def play() -> None:
        chosen = random.Random(1)
        party = await Party.meet(pair, 1, 4, game="thirteen", options={"match": 5})
        onlookers = [await open_line(serving.url, party.table) for serving in pair]
        for i in range(MOVES):
            if party.over:
                break
            line = party.lines[party.acting[0]][i % 2]
            assert await tried(line, chosen.choice(line.offered), line.n) == "done"
            n = len(await Ledger(database).events(party.table))
            await asyncio.gather(*(line.reach(n) for line in [*party.all, *onlookers]))
        for one, two in [*party.lines, tuple(onlookers)]:
            here, there = dict(one.seen), dict(two.seen)
            both = sorted(set(here) & set(there))
            assert len(both) >= min(MOVES, 20) and both[-1] == one.n == two.n
            assert max(later - n for n, later in pairwise(both)) == 1  # none was passed over
            assert [here[n] for n in both] == [there[n] for n in both]
        for line in [*party.all, *onlookers]:
            await line.close()

    asyncio.run(play())


def test_of_two_moves_for_one_turn_through_two_processes_exactly_one_wins(
    pair: tuple[Serving, Serving], database: str
) -> None:
    async def play() -> None:
        chosen, seed, fought = random.Random(2), 2, 0
        won = [0, 0]
        party = await Party.meet(pair, seed, 2, game="thirteen")
        while fought < DUELS:
            if party.over:
                await party.leave()
                seed += 1
                party = await Party.meet(pair, seed, 2, game="thirteen")
            both = party.lines[party.acting[0]]
            texts = chosen.sample(both[0].offered, 2) if len(both[0].offered) > 1 else both[0].offered * 2
            n = both[0].n
            order = [0, 1] if chosen.random() < 0.5 else [1, 0]
            outcome = dict(zip(order, await asyncio.gather(*(tried(both[i], texts[i], n) for i in order)), strict=True))
            if texts[0] != texts[1]:
                fought += 1
                assert sorted(outcome.values()) == ["done", "server.refused.late"]
                won[0 if outcome[0] == "done" else 1] += 1
            else:  # the same move twice is one move, and nobody is told off
                assert list(outcome.values()) == ["done", "done"]
            events = await Ledger(database).events(party.table)
            assert len(events) == n + 1
            assert events[-1].body["text"] == texts[0 if outcome[0] == "done" else 1]
            await party.reach(n + 1)
        await Ledger(database).replayed(party.table)
        await party.leave()
        print(f"{fought} duels, won by {won[0]} and {won[1]}")

    asyncio.run(play())


def test_sealed_choices_at_once_through_two_processes_all_count(pair: tuple[Serving, Serving], database: str) -> None:
    async def play() -> None:
        chosen, seed, traded = random.Random(3), 3, 0
        party = await Party.meet(pair, seed, 4, game="pyramid")
        while traded < TRADES:
            if party.over:
                await party.leave()
                seed += 1
                party = await Party.meet(pair, seed, 4, game="pyramid")
            n, acting = party.lines[0][0].n, party.acting
            moving = [party.lines[seat][chosen.randrange(2)] for seat in acting]
            if len(moving) > 1:
                first = chosen.randrange(2)
                moving = [party.lines[seat][(first + i) % 2] for i, seat in enumerate(acting)]
                traded += 1
            outcomes = await asyncio.gather(*(tried(line, chosen.choice(line.offered), n) for line in moving))
            assert outcomes == ["done"] * len(moving)
            added = (await Ledger(database).events(party.table))[n:]
            assert sorted(event.seat for event in added if event.seat is not None) == sorted(acting)
            await party.reach(n + len(acting))
        await Ledger(database).replayed(party.table)
        await party.leave()
        print(f"{traded} times several chose at once")

    asyncio.run(play())


def test_who_is_here_is_seen_at_the_other_process(pair: tuple[Serving, Serving]) -> None:
    async def play() -> None:
        who = keys(4, 2)
        table = await make_table(pair[0].url, who[0], game="thirteen", players=2, seats=[None, None])
        one = await open_line(pair[0].url, table, who[0])
        two = await open_line(pair[1].url, table, who[1])
        await two.ask("sit", seat=1, name="Two")
        for _ in range(3):
            await one.until(lambda line: line.here == [0, 1], "the one who came")
            await two.until(lambda line: line.here == [0, 1], "the one who was there")
            looking = await open_line(pair[1].url, table)
            await one.until(lambda line: line.table["onlookers"] == 1, "the onlooker")
            await looking.close()
            await one.until(lambda line: line.table["onlookers"] == 0, "the onlooker is gone")
            await two.close()
            await one.until(lambda line: line.here == [0], "the one who went")
            two = await open_line(pair[1].url, table, who[1])
        await one.close()
        await two.close()

    asyncio.run(play())


def test_bots_are_moved_once_wherever_people_are(pair: tuple[Serving, Serving], database: str) -> None:
    """People at both processes, who come and go so that now one and now the other moves the bots."""

    async def play() -> None:
        ledger = Ledger(database)
        crowd = Crowd(ledger, seed=5, think=0.02)
        one, two = (serving.url for serving in pair)
        tables = [await crowd.open_table([[one, two], [two, one]], bots=2) for _ in range(3)]
        wanted = counted(quick=60, proof=1_500, plain=10)
        moves = 0
        while moves < wanted:
            await asyncio.sleep(0.5)
            crowd.look()
            crowd.random.choice(crowd.players).hang_up()
            moves = crowd.moved
        await crowd.leave()
        bots = 0
        for player in crowd.players:
            for table in player.acknowledged:
                await ledger.replayed(table)  # a move out of turn would be illegal
                bots += sum(event.kind == "move" and event.body["by"] == "bot" for event in await ledger.events(table))
        assert len(tables) == 3 and bots > wanted / 4
        print(f"{moves} moves of people, {bots} of bots")

    asyncio.run(play())


# --- the database is gone ------------------------------------------------------------------------


def stop(running: Postgres) -> None:
    running.stop(signal.SIGINT)


def crash(running: Postgres) -> None:
    running.stop(signal.SIGQUIT)


def freeze(running: Postgres) -> None:
    running.freeze()


@pytest.mark.parametrize("how", [stop, crash, freeze])
def test_while_the_database_is_gone_it_is_said_and_nothing_is_lost(
    how: Callable[[Postgres], None], running: Postgres, pair: tuple[Serving, Serving], database: str
) -> None:
    """The servers are not started again: they recover by themselves."""

    async def play() -> None:
        crowd = Crowd(Ledger(database), seed=9)
        one, two = (serving.url for serving in pair)
        await crowd.open_table([[one], [two]])
        await crowd.open_table([[two], [one], [two]], bots=1)
        for url in (one, two):  # elsewhere all may wait for a move that the other process could not tell any more
            await crowd.open_table([[url], [url]])
        await crowd.all_play()
        for _ in range(OUTAGES):
            crowd.refused.clear()
            await aside(how, running)
            await crowd.until(lambda: len(crowd.refused) >= 3, "the outage is said")
            assert {(str(problem), problem.status) for problem in crowd.refused} == {(SAID, 503)}
            with pytest.raises(Refused, match="It could not be kept"):
                await make_table(one, keys(9, 1)[0], game="thirteen")
            await aside(Postgres.thaw if how is freeze else Postgres.start, running)
            await crowd.all_play()
        await crowd.leave()
        await both_hear(pair)
        assert crowd.counted["lost connections"] == 0
        print(", ".join(f"{name}: {count}" for name, count in crowd.counted.items()))

    try:
        asyncio.run(play())
    finally:
        running.recover()


async def aside(do: Callable[[Postgres], None], running: Postgres) -> None:
    await asyncio.to_thread(do, running)


async def both_hear(pair: tuple[Serving, Serving]) -> None:
    """The processes still tell each other what happens."""
    who = keys(10, 1)[0]
    one, two = (serving.url for serving in pair)
    table = await make_table(one, who, game="thirteen", players=2, seats=[None, None])
    line, other = await open_line(one, table, who), await open_line(two, table, who)
    for teller, hearer in ((line, other), (other, line)):
        n = teller.n
        await teller.ask("say", phrase="hello")
        await hearer.reach(n + 1)
    await line.close()
    await other.close()


# --- a process is gone -----------------------------------------------------------------------------


def test_when_a_process_is_killed_play_goes_on_and_its_people_come_to_the_other(
    pair: tuple[Serving, Serving], database: str
) -> None:
    async def play() -> None:
        crowd = Crowd(Ledger(database), seed=6)
        one, two = pair
        for bots in (0, 1):
            await crowd.open_table([[one.url, two.url], [two.url, one.url], [two.url, one.url]], bots)
        who = keys(7, 2)
        table = await make_table(one.url, who[0], game="thirteen", players=2, seats=[None, None])
        staying = await open_line(one.url, table, who[0])
        await crowd.all_play()
        for _ in range(counted(quick=1, proof=10, plain=1)):
            lost = await open_line(two.url, table, who[1])
            await lost.ask("sit", seat=1, name="Two")
            await staying.until(lambda line: line.here == [0, 1], "the one at the other process")
            two.kill()
            await crowd.all_play()
            assert all(player.urls[0] == one.url for player in crowd.players)
            await staying.until(lambda line: line.here == [0], "nobody is at a process that is gone")
            two.start()
            await two.ready()
            for player in crowd.players[::2]:
                player.hang_up()
            await crowd.all_play()
        await staying.close()
        await crowd.leave()

    asyncio.run(play())
