"""Moves, and taking them back."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from cardshed.server.running import Server
from cardshed.tables import commands as c
from cardshed.tables.deciding import Refused
from tests.server.conftest import ANN, BEN, CAT, Serving, act, finish, laid, move, now
from tests.server.happening import asked_by_ann, kinds, open_table, pass_to, refused, undo

pytestmark = pytest.mark.compiled


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
