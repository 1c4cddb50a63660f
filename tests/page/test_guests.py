"""Who comes late, who owns the table, who wants to begin, and what people add to the shuffle."""

from __future__ import annotations

import json
from typing import Any

import pytest
from playwright.sync_api import Page, WebSocketRoute, expect

from tests.page.browser import Visits
from tests.page.driver import SHORT, Player

pytestmark = pytest.mark.compiled

LONG = {"cards": 5, "match": 20}  # a match of several deals


def press(page: Page, name: str) -> None:
    page.get_by_role("button", name=name, exact=True).click()


def told(page: Page, text: str) -> None:
    expect(page.locator(".banner").filter(has_text=text)).to_be_visible()


def seated(page: Page) -> None:
    page.wait_for_selector(".hand [data-pick]")


def mai_begins(visits: Visits, people: int = 2, **wanted: Any) -> Player:
    """Mai makes a table for people, and does not wait for them."""
    options: dict[str, Any] = {"seats": [None] * people, "players": people, "options": LONG, **wanted}
    mai = Player.at_new_table(visits.person(), "thirteen", **options)
    press(mai.page, "Begin; bots take the free seats")
    seated(mai.page)
    return mai


def comes(visits: Visits, mai: Player) -> Page:
    """Somebody opens the link."""
    page = visits.person()
    page.goto(mai.page.url)
    page.wait_for_selector(".felt")
    return page


def comes_late(visits: Visits, mai: Player) -> Page:
    """Somebody opens the link to a running match, and asks for a seat."""
    page = comes(visits, mai)
    assert page.locator("[data-pick]").count() == 0
    press(page, "Sit down")
    return page


def waits_with(visits: Visits, name: str, mai: Player) -> Page:
    """Somebody sits down at a table that waits, perhaps for nobody else."""
    page = comes(visits, mai)
    page.locator("#name").fill(name)
    page.get_by_role("button", name="Sit down").first.click()
    page.wait_for_selector(f".places li:has-text('{name} (you)'), .hand [data-pick]")  # with the last one it begins
    return page


def manage(page: Page, name: str, what: str) -> None:
    """As the owner of the table, do something about somebody."""
    page.locator(".item-settings").click()
    press(page, f"Manage: {name}")
    press(page, what)
    expect(page.locator(".sheet")).to_have_count(0)


def asks(page: Page, table: str, command: str) -> None:
    """Ask for something without the page, such as that a bot plays on."""
    assert page.request.post(f"/api/tables/{table}/{command}", data={}).status == 200


def test_who_comes_late_is_let_in_by_the_owner_and_sits_down_by_the_next_deal(visits: Visits) -> None:
    mai = mai_begins(visits)
    guest = comes_late(visits, mai)
    told(guest, "The owner of the table is asked")
    told(mai.page, "Guest asks for a seat")
    press(mai.page, "Give the seat")
    told(guest, "The seat is yours from the next deal on.")
    expect(mai.page.locator(".seat .comes")).to_have_text("Guest is next")
    assert guest.locator("[data-pick]").count() == 0
    asks(mai.page, mai.table, "away")  # until the next deal, in which the guest has a part
    seated(guest)
    expect(guest.locator(".banner")).to_have_count(0)


def test_a_guest_is_sent_away_asks_again_withdraws_and_plays_at_once_if_all_agree(visits: Visits) -> None:
    mai = mai_begins(visits)
    guest = comes_late(visits, mai)
    press(mai.page, "Send away")
    expect(mai.page.locator(".banner")).to_have_count(0)
    press(guest, "Sit down")
    press(mai.page, "Give the seat")
    told(guest, "The seat is yours")
    press(guest, "Withdraw")
    expect(mai.page.locator(".banner")).to_have_count(0)
    press(guest, "Sit down")
    press(mai.page, "Give the seat")
    press(mai.page, "Let play at once")
    seated(guest)


def test_a_promised_seat_is_kept_for_the_rematch(visits: Visits) -> None:
    mai = mai_begins(visits, knock=False, options=SHORT["thirteen"])
    guest = comes_late(visits, mai)
    told(guest, "The seat is yours")
    asks(mai.page, mai.table, "away")
    told(guest, "your seat is kept for the rematch")
    guest.locator(".sheet-round").get_by_role("button", name="Rematch").click()
    mai.page.wait_for_selector(".sheet-round")
    mai.page.keyboard.press("Escape")
    mai.page.get_by_role("link", name="Go there").click()
    guest.wait_for_url(lambda url: not url.endswith(mai.table))
    for page in (guest, mai.page):
        seated(page)
    expect(mai.page.locator(".seat").filter(has_text="Guest")).to_have_count(1)


