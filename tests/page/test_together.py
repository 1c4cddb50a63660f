"""Several people at one table, and people whose page, network or server goes away in the middle."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, WebSocketRoute, expect

from tests.page.browser import Visits
from tests.page.driver import SHORT, Player
from tests.server.served import serving

pytestmark = pytest.mark.compiled

# When the sentence in the middle is another one, by a clock that all pages of a machine share.
CHANGED = """(before) => new Promise((done) => {
  const see = () => {
    if (document.querySelector(".ask")?.textContent !== before) done(performance.timeOrigin + performance.now());
    else requestAnimationFrame(see);
  };
  see();
})"""
CLICKED = """() => document.addEventListener("click", () => {
  window.clickedAt = performance.timeOrigin + performance.now(); }, { capture: true })"""


def two_at_a_table(visits: Visits, **wanted: object) -> tuple[Player, Player]:
    """Mai makes a table for two, and Bao comes by the link and says a name."""
    first = visits.person()
    options: dict[str, Any] = {"seats": [None, None], "players": 2, "options": {}, **wanted}
    mai = Player.at_new_table(first, "thirteen", **options)
    second = visits.person()
    second.goto(first.url)
    second.locator("#name").fill("Bao")
    second.get_by_role("button", name="Sit down").first.click()
    for page in (first, second):
        page.wait_for_selector(".hand [data-pick]")
    return mai, Player(second, mai.table, seed=2)


def test_a_friend_comes_by_the_link_and_sees_a_move_at_once(visits: Visits) -> None:
    mai, bao = two_at_a_table(visits)
    waits = []
    for _ in range(6):
        state = mai.state()
        seat = state["view"]["acting"][0]
        actor, other = (mai, bao) if seat == state["table"]["you"] else (bao, mai)
        told = actor.later()
        assert told["table"]["you"] == seat
        before = other.page.locator(".ask").inner_text()
        actor.page.evaluate(CLICKED)
        other.page.evaluate(f"(before) => {{ window.seen = ({CHANGED})(before); }}", before)
        move = actor.choose(told["view"]["moves"])
        actor.make(move, told)
        seen = other.page.evaluate("() => window.seen")
        waits.append(seen - actor.page.evaluate("() => window.clickedAt"))
        assert waits[-1] < 2_000
    print(f"from a click to the other's screen: {min(waits):.0f} to {max(waits):.0f} ms, median {sorted(waits)[3]:.0f}")
    expect(bao.page.locator(".seat").filter(has_text="Mai")).to_have_count(1)


def test_two_play_a_whole_match(visits: Visits) -> None:
    mai, bao = two_at_a_table(visits, options=SHORT["thirteen"])
    while mai.state()["table"]["stage"] != "over":
        state = mai.state()
        actor = mai if state["view"]["acting"] == [state["table"]["you"]] else bao
        told = actor.later()
        if told["table"]["stage"] == "over":
            break
        move = actor.choose(told["view"]["moves"])
        actor.make(move, told)
        actor.made(move, told["table"]["n"])
    for player in (mai, bao):
        expect(player.page.locator(".sheet-round .result")).to_be_visible()


def test_somebody_who_looks_on_sees_no_hand(visits: Visits) -> None:
    mai = Player.at_new_table(visits.person(), "thirteen")
    page = visits.person()
    page.goto(f"/t/{mai.table}")
    expect(page.locator(".looking")).to_be_visible()
    assert page.locator("[data-pick]").count() == 0
    assert page.locator("[data-act=play]").count() == 0


# --- what goes away and comes back -----------------------------------------------------------------


def halfway(player: Player) -> int:
    """Play until a few moves are made; returns the seat."""
    state = player.play(until=lambda state: len(player.moves) >= 2)
    assert state["table"]["stage"] == "playing"
    return state["table"]["you"]


def goes_on(player: Player, seat: int) -> None:
    """The same seat, the same cards, and the match can be played to its end."""
    state = player.later()
    assert state["table"]["you"] == seat
    assert player.play()["table"]["stage"] == "over"


def long(page: Page) -> Player:
    return Player.at_new_table(page, "thirteen", options={"cards": 9, "match": 2})


def test_reload_in_the_middle(visits: Visits) -> None:
    player = long(visits.person())
    seat = halfway(player)
    player.page.reload()
    player.page.wait_for_selector(".hand [data-pick]")
    goes_on(player, seat)


def test_what_is_picked_stays_when_others_move(visits: Visits) -> None:
    mai, bao = two_at_a_table(visits)
    state = mai.state()
    actor, other = (mai, bao) if state["view"]["acting"] == [state["table"]["you"]] else (bao, mai)
    card = other.page.locator(".hand [data-pick]").nth(3)
    name = str(card.get_attribute("data-pick"))
    card.click(position={"x": 8, "y": 20})
    before = other.page.locator(".ask").inner_text()
    told = actor.later()
    actor.make(actor.choose(told["view"]["moves"]), told)
    expect(other.page.locator(".ask")).not_to_have_text(before)
    expect(other.page.locator(f'[data-pick="{name}"]')).to_have_attribute("aria-pressed", "true")


def test_what_is_picked_stays_when_the_answer_to_a_move_is_late(visits: Visits) -> None:
    """The others may have moved, and the next card be picked, before the server's answer to the move is there."""
    page = visits.person()
    late: list[Callable[[], None]] = []

    def hold_answers(socket: WebSocketRoute) -> None:
        server = socket.connect_to_server()

        def pass_on(told: str | bytes) -> None:
            if json.loads(told)["type"] == "reply":
                late.append(lambda: socket.send(told))
            else:
                socket.send(told)

        server.on_message(pass_on)

    page.route_web_socket("**", hold_answers)
    player = Player.at_new_table(page, "thirteen", options={})  # nobody is out before the person's second move
    told = player.later()
    move = player.choose(told["view"]["moves"])
    player.make(move, told)
    player.later(told["table"]["n"])
    card = page.locator(".hand [data-pick]").first
    name = str(card.get_attribute("data-pick"))
    card.click(position={"x": 8, "y": 20})
    assert len(late) == 1
    late.pop()()
    expect(page.locator("[data-act=play]")).to_have_attribute("aria-disabled", "false")
    expect(page.locator(f'[data-pick="{name}"]')).to_have_attribute("aria-pressed", "true")


