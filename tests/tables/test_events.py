"""Events: what a table is made of, at once or one by one."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

import cardshed
from cardshed.engine.errors import CardshedError
from cardshed.engine.matches.record import parse, replay, write
from cardshed.games import registry
from cardshed.tables import commands as c
from cardshed.tables import fair
from cardshed.tables.decision import Refused
from cardshed.tables.events import Event, Facts, Setting
from cardshed.tables.table import LOG, Broken, Table
from tests.conftest import counted
from tests.tables.house import (
    ANN,
    BEN,
    CAT,
    House,
    act,
    as_told,
    asked_by_ann,
    finish,
    happen,
    kinds,
    laid,
    move,
    now,
    pass_to,
    undo,
)  # fmt: skip

TABLES = counted(quick=5, proof=200, plain=1)
EVENTS = counted(quick=250, proof=400, plain=40)


@pytest.mark.parametrize("name", registry.OURS)
def test_built_at_once_or_event_by_event_it_is_the_same_table(name: str) -> None:
    gestures = 0
    for seed in range(TABLES):
        table, events = played(name, seed)
        built = Table.built(table.facts, table.game, events)
        assert vars(built) | {"match": None} == vars(table) | {"match": None}
        assert built.playing.record() == table.playing.record()
        for seat in (None, *range(table.facts.players)):
            assert built.state(seat, [], 0, 0.0) == table.state(seat, [], 0, 0.0)
        assert built.log.keys() <= set(range(table.n - LOG, table.n))
        gestures += sum("," in event.body.get("text", "") for event in events)
    assert (gestures > 0) == (name == "rummy")


def test_a_match_of_an_earlier_version_is_built_as_it_was() -> None:
    """Rummy's first version: where a house rule was not stated, the first thing laid held the card that was taken."""
    game, dice = registry.game("rummy"), random.Random(1)
    for options, rule in (({}, "first_action"), ({"pickup_use": "same_turn"}, "same_turn")):
        facts = Facts("a" * 16, "rummy", 1, 2, {"goal": 30, **options}, 5, "b" * 32, Setting((None,) * 2), 0.0)
        events = [Event("sit", p, {"person": f"{p:064}", "name": str(p)}, 0.0) for p in (0, 1)]
        events.append(Event("start", None, {}, 0.0))
        table = Table.built(facts, game, events)
        while not table.playing.over:
            move = dice.choice(table.playing.legal(table.playing.acting[0]))
            events.append(Event("move", table.playing.acting[0], {"text": move.text, "by": "person"}, 0.0))
            table = table.after(events[-1])
        assert table.playing.options["pickup_use"] == rule == table.options["pickup_use"]
        built = Table.built(facts, game, events)
        text = write(built.playing, fair.notes(facts.salt, facts.commitment, {}, {}))
        assert text == write(table.playing, fair.notes(facts.salt, facts.commitment, {}, {}))
        assert "rules: 1\n" in text and ("pickup_use" in text) == bool(options)
        # The promise of then is kept, also where somebody brings the record and keeps it here.
        assert fair.verify(parse(text), cardshed.replay(text)) == facts.commitment
        assert Facts.of(cardshed.replay(text), facts.setting, 0.0, salt=facts.salt).commitment == facts.commitment
    with pytest.raises(Broken):
        Table(replace(facts, rules=3), game)


def played(name: str, seed: int) -> tuple[Table, list[Event]]:
    """A table at which all kinds of things happen, and its events."""
    game, dice = registry.game(name), random.Random(seed)
    players = game.facts.usual
    facts = Facts("a" * 16, name, game.version, players, {}, seed, "", Setting((None,) * players), 0.0)
    table = Table(facts, game)
    events: list[Event] = []

    def happens(kind: str, seat: int | None, **body: object) -> None:
        event = Event(kind, seat, dict(body), float(len(events)))
        table.apply(event)
        events.append(event)

    for seat in range(players):
        happens("sit", seat, person=f"{seat:064}", name=f"Player {seat}")
    happens("start", None)
    while table.n < EVENTS and not table.playing.over:
        match, seat, chance = table.playing, dice.choice(table.playing.acting), dice.random()
        if chance < 0.03:
            happens("say", seat, phrase="hello")
        elif chance < 0.05:
            happens("ticket", seat, ticket=f"{table.n:064}", until=1.0)
        elif chance < 0.07:
            happens("away", seat, why="asked")
            happens("back", seat)
        elif chance < 0.09 and match.plies > 5 and not match.sealed:
            happens("ask", seat, to=match.plies - 1)
            happens("undo", seat, to=match.plies - dice.randint(1, 4))
        else:
            text = _gesture(table, seat, dice) if name == "rummy" and chance < 0.5 else None
            by = "person" if text or chance < 0.8 else "bot"
            happens("move", seat, text=text or dice.choice(match.legal(seat)).text, by=by)
    return table, events


