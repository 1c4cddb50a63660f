"""Moves, and taking them back."""

from __future__ import annotations

from typing import Any

import pytest

from cardshed.engine.kernel import Rows
from cardshed.engine.matches import carrier
from cardshed.engine.matches.game import Game
from cardshed.tables import commands as c
from cardshed.tables.deciding import FREE, decide
from cardshed.tables.events import Event
from cardshed.tables.table import Table
from tests.tables.house import (
    ANN,
    BEN,
    CAT,
    House,
    act,
    as_told,
    asked_by_ann,
    finish,
    kinds,
    laid,
    move,
    now,
    pass_to,
    refused,
    undo,
)  # fmt: skip


def test_moves_out_of_turn_or_for_another_choice(house: House) -> None:
    everybody = {0: ANN, 1: BEN, 2: CAT, 3: "dan"}
    match = laid(house, people=everybody)
    table = now(house, match)
    first = table.playing.acting[0]
    text = table.playing.legal(first)[0].text
    for seat, who in everybody.items():
        if seat != first:
            refused("engine.move.turn", house, match, who, c.Move(text=text, after=table.n))
    refused("server.refused.not_seated", house, match, "eve", c.Move(text=text, after=table.n))
    refused("server.refused.not_seated", house, match, None, c.Move(text=text, after=table.n))
    who = everybody[first]
    refused("server.refused.future", house, match, who, c.Move(text=text, after=table.n + 1))
    refused("server.refused.late", house, match, who, c.Move(text=text, after=0))
    act(house, match, who, c.Move(text=text, after=table.n))


def sees(house: House, match: str, seat: int, view: dict[str, Any]) -> None:
    """Whether a seat sees the same as it once did."""
    assert now(house, match).playing.view(seat) == view


def test_undo_is_free_at_a_table_of_bots(house: House) -> None:
    match = laid(house)
    pass_to(house, match, 0)
    view = now(house, match).playing.view(0)
    move(house, match)
    for _ in range(3):
        move(house, match)  # bots show cards
    assert undo(house, match, ANN) == {"undone": True}
    sees(house, match, 0, view)
    move(house, match)  # and it is played on


def test_undo_is_free_if_nobody_acted_and_no_card_was_seen(house: House) -> None:
    match = laid(house, people={0: ANN, 2: BEN})
    pass_to(house, match, 0)
    view = now(house, match).playing.view(0)
    move(house, match)
    assert undo(house, match, ANN) == {"undone": True}
    sees(house, match, 0, view)
    assert kinds(house, match)[-1] == "undo"


def test_a_free_undo_gives_no_time_to_think(house: House) -> None:
    match = laid(house, people={0: ANN, 2: BEN}, timer=30.0)
    pass_to(house, match, 0)
    table = now(house, match)
    opened, text = table.turn_began, table.playing.legal(0)[0].text
    for k in (1, 2, 3):
        house.put(match, Event("move", 0, {"text": text, "by": "person"}, opened + 8 * k))
        house.put(match, Event("undo", 0, {"to": table.plies}, opened + 8 * k))
        assert now(house, match).deadline(0.0) == pytest.approx(opened + 30, rel=0, abs=0.01)
    assert Table.built(table.facts, table.game, house.events[match]).deadline(0.0) == now(house, match).deadline(0.0)


@pytest.mark.parametrize("by", ["bot", "timer"])
def test_undo_is_asked_for_after_another_seat_has_passed(house: House, by: str) -> None:
    """No card was seen, but what a bot would answer: Ann might try another card."""
    match = laid(house, people={0: ANN, 2: BEN})
    pass_to(house, match, 0)
    move(house, match)
    move(house, match, "pass", by=by)
    assert undo(house, match, ANN) == {"undone": False}


def test_nobody_thinks_while_the_others_clock_runs(house: House) -> None:
    """Ann moves, thinks while Ben has the move, takes back, and so on."""
    match = laid(house, people={0: ANN, 1: BEN}, timer=30.0)
    pass_to(house, match, 0)
    table = now(house, match)
    opened, text = table.turn_began, table.playing.legal(0)[0].text
    for k in (1, 2):
        house.put(match, Event("move", 0, {"text": text, "by": "person"}, opened + 10 * k))
        house.put(match, Event("undo", 0, {"to": table.plies}, opened + 10 * k + 9))
        assert now(house, match).deadline(0.0) == pytest.approx(opened + 30, rel=0, abs=0.01)


