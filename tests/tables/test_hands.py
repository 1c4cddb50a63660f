"""One person, one hand: who may sit when, what the owner of a table may do; no key sees two hands of a deal."""

from __future__ import annotations

import random
from typing import Any

import pytest

from cardshed.engine.errors import CardshedError
from cardshed.tables import commands as c
from cardshed.tables.decision import Refused
from cardshed.tables.events import Setting
from cardshed.tables.seating import barred_from, heir, let_in
from cardshed.tables.table import Eye, Table
from tests.conftest import counted
from tests.tables.house import ANN, BEN, CAT, House, act, happen, kinds, laid, move, now, opened, pass_to, refused, undo

THREE = {"match": 3}


def running(house: House, **more: Any) -> str:
    """Ann plays a match of three deals with bots at seats that anybody may take."""
    return laid(house, free=(1, 2, 3), options=THREE, **more)


def next_deal(house: House, match: str) -> None:
    deal = now(house, match).deal
    while now(house, match).deal == deal and now(house, match).stage == "playing":
        move(house, match, by="bot")


# --- who comes late ------------------------------------------------------------------------------


def test_a_late_comer_sits_down_when_the_next_deal_begins(house: House) -> None:
    match = running(house, host=ANN, knock=False)
    assert act(house, match, BEN, c.Sit(name="Ben", seat=2)) == {"seat": 2, "guest": True}
    table = now(house, match)
    assert table.seat_of(BEN) is None and table.eye_of(BEN) == BEN
    told = table.state(table.eye_of(BEN), [], 1)
    assert told["view"] == table.state(None, [], 1)["view"] and told["table"]["you"] is None
    assert told["table"]["guest"] == 2
    assert told["table"]["seats"][2]["guest"] == {"name": "Ben", "promised": True, "agreed": []}
    refused("server.refused.not_seated", house, match, BEN, c.Undo(after=table.n))
    next_deal(house, match)
    table = now(house, match)
    assert table.seat_of(BEN) == 2 and not table.guests and table.seats[2].name == "Ben"
    assert table.held == {(0, ANN): 0, (1, ANN): 0, (1, BEN): 2}


def test_it_is_the_same_when_built_from_its_events(house: House) -> None:
    match = running(house, host=ANN, knock=False)
    act(house, match, BEN, c.Sit(name="Ben", seat=2))
    next_deal(house, match)
    move(house, match, by="bot")
    table = now(house, match)
    again = Table.built(table.facts, table.game, house.events[match])
    for name in ("seats", "held", "guests", "plies", "turns", "deal", "host"):
        assert getattr(again, name) == getattr(table, name), name


def test_the_owner_is_asked_before_a_seat_is_promised(house: House) -> None:
    match = running(house, host=ANN)
    act(house, match, BEN, c.Sit(name="Ben"))
    act(house, match, CAT, c.Sit(name="Cat"))
    assert [guest.promised for guest in now(house, match).guests.values()] == [False, False]
    refused("server.refused.not_owner", house, match, BEN, c.Admit(seat=1, yes=True))
    refused("server.refused.no_guest", house, match, ANN, c.Admit(seat=3, yes=True))
    refused("server.refused.not_admitted", house, match, ANN, c.Agree(seat=1))
    act(house, match, ANN, c.Admit(seat=1, yes=True))
    act(house, match, ANN, c.Admit(seat=1, yes=True))
    act(house, match, ANN, c.Admit(seat=2, yes=False))
    assert kinds(house, match)[-2:] == ["admit", "dismiss"]
    next_deal(house, match)
    assert (now(house, match).seat_of(BEN), now(house, match).seat_of(CAT)) == (1, None)


def test_nobody_is_asked_where_nobody_sits(house: House) -> None:
    match = running(house, host=ANN)
    act(house, match, ANN, c.Leave())
    act(house, match, BEN, c.Sit(name="Ben", seat=1))
    assert now(house, match).guests[1].promised
    assert now(house, match).seat_of(BEN) is None, "not at once: nobody is there who could agree"


def test_at_once_if_all_who_sit_agree(house: House) -> None:
    match = laid(house, people={0: ANN, 1: BEN}, free=(2, 3), options=THREE, host=ANN, knock=False)
    act(house, match, CAT, c.Sit(name="Cat"))
    act(house, match, ANN, c.Agree(seat=2))
    assert now(house, match).seat_of(CAT) is None
    act(house, match, BEN, c.Agree(seat=2))
    assert now(house, match).seat_of(CAT) == 2
    assert now(house, match).held[0, CAT] == 2


