"""Guided deals to their end, by clicks and by keys, and the puzzle of the day."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

import cardshed
from cardshed.changes import apply
from tests.conftest import PROOF
from tests.page.browser import PHONE, Visits
from tests.page.driver import Player
from tests.page.test_phone import fits

pytestmark = pytest.mark.compiled


class Pupil(Player):
    """A person at a guided deal, who knows what comes."""

    def __init__(self, page: Page, game: str, keys: bool) -> None:
        super().__init__(page, "", keys=keys)
        page.goto(f"/learn/{game}")
        told = page.evaluate("async (game) => (await fetch(`/api/games/${game}/guide`)).json()", game)
        self.table_told, self.view, self.steps = told["table"], told["first"], told["steps"]
        self.names = page.evaluate(
            "async (table) => (await import('/web/table/context.js')).namesOf(table)", self.table_told
        )

    def said(self, text: str) -> None:
        """What a step says stands in the band."""
        plain = text.replace("**", "")
        expect(self.page.locator(".coach .words")).to_contain_text(plain)

    def go_on(self, twice: bool = False) -> None:
        if twice:
            self.page.locator("[data-act=coach]").dblclick()
        elif self.keys:
            expect(self.page.locator("[data-act=coach]")).to_be_focused()
            self.page.keyboard.press("Enter")
        else:
            self.page.locator("[data-act=coach]").click()

    def make_step(self, step: dict[str, Any]) -> None:
        state = {"view": self.view, "table": self.table_told}
        (move,) = [move for move in self.view["moves"] if move["text"] == step["do"]]
        if move["kind"] == "rummy":
            self.follow(self.page.locator("[data-act=rummy]"))
        else:
            self.make(move, state)

    def go_wrong(self, step: dict[str, Any]) -> bool:
        """Make another legal move than the one that is asked for, if there is one; it is explained, and undone."""
        others = [move for move in self.view["moves"] if move["text"] != step["do"] and not move["quiet"]]
        others = [move for move in others if move["kind"] != "rummy"]
        if not others:
            return False
        self.make(self.choose(others), {"view": self.view, "table": self.table_told})
        if not self.page.locator(".coach .told").count():
            expect(self.page.locator(".coach .told, .sheet .confirm").first).to_be_visible()
        expect(self.page.locator(".coach .told")).to_have_text(step["wrong"])
        return True

    def learn(self, impatient: bool = False) -> int:
        """Through all steps to the last one; returns how often something else was tried. Who is impatient presses
        twice where others move next."""
        wrong = 0
        for step, after in zip(self.steps, [*self.steps[1:], {"say": "", "do": ""}], strict=True):
            own = step["do"] and step["seat"] == self.table_told["you"]
            if step["say"]:
                self.said(step["say"])
            if own:
                expect(self.page.locator(".hand.resting")).to_have_count(0)  # the table shows that it is one's turn
                if wrong < (9 if PROOF else 1):
                    wrong += self.go_wrong(step)
                self.make_step(step)
            before, self.view = self.view, apply(self.view, step["changes"])
            if self.view["deal"] > before["deal"]:
                expect(self.page.locator(".sheet-round")).to_be_visible()  # how the deal ended
                self.close_sheet()
            if step["say"] and not own and step is not self.steps[-1]:
                self.go_on(twice=impatient and bool(after["do"]) and not after["say"])
        return wrong


@pytest.mark.parametrize("keys", [False, True], ids=["clicks", "keys"])
@pytest.mark.parametrize("game", cardshed.games())
def test_a_guided_deal_to_its_end(visits: Visits, game: str, keys: bool) -> None:
    if not PROOF and keys != (game in ("thirteen", "rummy")):
        pytest.skip("by the other way; make proof does both")
    page = visits.person(motion="reduce")
    pupil = Pupil(page, game, keys)
    assert pupil.learn() > 0
    expect(page.locator(".coach.right a.go")).to_have_attribute("href", f"/play/{game}")
    page.locator(".coach .ways button").click()  # once more
    pupil.said(pupil.steps[0]["say"])


def test_pressing_twice_skips_nothing(visits: Visits) -> None:
    page = visits.person(motion="reduce")
    pupil = Pupil(page, "thirteen", keys=False)
    pupil.learn(impatient=True)
    expect(page.locator(".coach.right a.go")).to_be_visible()


def test_what_is_not_allowed_is_explained_and_the_way_is_shown(visits: Visits) -> None:
    page = visits.person(PHONE, motion="reduce")
    pupil = Pupil(page, "thirteen", keys=False)
    while not pupil.steps[0]["do"]:
        pupil.go_on()
        pupil.steps.pop(0)
    fits(page)
    for card in page.locator(".hand [data-pick]").all()[:5:2]:
        pupil.press(card)
    page.locator("[data-act=play]").click()
    expect(page.locator(".note.shown")).not_to_have_text("")
    page.locator(".coach .ways button", has_text="Show me").click()
    expect(page.locator("[data-act=play].sure")).to_be_visible()
    page.locator("[data-act=play]").click()
    expect(page.locator(".coach .words")).not_to_contain_text(pupil.steps[0]["say"])


def test_the_puzzle_of_the_day_is_solved(visits: Visits) -> None:
    """Something else first, then the answer, by clicks; then it is played on."""
    page = visits.person(motion="reduce")
    page.goto("/")
    page.locator('.game-box[data-game="thirteen"] a[href="/puzzle/thirteen"]').click()
    expect(page.locator(".coach .heading")).to_have_text(re.compile("Puzzle of "))
    today = page.evaluate("async () => (await import('/web/learn/puzzle.js')).today()")
    told = page.evaluate("async (day) => (await fetch(`/api/games/thirteen/puzzle?day=${day}`)).json()", today)
    solver = Player(page, "")
    state = {"view": told["view"], "table": told["table"]}
    moves = {move["text"]: move for move in told["view"]["moves"]}
    solver.make(moves[told["values"][1]["move"]["text"]], state)
    expect(page.locator(".coach .told")).to_contain_text(f"{round(100 * told['values'][1]['value'])} %")
    solver.make(moves[told["answer"]], state)
    expect(page.locator(".coach.right .opinions li")).to_have_count(len(told["values"]))
    expect(page.locator(".coach.right .words")).to_contain_text("Right!")
    expect(page.locator(".coach .heading")).to_contain_text("solved")
    page.locator("[data-act=coach]").click()
    page.wait_for_url("**/t/*")
    expect(page.locator(".hand [data-pick]")).to_have_count(len(_hand(told["view"])))


@pytest.mark.parametrize("game", cardshed.games() if PROOF else ["parcels", "rummy"])
def test_puzzles_by_keys(visits: Visits, game: str) -> None:
    page = visits.person(motion="reduce")
    page.goto(f"/puzzle/{game}/2")
    told = page.evaluate("async (game) => (await fetch(`/api/games/${game}/puzzles/2`)).json()", game)
    expect(page.locator(".coach .heading")).to_have_text(f"Puzzle 2 of {told['count']}")
    solver = Player(page, "", keys=True)
    (move,) = [move for move in told["view"]["moves"] if move["text"] == told["answer"]]
    solver.make(move, {"view": told["view"], "table": told["table"]})
    expect(page.locator("[data-act=coach]")).to_be_focused()
    expect(page.locator(".coach .words")).to_contain_text("Right!")


def _hand(view: dict[str, Any]) -> list[Any]:
    return next(zone["cards"] for zone in view["zones"] if zone["id"] == "hand" and zone["seat"] == view["seat"])