def test_nobody_keeps_the_others_from_moving_by_taking_back_again_and_again(house: House) -> None:
    match = laid(house, people={0: ANN, 1: BEN})
    pass_to(house, match, 0)
    found = []
    for _ in range(20):
        move(house, match)
        found.append(undo(house, match, ANN)["undone"])
        if not found[-1]:
            break
    assert found == [True] * FREE + [False]
    move(house, match, seat=1)  # Ben is asked, and answers by his move
    pass_to(house, match, 0)
    move(house, match)
    assert undo(house, match, ANN) == {"undone": True}


def test_no_time_is_gained_by_taking_back_what_the_timer_played(house: House) -> None:
    """In Rummy one seat has several moves in a row: Ann lays, lets her time run out, takes back both, and so on."""
    match = laid(house, "rummy", people={0: ANN, 1: BEN}, players=2, seed=4, timer=30.0)
    move(house, match, "take JH")
    opened = now(house, match).turn_began
    house.put(match, Event("move", 0, {"text": "set JS JH 2D", "by": "person"}, opened + 1))
    out = now(house, match).playing.timeout_move(0).text
    house.put(match, Event("move", 0, {"text": out, "by": "timer"}, opened + 31))
    assert now(house, match).playing.acting == (1,)
    house.put(match, decide(now(house, match), ANN, c.Undo(after=now(house, match).n), opened + 31).event)
    assert kinds(house, match)[-1] == "undo"
    assert now(house, match).deadline(0.0) == pytest.approx(opened + 30, rel=0, abs=0.01)


def test_undo_is_asked_for_after_a_card_was_seen(house: House) -> None:
    match = laid(house, people={0: ANN, 2: BEN})
    pass_to(house, match, 0)
    view = now(house, match).playing.view(0)
    move(house, match)
    played = [m.text for m in now(house, match).playing.legal(1) if m.text != "pass"]
    move(house, match, played[0], by="bot")
    assert undo(house, match, ANN) == {"undone": False}
    assert now(house, match).about(2, [], 0)["undo"] == {"seat": 0, "waiting": [2]}
    n = now(house, match).n
    assert undo(house, match, ANN) == {"undone": False}  # asking twice asks once
    assert now(house, match).n == n
    refused("server.refused.not_asked", house, match, ANN, c.Answer(yes=True, after=n))
    assert act(house, match, BEN, c.Answer(yes=True, after=n)) == {"undone": True}
    sees(house, match, 0, view)
    assert now(house, match).about(2, [], 0)["undo"] is None


def test_undo_is_asked_for_after_another_person_acted(house: House) -> None:
    match = laid(house, people={0: ANN, 1: BEN})
    pass_to(house, match, 0)
    move(house, match)
    move(house, match, "pass")  # Ben's: Ann has seen no card by it
    plies = now(house, match).playing.plies
    assert undo(house, match, ANN) == {"undone": False}
    n = now(house, match).n
    assert act(house, match, BEN, c.Answer(yes=False, after=n)) == {"undone": False}
    assert now(house, match).asked is None
    assert now(house, match).playing.plies == plies
    refused("server.refused.not_asked", house, match, BEN, c.Answer(yes=True, after=n + 1))


def test_undo_needs_every_other_person(house: House) -> None:
    match = asked_by_ann(house)
    n = now(house, match).n
    assert act(house, match, BEN, c.Answer(yes=True, after=n)) == {"undone": False}
    assert now(house, match).about(None, [], 0)["undo"] == {"seat": 0, "waiting": [2]}
    act(house, match, BEN, c.Answer(yes=True, after=n))  # twice is once
    assert now(house, match).about(None, [], 0)["undo"] == {"seat": 0, "waiting": [2]}
    assert act(house, match, CAT, c.Answer(yes=True, after=n)) == {"undone": True}
    assert now(house, match).playing.acting == (0,)