def test_who_sits_down_meanwhile_has_agreed_to_nothing(house: House) -> None:
    match = laid(house, people={0: ANN, 1: BEN}, free=(2, 3), options=THREE, host=ANN, knock=False)
    act(house, match, CAT, c.Sit(seat=2))
    act(house, match, "dan", c.Sit(seat=3))
    act(house, match, ANN, c.Agree(seat=2))
    for who in (ANN, BEN):
        act(house, match, who, c.Agree(seat=3))
    assert now(house, match).seat_of("dan") == 3
    for who in (BEN, "dan"):
        act(house, match, who, c.Agree(seat=2))
    assert now(house, match).seat_of(CAT) is None, "Ann agreed before Dan sat there"
    act(house, match, ANN, c.Agree(seat=2))
    assert now(house, match).seat_of(CAT) == 2


def test_nobody_hops_through_the_seats(house: House) -> None:
    """Sit on a bot's seat, look, leave, take the next: it showed 39 of 39 hidden cards."""
    match = laid(house, people={0: BEN}, free=(1, 2, 3), options=THREE, knock=False)
    seen = set()
    for seat in (1, 2, 3):
        act(house, match, CAT, c.Sit(seat=seat))
        seen.add(now(house, match).seat_of(CAT))
        act(house, match, CAT, c.Leave())
    assert seen == {None}


def test_who_left_comes_back_to_the_own_seat_only(house: House) -> None:
    match = running(house, host=ANN, knock=False)
    act(house, match, BEN, c.Sit(seat=1))
    next_deal(house, match)
    act(house, match, BEN, c.Leave())
    assert act(house, match, BEN, c.Sit(seat=2)) == {"seat": 2, "guest": True}
    refused("server.refused.one_hand", house, match, ANN, c.Agree(seat=2))
    assert act(house, match, BEN, c.Sit(seat=1)) == {"seat": 1, "guest": False}
    assert now(house, match).seat_of(BEN) == 1 and not now(house, match).guests


def test_a_seat_that_moved_by_its_ticket_is_one_hand(house: House) -> None:
    """Whatever key a seat moved to: neither the old nor the new key holds another seat of the deal."""
    match = running(house, host=ANN, knock=False)
    act(house, match, BEN, c.Sit(seat=1))
    next_deal(house, match)
    ticket = act(house, match, BEN, c.Ticket())["ticket"]
    act(house, match, "ben's phone", c.Sit(ticket=ticket))
    assert act(house, match, BEN, c.Sit(seat=2))["guest"]
    refused("server.refused.one_hand", house, match, ANN, c.Agree(seat=2))
    other = act(house, match, ANN, c.Ticket())["ticket"]
    refused("server.refused.one_hand", house, match, BEN, c.Sit(ticket=other))
    act(house, match, "ben's phone", c.Leave())
    refused("server.refused.one_hand", house, match, "ben's phone", c.Sit(ticket=other))


def test_a_ticket_takes_ownership_and_silence_along(house: House) -> None:
    match = laid(house, people={0: ANN, 1: BEN}, host=ANN)
    act(house, match, ANN, c.Mute(seat=1, yes=True))
    for who in (ANN, BEN):
        act(house, match, f"{who}'s phone", c.Sit(ticket=act(house, match, who, c.Ticket())["ticket"]))
    assert now(house, match).host == "ann's phone"
    refused("server.refused.muted", house, match, "ben's phone", c.Say(phrase="hello"))


def test_a_guest_asks_for_one_seat_and_may_ask_for_none(house: House) -> None:
    match = running(house, host=ANN, knock=False)
    act(house, match, BEN, c.Sit(name="Ben", seat=1))
    assert act(house, match, BEN, c.Sit()) == {"seat": 1, "guest": True}
    act(house, match, BEN, c.Sit(name="Ben", seat=3))
    assert list(now(house, match).guests) == [3]
    refused("server.refused.taken", house, match, CAT, c.Sit(seat=3))
    assert now(house, match).summary().told["free"] == 2
    act(house, match, BEN, c.Leave())
    assert not now(house, match).guests


def test_after_the_last_deal_nobody_is_seated(house: House) -> None:
    match = laid(house, free=(1, 2, 3), knock=False)
    act(house, match, BEN, c.Sit(seat=1))
    next_deal(house, match)
    table = now(house, match)
    assert table.stage == "over" and table.seat_of(BEN) is None and table.guests[1].promised


