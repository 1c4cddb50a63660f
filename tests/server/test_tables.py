"""What may happen at a table, and what it comes to."""

from __future__ import annotations

import asyncio
import logging
import time
from typing import Any

import orjson
import pytest

from cardshed.changes import apply
from cardshed.engine.errors import BadRecord, CardshedError
from cardshed.engine.record import parse, replay
from cardshed.games import registry
from cardshed.server import commands as c
from cardshed.server import deciding
from cardshed.server.deciding import Refused
from cardshed.server.events import Event, Facts
from cardshed.server.running import Server
from cardshed.server.tables import Broken, Table
from tests.server.conftest import (
    ANN,
    BEN,
    CAT,
    Serving,
    act,
    events_of,
    finish,
    happen,
    laid,
    look,
    move,
    now,
    sent,
    until,
)

pytestmark = pytest.mark.compiled


async def refused(key: str, server: Server, match: str, who: str | None, command: c.Command) -> None:
    """A command gets its sentence, and nothing happens."""
    before = now(server, match)
    with pytest.raises(CardshedError) as caught:
        await server.act(match, who, command)
    assert caught.value.message.key == key
    assert len(str(caught.value)) > 8
    assert now(server, match) is before
    assert len(await events_of(server, match)) == before.n


def open_table(game: str = "thirteen", people: int = 2, **more: Any) -> c.NewTable:
    seats: list[str | None] = [None] * people + ["easy"] * (4 - people)
    return c.NewTable(game=game, players=4, seats=seats, seat=0, name="Ann", pace="instant", **more)


def kinds(server: Server, match: str) -> list[str]:
    return now(server, match).kinds


def as_told(table: Table) -> list[bytes]:
    """All that anyone is told, and what is kept to be listed."""
    states = [table.state(seat, [], 0) for seat in (None, *range(table.facts.players))]
    return [orjson.dumps(told) for told in [*states, vars(table.summary()) | {"people": None}]]


# --- seats ---------------------------------------------------------------------------------------


def test_take_a_seat_until_the_match_begins_by_itself(serve: Serving) -> None:
    async def story(server: Server) -> None:
        match = (await server.house.create(open_table(people=3), ANN)).facts.id
        assert kinds(server, match) == ["sit"]
        assert now(server, match).stage == "waiting"
        assert await act(server, match, BEN, c.Sit(name="Ben", seat=2)) == {"seat": 2}
        assert now(server, match).stage == "waiting"
        assert await act(server, match, CAT, c.Sit(name="Cat")) == {"seat": 1}
        assert kinds(server, match) == ["sit", "sit", "sit", "start"]
        told = now(server, match).about(1, [0], 4)
        assert [seat["name"] for seat in told["seats"]] == ["Ann", "Cat", "Ben", None]
        assert [seat["bot"] for seat in told["seats"]] == [None, None, None, "easy"]
        assert [seat["here"] for seat in told["seats"]] == [True, False, False, False]
        assert (told["stage"], told["you"], told["onlookers"], told["n"]) == ("playing", 1, 4, 4)

    serve(story)


def test_sitting_again_keeps_the_seat_and_happens_once(serve: Serving) -> None:
    async def story(server: Server) -> None:
        match = (await server.house.create(open_table(people=3), ANN)).facts.id
        assert await act(server, match, ANN, c.Sit(name="Another", seat=2)) == {"seat": 0}
        assert kinds(server, match) == ["sit"]

    serve(story)


def test_a_seat_that_is_taken_or_a_bots_cannot_be_had(serve: Serving) -> None:
    async def story(server: Server) -> None:
        match = (await server.house.create(open_table(people=3), ANN)).facts.id
        await refused("server.refused.taken", server, match, BEN, c.Sit(seat=0))
        await refused("server.refused.taken", server, match, BEN, c.Sit(seat=3))
        await refused("server.refused.taken", server, match, BEN, c.Sit(seat=15))
        await refused("server.refused.key", server, match, None, c.Sit())
        for who in (BEN, CAT):
            await act(server, match, who, c.Sit())
        await refused("server.refused.full", server, match, "dan", c.Sit())

    serve(story)


def test_two_who_want_one_seat_at_once(serve: Serving) -> None:
    async def story(server: Server) -> None:
        match = (await server.house.create(open_table(people=3), ANN)).facts.id
        wanted = [act(server, match, who, c.Sit(seat=1)) for who in (BEN, CAT)]
        found = await asyncio.gather(*wanted, return_exceptions=True)
        assert sorted(isinstance(one, Refused) for one in found) == [False, True]
        assert kinds(server, match) == ["sit", "sit"]

    serve(story)