def test_the_owner_mutes_and_removes_and_bars(visits: Visits) -> None:
    visits.expect("status of 40[39]|WebSocket connection")
    mai = Player.at_new_table(visits.person(), "thirteen", seats=[None, None], players=2, options={})
    bao = waits_with(visits, "Bao", mai)
    for page in (mai.page, bao):
        seated(page)
    manage(mai.page, "Bao", "Mute")
    bao.locator(".tool-phrases").click()
    bao.locator(".sheet-phrases .chip").first.click()
    expect(bao.locator(".note")).not_to_be_empty()
    assert mai.page.locator(".phrase").count() == 0
    bao.locator(".item-settings").click()
    expect(bao.locator(".people li").filter(has_text="Mai")).to_contain_text("owner")
    assert bao.get_by_role("button", name="Manage").count() == 0
    bao.keyboard.press("Escape")
    manage(mai.page, "Bao", "Remove")
    expect(bao.locator(".note")).to_have_text("You do not sit here any more.")
    press(bao, "Sit down")
    told(mai.page, "asks for a seat")
    manage(
        mai.page, "Guest" if mai.state()["table"]["seats"][1]["guest"]["name"] == "Guest" else "Bao", "Remove and bar"
    )
    expect(mai.page.locator(".banner")).to_have_count(0)
    bao.reload()
    expect(bao.locator(".hand [data-pick]")).to_have_count(0)


def test_the_owner_hands_over_all_who_sit_vote_to_begin_and_the_new_owner_closes_the_table(visits: Visits) -> None:
    visits.expect("status of 40[39]|WebSocket connection")
    mai = Player.at_new_table(visits.person(), "thirteen", seats=[None] * 4, players=4, options={})
    bao = waits_with(visits, "Bao", mai)
    manage(mai.page, "Bao", "Hand the table over")
    expect(mai.page.locator(".places li").filter(has_text="Bao")).to_contain_text("owner")
    press(mai.page, "Begin with bots, if all want to")
    expect(mai.page.locator(".waiting")).to_contain_text("Waiting for Bao")
    expect(bao.locator(".places li").filter(has_text="Mai")).to_contain_text("ready")
    press(mai.page, "Wait after all")
    expect(bao.locator(".places li").filter(has_text="ready")).to_have_count(0)
    press(mai.page, "Begin with bots, if all want to")
    press(bao, "Begin; bots take the free seats")
    for page in (mai.page, bao):
        seated(page)
    bao.locator(".item-settings").click()
    press(bao, "Close the table")
    press(bao, "Close it for all")
    for page in (bao, mai.page):
        expect(page.get_by_role("heading", name="This table is closed.")).to_be_visible()
    mai.page.get_by_role("main").get_by_role("link").click()
    mai.page.wait_for_selector(".game-box")
    assert mai.page.locator(f'a[href="/t/{mai.table}"]').count() == 0, "nobody can go on there"


# --- the shuffle -----------------------------------------------------------------------------------


def proof(page: Page) -> None:
    page.locator(".sheet-round").get_by_role("button", name="Fair shuffle").click()


def test_what_people_add_to_the_shuffle_is_proved_and_a_false_nonce_refused(visits: Visits) -> None:
    mai = Player.at_new_table(visits.person(), "thirteen", seats=[None, None, "easy"], players=3)
    bao = waits_with(visits, "Bao", mai)
    seated(mai.page)
    for page in (mai.page, bao):
        asks(page, mai.table, "away")
    mai.page.wait_for_selector(".sheet-round")
    shuffle = mai.state()["table"]["shuffle"]
    assert sorted(shuffle["nonces"]) == sorted(shuffle["hashes"]) == ["0", "1"]
    proof(mai.page)
    expect(mai.page.locator(".verdict.good")).to_be_visible()
    for name in ("Mai", "Bao"):
        expect(mai.page.locator(".sheet dt").filter(has_text=f"Added by {name}")).to_be_visible()

    other = visits.person()
    other.route_web_socket("**/live", lambda socket: planted(socket, {"nonces": {"0": f"{1:032x}"}}))
    other.goto(mai.page.url)
    proof(other)
    expect(other.locator(".verdict.bad")).to_have_text("Wrong: what Mai added is not what was promised.")


def planted(socket: WebSocketRoute, wrong: dict[str, Any]) -> None:
    """What the server tells of the shuffle, with something else in it."""
    server = socket.connect_to_server()

    def change(text: str | bytes) -> None:
        said = json.loads(text)
        if said["type"] == "state":
            shuffle = said["table"]["shuffle"]
            for name, entries in wrong.items():
                shuffle[name] |= entries
        socket.send(json.dumps(said))

    server.on_message(change)


def test_who_does_not_show_a_nonce_is_named(visits: Visits) -> None:
    """A device that is gone: the shuffle goes on without its nonce."""
    asked = {"game": "thirteen", "name": "Zoe", "seats": [None, None], "players": 2, "hash": "0" * 64}
    zoe, bao = visits.person(), visits.person()
    table = zoe.request.post("/api/tables", data=asked).json()["id"]
    bao.goto(f"/t/{table}")
    bao.locator("#name").fill("Bao")
    press(bao, "Sit down")
    seated(bao)
    shuffle = Player(bao, table).state()["table"]["shuffle"]
    assert list(shuffle["hashes"]) == ["0", "1"] and list(shuffle["nonces"]) == ["1"]
    asks(zoe, table, "leave")  # and whoever sits there now did not promise it
    expect(bao.locator(".seat").filter(has_text="Zoe")).to_have_count(0)
    bao.locator(".item-shuffle").click()
    expect(bao.locator(".sheet dt").filter(has_text="Promised by Zoe")).to_be_visible()
