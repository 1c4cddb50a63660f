"""What a table offers beside the play: reasons, hints, taking back, log, scores, invitation, settings, proof."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.page.browser import Visits
from tests.page.driver import Player

pytestmark = pytest.mark.compiled


@pytest.fixture
def player(visits: Visits) -> Player:
    """Somebody on turn at a table with bots."""
    player = Player.at_new_table(visits.person(), "thirteen", options={})
    player.later()
    return player


def menu(page: Page, name: str) -> None:
    page.locator(f".item-{name}").click()
    expect(page.locator(f".sheet-{name}")).to_be_visible()


def test_what_is_against_the_rules_is_refused_with_the_reason(player: Player) -> None:
    """Two cards that make no combination: the page does not know why, the server does."""
    page = player.page
    moves = {frozenset(move["text"].split()) for move in player.later()["view"]["moves"]}
    names = [
        str(key).split(" ")[1]
        for key in page.eval_on_selector_all(".hand [data-pick]", "(all) => all.map((one) => one.dataset.pick)")
    ]
    wrong = next([a, b] for a in names for b in names if a < b and frozenset([a, b]) not in moves)
    player.pick(*(f"hand {name}" for name in wrong))
    page.locator("[data-act=play]").click()
    note = page.locator(".note")
    expect(note).not_to_be_empty()
    before = player.state()
    _, answer = page.evaluate(
        """async ([id, text, after]) => {
          const answer = await fetch(`/api/tables/${id}/move`, {
            method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify({ text, after }) });
          return [answer.status, await answer.json()];
        }""",
        [player.table, " ".join(wrong), before["table"]["n"]],
    )
    reason = answer["error"]["text"]
    expect(note).to_have_text(reason[0].upper() + reason[1:])
    expect(page.locator("#said")).to_have_text(reason[0].upper() + reason[1:])
    assert page.locator("[data-pick][aria-pressed=true]").count() == 2, "the cards stay picked"


@pytest.fixture(autouse=True)
def refusals_are_meant(visits: Visits) -> None:
    visits.expect("status of 4(09|22)")


def test_a_button_that_does_nothing_says_why(player: Player) -> None:
    player.page.locator("[data-act=play]").click(force=True)
    expect(player.page.locator(".note")).not_to_be_empty()
    expect(player.page.locator("[data-act=play]")).to_have_attribute("aria-disabled", "true")


def test_a_hint_is_followed(player: Player) -> None:
    page = player.page
    page.locator(".tool-hint").click()
    hints = page.locator(".sheet-hint .hints li")
    expect(hints.first).to_be_visible()
    hints.first.get_by_role("button").click()
    expect(page.locator(".sheet")).to_have_count(0)
    picked = page.locator("[data-pick][aria-pressed=true]").count()
    assert picked or page.locator(".note").inner_text(), "the hint's cards are picked, or its words stand there"


def test_a_move_is_taken_back(visits: Visits) -> None:
    player = Player.at_new_table(visits.person(), "thirteen", options={})
    state = player.later()
    held = player.page.locator(".hand [data-pick]").count()
    move = player.choose([move for move in state["view"]["moves"] if move["kind"] != "pass"] or state["view"]["moves"])
    player.make(move, state)
    player.later(state["table"]["n"])
    player.page.locator(".tool-undo").click()
    expect(player.page.locator(".hand [data-pick]")).to_have_count(held)
    menu(player.page, "log")
    expect(player.page.locator(".log li.undone").first).to_be_visible()


def test_the_log_tells_every_move(player: Player) -> None:
    player.play(until=lambda state: len(player.moves) >= 2)
    menu(player.page, "log")
    entries = [entry for entry in player.state()["log"].values() if entry["kind"] == "move"]
    shown = player.page.locator(".log li").all_inner_texts()
    assert len(shown) >= len(entries) > 2
    for entry in entries:
        said = ", ".join(player.say(*entry["labels"]))
        assert any(said.lower() in line.lower() for line in shown), said


def test_scores_rules_and_the_invitation(player: Player) -> None:
    page = player.page
    menu(page, "scores")
    expect(page.locator(".scores tbody tr")).to_have_count(4)
    page.keyboard.press("Escape")
    menu(page, "rules")
    expect(page.locator(".rules h2, .rules h3").first).to_be_visible()
    page.keyboard.press("Escape")
    menu(page, "invite")
    expect(page.locator(".sheet .copy input")).to_have_value(page.url)
    assert page.locator(".sheet img.qr").evaluate("(image) => image.decode().then(() => image.naturalWidth)") > 0
    page.get_by_role("button", name="Copy").click()
    expect(page.locator(".sheet .copy button")).to_have_text("Copied")


def test_a_sheet_takes_the_focus_and_gives_it_back(player: Player) -> None:
    page = player.page
    page.locator(".item-log").focus()
    page.keyboard.press("Enter")
    expect(page.locator(".sheet")).to_be_focused()
    for _ in range(8):
        page.keyboard.press("Tab")
        assert page.evaluate("() => !!document.activeElement.closest('.sheet')")
    page.keyboard.press("Escape")
    expect(page.locator(".item-log")).to_be_focused()


def test_settings_are_kept(player: Player) -> None:
    page = player.page
    root = page.locator("html")
    menu(page, "settings")
    for name, value in (("theme", "light"), ("deck", "two"), ("motion", "off"), ("marks", "false")):
        page.locator(".radio").filter(has=page.locator(f'input[name="{name}"][value="{value}"]')).click()
    expect(root).to_have_attribute("data-theme", "light")
    page.reload()
    page.wait_for_selector(".hand [data-pick]")
    for name, value in (("theme", "light"), ("deck", "two"), ("motion", "off")):
        expect(root).to_have_attribute(f"data-{name}", value)
    assert page.locator(".hand .card.dim").count() == 0
    menu(page, "settings")
    expect(page.locator('.sheet input[name="marks"][value="false"]')).to_be_checked()


def test_the_hand_is_sorted_and_arranged(player: Player) -> None:
    page = player.page
    order = "(all) => all.map((one) => one.dataset.pick)"
    by_value = page.eval_on_selector_all(".hand [data-pick]", order)
    page.locator(".tool-sort").click()
    by_suit = page.eval_on_selector_all(".hand [data-pick]", order)
    assert by_suit != by_value and sorted(by_suit) == sorted(by_value)
    boxes = [page.locator(".hand [data-pick]").nth(i).bounding_box() for i in (0, 5)]
    assert boxes[0] and boxes[1]
    page.mouse.move(boxes[0]["x"] + 8, boxes[0]["y"] + 20)
    page.mouse.down()
    page.mouse.move(boxes[1]["x"] + 30, boxes[1]["y"] + 22, steps=6)
    page.mouse.up()
    own = page.eval_on_selector_all(".hand [data-pick]", order)
    assert own != by_suit and own[0] == by_suit[1]
    page.reload()
    page.wait_for_selector(".hand [data-pick]")
    assert page.eval_on_selector_all(".hand [data-pick]", order) == own


def test_a_card_dragged_to_the_middle_is_played(visits: Visits) -> None:
    page = visits.person()
    for _ in range(20):  # until a single card can be played
        player = Player.at_new_table(page, "thirteen", options={})
        state = player.later()
        if single := next((move for move in state["view"]["moves"] if move["kind"] == "single"), None):
            break
    assert single
    box = page.locator(f'[data-pick^="hand {single["text"]} "]').bounding_box()
    middle = page.locator(".middle").bounding_box()
    assert box and middle
    page.mouse.move(box["x"] + 8, box["y"] + 20)
    page.mouse.down()
    page.mouse.move(middle["x"] + middle["width"] / 2, middle["y"] + middle["height"] / 2, steps=6)
    page.mouse.up()
    assert player.later(state["table"]["n"])["view"]["plies"] > state["view"]["plies"]


def test_phrases_are_shown_to_others(visits: Visits, player: Player) -> None:
    other = visits.person()
    other.goto(f"/t/{player.table}")
    other.wait_for_selector(".seat")
    player.page.locator(".tool-phrases").click()
    player.page.locator(".sheet-phrases .chip").first.click()
    expect(other.locator(".phrase")).to_be_visible()


def test_the_shuffle_is_proved_at_the_end(visits: Visits) -> None:
    player = Player.at_new_table(visits.person(), "thirteen")
    menu(player.page, "shuffle")
    told = player.page.locator(".sheet .hex").first.inner_text()
    assert player.page.locator(".verdict").count() == 0
    player.page.keyboard.press("Escape")
    player.play()
    player.page.get_by_role("button", name="Fair shuffle").click()
    expect(player.page.locator(".verdict.good")).to_be_visible()
    assert player.page.locator(".sheet .hex").first.inner_text() == told
    with player.page.expect_download() as download:
        player.page.locator(".sheet a[download]").click()
    assert download.value.suggested_filename == f"thirteen-{player.table}.shed"


def test_a_seat_goes_to_another_device_and_a_bot_sits_in(visits: Visits) -> None:
    page = visits.person()
    player = Player.at_new_table(page, "thirteen", options={}, seats=[None, None], players=2)
    friend = visits.person()
    friend.goto(page.url)
    friend.get_by_role("button", name="Sit down").first.click()
    page.wait_for_selector(".hand [data-pick]")
    cards = page.locator(".hand [data-pick]").count()
    menu(page, "settings")
    page.get_by_role("button", name="Show a one-time link").click()
    other = visits.person()
    other.goto(page.locator(".device input").input_value())
    expect(other.locator(".hand [data-pick]")).to_have_count(cards)
    assert "ticket" not in other.url and player.table in other.url
    menu(other, "settings")
    other.get_by_role("button", name="Leave the table").click()
    other.get_by_role("button", name="Let a bot play for now").click()
    expect(other.locator(".sheet")).to_have_count(0)
    other.locator(".banner .btn").first.click()
    expect(other.locator(".banner")).to_have_count(0)


def test_a_rematch(visits: Visits) -> None:
    player = Player.at_new_table(visits.person(), "thirteen")
    player.play()
    player.page.locator(".sheet-round").get_by_role("button", name="Rematch").click()
    player.page.wait_for_url(lambda url: not url.endswith(player.table))
    player.page.wait_for_selector(".hand [data-pick]")


def test_a_name_is_a_name_and_nothing_else(visits: Visits) -> None:
    page = visits.person()
    Player.at_new_table(page, "thirteen", name="<b>x</b> {0} $& {{n}}")
    expect(page.locator(".seat.own b").first).to_contain_text("<b>x</b> {0} $& {{n}}")


def test_a_table_that_is_not_there(visits: Visits) -> None:
    visits.expect("404|WebSocket connection")
    page = visits.person()
    page.goto("/t/abcdefgh")
    expect(page.get_by_role("heading")).to_be_visible()
    page.get_by_role("main").get_by_role("link").click()
    page.wait_for_url("**/")
