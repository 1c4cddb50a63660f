"""Each game at the page, from the first click to the final score: with the mouse, and by keys alone."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

import cardshed
from tests.page.browser import Visits
from tests.page.driver import Player

pytestmark = pytest.mark.compiled


def the_end(player: Player) -> None:
    """The sheet at the end tells who won, and everybody's points as the server has them."""
    page = player.page
    view = player.state()["view"]
    sheet = page.locator(".sheet-round")
    expect(sheet.locator(".result")).to_have_text(player.say(view["prompt"])[0])
    rows = {
        row.locator("th").inner_text(): row.locator("td").first.inner_text()
        for row in sheet.locator(".scores tbody tr").all()
    }
    assert rows == {player.names[seat["seat"]]: str(seat["points"]) for seat in view["seats"]}


@pytest.mark.parametrize("game", cardshed.games())
def test_a_match_by_clicks(visits: Visits, game: str) -> None:
    player = Player.at_new_table(visits.person(), game)
    player.play()
    the_end(player)


@pytest.mark.parametrize("game", cardshed.games())
def test_a_match_by_keys_alone(visits: Visits, game: str) -> None:
    player = Player.at_new_table(visits.person(), game, seed=2, keys=True)
    player.play()
    the_end(player)


def begin(page: Page, game: str) -> Player:
    """Press the button on the front page that plays a game now; bots do not let us wait."""
    page.goto("/")
    page.evaluate("localStorage.setItem('cardshed', JSON.stringify({ pace: 'instant', name: 'Mai' }))")
    page.reload()
    page.locator(f".game-box[data-game={game}] .btn.go").click()
    page.wait_for_url("**/t/*")
    page.wait_for_selector(".hand [data-pick]")
    return Player(page, page.url.rpartition("/")[2])


@pytest.mark.parametrize("game", cardshed.games())
def test_the_front_page_leads_to_a_table(visits: Visits, game: str) -> None:
    player = begin(visits.person(), game)
    state = player.play(until=lambda state: len(player.moves) >= 1)
    assert state["table"]["game"] == game and state["table"]["options"] == {}


def test_from_the_front_page_to_the_final_score(visits: Visits) -> None:
    """The usual match, with nothing made beforehand."""
    player = begin(visits.person(), "thirteen")
    player.play()
    the_end(player)
