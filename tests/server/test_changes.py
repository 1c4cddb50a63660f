"""States and changes: whoever applies what they are sent has what they would be told anew."""

from __future__ import annotations

import random
from typing import Any

import orjson
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardshed import wire
from cardshed.changes import apply, changes
from cardshed.games import registry
from cardshed.server.live import Connection
from cardshed.server.page import version
from cardshed.server.running import Server
from cardshed.tables import commands as c
from tests.conftest import counted
from tests.server.conftest import ANN, BEN, Serving, act, laid, look, move, now, sent, still

pytestmark = pytest.mark.compiled

leaves = st.none() | st.booleans() | st.integers(-3, 3) | st.sampled_from([0.0, 1.0, 2.5]) | st.text("ab", max_size=2)
states = st.recursive(
    leaves, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text("abc", max_size=2), inner, max_size=4)
)


def same(one: Any, other: Any) -> bool:
    """Whether two are the same for whoever reads JSON: True is not 1."""
    return orjson.dumps(one, option=orjson.OPT_SORT_KEYS) == orjson.dumps(other, option=orjson.OPT_SORT_KEYS)


def over_the_wire(found: Any) -> Any:
    return orjson.loads(orjson.dumps(found))


@given(states, states)
def test_changes_lead_from_one_state_to_the_other(old: Any, new: Any) -> None:
    before = orjson.dumps(old)
    assert same(apply(old, over_the_wire(changes(old, new))), new)
    assert orjson.dumps(old) == before, "applying has touched what was given"


@given(states)
def test_nothing_is_sent_where_nothing_changed(state: Any) -> None:
    assert changes(state, over_the_wire(state)) == {}


@pytest.mark.parametrize(("old", "new"), [(1, True), (0, False), (1, 1.0), ([1], [True]), ({"a": 0}, {"a": False})])
def test_what_looks_alike_is_told_apart(old: Any, new: Any) -> None:
    assert same(apply(old, changes(old, new)), new)


@given(st.dictionaries(st.text("abc", min_size=1), states, min_size=1), st.data())
def test_only_what_changed_is_sent(state: dict[str, Any], data: st.DataObject) -> None:
    key = data.draw(st.sampled_from(sorted(state)))
    found = changes(state, state | {key: "something else entirely"})
    assert list(found) == [key]


def test_a_name_that_leaves_a_hand_costs_a_few_bytes() -> None:
    hand = [f"{rank}{suit}" for rank in "3456789" for suit in "SCDH"]
    came = [*hand[:5], *hand[6:11], "KH", *hand[12:]]
    assert changes({"hand": hand}, {"hand": came}) == {"hand": [5, 1, [], 11, 1, ["KH"]]}
    assert changes([{"a": 1}], [{"a": 1}, {"b": 2}]) == [1, 0, [{"b": 2}]]
    assert changes([{"a": 1}, {"b": 2}], [{"a": 3}]) == {"0": {"a": [3]}, "1": []}


class Page:
    """A client: it has a state, applies what comes in order, and knows when something is missing."""

    def __init__(self, connection: Connection) -> None:
        self.connection = connection
        self.told: dict[str, Any] = {}
        self.version = -1
        self.missed = False

    @property
    def state(self) -> dict[str, Any]:
        return wire.read(self.told)

    def read(self, lose: random.Random | None = None) -> None:
        for text in sent(self.connection):
            message = orjson.loads(text)
            kind = message.pop("type")
            if kind == "state":
                self.version, self.missed, _ = message.pop("version"), False, message.pop("now")
                assert message.pop("page") == version()
                self.told = message
            elif kind == "change":
                if lose and lose.random() < 0.3:
                    continue
                if message["version"] != self.version + 1:
                    self.missed = True
                elif not self.missed:
                    self.version += 1
                    self.told = apply(self.told, message["changes"])


@pytest.mark.parametrize("game", registry.OURS)
def test_pages_show_what_they_would_be_told_anew(serve: Serving, game: str) -> None:
    """Two tabs of one seat, another person, onlookers; changes get lost, are noticed, and the whole repairs it."""

    async def story(server: Server) -> None:
        dice = random.Random(game)
        still(server)
        match = await laid(server, game, {0: ANN, 1: BEN})
        pages = [Page(look(server, match, who)) for who in (ANN, ANN, BEN, None, None)]
        repaired = 0
        for step in range(counted(40, 400, 1)):
            if now(server, match).playing.over:
                break
            await move(server, match, by="bot")
            if step == 10:
                await act(server, match, BEN, c.Say(phrase="hello"))
            if step == 20:
                await act(server, match, BEN, c.Leave())
            if step == 25:
                server.go(pages.pop(0).connection)
                pages.append(Page(look(server, match, BEN)))
            for page in pages:
                page.read(lose=dice if page is pages[1] else None)
                if page.missed:
                    repaired += 1
                    server.live.whole(page.connection, now(server, match))
                    page.read()
                seat = now(server, match).seat_of(page.connection.person)
                if page is not pages[1]:
                    assert same(page.state, server.live.state(now(server, match), seat))
        assert repaired > 2

    serve(story)


def test_a_newcomer_is_sent_the_whole_first(serve: Serving) -> None:
    async def story(server: Server) -> None:
        still(server)
        match = await laid(server)
        first = look(server, match, None)
        second = look(server, match, None)
        (whole,) = sent(second)
        assert orjson.loads(whole)["type"] == "state"
        assert orjson.loads(whole)["table"]["onlookers"] == 2
        state, change = map(orjson.loads, sent(first))
        assert (state["type"], change["type"]) == ("state", "change")
        server.go(second)
        assert orjson.loads(sent(first)[0])["changes"] == {"table": {"onlookers": [1]}}

    serve(story)


def test_who_sits_down_gets_the_seats_own_view_at_once(serve: Serving) -> None:
    async def story(server: Server) -> None:
        still(server)
        match = await laid(server, people={0: ANN, 1: BEN}, knock=False)
        await act(server, match, BEN, c.Leave())
        connection = look(server, match, "cat")
        assert orjson.loads(sent(connection)[0])["table"]["you"] is None
        await act(server, match, "cat", c.Sit(name="Cat"))
        await act(server, match, ANN, c.Agree(seat=1))
        page = Page(connection)
        page.read()
        assert (page.state["table"]["you"], page.state["view"]["seat"]) == (1, 1)
        await act(server, match, "cat", c.Leave())
        page.read()
        assert (page.state["table"]["you"], page.state["view"]["seat"]) == (None, None)

    serve(story)


def test_a_slow_connection_is_dropped_and_delays_nobody(serve: Serving) -> None:
    async def story(server: Server) -> None:
        still(server)
        match = await laid(server)
        slow, quick = look(server, match, None), look(server, match, ANN)
        for _ in range(80):
            await act(server, match, ANN, c.Say(phrase="wow"))
            assert sent(quick)
        assert slow.dropped
        assert slow.queue.qsize() == 1
        assert slow.queue.get_nowait() is None

    serve(story)