def test_start_with_bots_where_nobody_sits(serve: Serving) -> None:
    async def story(server: Server) -> None:
        match = (await server.house.create(open_table(people=3, fill="hard"), ANN)).facts.id
        await refused("server.refused.not_seated", server, match, BEN, c.Start())
        await act(server, match, ANN, c.Start())
        assert [seat["bot"] for seat in now(server, match).about(0, [], 0)["seats"]] == [None, "hard", "hard", "easy"]
        n = now(server, match).n
        assert await act(server, match, ANN, c.Start()) == {}  # once is enough
        assert now(server, match).n == n
        # Somebody who comes later takes the seat over from the bot.
        assert await act(server, match, BEN, c.Sit(name="Ben")) == {"seat": 1}
        assert now(server, match).seats[1].by_person

    serve(story)


def test_leave_lets_a_bot_play_on_and_others_sit_down(serve: Serving) -> None:
    async def story(server: Server) -> None:
        match = await laid(server, people={0: ANN, 1: BEN})
        await act(server, match, ANN, c.Leave())
        table = now(server, match)
        assert table.seat_of(ANN) is None
        assert table.seats[0].free
        assert not table.seats[0].by_person
        await refused("server.refused.not_seated", server, match, ANN, c.Leave())
        assert await act(server, match, CAT, c.Sit(name="Cat")) == {"seat": 0}

    serve(story)


def test_away_and_back(serve: Serving) -> None:
    async def story(server: Server) -> None:
        match = await laid(server)
        await act(server, match, ANN, c.Away())
        table = now(server, match)
        assert (table.seats[0].away, table.seats[0].owner, table.seats[0].free) == ("asked", ANN, False)
        await refused("server.refused.full", server, match, BEN, c.Sit())
        await refused("server.refused.away", server, match, ANN, c.Move(text="pass", after=table.n))
        await act(server, match, ANN, c.Away())
        assert now(server, match).n == table.n
        await act(server, match, ANN, c.Back())
        await act(server, match, ANN, c.Back())
        assert kinds(server, match)[-2:] == ["away", "back"]
        assert now(server, match).seats[0].by_person

    serve(story)


# --- tickets -------------------------------------------------------------------------------------


def test_a_ticket_moves_the_seat_once(serve: Serving) -> None:
    async def story(server: Server) -> None:
        match = await laid(server, people={0: ANN, 1: BEN})
        ticket = (await act(server, match, ANN, c.Ticket()))["ticket"]
        assert await act(server, match, "ann's phone", c.Sit(ticket=ticket)) == {"seat": 0}
        table = now(server, match)
        assert table.seat_of("ann's phone") == 0
        assert table.seat_of(ANN) is None
        assert table.seats[0].name == "Ann"
        await refused("server.refused.ticket", server, match, CAT, c.Sit(ticket=ticket))
        await refused("server.refused.ticket", server, match, ANN, c.Sit(ticket=ticket))

    serve(story)


def test_a_ticket_is_not_kept_or_told(serve: Serving) -> None:
    async def story(server: Server) -> None:
        match = await laid(server)
        ticket = (await act(server, match, ANN, c.Ticket()))["ticket"]
        kept = str([event.body for event in await events_of(server, match)])
        told = str([now(server, match).state(seat, [], 0) for seat in (None, 0, 1)])
        assert ticket not in kept + told
        assert deciding.hashed(ticket) in kept
        assert deciding.hashed(ticket) not in told

    serve(story)


def test_a_ticket_grows_old(serve: Serving, monkeypatch: pytest.MonkeyPatch) -> None:
    async def story(server: Server) -> None:
        match = await laid(server)
        monkeypatch.setattr(deciding, "TICKET_SECONDS", -1.0)
        old = (await act(server, match, ANN, c.Ticket()))["ticket"]
        await refused("server.refused.ticket", server, match, BEN, c.Sit(ticket=old))
        monkeypatch.setattr(deciding, "TICKET_SECONDS", 10.0)
        fresh = (await act(server, match, ANN, c.Ticket()))["ticket"]
        await act(server, match, BEN, c.Sit(ticket=fresh))

    serve(story)