# --- take-back -----------------------------------------------------------------------------------


def test_nothing_is_taken_back_that_an_earlier_owner_decided(house: House) -> None:
    match = laid(house, people={0: ANN}, free=(1, 2, 3), options=THREE, knock=False)
    pass_to(house, match, 0)
    move(house, match)
    act(house, match, ANN, c.Leave())
    act(house, match, BEN, c.Sit(seat=0))
    next_deal(house, match)
    assert now(house, match).seat_of(BEN) == 0
    refused("server.refused.nothing_to_undo", house, match, BEN, c.Undo(after=now(house, match).n))


def test_who_came_back_takes_back_only_what_came_after(house: House) -> None:
    match = laid(house, options=THREE, free=(1,))
    pass_to(house, match, 0)
    move(house, match)
    act(house, match, ANN, c.Leave())
    act(house, match, ANN, c.Sit(seat=0))
    assert now(house, match).seat_of(ANN) == 0
    refused("server.refused.nothing_to_undo", house, match, ANN, c.Undo(after=now(house, match).n))


def test_nobody_goes_back_into_a_deal_that_somebody_saw_from_another_seat(house: House) -> None:
    match = laid(house, people={0: ANN, 1: BEN}, free=(2, 3), options=THREE, knock=False)
    pass_to(house, match, 0)
    move(house, match)
    act(house, match, BEN, c.Leave())
    act(house, match, BEN, c.Sit(seat=2))
    next_deal(house, match)
    table = now(house, match)
    assert (table.deal, table.seat_of(BEN), table.held[0, BEN]) == (1, 2, 1)
    refused("server.refused.other_hand", house, match, ANN, c.Undo(after=table.n))


def test_a_seat_that_moves_to_another_key_has_agreed_to_no_undo(house: House) -> None:
    """While the others are asked, Cat gives her seat to Ben, who has seen another hand of the deal that it leads to."""
    match = laid(house, people={0: ANN, 1: BEN, 2: CAT}, free=(3,), options=THREE, knock=False)
    pass_to(house, match, 0)
    move(house, match)
    act(house, match, BEN, c.Leave())
    next_deal(house, match)
    assert undo(house, match, ANN) == {"undone": False}
    act(house, match, BEN, c.Sit(ticket=act(house, match, CAT, c.Ticket())["ticket"]))
    refused("server.refused.not_asked", house, match, BEN, c.Answer(yes=True, after=now(house, match).n))
    refused("server.refused.other_hand", house, match, ANN, c.Undo(after=now(house, match).n))
    assert (now(house, match).deal, now(house, match).seat_of(BEN)) == (1, 2)


def test_the_timers_move_is_not_ones_own_that_was_sent_again(house: House) -> None:
    match = laid(house, people={0: ANN, 1: BEN})
    pass_to(house, match, 0)
    before = now(house, match)
    text = before.playing.legal(0)[0].text
    happen(house, match, "move", 0, text=text, by="timer")
    refused("server.refused.late", house, match, ANN, c.Move(text=text, after=before.n))


# --- beginning -----------------------------------------------------------------------------------


def test_only_the_owner_or_all_who_sit_begin(house: House) -> None:
    match = opened(house, people=4, host=ANN)
    act(house, match, BEN, c.Sit())
    assert act(house, match, BEN, c.Start()) == {"started": False}
    assert now(house, match).about(1, [], 0)["seats"][1]["ready"]
    assert act(house, match, BEN, c.Start(yes=False)) == {"started": False}
    assert not now(house, match).ready and now(house, match).match is None
    act(house, match, ANN, c.Start())
    assert now(house, match).stage == "playing"


def test_all_who_sit_begin_a_table_of_somebody_else(house: House) -> None:
    match = opened(house, people=4, host="dan")
    act(house, match, BEN, c.Sit())
    act(house, match, CAT, c.Sit())
    act(house, match, BEN, c.Start())
    act(house, match, ANN, c.Start())
    assert now(house, match).stage == "waiting"
    act(house, match, CAT, c.Leave())  # now all who sit want to
    assert now(house, match).stage == "playing"


def test_who_owns_a_table_need_not_sit_there(house: House) -> None:
    match = opened(house, people=4, host="dan")
    table = now(house, match)
    assert table.eye_of("dan") == "dan" and table.state("dan", [], 1)["table"]["owner"]
    act(house, match, "dan", c.Start())
    assert now(house, match).stage == "playing"


# --- the owner of the table ----------------------------------------------------------------------


