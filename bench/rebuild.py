"""How long a server needs to build a table of 300 moves from its events: reading them from SQLite, and folding them.

python -m bench.rebuild
"""

from __future__ import annotations

import asyncio
import random
import statistics
import tempfile
import time
from pathlib import Path

from cardshed.engine.matches.match import Match
from cardshed.games import registry
from cardshed.server.house import House, new_id
from cardshed.server.ready import Readiness, compile_game
from cardshed.server.store import Store, default_url
from cardshed.tables.events import Event, Facts, Setting
from cardshed.tables.table import Table

MOVES = 300
TIMES = 101
LONG = {"thirteen": {"match": 10}}  # house rules under which a match lasts long enough


def played(name: str) -> tuple[Facts, Table]:
    """A table with people at every seat after 300 random moves, or after as many as a long match has."""
    game = registry.named(name)
    matches = [_random_match(game.match(seed=seed, options=LONG.get(name)), seed) for seed in range(20)]
    match = max(matches, key=lambda match: match.plies)
    events = [Event("sit", p, {"person": f"{p:064}", "name": f"Player {p}"}, 0.0) for p in range(match.players)]
    events.append(Event("start", None, {}, 0.0))
    events += [Event("move", move.seat, {"text": move.text, "by": "person"}, 0.0) for move in match.moves]
    setting, house_rules = Setting((None,) * match.players), game.given(match.row)
    facts = Facts(
        new_id(), name, game.version, match.players, house_rules, match.seed, "", setting, 0.0, tuple(events)
    )  # fmt: skip
    return facts, Table.built(facts, game, events)


def _random_match(match: Match, seed: int) -> Match:
    dice = random.Random(seed)
    while not match.over and match.plies < MOVES:
        seat = match.acting[0]
        match.play(seat, dice.choice(match.legal(seat)))
    return match


async def measured(house: House, name: str) -> tuple[float, ...]:
    """Moves; seconds to build the table by the wall clock and of a processor, and those of reading: the medians."""
    facts, table = played(name)
    await house.store.create(facts, table.summary())
    whole, busy, reading = [], [], []
    for _ in range(TIMES):
        begun = time.perf_counter()
        await house.store.facts(facts.id)
        await house.store.events(facts.id)
        read, used = time.perf_counter(), time.process_time()
        await house._load(facts.id)
        whole.append(time.perf_counter() - read)
        busy.append(time.process_time() - used)
        reading.append(read - begun)
    return table.playing.plies, *map(statistics.median, (whole, busy, reading))


async def main() -> None:
    names = registry.names()
    readiness = Readiness(names)
    with tempfile.TemporaryDirectory() as folder:
        store = await Store.open(default_url(Path(folder)))
        house = House(store, readiness, most_tables=1_000)
        for name in names:
            compile_game(name)
            readiness.states[name] = "ready"
            readiness.done[name].set()
            moves, *seconds = await measured(house, name)
            whole, busy, reading = (f"{1000 * taken:.2f} ms" for taken in seconds)
            print(f"{name:10} {moves} moves: {whole}, {busy} of a processor; {reading} of it reading", flush=True)
        await store.close()


if __name__ == "__main__":
    asyncio.run(main())