def test_a_ticket_takes_nobody_elses_seat(serve: Serving) -> None:
    async def story(server: Server) -> None:
        match = await laid(server, people={0: ANN, 1: BEN})
        ticket = (await act(server, match, ANN, c.Ticket()))["ticket"]
        await refused("server.refused.seated", server, match, BEN, c.Sit(ticket=ticket))
        await act(server, match, ANN, c.Leave())
        await refused("server.refused.ticket", server, match, ANN, c.Sit(ticket=ticket))
        await act(server, match, CAT, c.Sit(seat=0))
        await refused("server.refused.ticket", server, match, ANN, c.Sit(ticket=ticket))  # it is Cat's seat now

    serve(story)


def test_of_two_tickets_for_a_seat_the_first_used_is_the_last(serve: Serving) -> None:
    async def story(server: Server) -> None:
        match = await laid(server)
        one, two = [(await act(server, match, ANN, c.Ticket()))["ticket"] for _ in range(2)]
        await act(server, match, "phone", c.Sit(ticket=two))
        await refused("server.refused.ticket", server, match, "thief", c.Sit(ticket=one))

    serve(story)


# --- moves ---------------------------------------------------------------------------------------


def test_a_move_is_made_once_however_often_it_is_sent(serve: Serving) -> None:
    async def story(server: Server) -> None:
        match = await laid(server, people={0: ANN, 1: BEN, 2: CAT, 3: "dan"})
        table = now(server, match)
        seat = table.playing.acting[0]
        who = table.seats[seat].owner
        asked = c.Move(text=table.playing.legal(seat)[0].text, after=table.n)
        assert await act(server, match, who, asked) == {}
        assert await act(server, match, who, asked) == {"already": True}
        replies = await asyncio.gather(*[act(server, match, who, asked) for _ in range(5)])
        assert replies == [{"already": True}] * 5
        assert now(server, match).playing.plies == 1

    serve(story)


def test_two_moves_for_one_turn(serve: Serving) -> None:
    async def story(server: Server) -> None:
        match = await laid(server, people={0: ANN, 1: BEN, 2: CAT, 3: "dan"})
        table = now(server, match)
        seat = table.playing.acting[0]
        texts = [offered.text for offered in table.playing.legal(seat)][:2]
        sends = [act(server, match, table.seats[seat].owner, c.Move(text=text, after=table.n)) for text in texts]
        found = await asyncio.gather(*sends, return_exceptions=True)
        assert found[0] == {}
        assert isinstance(found[1], Refused)
        assert found[1].message.key == "server.refused.late"
        assert now(server, match).playing.plies == 1

    serve(story)


def test_moves_out_of_turn_or_for_another_choice(serve: Serving) -> None:
    async def story(server: Server) -> None:
        everybody = {0: ANN, 1: BEN, 2: CAT, 3: "dan"}
        match = await laid(server, people=everybody)
        table = now(server, match)
        first = table.playing.acting[0]
        text = table.playing.legal(first)[0].text
        for seat, who in everybody.items():
            if seat != first:
                await refused("engine.move.turn", server, match, who, c.Move(text=text, after=table.n))
        await refused("server.refused.not_seated", server, match, "eve", c.Move(text=text, after=table.n))
        await refused("server.refused.not_seated", server, match, None, c.Move(text=text, after=table.n))
        who = everybody[first]
        await refused("server.refused.future", server, match, who, c.Move(text=text, after=table.n + 1))
        await refused("server.refused.late", server, match, who, c.Move(text=text, after=0))
        await act(server, match, who, c.Move(text=text, after=table.n))

    serve(story)


def test_moves_before_the_start(serve: Serving) -> None:
    async def story(server: Server) -> None:
        match = (await server.house.create(open_table(), ANN)).facts.id
        await refused("server.table.waiting", server, match, ANN, c.Move(text="pass", after=1))
        await refused("server.table.waiting", server, match, ANN, c.Undo(after=1))
        await refused("server.table.waiting", server, match, ANN, c.Hint())

    serve(story)