def test_the_network_is_lost_and_found(visits: Visits) -> None:
    player = long(visits.person())
    seat = halfway(player)
    player.later()
    player.close_sheet()
    visits.expect("ERR_INTERNET_DISCONNECTED|WebSocket connection")
    context = player.page.context
    context.set_offline(True)
    # what is open stays open for Chromium's switch, so the socket is cut as a network would cut it in the end
    cut_sockets(player.page)
    expect(player.page.locator(".banner.warn")).to_be_visible()
    player.page.locator(".hand [data-pick]").first.click(position={"x": 8, "y": 20})
    player.page.locator("[data-act=play]").click()
    expect(player.page.locator(".note")).not_to_be_empty()
    context.set_offline(False)
    expect(player.page.locator(".banner.warn")).to_have_count(0)
    goes_on(player, seat)


def cut_sockets(page: Page) -> None:
    page.evaluate("() => window.sockets.forEach((socket) => socket.close())")


SOCKETS = """window.sockets = [];
window.WebSocket = class extends WebSocket { constructor(...given) { super(...given); window.sockets.push(this); } };"""


@pytest.fixture(autouse=True)
def sockets_can_be_cut(monkeypatch: pytest.MonkeyPatch) -> None:
    plain = Visits.person

    def person(self: Visits, *given: object, **more: object) -> Page:
        page = plain(self, *given, **more)  # type: ignore[arg-type]
        page.context.add_init_script(SOCKETS)
        return page

    monkeypatch.setattr(Visits, "person", person)


@pytest.mark.server
def test_the_server_is_killed_and_comes_back(browser: Browser, tmp_path: Path) -> None:
    with serving(tmp_path, "--only", "thirteen") as served:
        visits = Visits(browser, served.url)
        visits.expect("ERR_CONNECTION_REFUSED|WebSocket connection|ERR_CONNECTION_RESET|ERR_SOCKET_NOT_CONNECTED")
        try:
            player = long(visits.person())
            seat = halfway(player)
            served.kill()
            expect(player.page.locator(".banner.warn")).to_be_visible()
            served.start()
            expect(player.page.locator(".banner.warn")).to_have_count(0)
            goes_on(player, seat)
        finally:
            visits.close()
        visits.check()
