"""A game without a look of its own, the sixth: learnt, played to its end by clicks and by keys, and looked at again."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.conftest import PROOF
from tests.page.browser import PHONE, Visits
from tests.page.driver import Player
from tests.page.test_learn import Pupil
from tests.page.test_phone import fits, reachable
from tests.processes import ROOT
from tests.server.served import serving

pytestmark = [pytest.mark.compiled, pytest.mark.server, pytest.mark.process]
GAME = "crazy_eights"


@pytest.fixture(scope="module")
def url(tmp_path_factory: pytest.TempPathFactory, browser: Browser) -> Iterator[str]:
    folder: Path = tmp_path_factory.mktemp("own")
    with serving(folder, "--game", str(ROOT / "tests/games/earlier" / GAME), "--only", GAME) as served:
        yield served.url


@pytest.fixture
def guests(browser: Browser, url: str) -> Iterator[Visits]:
    visits = Visits(browser, url)
    try:
        yield visits
    finally:
        visits.close()
    visits.check()


@pytest.mark.parametrize("keys", [False, True] if PROOF else [True], ids=lambda keys: "keys" if keys else "clicks")
def test_to_the_end_and_through_again(guests: Visits, keys: bool) -> None:
    page = guests.person(motion="reduce")
    player = Player.at_new_table(page, GAME, keys=keys, options={"cards": 5, "deals": 1})
    player.later()
    expect(page.locator(".place-of-any").first).to_contain_text("To follow")
    expect(page.locator(".middle")).to_contain_text("in the stock")
    player.play()
    page.locator(".sheet-round a[href^='/m/']").click()
    page.locator("[data-act=analyse]").click()
    expect(page.locator(".analysis .sums")).to_be_visible()


def test_on_a_phone(guests: Visits) -> None:
    page = guests.person(PHONE, motion="reduce")
    player = Player.at_new_table(page, GAME, options={"cards": 7})
    player.later()
    fits(page)
    reachable(page)


def test_its_guided_deal(guests: Visits) -> None:
    page = guests.person(motion="reduce")
    assert Pupil(page, GAME, keys=True).learn() > 0
    expect(page.locator(".coach.right a.go")).to_have_attribute("href", f"/play/{GAME}")