def test_sealed_choices_of_several_are_all_accepted(serve: Serving) -> None:
    """X-8: who knows of the same events may choose, whoever else has in secret."""

    async def story(server: Server) -> None:
        people = {0: ANN, 1: BEN, 2: CAT}
        match = await laid(server, "pyramid", people, players=3)
        n = now(server, match).n
        sends = [act(server, match, people[p], c.Move(text="keep", after=n)) for p in (2, 0)]
        assert await asyncio.gather(*sends) == [{}, {}]
        assert now(server, match).playing.acting == (1,)
        await refused("engine.move.chosen", server, match, ANN, c.Move(text="trade", after=n))
        await act(server, match, BEN, c.Move(text="keep", after=n))
        await refused("server.refused.late", server, match, BEN, c.Move(text="trade", after=n))

    serve(story)


# --- undo ----------------------------------------------------------------------------------------


async def pass_to(server: Server, match: str, seat: int) -> None:
    """Play on until a seat has the move."""
    while now(server, match).playing.acting != (seat,):
        await move(server, match)


async def undo(server: Server, match: str, who: str) -> dict[str, Any]:
    return await act(server, match, who, c.Undo(after=now(server, match).n))


def sees(server: Server, match: str, seat: int, view: dict[str, Any]) -> None:
    """Whether a seat sees the same as it once did."""
    assert now(server, match).playing.view(seat) == view


def test_undo_is_free_at_a_table_of_bots(serve: Serving) -> None:
    async def story(server: Server) -> None:
        match = await laid(server)
        await pass_to(server, match, 0)
        view = now(server, match).playing.view(0)
        await move(server, match)
        for _ in range(3):
            await move(server, match)  # bots show cards
        assert await undo(server, match, ANN) == {"undone": True}
        sees(server, match, 0, view)
        await move(server, match)  # and it is played on

    serve(story)


def test_undo_is_free_if_nobody_acted_and_no_card_was_seen(serve: Serving) -> None:
    async def story(server: Server) -> None:
        match = await laid(server, people={0: ANN, 2: BEN})
        await pass_to(server, match, 0)
        view = now(server, match).playing.view(0)
        await move(server, match)
        assert await undo(server, match, ANN) == {"undone": True}
        sees(server, match, 0, view)
        assert kinds(server, match)[-1] == "undo"

    serve(story)


def test_undo_is_free_after_a_bot_has_passed(serve: Serving) -> None:
    async def story(server: Server) -> None:
        match = await laid(server, people={0: ANN, 2: BEN})
        await pass_to(server, match, 0)
        await move(server, match)
        await move(server, match, "pass", by="bot")
        assert await undo(server, match, ANN) == {"undone": True}

    serve(story)


def test_undo_is_asked_for_after_a_card_was_seen(serve: Serving) -> None:
    async def story(server: Server) -> None:
        match = await laid(server, people={0: ANN, 2: BEN})
        await pass_to(server, match, 0)
        view = now(server, match).playing.view(0)
        await move(server, match)
        played = [m.text for m in now(server, match).playing.legal(1) if m.text != "pass"]
        await move(server, match, played[0], by="bot")
        assert await undo(server, match, ANN) == {"undone": False}
        assert now(server, match).about(2, [], 0)["undo"] == {"seat": 0, "waiting": [2]}
        n = now(server, match).n
        assert await undo(server, match, ANN) == {"undone": False}  # asking twice asks once
        assert now(server, match).n == n
        await refused("server.refused.not_asked", server, match, ANN, c.Answer(yes=True, after=n))
        assert await act(server, match, BEN, c.Answer(yes=True, after=n)) == {"undone": True}
        sees(server, match, 0, view)
        assert now(server, match).about(2, [], 0)["undo"] is None

    serve(story)


def test_undo_is_asked_for_after_another_person_acted(serve: Serving) -> None:
    async def story(server: Server) -> None:
        match = await laid(server, people={0: ANN, 1: BEN})
        await pass_to(server, match, 0)
        await move(server, match)
        await move(server, match, "pass")  # Ben's: Ann has seen no card by it
        plies = now(server, match).playing.plies
        assert await undo(server, match, ANN) == {"undone": False}
        n = now(server, match).n
        assert await act(server, match, BEN, c.Answer(yes=False, after=n)) == {"undone": False}
        assert now(server, match).asked is None
        assert now(server, match).playing.plies == plies
        await refused("server.refused.not_asked", server, match, BEN, c.Answer(yes=True, after=n + 1))

    serve(story)


async def asked_by_ann(server: Server) -> str:
    """Ann, Ben and Cat; Ben has passed, and Ann asks for an undo."""
    match = await laid(server, people={0: ANN, 1: BEN, 2: CAT})
    await pass_to(server, match, 0)
    await move(server, match)
    await move(server, match, "pass")
    assert await undo(server, match, ANN) == {"undone": False}
    return match