def owned(house: House) -> str:
    return laid(house, people={0: ANN, 1: BEN, 2: CAT}, options=THREE, host=ANN)


@pytest.mark.parametrize(
    "command", [c.Remove(seat=2), c.Mute(seat=2, yes=True), c.Handover(seat=2), c.Close(), c.Remove(seat=2, bar=True)]
)
def test_what_only_the_owner_may_do(house: House, command: c.Command) -> None:
    match = owned(house)
    for who in (BEN, CAT, "dan", None):
        refused("server.refused.not_owner", house, match, who, command)
    if not isinstance(command, c.Close):
        for seat, why in ((3, "nobody"), (15, "nobody"), (0, "yourself")):
            other = type(command)(**{**vars(command), "seat": seat})
            refused(f"server.refused.{why}", house, match, ANN, other)


def test_remove(house: House) -> None:
    match = owned(house)
    act(house, match, ANN, c.Remove(seat=1))
    table = now(house, match)
    assert table.seat_of(BEN) is None and table.seats[1].free
    let_in(table, BEN, None)
    assert [entry["kind"] for entry in table.log.values()][-1] == "leave"
    assert act(house, match, BEN, c.Sit(seat=1)) == {"seat": 1, "guest": True}, "asks again, as anybody"
    assert not now(house, match).guests[1].promised
    act(house, match, ANN, c.Remove(seat=1, bar=True))
    assert not now(house, match).guests
    assert [entry["kind"] for entry in now(house, match).log.values()][-1] == "dismiss"


def test_bar(house: House) -> None:
    match = owned(house)
    act(house, match, ANN, c.Remove(seat=1, bar=True))
    table = now(house, match)
    barred = barred_from(table, "address", 0.0)
    assert barred is not None
    house.put(match, barred)
    table = now(house, match)
    assert barred_from(table, "address", 0.0) is None
    for who, at in ((BEN, None), (BEN, "elsewhere"), ("another key", "address"), (None, "address")):
        with pytest.raises(Refused) as caught:
            let_in(table, who, at)
        assert caught.value.message.key == "server.refused.barred"
    for who, at in ((CAT, "address"), (CAT, None), ("another key", "elsewhere"), (None, None)):
        let_in(table, who, at)


def test_who_owns_a_table_is_not_shut_out_with_others_at_the_same_address(house: House) -> None:
    """Dan owns the table without a seat, and bars Ben, who sits in the same room."""
    match = laid(house, people={0: ANN, 1: BEN}, host="dan")
    act(house, match, "dan", c.Remove(seat=1, bar=True))
    house.put(match, barred_from(now(house, match), "address", 0.0))
    let_in(now(house, match), "dan", "address")
    with pytest.raises(Refused):
        let_in(now(house, match), None, "address")


def test_mute(house: House) -> None:
    match = owned(house)
    act(house, match, ANN, c.Mute(seat=1, yes=True))
    act(house, match, ANN, c.Mute(seat=1, yes=True))
    refused("server.refused.muted", house, match, BEN, c.Say(phrase="hello"))
    assert now(house, match).about(0, [], 0)["seats"][1]["muted"]
    act(house, match, ANN, c.Mute(seat=1, yes=False))
    act(house, match, BEN, c.Say(phrase="hello"))
    assert kinds(house, match)[-3:] == ["mute", "mute", "say"]


def test_hand_over(house: House) -> None:
    match = owned(house)
    act(house, match, ANN, c.Handover(seat=2))
    refused("server.refused.not_owner", house, match, ANN, c.Close())
    assert [seat["owner"] for seat in now(house, match).about(2, [], 0)["seats"]] == [False, False, True, False]
    assert now(house, match).about(2, [], 0)["owner"] and not now(house, match).about(0, [], 0)["owner"]


def test_close(house: House) -> None:
    match = owned(house)
    act(house, match, ANN, c.Close())
    table = now(house, match)
    assert table.stage == "closed" == table.summary().state
    for command in (c.Move(text="pass", after=table.n), c.Sit(), c.Leave(), c.Close(), c.Say(phrase="hello")):
        refused("server.refused.closed", house, match, BEN, command)
    waiting = opened(house, people=2, host=ANN)
    act(house, waiting, ANN, c.Close())
    assert now(house, waiting).stage == "closed"


def test_who_has_sat_longest_inherits(house: House) -> None:
    match = owned(house)
    table = now(house, match)
    assert heir(table, [0, 1, 2]) == 1 and heir(table, [0, 2]) == 2 and heir(table, [0]) is None
    act(house, match, BEN, c.Leave())
    act(house, match, BEN, c.Sit(seat=1))
    assert heir(now(house, match), [0, 1, 2]) == 2, "who comes back begins anew"


