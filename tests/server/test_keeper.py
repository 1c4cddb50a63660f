"""What a table does by itself: clocks and bots."""

from __future__ import annotations

import asyncio
import time

import orjson
import pytest

from cardshed.changes import apply
from cardshed.server import clock, keeper
from cardshed.server.running import Server
from cardshed.tables import commands as c
from cardshed.tables.decision import event
from cardshed.tables.fair import hashed
from tests.server.conftest import ANN, BEN, CAT, Serving, act, laid, look, move, now, sent, until
from tests.server.happening import kinds, open_table, pass_to, refused, undo

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


def test_who_looks_on_does_not_have_a_match_played_without_its_people(serve: Serving) -> None:
    """Ann and Ben have gone home and mean to play on tomorrow."""

    async def story(server: Server) -> None:
        match = await laid(server, people={0: ANN, 1: BEN}, free=(2, 3), timer=0.1)
        ann, ben = look(server, match, ANN), look(server, match, BEN)
        server.go(ann)
        server.go(ben)
        before = now(server, match).n
        look(server, match, None)
        dan = look(server, match, "dan")
        await act(server, match, "dan", c.Sit())
        await asyncio.sleep(0.5)
        assert kinds(server, match)[before:] == ["knock"]
        server.go(dan)
        look(server, match, ANN)
        await until(lambda: now(server, match).n > before + 1)

    serve(story, grace=0.1)


def test_a_table_that_was_left_before_the_server_began_has_not_run_out_of_time(serve: Serving) -> None:
    """A guest who is promised a seat keeps it going; those who sit there were last here when another process ran."""

    async def story(server: Server) -> None:
        match = await laid(server, people={0: ANN, 1: BEN}, free=(2, 3), timer=30.0, knock=False)
        now(server, match).began -= 1000.0
        look(server, match, "dan")
        await act(server, match, "dan", c.Sit())
        await asyncio.sleep(0.3)
        assert kinds(server, match)[-1:] == ["knock"] and now(server, match).playing.plies == 0

    serve(story)


def test_nobody_gains_time_by_a_socket_at_another_process(serve: Serving) -> None:
    """That process would keep the table going then, and with the socket's end this one again."""

    async def story(server: Server) -> None:
        match = await laid(server, people={0: ANN, 1: BEN, 2: CAT, 3: "dan"}, timer=30.0)
        look(server, match, ANN)
        look(server, match, BEN)
        server.presence.awake[match] -= 20.0
        now(server, match).began -= 20.0
        for here in ([[0, 1]], []):
            server.heard({"process": "", "here": {match: here}})
            await asyncio.sleep(0.05)
        left = server.live.state(now(server, match), 0)["table"]["deadline"] - clock.now()
        assert 5 < left < 10

    serve(story)


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


@pytest.mark.parametrize("by", [3600.0, -3600.0], ids=["forward", "back"])
def test_a_wall_clock_that_is_moved_gives_nobody_time_and_takes_none(
    serve: Serving, monkeypatch: pytest.MonkeyPatch, by: float
) -> None:
    async def story(server: Server) -> None:
        people = {0: ANN, 1: BEN, 2: CAT, 3: "dan"}
        match = await laid(server, people=people, timer=30.0)
        for who in people.values():
            look(server, match, who)
        left = (now(server, match).deadline(0.0) or 0) - clock.now()
        wall = time.time
        monkeypatch.setattr(time, "time", lambda: wall() + by)
        await act(server, match, people[now(server, match).playing.acting[0]], c.Say(phrase="hello"))
        await asyncio.sleep(0.2)
        assert now(server, match).playing.plies == 0 and all(seat.by_person for seat in now(server, match).seats)
        assert left - 5 < (now(server, match).deadline(0.0) or 0) - clock.now() < left
        await move(server, match)
        assert 25 < (now(server, match).deadline(0.0) or 0) - clock.now() <= 30.0

    serve(story, grace=600.0)


def test_a_table_of_a_clock_that_went_wrong_waits_for_nobody_longer(serve: Serving) -> None:
    async def story(server: Server) -> None:
        match = await laid(server, people={0: ANN, 1: BEN, 2: CAT, 3: "dan"}, timer=30.0)
        first = now(server, match).playing.acting[0]
        text = now(server, match).playing.legal(first)[0].text
        await server.house.put(match, lambda _: event("move", first, clock.now() + 3600, text=text, by="bot"))
        server.house.forget(0.0)
        await server.house.table(match)
        assert (now(server, match).deadline(0.0) or 0) - clock.now() <= 30.0

    serve(story)


def test_a_table_passes_to_who_has_sat_longest(serve: Serving, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(keeper, "OWNERLESS", 0.4)

    async def story(server: Server) -> None:
        match = await laid(server, people={0: ANN, 1: BEN, 2: CAT}, host=ANN, pace="slow", timer=0.0)
        ann, _, ben = (look(server, match, who) for who in (ANN, CAT, BEN))
        await asyncio.sleep(0.6)
        assert now(server, match).host == ANN, "who is there keeps it"
        server.go(ann)
        await until(lambda: now(server, match).host == BEN)
        server.go(ben)
        await until(lambda: now(server, match).host == CAT)

    serve(story, grace=600.0)


def test_who_is_handed_a_table_has_time_to_come(serve: Serving, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(keeper, "OWNERLESS", 1.5)

    async def story(server: Server) -> None:
        match = await laid(server, people={0: ANN, 1: BEN, 2: CAT}, host=ANN, pace="slow")
        look(server, match, ANN)
        look(server, match, CAT)
        server.presence.awake[match] -= 60.0
        await act(server, match, ANN, c.Handover(seat=1))
        await asyncio.sleep(0.5)
        assert now(server, match).host == BEN
        await until(lambda: now(server, match).host == ANN)

    serve(story, grace=600.0)


def test_an_owner_who_looks_on_is_there(serve: Serving, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(keeper, "OWNERLESS", 0.3)

    async def story(server: Server) -> None:
        match = await laid(server, people={0: ANN, 1: BEN}, host="dan", pace="slow")
        dan = look(server, match, "dan")
        look(server, match, ANN)
        await asyncio.sleep(0.6)
        assert now(server, match).host == "dan"
        server.go(dan)
        await until(lambda: now(server, match).host == ANN)

    serve(story, grace=600.0)


def test_a_shuffle_goes_on_without_who_shows_no_nonce(serve: Serving, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(keeper, "NONCES", 0.3)

    async def story(server: Server) -> None:
        nonces = {who: f"{k:032x}" for k, who in enumerate((ANN, BEN))}
        wanted = open_table(people=2, hash=hashed(nonces[ANN]))
        match = (await server.house.create(wanted, ANN)).facts.id
        await act(server, match, BEN, c.Sit(hash=hashed(nonces[BEN])))
        assert now(server, match).shuffling == "show"
        await asyncio.sleep(0.5)
        assert now(server, match).shuffling == "show", "nobody is there, so no clock runs"
        look(server, match, ANN)
        await act(server, match, ANN, c.Reveal(nonce=nonces[ANN]))
        await until(lambda: now(server, match).match is not None)
        told = now(server, match).about(0, [], 0)["shuffle"]
        assert (list(told["hashes"]), list(told["nonces"])) == (["0", "1"], ["0"])

    serve(story)