def test_undo_needs_every_other_person(serve: Serving) -> None:
    async def story(server: Server) -> None:
        match = await asked_by_ann(server)
        n = now(server, match).n
        assert await act(server, match, BEN, c.Answer(yes=True, after=n)) == {"undone": False}
        assert now(server, match).about(None, [], 0)["undo"] == {"seat": 0, "waiting": [2]}
        await act(server, match, BEN, c.Answer(yes=True, after=n))  # twice is once
        assert now(server, match).about(None, [], 0)["undo"] == {"seat": 0, "waiting": [2]}
        assert await act(server, match, CAT, c.Answer(yes=True, after=n)) == {"undone": True}
        assert now(server, match).playing.acting == (0,)

    serve(story)


def test_undo_does_not_wait_for_who_has_left(serve: Serving) -> None:
    async def story(server: Server) -> None:
        match = await asked_by_ann(server)
        await act(server, match, BEN, c.Answer(yes=True, after=now(server, match).n))
        await act(server, match, CAT, c.Leave())
        assert kinds(server, match)[-2:] == ["leave", "undo"]
        assert now(server, match).playing.acting == (0,)

    serve(story)


def test_who_asks_and_leaves_asks_no_more(serve: Serving) -> None:
    async def story(server: Server) -> None:
        match = await asked_by_ann(server)
        await act(server, match, ANN, c.Leave())
        assert now(server, match).asked is None
        await refused("server.refused.not_asked", server, match, BEN, c.Answer(yes=True, after=now(server, match).n))

    serve(story)


def test_a_move_ends_the_asking(serve: Serving) -> None:
    async def story(server: Server) -> None:
        match = await asked_by_ann(server)
        n = now(server, match).n
        await move(server, match)
        await refused("server.refused.not_asked", server, match, BEN, c.Answer(yes=True, after=n))

    serve(story)


def test_an_answer_to_an_earlier_question_is_none_to_a_later_one(serve: Serving) -> None:
    async def story(server: Server) -> None:
        match = await asked_by_ann(server)
        n = now(server, match).n
        yes = c.Answer(yes=True, after=n)
        await act(server, match, BEN, yes)
        await act(server, match, CAT, c.Answer(yes=False, after=n))
        assert await act(server, match, ANN, c.Undo(after=n - 1)) == {"undone": False}  # her first one again
        assert now(server, match).asked is None
        assert await undo(server, match, ANN) == {"undone": False}
        assert now(server, match).asked is not None
        await refused("server.refused.late", server, match, BEN, yes)

    serve(story)


def test_undo_never_goes_back_over_a_sealed_choice(serve: Serving) -> None:
    async def story(server: Server) -> None:
        match = await laid(server, "pyramid", {0: ANN}, players=3)
        await move(server, match, "keep", seat=0)
        await refused("server.refused.sealed", server, match, ANN, c.Undo(after=now(server, match).n))
        for seat in (1, 2):
            await move(server, match, "keep", seat=seat)
        await refused("server.refused.sealed", server, match, ANN, c.Undo(after=now(server, match).n))
        await pass_to(server, match, 0)
        await move(server, match)
        assert await undo(server, match, ANN) == {"undone": True}  # back to after it is well

    serve(story)


def test_undo_not_after_the_end_nor_of_nothing_nor_of_a_bots_choice(serve: Serving) -> None:
    async def story(server: Server) -> None:
        match = await laid(server)
        await refused("server.refused.nothing_to_undo", server, match, ANN, c.Undo(after=now(server, match).n))
        await pass_to(server, match, 0)
        await move(server, match, by="timer")
        await refused("server.refused.nothing_to_undo", server, match, ANN, c.Undo(after=now(server, match).n))
        await refused("server.refused.not_seated", server, match, BEN, c.Undo(after=now(server, match).n))
        await pass_to(server, match, 0)
        await move(server, match)
        await finish(server, match)
        await refused("server.refused.over", server, match, ANN, c.Undo(after=now(server, match).n))

    serve(story)


def test_an_undo_sent_twice_goes_back_once(serve: Serving) -> None:
    async def story(server: Server) -> None:
        match = await laid(server)
        for _ in range(2):
            await pass_to(server, match, 0)
            await move(server, match)
        plies = now(server, match).playing.plies
        asked = c.Undo(after=now(server, match).n)
        assert await act(server, match, ANN, asked) == {"undone": True}
        await refused("server.refused.late", server, match, ANN, asked)
        assert now(server, match).playing.plies == plies - 1

    serve(story)


