"""A game that nobody built in has tables on the server at once."""

from __future__ import annotations

import threading
from pathlib import Path

import pytest

import cardshed
from cardshed.server import asked, ready, running
from cardshed.server.ready import Readiness
from cardshed.server.running import Server
from cardshed.tables import commands as c
from tests.server.conftest import ANN, Serving

EXAMPLE = Path(__file__).parents[2] / "examples" / "crazy_eights"


@pytest.mark.process
def test_the_sixth_game_is_compiled_by_a_child_and_played_to_its_end(
    serve: Serving, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(running, "Readiness", Readiness)  # the true one
    asked_for, load = threading.Event(), ready.load_game
    monkeypatch.setattr(ready, "load_game", lambda place: asked_for.wait(60) and load(place))
    name = cardshed.game(EXAMPLE).name

    async def story(server: Server) -> None:
        assert server.status()["games"][name] != "ready"
        asked_for.set()
        wanted = asked.NewTable(game=name, players=3, seats=[None, "easy", "easy"], pace="instant")
        table = await server.house.create(wanted, ANN)
        assert server.status()["games"] == {name: "ready"}
        match = table.facts.id
        while (table := await server.house.table(match)).stage == "playing":
            seat = table.playing.acting[0]
            if seat == 0:
                move = table.playing.legal(0)[0].text
                await server.act(match, ANN, c.Move(text=move, after=table.n))
            else:
                await server.keeper._play_bot(table, table.playing, seat)
        assert cardshed.replay(table.record()).points == table.playing.points

    serve(story, games=(name,))