def _gesture(table: Table, seat: int, dice: random.Random) -> str | None:
    """Two moves in one go, if these two can be."""
    match = table.playing.copy()
    first = match.play(seat, dice.choice(match.legal(seat)))
    if seat not in match.acting:
        return None
    text = f"{first}, {dice.choice(match.legal(seat))}"
    try:
        table.playing.copy().play_all(seat, text)
    except CardshedError:
        return None
    return text


def eventful(house: House, game: str) -> str:
    """A match in which all kinds of things happen."""
    match = laid(house, game, {0: ANN, 1: BEN}, start=False, timer=500.0)
    happen(house, match, "start", 0)
    for step in range(12):
        move(house, match)
        if step == 3:
            act(house, match, ANN, c.Say(phrase="wow"))
            ticket = act(house, match, BEN, c.Ticket())["ticket"]
            act(house, match, CAT, c.Sit(ticket=ticket))
        if step == 5:
            act(house, match, ANN, c.Away())
            act(house, match, ANN, c.Back())
        if step in (6, 8, 9) and any(turn.seat == 0 and turn.by == "person" for turn in now(house, match).turns):
            try:
                undo(house, match, ANN)
            except Refused:
                continue
            if now(house, match).asked:
                yes = c.Answer(yes=step != 8, after=now(house, match).n)
                act(house, match, CAT, yes)
    return match


def test_no_event_touches_the_table_before_it(house: House) -> None:
    """Whoever was handed a table may go on looking at it."""
    match = eventful(house, "thirteen")
    table = Table(now(house, match).facts, registry.named("thirteen"))
    for one in house.events[match]:
        told, seats = as_told(table), str(table.seats)
        after = table.after(one)
        assert as_told(table) == told
        assert str(table.seats) == seats
        assert after.n == table.n + 1
        table = after
    assert as_told(table) == as_told(now(house, match))


def test_facts_and_records_agree_on_the_commitment(house: House) -> None:
    match = laid(house, options={"rules": "southern"})
    table = finish(house, match)
    assert parse(table.record()).head["commitment"] == table.facts.commitment == table.commitment


def test_the_clock_of_a_choice_made_together_does_not_begin_anew_with_each_who_chose(house: House) -> None:
    match = laid(house, "pyramid", {0: ANN, 1: BEN}, timer=30.0)
    table = now(house, match)
    began = table.turn_began
    text = table.playing.legal(0)[0].text
    chosen = table.after(Event("move", 0, {"text": text, "by": "person"}, began + 20))
    assert chosen.playing.sealed == 1 and chosen.turn_began == began and chosen.deadline(0.0) == began + 30
    events = [*house.events[match], Event("move", 0, {"text": text, "by": "person"}, began + 20)]
    assert Table.built(table.facts, table.game, events).turn_began == began


def test_an_undo_does_not_wait_for_who_is_away(house: House) -> None:
    match = asked_by_ann(house)
    waited = now(house, match).waited_for
    assert waited == [1, 2]
    house.act(match, CAT, c.Away())
    assert now(house, match).waited_for == [1]
    house.act(match, BEN, c.Away())
    assert now(house, match).waited_for == [1], "what Ben has played is not taken back without asking"
    house.act(match, BEN, c.Answer(yes=True, after=now(house, match).n))
    assert now(house, match).asked is None and kinds(house, match)[-1] == "undo"


def test_nobody_looks_at_the_hand_of_who_is_away_and_takes_it_back(house: House) -> None:
    match = laid(house, people={0: ANN, 1: BEN})
    pass_to(house, match, 0)
    move(house, match)
    house.act(match, BEN, c.Away())
    while now(house, match).playing.acting != (0,):
        move(house, match, by="bot")
    plies = now(house, match).plies
    assert house.act(match, ANN, c.Undo(after=now(house, match).n)) == {"undone": False}
    assert now(house, match).plies == plies and now(house, match).waited_for == [1]


def test_records_are_told_after_the_end(house: House) -> None:
    match = laid(house, people={0: ANN})
    with pytest.raises(Broken) as caught:
        now(house, match).record()
    assert caught.value.message.key == "server.table.not_over"
    table = finish(house, match)
    head = parse(table.record()).head
    assert (head["name 0"], head["name 1"], head["salt"]) == ("Ann", "easy bot", "5a" * 16)
    assert replay(parse(table.record()), table.game).points == table.playing.points