def test_the_log_marks_what_was_undone(serve: Serving) -> None:
    async def story(server: Server) -> None:
        match = await laid(server)
        await pass_to(server, match, 0)
        await move(server, match)
        n = now(server, match).n - 1
        assert "undone" not in now(server, match).state(0, [], 0)["log"][str(n)]
        await undo(server, match, ANN)
        assert now(server, match).state(0, [], 0)["log"][str(n)]["undone"] is True

    serve(story)


# --- says, rematch, records ----------------------------------------------------------------------


def test_phrases_are_heard_by_all_and_free_words_by_none(serve: Serving) -> None:
    async def story(server: Server) -> None:
        match = await laid(server)
        await act(server, match, ANN, c.Say(phrase="well_played"))
        told = now(server, match).state(None, [], 0)["log"]
        assert [entry["phrase"] for entry in told.values() if entry["kind"] == "say"] == ["well_played"]
        await refused("server.refused.not_seated", server, match, BEN, c.Say(phrase="hello"))
        with pytest.raises(ValueError):
            c.Say(phrase="you fool")

    serve(story)


def test_a_rematch_seats_the_same_people_once(serve: Serving) -> None:
    async def story(server: Server) -> None:
        match = await laid(server, people={0: ANN, 2: BEN}, options={"rules": "southern"}, private=False, timer=50.0)
        await refused("server.table.not_over", server, match, ANN, c.Rematch())
        await finish(server, match)
        await refused("server.refused.not_seated", server, match, CAT, c.Rematch())
        found = await asyncio.gather(*[act(server, match, who, c.Rematch()) for who in (ANN, BEN, ANN)])
        assert len({reply["table"] for reply in found}) == 1
        again = now(server, found[0]["table"])
        assert again.facts.id != match
        assert [seat.owner for seat in again.seats] == [ANN, None, BEN, None]
        assert again.stage == "playing"
        assert (again.facts.options, again.facts.setting.timer) == ({"rules": "southern"}, 50.0)
        assert again.facts.seed != now(server, match).facts.seed
        assert now(server, match).about(None, [], 0)["rematch"] == again.facts.id
        listed = await server.store.listed("playing", 10)
        assert [one["id"] for one in listed] == [again.facts.id], "a table too many was made"
        assert await act(server, match, BEN, c.Rematch()) == {"table": again.facts.id}

    serve(story)


def test_records_are_told_after_the_end(serve: Serving) -> None:
    async def story(server: Server) -> None:
        match = await laid(server, people={0: ANN})
        with pytest.raises(Broken) as caught:
            now(server, match).record()
        assert caught.value.message.key == "server.table.not_over"
        table = await finish(server, match)
        head = parse(table.record()).head
        assert (head["name 0"], head["name 1"], head["salt"]) == ("Ann", "easy bot", "5a" * 16)
        assert replay(parse(table.record()), table.game).points == table.playing.points

    serve(story)


@pytest.mark.parametrize("name", ["# Ann", "Ann #", "#", "A: b", "1 pass", "Ä ö", "name", "  x  "])
def test_no_name_spoils_the_record(serve: Serving, name: str) -> None:
    async def story(server: Server) -> None:
        wanted = c.NewTable(game="thirteen", players=4, name=name, pace="instant")
        table = await server.house.create(wanted, ANN)
        table = await finish(server, table.facts.id)
        assert replay(parse(table.record()), table.game).over

    serve(story)


def test_upload(serve: Serving) -> None:
    async def story(server: Server) -> None:
        text = (await finish(server, await laid(server))).record()
        table = await server.house.upload(text)
        assert table.stage == "over"
        assert [seat.name for seat in table.seats] == ["Ann", "easy bot", "easy bot", "easy bot"]
        assert table.record() == text
        await refused("server.refused.over", server, table.facts.id, ANN, c.Sit())
        await refused("server.refused.not_seated", server, table.facts.id, ANN, c.Rematch())
        assert table.seat_of("record 0") == 0  # nobody's hash

    serve(story)


