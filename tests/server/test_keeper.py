"""What a table does by itself: clocks and bots."""

from __future__ import annotations

import asyncio
import time

import orjson
import pytest

from cardshed.changes import apply
from cardshed.server.running import Server
from cardshed.tables import commands as c
from tests.server.conftest import ANN, BEN, CAT, Serving, act, laid, look, move, now, sent, until
from tests.server.happening import kinds, pass_to, refused, undo

pytestmark = pytest.mark.compiled


def test_bots_move_while_somebody_looks_and_rest_otherwise(serve: Serving) -> None:
    async def story(server: Server) -> None:
        match = await laid(server, seed=3)
        await pass_to(server, match, 0)
        await move(server, match)
        plies = now(server, match).playing.plies
        await asyncio.sleep(0.3)
        assert now(server, match).playing.plies == plies
        ann = look(server, match, ANN)
        await until(lambda: now(server, match).playing.acting == (0,))
        assert {turn.by for turn in now(server, match).turns if turn.plies >= plies} == {"bot"}
        server.go(ann)

    serve(story)


def test_a_bot_whose_choice_was_undone_does_not_move(serve: Serving) -> None:
    async def story(server: Server) -> None:
        match = await laid(server, pace="slow")
        await pass_to(server, match, 0)
        look(server, match, ANN)
        await move(server, match)
        await asyncio.sleep(0.2)  # the bot ponders
        await undo(server, match, ANN)
        plies = now(server, match).playing.plies
        await asyncio.sleep(2.2)
        assert now(server, match).playing.plies == plies

    serve(story)


def test_a_timer_that_runs_out_plays_once(serve: Serving) -> None:
    """X-9: the least harmful move, for who has the move."""

    async def story(server: Server) -> None:
        people = {0: ANN, 1: BEN, 2: CAT, 3: "dan"}
        match = await laid(server, people=people, timer=0.5)
        table = now(server, match)
        first = table.playing.acting[0]
        least = table.playing.timeout_move(first).text
        for who in people.values():
            look(server, match, who)
        await until(lambda: now(server, match).playing.plies == 1)
        turn = now(server, match).turns[0]
        assert (turn.seat, turn.by, turn.text) == (first, "timer", least)
        assert now(server, match).seats[first].by_person  # the seat stays theirs
        assert (now(server, match).deadline(0.0) or 0) > time.time()

    serve(story, grace=600.0)


def test_a_table_that_rests_loses_no_time(serve: Serving) -> None:
    async def story(server: Server) -> None:
        people = {0: ANN, 1: BEN, 2: CAT, 3: "dan"}
        match = await laid(server, people=people, timer=0.6)
        await asyncio.sleep(0.8)  # the timer would be over by now
        ann = look(server, match, ANN)
        await asyncio.sleep(0.3)
        assert now(server, match).playing.plies == 0
        assert all(seat.by_person for seat in now(server, match).seats)
        state, *later = [orjson.loads(text) for text in sent(ann)]
        for change in later:
            state = apply(state, change["changes"])
        assert state["table"]["deadline"] > time.time()
        await until(lambda: now(server, match).playing.plies == 1)

    serve(story, grace=600.0)


def test_who_is_gone_too_long_is_played_for_and_takes_the_seat_back(serve: Serving) -> None:
    async def story(server: Server) -> None:
        match = await laid(server, people={0: ANN, 1: BEN}, pace="slow")
        ann, ben = look(server, match, ANN), look(server, match, BEN)
        server.go(ben)
        await asyncio.sleep(0.1)
        assert now(server, match).seats[1].by_person
        await until(lambda: now(server, match).seats[1].away == "gone")
        assert now(server, match).seats[0].by_person
        await refused("server.refused.full", server, match, CAT, c.Sit())
        look(server, match, BEN)
        await until(lambda: now(server, match).seats[1].by_person)
        assert [kind for kind in kinds(server, match) if kind in ("away", "back")] == ["away", "back"]
        server.go(ann)

    serve(story, grace=0.4)


def test_who_asked_a_bot_to_play_is_not_put_back_by_being_there(serve: Serving) -> None:
    async def story(server: Server) -> None:
        match = await laid(server, people={0: ANN, 1: BEN}, pace="slow")
        look(server, match, ANN)
        await act(server, match, ANN, c.Away())
        await asyncio.sleep(0.3)
        assert now(server, match).seats[0].away == "asked"

    serve(story)


def test_a_bot_plays_for_who_is_away(serve: Serving) -> None:
    async def story(server: Server) -> None:
        match = await laid(server, people={0: ANN, 1: BEN, 2: CAT, 3: "dan"})
        first = now(server, match).playing.acting[0]
        owner = now(server, match).seats[first].owner
        look(server, match, owner)
        await act(server, match, owner, c.Away())
        await until(lambda: now(server, match).playing.plies >= 1)
        assert now(server, match).turns[0].by == "bot"

    serve(story)
