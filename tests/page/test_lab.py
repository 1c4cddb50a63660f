"""The lab's reports from the front page: each game has one, in the language that is spoken."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

import cardshed
import cardshed.server
from cardshed.engine.messages import catalogue
from tests.page.browser import Visits

pytestmark = pytest.mark.compiled


def test_from_the_front_page_to_a_report_and_back(visits: Visits) -> None:
    page = visits.person(locale="vi-VN")
    spoken = catalogue("vi", "page", "lab", "server")
    page.goto("/")
    links = page.get_by_role("link", name=spoken["page.front.lab.of"].partition(":")[0])
    expect(links).to_have_count(len(cardshed.games()))
    links.first.focus()
    page.keyboard.press("Enter")
    expect(page.locator("html")).to_have_attribute("lang", "vi")
    expect(page.locator("section h2").first).to_have_text(spoken["lab.seats.title"])
    assert (
        page.evaluate("getComputedStyle(document.querySelector('section')).borderRadius") == "10px"
    )  # it has its style
    expect(page.locator("svg").first).to_be_visible()
    page.get_by_role("link", name=spoken["server.home"]).click()
    expect(page.locator(".lead")).to_have_text(spoken["page.front.lead"])


def test_no_report_is_said(visits: Visits) -> None:
    visits.expect("404")
    answer = visits.person().goto("/lab/nothing")
    assert answer is not None and answer.status == 404
