"""A finished match as it is told move by move."""

from __future__ import annotations

import pytest

from cardshed.changes import apply
from cardshed.engine.errors import CardshedError
from cardshed.server.replay import UNTOLD, replay
from cardshed.server.running import Server
from tests.server.conftest import ANN, Serving, finish, now
from tests.server.happening import open_table

pytestmark = pytest.mark.compiled


@pytest.mark.parametrize("seat", [None, 0, 2])
def test_the_changes_lead_through_all_that_was_to_be_seen(serve: Serving, seat: int | None) -> None:
    async def story(server: Server) -> None:
        match = (await server.house.create(open_table(people=1, options={"cards": 4}), ANN)).facts.id
        with pytest.raises(CardshedError, match="when the match is over"):
            replay(now(server, match), seat)
        await finish(server, match)
        table = now(server, match)
        told = replay(table, seat)
        state = told["first"]
        assert len(told["steps"]) == table.playing.plies
        for i, step in enumerate(told["steps"]):
            state = apply(state, step["changes"])
            then = table.playing.at(i + 1)
            whole = then.view(seat) if seat is not None else then.reveal()
            assert state == {name: value for name, value in whole.items() if name not in UNTOLD}
            assert step["label"] == table.playing.moves[i].label.json()
        hands = {zone["seat"] for zone in told["first"]["zones"] if zone["id"] == "hand"}
        assert hands == ({0, 1, 2, 3} if seat is None else {seat})

    serve(story)
