"""Each game at the page, from the first click to the final score: with the mouse, and by keys alone."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

import cardshed
from tests.conftest import PROOF
from tests.page.browser import Visits
from tests.page.driver import SHORT, Player

pytestmark = pytest.mark.compiled


def the_end(player: Player) -> None:
    """The sheet at the end tells who won, and the score sheet everybody's points as the server has them."""
    page = player.page
    view = player.state()["view"]
    expect(page.locator(".sheet-round .result")).to_have_text(player.say(view["prompt"])[0])
    page.keyboard.press("Escape")
    player.press(page.locator(".item-scores"))
    sheet = page.locator(".sheet-scores .scores")
    names, points = (sheet.locator(f"{part} tr > *:not(:first-child)").all_inner_texts() for part in ("thead", "tfoot"))
    told = dict(zip(names, points, strict=True))
    assert told == {player.names[seat["seat"]]: str(seat["points"]).replace("-", "−") for seat in view["seats"]}


WAYS = [(game, by) for game in cardshed.games() for by in ("clicks", "keys alone")]


@pytest.mark.parametrize("game, by", WAYS if PROOF else [way for k, way in enumerate(WAYS) if k % 4 in (0, 3)])
def test_from_the_front_page_to_the_final_score(visits: Visits, game: str, by: str) -> None:
    """A match by house rules that make it short, which are chosen at the page like everything else."""
    player = Player.from_front_page(visits.person(), game, keys=by == "keys alone")
    player.play()
    the_end(player)
    assert player.state()["table"]["options"] == SHORT[game]


@pytest.mark.parametrize("game", cardshed.games() if PROOF else ["thirteen", "rummy"])
def test_play_now(visits: Visits, game: str) -> None:
    """The usual match with one click: its first moves, and where matches are short or all is proven, all of them."""
    player = Player.playing_now(visits.person(), game)
    whole = PROOF or game == "thirteen"
    state = player.play(most=2_000, until=lambda state: len(player.moves) >= 3 and not whole)
    assert state["table"]["game"] == game and state["table"]["options"] == {}
    if whole:
        the_end(player)
