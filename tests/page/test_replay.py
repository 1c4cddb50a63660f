"""A finished match gone through again at the page."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

import cardshed
from tests.conftest import PROOF
from tests.page.browser import Visits
from tests.page.driver import Player

pytestmark = pytest.mark.compiled


def sentence(page: Page) -> str:
    return page.locator(".replay .done").inner_text()


@pytest.mark.parametrize("game", cardshed.games() if PROOF else ["segments"])
def test_every_move_is_told_and_all_hands_are_open(visits: Visits, game: str) -> None:
    page = visits.person()
    player = Player.at_new_table(page, game)
    player.play()
    page.locator(".sheet-round a", has_text="Move by move").click()
    page.wait_for_url("**/m/*")
    expect(page.locator(".replay .done")).to_have_text("Before the first move.")
    table = player.state()["table"]
    assert page.locator(".open-hand").count() == table["players"] - 1
    told = []
    while page.locator('[data-step="on"]').is_enabled():
        page.keyboard.press("ArrowRight")
        told.append(sentence(page))
    assert [int(re.match(r"\d+", one)[0]) for one in told] == list(range(1, len(told) + 1))  # type: ignore[index]
    record = cardshed.replay(
        page.evaluate("async (id) => (await fetch(`/api/tables/${id}/record`)).text()", player.table)
    )
    assert len(told) == record.plies
    labels = player.say(*(move.label.json() for move in record.moves))
    assert all(label in one for label, one in zip(labels, told, strict=True))


def test_with_the_eyes_of_one_seat_by_link_and_by_keys(visits: Visits, tmp_path: Path) -> None:
    page = visits.person()
    player = Player.at_new_table(page, "thirteen", options={"match": 2, "cards": 5})
    player.play()
    friend = visits.person()
    friend.goto(f"/m/{player.table}#3")
    expect(friend.locator(".replay .done")).to_contain_text("3 of ")
    friend.locator("select").last.select_option("2")
    expect(friend.locator(".open-hand")).to_have_count(0)
    expect(friend.locator(".seat.own")).to_have_attribute("data-seat", "2")
    assert friend.url.endswith("#3")
    friend.locator("h1").click()
    friend.keyboard.press("End")
    expect(friend.locator('[data-step="on"]')).to_be_disabled()
    friend.keyboard.press("Home")
    expect(friend.locator(".replay .done")).to_have_text("Before the first move.")
    friend.locator("select").first.select_option(label="Deal 2")
    friend.wait_for_url(lambda url: int(url.rpartition("#")[2]) > 3)
    with friend.expect_download() as download:
        friend.locator("a[download]").click()
    download.value.save_as(tmp_path / "match.shed")
    friend.goto("/")
    friend.locator("#record").set_input_files(tmp_path / "match.shed")
    friend.wait_for_url("**/m/*")
    expect(friend.locator(".replay .done")).to_have_text("Before the first move.")


def test_a_match_that_is_not_over_is_not_replayed(visits: Visits) -> None:
    visits.expect("status of 4")
    page = visits.person()
    player = Player.at_new_table(page, "thirteen", options={})
    page.goto(f"/m/{player.table}")
    expect(page.locator("h1")).to_have_text("That is told when the match is over.")