def test_uploads_that_are_refused(serve: Serving) -> None:
    async def story(server: Server) -> None:
        text = (await finish(server, await laid(server))).record()
        lines = text.splitlines()
        points = next(line for line in lines if line.startswith("points"))
        salt = next(line for line in lines if line.startswith("salt"))
        for wrong, key in (
            ("", "engine.record.first_line"),
            ("\n".join([line for line in lines[:-3] if line != points]), "server.refused.unfinished"),
            (text.replace("rules: ", "rules: 9"), "engine.record.version"),
            (text.replace("game: thirteen", "game: /etc"), "engine.game.unknown"),
            (text.replace(points, "points: 1 2 3 4"), "engine.record.points"),
            (text.replace(salt, "salt: " + "00" * 16), "server.fair.wrong"),
            (text.replace(salt, ""), "server.fair.missing"),
        ):
            with pytest.raises(CardshedError) as caught:
                await server.house.upload(wrong)
            assert caught.value.message.key == key
        assert len(server.house.tables) == 1

    serve(story)


def test_an_uploaded_record_without_a_commitment_proves_nothing(serve: Serving) -> None:
    async def story(server: Server) -> None:
        text = (await finish(server, await laid(server))).playing.record()
        table = await server.house.upload(text)
        assert table.about(None, [], 0)["shuffle"]["commitment"] is None
        assert "salt" not in parse(table.record()).head

    serve(story)


def test_an_uploaded_name_that_cannot_be_printed(serve: Serving) -> None:
    async def story(server: Server) -> None:
        text = (await finish(server, await laid(server))).record()
        table = await server.house.upload(text.replace("name 0: Ann", "name 0: A\x00\tb\u202ec" + "d" * 99))
        assert (table.seats[0].name or "").isprintable()
        assert len(table.seats[0].name or "") <= 24
        assert parse(table.record())

    serve(story)


# --- clocks and bots -----------------------------------------------------------------------------


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


# --- events --------------------------------------------------------------------------------------


async def eventful(server: Server, game: str) -> str:
    """A match in which all kinds of things happen."""
    match = await laid(server, game, {0: ANN, 1: BEN}, start=False, timer=500.0)
    await happen(server, match, "start", 0)
    for step in range(12):
        await move(server, match)
        if step == 3:
            await act(server, match, ANN, c.Say(phrase="wow"))
            ticket = (await act(server, match, BEN, c.Ticket()))["ticket"]
            await act(server, match, CAT, c.Sit(ticket=ticket))
        if step == 5:
            await act(server, match, ANN, c.Away())
            await act(server, match, ANN, c.Back())
        if step in (6, 8, 9) and any(turn.seat == 0 and turn.by == "person" for turn in now(server, match).turns):
            try:
                await undo(server, match, ANN)
            except Refused:
                continue
            if now(server, match).asked:
                yes = c.Answer(yes=step != 8, after=now(server, match).n)
                await act(server, match, CAT, yes)
    return match


@pytest.mark.parametrize("game", registry.OURS)
def test_a_table_built_again_from_its_events_is_the_same(serve: Serving, game: str) -> None:
    async def story(server: Server) -> tuple[str, list[bytes]]:
        match = await eventful(server, game)
        for at_end in (False, True):
            live = await finish(server, match) if at_end else now(server, match)
            told = as_told(live)
            server.house.forget(0.0)
            assert match not in server.house.tables
            again = await server.house.table(match)
            assert again is not live
            assert as_told(again) == told
            assert vars(again).keys() == vars(live).keys()
            assert (again.turns, again.tickets, again.asked) == (live.turns, live.tickets, live.asked)
        return match, told

    match, told = serve(story)

    async def later(server: Server) -> None:  # another process, or the same after a restart
        assert as_told(await server.house.table(match)) == told

    serve(later)


def test_no_event_touches_the_table_before_it(serve: Serving) -> None:
    """Whoever was handed a table may go on looking at it."""

    async def story(server: Server) -> None:
        match = await eventful(server, "thirteen")
        facts = await server.store.facts(match)
        assert facts is not None
        table = Table(facts, registry.named("thirteen"))
        for one in await events_of(server, match):
            told, seats = as_told(table), str(table.seats)
            after = table.after(one)
            assert as_told(table) == told
            assert str(table.seats) == seats
            assert after.n == table.n + 1
            table = after
        assert as_told(table) == as_told(now(server, match))

    serve(story)