def test_undo_does_not_wait_for_who_has_left(house: House) -> None:
    match = asked_by_ann(house)
    act(house, match, BEN, c.Answer(yes=True, after=now(house, match).n))
    act(house, match, CAT, c.Leave())
    assert kinds(house, match)[-2:] == ["leave", "undo"]
    assert now(house, match).playing.acting == (0,)


def test_who_asks_and_leaves_asks_no_more(house: House) -> None:
    match = asked_by_ann(house)
    act(house, match, ANN, c.Leave())
    assert now(house, match).asked is None
    refused("server.refused.not_asked", house, match, BEN, c.Answer(yes=True, after=now(house, match).n))


def test_a_move_ends_the_asking(house: House) -> None:
    match = asked_by_ann(house)
    n = now(house, match).n
    move(house, match)
    refused("server.refused.not_asked", house, match, BEN, c.Answer(yes=True, after=n))


def test_an_answer_to_an_earlier_question_is_none_to_a_later_one(house: House) -> None:
    match = asked_by_ann(house)
    n = now(house, match).n
    yes = c.Answer(yes=True, after=n)
    act(house, match, BEN, yes)
    act(house, match, CAT, c.Answer(yes=False, after=n))
    assert act(house, match, ANN, c.Undo(after=n - 1)) == {"undone": False}  # her first one again
    assert now(house, match).asked is None
    assert undo(house, match, ANN) == {"undone": False}
    assert now(house, match).asked is not None
    refused("server.refused.late", house, match, BEN, yes)


def test_undo_never_goes_back_over_a_sealed_choice(house: House) -> None:
    match = laid(house, "pyramid", {0: ANN}, players=3)
    move(house, match, "keep", seat=0)
    refused("server.refused.sealed", house, match, ANN, c.Undo(after=now(house, match).n))
    for seat in (1, 2):
        move(house, match, "keep", seat=seat)
    refused("server.refused.sealed", house, match, ANN, c.Undo(after=now(house, match).n))
    pass_to(house, match, 0)
    move(house, match)
    assert undo(house, match, ANN) == {"undone": True}  # back to after it is well


def test_undo_not_after_the_end_nor_of_nothing_nor_of_a_bots_choice(house: House) -> None:
    match = laid(house)
    refused("server.refused.nothing_to_undo", house, match, ANN, c.Undo(after=now(house, match).n))
    pass_to(house, match, 0)
    move(house, match, by="timer")
    refused("server.refused.nothing_to_undo", house, match, ANN, c.Undo(after=now(house, match).n))
    refused("server.refused.not_seated", house, match, BEN, c.Undo(after=now(house, match).n))
    pass_to(house, match, 0)
    move(house, match)
    finish(house, match)
    refused("server.refused.over", house, match, ANN, c.Undo(after=now(house, match).n))


def test_an_undo_sent_twice_goes_back_once(house: House) -> None:
    match = laid(house)
    for _ in range(2):
        pass_to(house, match, 0)
        move(house, match)
    plies = now(house, match).playing.plies
    asked = c.Undo(after=now(house, match).n)
    assert act(house, match, ANN, asked) == {"undone": True}
    refused("server.refused.late", house, match, ANN, asked)
    assert now(house, match).playing.plies == plies - 1


def test_the_log_marks_what_was_undone(house: House) -> None:
    match = laid(house)
    pass_to(house, match, 0)
    move(house, match)
    n = now(house, match).n - 1
    assert "undone" not in now(house, match).state(0, [], 0)["log"][str(n)]
    undo(house, match, ANN)
    assert now(house, match).state(0, [], 0)["log"][str(n)]["undone"] is True


@pytest.mark.parametrize("game", ["thirteen", "rummy"])
def test_the_rules_are_asked_once_for_what_a_seat_may_do(
    game: str, house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever is shown the table, and moves: a list of legal moves is asked for once."""
    asked: list[tuple[bytes, int]] = []
    legal = carrier.legal

    def counted(game: Game, rows: Rows, seat: int) -> list[int]:
        asked.append((rows.tobytes(), seat))
        return legal(game, rows, seat)

    monkeypatch.setattr(carrier, "legal", counted)
    match = laid(house, game, {0: ANN, 1: BEN})
    for _ in range(12):
        as_told(now(house, match))
        move(house, match)
    assert len(asked) >= 12 and len(set(asked)) == len(asked)
