"""A phone in portrait: nothing is wider than the screen, the table fits its height, every card can be tapped."""

from __future__ import annotations

import json
import re
import time
from typing import Any

import pytest
from playwright.sync_api import Page, WebSocketRoute

import cardshed
from tests.page.browser import PHONE, Visits
from tests.page.driver import SHORT, Player

pytestmark = pytest.mark.compiled
SETTLED = 5.0  # seconds until all lies where it stays, on a busy machine

FULL = dict.fromkeys((f"{c}_{n}" for c in ("red", "black") for n in range(4, 11)), 7)
LARGE: dict[str, dict[str, Any]] = {
    "thirteen": {"players": 3, "options": {"cards": 17}},
    "pyramid": {"options": {"cards": 20, "rounds_4": 1, **FULL}},
    "parcels": {"options": {"cards_4": 20, "rounds": 1, "storage_4": 12}},
    "segments": {"options": {"cards": 15, "copies": 9, "rounds": 1}},
    "rummy": {"options": {"cards": 13, "hands": 1}},
}  # the largest hands that house rules allow

# What is cut off or scrolls: of the page, and of the table.
FITS = """() => {
  const page = document.scrollingElement;
  const felt = document.querySelector(".felt");
  const wrong = [];
  if (page.scrollWidth > innerWidth) wrong.push(`the page is ${page.scrollWidth} wide`);
  if (felt && !document.querySelector(".waiting")) {
    const boxes = [...document.querySelectorAll(".felt .hand, .felt .bar")].map((one) => one.getBoundingClientRect());
    const bottom = Math.max(...boxes.map((box) => box.bottom));
    if (bottom > innerHeight + 1) wrong.push(`the table ends at ${Math.round(bottom)}`);
    for (const one of document.querySelectorAll(".bar, .hand, .middle, .seats")) {
      const box = one.getBoundingClientRect();
      if (box.width && (box.left < -1 || box.right > innerWidth + 1))
        wrong.push(`${one.className} goes from ${box.left} to ${box.right}`);
    }
  }
  return wrong;
}"""

# For each card of the hand the largest height and width of what can be touched of it, and what lies over it.
TOUCH = """() => [...document.querySelectorAll(".hand [data-pick]")].map((card) => {
  const box = card.getBoundingClientRect();
  let wide = 0, high = 0;
  const mine = (x, y) => card.contains(document.elementFromPoint(x, y));
  for (let x = box.left + 1; x < box.right; x += 2) if (mine(x, box.top + box.height / 2)) wide += 2;
  for (let y = box.top + 1; y < box.bottom; y += 2) if (mine(box.left + 6, y)) high += 2;
  const there = document.elementFromPoint(box.left + 6, box.top + box.height / 2);
  return [card.dataset.pick, wide, high, card.contains(there) ? "" : (there?.outerHTML.slice(0, 80) ?? "nothing")];
})"""


def fits(page: Page) -> None:
    assert not page.evaluate(FITS)


def reachable(page: Page) -> list[int]:
    """Every card of the hand can be tapped, and taps pick it."""
    end = time.monotonic() + SETTLED
    touched = page.evaluate(TOUCH)
    while hidden := [one for one in touched if one[1] < 12 or one[2] < 24]:
        assert time.monotonic() < end, f"too little is left to tap: {hidden}"
        page.wait_for_timeout(100)
        touched = page.evaluate(TOUCH)
    for key, wide, *_ in touched:
        card = page.locator(f'[data-pick="{key}"]')
        box = card.bounding_box()
        assert box
        page.touchscreen.tap(box["x"] + min(7, wide / 2), box["y"] + box["height"] / 2)
        assert card.get_attribute("aria-pressed") == "true", f"a tap on {key} does not pick it"
        page.keyboard.press("Escape")
    return [one[1] for one in touched]


@pytest.mark.parametrize("game", cardshed.games())
def test_the_table_fits_and_all_cards_can_be_tapped(visits: Visits, game: str) -> None:
    player = Player.at_new_table(visits.person(PHONE, motion="reduce"), game, options={})
    player.later()
    fits(player.page)
    reachable(player.page)
    player.page.set_viewport_size({"width": 360, "height": 640})
    fits(player.page)
    reachable(player.page)


@pytest.mark.parametrize("game", cardshed.games())
def test_large_hands(visits: Visits, game: str) -> None:
    player = Player.at_new_table(visits.person(PHONE, motion="reduce"), game, **LARGE[game])
    player.later()
    fits(player.page)
    wide = reachable(player.page)
    print(f"{game}: {len(wide)} cards, of the narrowest {min(wide)} pixels can be tapped")


def test_twenty_five_cards_in_hand(visits: Visits) -> None:
    """As many as who takes a whole pile at Rummy may hold: they are put into the hand on the way to the page."""
    page = visits.person(PHONE)

    def heard(line: WebSocketRoute) -> None:
        def pass_on(message: str | bytes) -> None:
            told = json.loads(message)
            if told["type"] == "state":
                hand = next(zone for zone in told["view"]["zones"] if zone["id"] == "hand")
                known = [card if isinstance(card, str) else card["name"] for card in hand["cards"]]
                others = (f"{rank}{suit}" for suit in "SHDC" for rank in "3456789")
                more = [name for name in others if name not in known][: 25 - len(known)]
                like = told["cards"][known[0]]
                told["cards"] = {name: like | {"face": name} for name in more} | told["cards"]
                hand["cards"] += more
            if told["type"] != "change":  # what the bot does first would bring the real hand back
                line.send(json.dumps(told))

        line.connect_to_server().on_message(pass_on)

    page.route_web_socket(re.compile("/live$"), heard)
    player = Player.at_new_table(page, "rummy", options={})
    page.wait_for_selector(".hand [data-pick]")
    assert page.locator(".hand [data-pick]").count() == 25
    fits(page)
    wide = reachable(page)
    print(f"25 cards of {player.table}, of the narrowest {min(wide)} pixels can be tapped")


def test_a_long_run_in_the_middle(visits: Visits) -> None:
    """As long as a run can be; such a deal is rare, so its cards are laid there by us."""
    player = Player.at_new_table(visits.person(PHONE, motion="reduce"), "thirteen", options={})
    player.play(until=lambda state: bool(state["view"]["trick"]))
    lengthened = player.page.evaluate(
        """() => {
          const trick = document.querySelector(".lying.trick");
          const card = trick?.querySelector(".card");
          while (card && trick.children.length < 13) trick.append(card.cloneNode(true));
          trick?.style.setProperty("--n", "13");
          return trick?.children.length;
        }"""
    )
    assert lengthened == 13
    fits(player.page)


def test_a_match_by_taps(visits: Visits) -> None:
    player = Player.at_new_table(visits.person(PHONE), "thirteen", options=SHORT["thirteen"])
    player.play()
    fits(player.page)


@pytest.mark.parametrize("path", ["/", "/new/pyramid", "/rules/parcels", "/rules/segments", "/lab/segments"])
def test_other_pages_are_as_wide_as_the_screen(visits: Visits, path: str) -> None:
    page = visits.person(PHONE)
    page.goto(path)
    page.wait_for_selector("main h1, main h2")
    page.wait_for_timeout(300)
    fits(page)