def test_other_rules_are_refused_in_a_sentence(serve: Serving, caplog: pytest.LogCaptureFixture) -> None:
    async def story(server: Server) -> str:
        return await laid(server, private=False)

    match = serve(story)

    async def later(server: Server) -> None:
        with pytest.raises(Broken) as caught:
            await server.house.table(match)
        assert caught.value.message.key == "server.table.rules"
        assert "version 1" in str(caught.value) or "version" in str(caught.value)
        other = await laid(server)  # the others go on
        await move(server, other)

    game = registry.named("thirteen")
    game.version += 1
    try:
        with caplog.at_level(logging.WARNING):
            serve(later)
        assert "unfinished matches of another version" in caplog.text
    finally:
        game.version -= 1


def test_a_table_that_is_not_there_leaves_no_trace(serve: Serving) -> None:
    async def story(server: Server) -> None:
        for number in range(50):
            with pytest.raises(Refused) as caught:
                await server.house.table(f"nosuchtable{number}")
            assert caught.value.status == 404
        assert not server.house.used
        assert not server.house.locks

    serve(story)


def test_too_many_tables(serve: Serving) -> None:
    from cardshed.server.limits import Limits

    async def story(server: Server) -> None:
        one = await laid(server)
        look(server, one, ANN)
        two = await laid(server)
        await laid(server)  # nobody looks at the second
        assert set(server.house.tables) >= {one}
        assert two not in server.house.tables
        look(server, next(m for m in server.house.tables if m != one), ANN)
        with pytest.raises(Refused) as caught:
            await laid(server)
        assert (caught.value.status, caught.value.message.key) == (503, "server.refused.many_tables")

    serve(story, limits=Limits(tables=2))


def test_what_is_wrong_with_a_wish_is_said(serve: Serving) -> None:
    async def story(server: Server) -> None:
        for wrong, key in (
            ({"game": "chess"}, "engine.game.unknown"),
            ({"game": "/work"}, "engine.game.unknown"),
            ({"players": 16}, "engine.players"),
            ({"players": 3, "seats": [None] * 4}, "server.refused.seats"),
            ({"players": 2, "seats": [None, "genius"]}, "server.refused.level"),
            ({"players": 2, "seat": 2}, "server.refused.seat"),
            ({"options": {"no such": 1}}, None),
            ({"options": {"rules": 10**400}}, None),
        ):
            with pytest.raises(CardshedError) as caught:
                await server.house.create(c.NewTable(**({"game": "thirteen"} | wrong)), ANN)
            assert key is None or caught.value.message.key == key
            assert len(str(caught.value)) < 400
        assert not server.house.tables

    serve(story)


def test_facts_and_records_agree_on_the_commitment(serve: Serving) -> None:
    async def story(server: Server) -> None:
        match = await laid(server, options={"rules": "southern"})
        facts = await server.store.facts(match)
        assert isinstance(facts, Facts)
        assert facts.commitment == now(server, match).commitment
        table = await finish(server, match)
        assert parse(table.record()).head["commitment"] == facts.commitment

    serve(story)


def test_the_unfinished_record_of_a_position(serve: Serving) -> None:
    async def story(server: Server) -> None:
        with pytest.raises(BadRecord):
            await server.house.upload("cardshed record 1\ngame: thirteen\nrules: 1\nplayers: 4\nseed: 1\n")

    serve(story)


def test_the_clock_of_a_choice_made_together_does_not_begin_anew_with_each_who_chose(serve: Serving) -> None:
    async def story(server: Server) -> None:
        match = await laid(server, "pyramid", {0: ANN, 1: BEN}, timer=30.0)
        table = now(server, match)
        began = table.turn_began
        text = table.playing.legal(0)[0].text
        chosen = table.after(Event("move", 0, {"text": text, "by": "person"}, began + 20))
        assert chosen.playing.sealed == 1 and chosen.turn_began == began and chosen.deadline(0.0) == began + 30
        events = [*await events_of(server, match), Event("move", 0, {"text": text, "by": "person"}, began + 20)]
        assert Table.built(table.facts, table.game, events).turn_began == began

    serve(story)


def test_an_undo_does_not_wait_for_who_is_away(serve: Serving) -> None:
    async def story(server: Server) -> None:
        match = await asked_by_ann(server)
        waited = now(server, match).waited_for
        assert waited
        owner = now(server, match).seats[waited[0]].owner
        await server.act(match, owner, c.Away())
        assert now(server, match).waited_for == waited[1:]

    serve(story)
