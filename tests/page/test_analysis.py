"""A finished match analysed at the page and played on from one of its moments, and the own results, by keys alone."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

import cardshed
from tests.conftest import PROOF
from tests.page.browser import Visits
from tests.page.driver import Player

pytestmark = pytest.mark.compiled


def told(page: Page, path: str) -> Any:
    return page.evaluate("async (path) => (await fetch(path)).json()", path)


@pytest.mark.parametrize("game", cardshed.games() if PROOF else ["segments"])
def test_a_match_is_analysed_and_continued(visits: Visits, game: str) -> None:
    page = visits.person(motion="reduce")
    player = Player.at_new_table(page, game, keys=True)
    player.play()
    page.goto(f"/m/{player.table}")
    player.follow(page.locator("[data-act=analyse]"))
    expect(page.locator(".analysis .sums")).to_be_visible(timeout=60_000)
    found = told(page, f"/api/tables/{player.table}/analysis")
    assert len(found["findings"]) == len(found["choices"])
    marked = [one for one in found["findings"] if one["mark"]]
    expect(page.locator(".curve .slip")).to_have_count(len(marked))
    assert page.locator(".curve .chance").count() == len({one["seat"] for one in found["findings"]})
    for one in marked[:3]:
        player.follow(page.locator("[data-slip=after]"))
        percent = [int(100 * one[which]["value"] + 0.5) for which in ("played", "best")]  # a half goes up there
        verdict = page.locator(".opinion .verdict.bad")
        for words in (*(f"{share} %" for share in percent), player.say(one["best"]["move"]["label"])[0]):
            expect(verdict).to_contain_text(words)
        assert page.locator(".replay .done").inner_text().startswith(f"{one['ply'] + 1} of ")
        expect(page.locator(".opinions li.chosen")).to_have_count(1)

    page.reload()  # it is kept
    expect(page.locator(".analysis .sums")).to_be_visible()
    page.locator("h1").click()
    page.keyboard.press("Home")
    for _ in range(4):
        page.keyboard.press("ArrowRight")
    expect(page.locator(".replay .done")).to_contain_text("4 of ")
    player.follow(page.locator("[data-act=play-on]"))
    page.wait_for_url("**/t/*")
    again = Player(page, page.url.rsplit("/", 1)[1])
    again.play()
    both = [told(page, f"/api/tables/{table}/replay")["steps"] for table in (player.table, again.table)]
    assert [step["label"] for step in both[0][:4]] == [step["label"] for step in both[1][:4]]


def test_own_results(visits: Visits) -> None:
    page = visits.person(motion="reduce")
    page.goto("/results")
    expect(page.locator("main")).to_contain_text("Nothing yet")
    player = Player.at_new_table(page, "thirteen")
    player.play()
    page.goto("/")
    player = Player(page, "", keys=True)
    player.follow(page.locator("a[href='/results']"))
    expect(page.locator(".results .sums tbody tr")).to_have_count(2)
    expect(page.locator(".results section[data-game=thirteen]")).to_contain_text("Easy bots")
    with page.expect_download() as download:
        player.follow(page.locator("a[href='/api/mine/results.csv']"))
    lines = download.value.path().read_text(encoding="utf-8").splitlines()
    assert len(lines) == 2 and ",thirteen,4,1," in lines[1]
    stranger = visits.person()
    stranger.goto("/results")
    expect(stranger.locator("main")).to_contain_text("Nothing yet")