def test_how_a_table_is_set_up_survives_the_database() -> None:
    setting = Setting((None,), host=ANN, knock=False)
    assert Setting(**{**setting.json(), "seats": tuple(setting.json()["seats"])}) == setting


# --- whatever is done ----------------------------------------------------------------------------

KEYS = ("ann", "ben", "cat", "dan", "eve")
GAMES: dict[str, dict[str, Any]] = {  # of many short deals
    "thirteen": {"match": 9, "cards": 3},
    "parcels": {"rounds": 6},
    "segments": {"cards": 4},
    "pyramid": {"cards": 5, "red_10": 0, "black_10": 0, "rounds_4": 5},
    "rummy": {"ranks": 3, "twos": 2, "jokers": 1, "cards": 3, "goal": 500, "stock_empty": "end"},
}


def some_command(table: Table, dice: random.Random, tickets: list[str]) -> tuple[str, c.Command]:
    """By anybody; but who is asked for an undo mostly says yes, so that much is taken back."""
    seat, after = dice.randrange(table.facts.players), table.n
    ways: list[c.Command] = [
        *[c.Sit(seat=seat)] * 4, c.Sit(), c.Leave(), c.Leave(), c.Start(), c.Away(), c.Back(), c.Ticket(),
        *[c.Agree(seat=p) for p in table.guests] * 2, *[c.Admit(seat=p, yes=True) for p in table.guests],
        c.Admit(seat=seat, yes=False), c.Remove(seat=seat), c.Handover(seat=seat), *[c.Undo(after=after)] * 3,
        *[c.Sit(ticket=ticket) for ticket in tickets[-2:]] * 2, *[c.Ticket()] * 2,
    ]  # fmt: skip
    asked = [table.seats[p].owner for p in table.waited_for]
    if asked and dice.random() < 0.5:
        return dice.choice(asked) or "", c.Answer(yes=True, after=after)
    return dice.choice(KEYS), dice.choice(ways)


def hands_seen(table: Table, seen: dict[tuple[str, int], dict[Eye, int | None]]) -> None:
    """Note whose hand each key is shown now, by the view that it is sent."""
    if table.match is None or table.match.over:
        return
    for who in KEYS:
        eye, known = table.eye_of(who), seen.setdefault((who, table.deal), {})
        if eye not in known:  # from where somebody looks says what they see
            known[eye] = table.state(eye, [], 0)["view"]["seat"]


@pytest.mark.parametrize("game", GAMES)
def test_no_key_is_ever_shown_two_hands_of_a_deal(house: House, game: str) -> None:
    """Whatever people do, deals over again after a take-back included."""
    met = 0
    for number in range(counted(20, 300, 5)):
        dice = random.Random(f"{game} {number}")
        knock = dice.random() < 0.3
        people = {0: "ann", 1: "ben"} if game == "rummy" or dice.random() < 0.3 else {0: "ann", 1: "ben", 2: "cat"}
        match = laid(house, game, people, free=(2, 3)[: dice.randrange(3)] if game != "rummy" else (),
                     players=2 if game == "rummy" else 4, options=GAMES[game], host="ann", knock=knock)  # fmt: skip
        seen: dict[tuple[str, int], dict[Eye, int | None]] = {}
        tickets: list[str] = []
        for _ in range(counted(300, 400, 150)):
            table = now(house, match)
            if table.stage != "playing":
                break
            if dice.random() < 0.6:
                move(house, match, dice.choice(table.playing.legal(table.playing.acting[0])).text, by="person" if
                     dice.random() < 0.5 and table.seats[table.playing.acting[0]].owner else "bot")  # fmt: skip
            else:
                try:
                    reply = act(house, match, *some_command(table, dice, tickets))
                except CardshedError:
                    reply = {}
                tickets += [reply["ticket"]] if "ticket" in reply else []
            hands_seen(now(house, match), seen)
        hands = {one: {seat for seat in known.values() if seat is not None} for one, known in seen.items()}
        assert all(len(seats) <= 1 for seats in hands.values()), (number, hands)
        met += sum(map(len, hands.values()))
    assert met > counted(80, 1_500, 12)


