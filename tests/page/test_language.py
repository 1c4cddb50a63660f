"""The page in another language: the browser's, or one that is chosen, also in the middle of a game."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, Route, expect

import cardshed
from cardshed.engine.messages import Message, catalogue
from tests.conftest import PROOF
from tests.page.browser import PHONE, Visits
from tests.page.driver import Player
from tests.page.test_phone import fits

pytestmark = pytest.mark.compiled
WEB = Path(cardshed.__file__).parent / "server/web"
ENGLISH = json.loads((WEB / "messages/en.json").read_text(encoding="utf-8"))
VIETNAMESE = catalogue("vi", "page")


def test_the_browser_says_which(visits: Visits) -> None:
    page = visits.person(locale="vi-VN")
    page.goto("/")
    expect(page.locator(".lead")).to_have_text(VIETNAMESE["page.front.lead"])
    expect(page.locator("html")).to_have_attribute("lang", "vi")
    other = visits.person(locale="fi-FI")
    other.goto("/")
    expect(other.locator(".lead")).to_have_text(ENGLISH["page.front.lead"])


def test_switched_in_the_middle_of_a_game_by_keys(visits: Visits) -> None:
    """What is picked stays picked; all is said in the other words at once, and after a reload too."""
    page = visits.person()
    english = "**/api/messages/en"
    late: list[Route] = []
    holding = False
    page.route(english, lambda route: late.append(route) if holding else route.continue_())
    player = Player.at_new_table(page, "thirteen", keys=True, options={"cards": 7})
    state = player.play(until=lambda state: len(player.moves) >= 1)
    player.close_sheet()
    assert state["view"]["acting"]
    page.locator(".hand [data-pick]").first.focus()
    page.keyboard.press("Space")
    expect(page.locator(".hand [aria-pressed=true]")).to_have_count(1)
    player.follow(page.locator(".item-settings"))
    page.locator('input[name="language"][value="auto"]').focus()
    holding = True  # on the way through English, whose words come too late
    with page.expect_request(english):
        page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowDown")
    expect(page.locator("#sheet-title")).to_have_text(VIETNAMESE["page.sheet.settings"])
    with page.expect_response(english):
        late[0].continue_()
    page.unroute(english)
    expect(page.locator("#sheet-title")).to_have_text(VIETNAMESE["page.sheet.settings"])
    page.keyboard.press("Escape")
    assert cardshed.game("thirteen")  # and its catalogue
    names = page.evaluate("async (table) => (await import('/web/table/context.js')).namesOf(table)", state["table"])
    prompt = Message.read(state["view"]["prompt"]).say("vi", names)
    expect(page.locator(".ask")).to_have_text(prompt)
    expect(page.locator(".hand [aria-pressed=true]")).to_have_count(1)
    page.reload()
    expect(page.locator(".ask")).to_have_text(prompt)
    player.play()
    expect(page.locator(".sheet-round h2")).to_have_text(VIETNAMESE["page.sheet.match"])


@pytest.mark.parametrize("game", cardshed.games() if PROOF else ["pyramid", "rummy"])
def test_no_english_is_left_at_a_table_and_it_fits_a_phone(visits: Visits, game: str) -> None:
    page = visits.person(PHONE, motion="reduce", locale="vi-VN")
    player = Player.at_new_table(page, game, name="Mai")
    player.later()
    fits(page)
    assert not english_in(page)


def english_in(page: Page) -> list[str]:
    """Whole sentences of the page's English catalogue that can be read on it."""
    shown = page.locator("body").inner_text()
    said = {key: text for key, text in ENGLISH.items() if len(re.findall(r"[A-Za-z]{2,}", text)) > 1}
    return [key for key, text in said.items() if "{" not in text and text in shown and VIETNAMESE[key] != text]
