"""How much a seat is sent for a move, counted in the messages of a socket: all of them, from the first state on."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from typing import Any

import orjson
import pytest

from cardshed.engine.matches import carrier
from cardshed.games import registry
from cardshed.server.live import Channel
from cardshed.server.running import Server
from cardshed.tables.events import Event, Facts, Setting
from cardshed.tables.table import Table
from tests.server.conftest import ANN, BEN, CAT, Serving, laid, look, move, still
from tests.server.conftest import sent as sent_to

pytestmark = pytest.mark.compiled

MOST = 700  # bytes for a seat and a move
MOMENT = 1_794_809_510.123456


def played(name: str, seed: int, greedy: float) -> Iterator[Table]:
    """A table of people at every moment of a match, at random or by what the rules judge best most of the time."""
    game, dice = registry.named(name), random.Random(f"{name} {seed}")
    players, secret = game.facts.usual, f"{dice.getrandbits(256):064x}"
    facts = Facts("k3m9x2c7v5b8n4qa", name, game.version, players, {}, 0, secret, Setting((None,) * players), MOMENT)
    table = Table(facts, game)
    for p in range(players):
        table.apply(Event("sit", p, {"person": f"person {p}", "name": f"Player {p}"}, MOMENT))
    table.apply(Event("start", None, {}, MOMENT))
    yield table
    while not table.playing.over:
        match = table.playing
        seat = dice.choice(match.acting)
        legal = {move.code: move.text for move in match.legal(seat)}
        by_judge = dice.random() < greedy
        code = carrier.best(match.row, seat, [*legal]) if by_judge else dice.choice([*legal])
        table.apply(Event("move", seat, {"text": legal[code], "by": "person"}, MOMENT + 7.654321 * table.n))
        yield table


def sent(name: str, seed: int, greedy: float) -> tuple[int, int]:
    """The bytes that all seats together were sent in a match, and for how many moves of how many seats."""
    channels: list[Channel] = []
    told, moves = 0, -1
    for table in played(name, seed, greedy):
        moves += 1
        seats = [*range(table.facts.players)]
        if not channels:
            channels = [Channel() for _ in seats]
            told += sum(len(channels[p].whole(table.state(p, seats, 0)).encode()) for p in seats)
        else:
            for p in seats:
                told += len((channels[p].change(table.state(p, seats, 0)) or "").encode())
    return told, moves * len(channels)


@pytest.mark.parametrize("name", registry.OURS)
def test_a_move_is_told_in_few_bytes(name: str) -> None:
    counted = [sent(name, seed, greedy) for seed in (1, 2) for greedy in (0.0, 0.9)]
    each = sum(told for told, _ in counted) / sum(moves for _, moves in counted)
    print(f"{name}: {each:.0f} bytes a seat and move")
    assert each <= MOST


def test_what_all_are_told_is_worked_out_once_a_move(serve: Serving, monkeypatch: pytest.MonkeyPatch) -> None:
    """The points, the moves of who acts and the summary, however many look on."""
    calls: Counter[str] = Counter()

    def counting(place: Any, name: str) -> None:
        real = getattr(place, name)

        def counted(*given: Any) -> Any:
            calls[name] += 1
            return real(*given)

        monkeypatch.setattr(place, name, counted)

    async def story(server: Server) -> None:
        still(server)
        match = await laid(server, people={0: ANN, 1: BEN, 2: CAT, 3: "dan"})
        lookers = [look(server, match, who) for who in (ANN, BEN, CAT, "dan", None, None)]
        await move(server, match, by="bot")
        for place, name in ((carrier, "points"), (carrier, "legal"), (Table, "summary")):
            counting(place, name)
        for moves in range(1, 6):
            await move(server, match, by="bot")
            assert calls == {"points": moves, "legal": moves, "summary": moves}
        assert all(sent_to(one) for one in lookers)

    serve(story)


def test_bytes_are_those_of_the_socket() -> None:
    """What is counted is JSON without blanks, as a page hears it."""
    channel, (table, *_) = Channel(), played("thirteen", 1, 0.0)
    text = channel.whole(table.state(0, [0], 0))
    assert orjson.dumps(orjson.loads(text)).decode() == text