def test_who_is_removed_does_not_come_back_by_an_earlier_key(house: House) -> None:
    match = laid(house, people={0: ANN, 1: BEN}, free=(2, 3), options=THREE, host=ANN)
    act(house, match, "ben's phone", c.Sit(ticket=act(house, match, BEN, c.Ticket())["ticket"]))
    act(house, match, ANN, c.Remove(seat=1, bar=True))
    assert act(house, match, BEN, c.Sit(seat=1))["guest"], "the owner is asked again"
    assert not now(house, match).guests[1].promised


# --- deals that were taken back ------------------------------------------------------------------


def back_to_the_first_deal(house: House, match: str, asker: str, *others: str) -> None:
    while now(house, match).deal or not others:
        try:
            undo(house, match, asker)
        except Refused:
            break
        for who in others:
            act(house, match, who, c.Answer(yes=True, after=now(house, match).n))


def test_nobody_joins_deals_that_who_sits_there_has_seen(house: House) -> None:
    """Ann plays on alone, sees what will be dealt, and takes all of it back before Ben comes."""
    match = running(house, host=ANN, knock=False)
    pass_to(house, match, 0)
    move(house, match)
    next_deal(house, match)
    back_to_the_first_deal(house, match, ANN)
    assert now(house, match).deal == 0
    act(house, match, BEN, c.Sit(seat=1))
    refused("server.refused.taken_back", house, match, ANN, c.Agree(seat=1))
    next_deal(house, match)
    assert (now(house, match).deal, now(house, match).seat_of(BEN)) == (1, None)
    next_deal(house, match)
    assert (now(house, match).deal, now(house, match).seat_of(BEN)) == (2, 1)


def test_who_left_does_not_come_back_to_what_was_seen_and_taken_back(house: House) -> None:
    match = laid(house, people={0: ANN, 1: BEN}, free=(2, 3), options=THREE, knock=False)
    act(house, match, BEN, c.Leave())
    pass_to(house, match, 0)
    move(house, match)
    undo(house, match, ANN)
    assert act(house, match, BEN, c.Sit(seat=1))["guest"]
    next_deal(house, match)
    assert now(house, match).seat_of(BEN) == 1


def test_who_was_there_when_it_was_taken_back_comes_back(house: House) -> None:
    match = laid(house, free=(1,))
    pass_to(house, match, 0)
    move(house, match)
    undo(house, match, ANN)
    act(house, match, ANN, c.Leave())
    assert act(house, match, ANN, c.Sit()) == {"seat": 0, "guest": False}


def test_a_deal_that_is_played_again_is_one_deal(house: House) -> None:
    """Cat sits down in the second deal, all go back to the first, and she changes seats: hers is the first one."""
    match = laid(house, people={0: ANN, 1: BEN}, free=(2, 3), options=THREE, host=ANN, knock=False)
    pass_to(house, match, 0)
    move(house, match)
    act(house, match, CAT, c.Sit(seat=2))
    next_deal(house, match)
    back_to_the_first_deal(house, match, ANN, BEN, CAT)
    table = now(house, match)
    assert (table.deal, table.held[0, CAT]) == (0, 2)
    act(house, match, CAT, c.Leave())
    act(house, match, CAT, c.Sit(seat=3))
    refused("server.refused.one_hand", house, match, ANN, c.Agree(seat=3))
    next_deal(house, match)
    assert now(house, match).seat_of(CAT) is None
    next_deal(house, match)
    assert now(house, match).seat_of(CAT) == 3


def test_a_later_deal_that_was_taken_back_counts_too(house: House) -> None:
    match = laid(house, people={0: ANN}, free=(1, 2, 3), options=THREE, host=ANN, knock=False)
    pass_to(house, match, 0)
    move(house, match)
    act(house, match, BEN, c.Sit(seat=1))
    next_deal(house, match)
    act(house, match, BEN, c.Leave())
    back_to_the_first_deal(house, match, ANN)
    assert now(house, match).deal == 0
    other = act(house, match, ANN, c.Ticket())["ticket"]
    refused("server.refused.one_hand", house, match, BEN, c.Sit(ticket=other))


def test_who_comes_back_goes_before_who_was_promised_the_seat(house: House) -> None:
    match = laid(house, people={0: ANN, 1: BEN}, free=(2, 3), host=ANN, knock=False)
    act(house, match, BEN, c.Leave())
    act(house, match, CAT, c.Sit(seat=1))
    act(house, match, BEN, c.Sit(seat=1))
    assert (now(house, match).seat_of(BEN), now(house, match).guest_of(CAT)) == (1, None)
    assert act(house, match, CAT, c.Sit())["seat"] == 2, "another seat is free"
