"""Every screen of the page, brought up one after another."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from playwright.sync_api import Page

import cardshed
from tests.page.driver import Player

SHEETS = ("rules", "log", "scores", "invite", "shuffle", "settings")  # in the menu
TOOLS = ("hint", "trick", "phrases")


def plain_pages(page: Page) -> Iterator[str]:
    """The pages that are no table."""
    addresses = {"lab": "/lab/pyramid", "front": "/", "new": "/new/pyramid", "rules": "/rules/segments"}
    for name, path in addresses.items():
        page.goto(path)
        page.wait_for_selector("main h1, main h2")
        page.wait_for_load_state("networkidle")
        yield name


def waiting(page: Page) -> Iterator[str]:
    """A table before the match, and a friend there, about whom its owner may do something."""
    Player.at_new_table(page, "thirteen", seats=[None, None, "easy", "hard"], private=False)
    page.wait_for_selector(".waiting")
    page.wait_for_load_state("networkidle")
    yield "waiting"
    browser = page.context.browser
    assert browser is not None
    with browser.new_context() as context:
        friend = context.new_page()
        friend.goto(page.url)
        friend.get_by_role("button", name="Sit down").first.click()
        friend.wait_for_selector(".hand [data-pick]")
    page.locator(".item-settings").click()
    yield "sheet people"
    page.get_by_role("button", name="Manage: Guest").click()
    yield "sheet person"
    page.keyboard.press("Escape")
    page.locator(".item-settings").click()
    page.get_by_role("button", name="Close the table").click()
    yield "sheet close"


def tables(page: Page, moves: int = 2, games: Sequence[str] = ()) -> Iterator[str]:
    """Each game in play, or some of them, with a card picked that can be played."""
    for game in games or cardshed.games():
        player = in_play(page, game, moves)
        player.close_sheet()
        cards = page.locator(".hand [data-pick]:not(.dim)")
        if cards.count():
            player.press(cards.nth(cards.count() // 2))
        page.wait_for_timeout(400)
        yield game


def in_play(page: Page, game: str, moves: int) -> Player:
    """Somebody at a table where so many moves were made, or fewer, should somebody else win too soon."""
    player = Player.at_new_table(page, game, options={})
    state = player.play(until=lambda _: len(player.moves) >= moves)
    return in_play(page, game, moves - 1) if state["table"]["stage"] == "over" else player


def sheets(page: Page) -> Iterator[str]:
    player = Player.at_new_table(page, "thirteen", options={"match": 20})
    player.play(until=lambda state: len(player.moves) >= 2)
    player.close_sheet()
    for name in SHEETS:
        if page.locator(f".item-{name}").is_visible():
            page.locator(f".item-{name}").click()
        else:  # on a phone the scores lead to the shuffle
            page.locator(".item-scores").click()
            page.locator(".sheet").get_by_role("button", name="Fair shuffle").click()
        page.wait_for_selector(f".sheet-{name}")
        page.wait_for_load_state("networkidle")
        yield f"sheet {name}"
        page.keyboard.press("Escape")
    for name in TOOLS:
        player.later()
        page.locator(f".tool-{name}").click()
        page.wait_for_selector(".sheet .hints" if name == "hint" else f".sheet-{name}")
        yield f"sheet {name}"
        page.keyboard.press("Escape")
    page.keyboard.press("?")
    yield "sheet keys"
    page.keyboard.press("Escape")


def learning(page: Page, games: Sequence[str]) -> Iterator[str]:
    """A guided deal at its first move, and a puzzle before and after its answer."""
    for game in games:
        page.goto(f"/learn/{game}")
        page.wait_for_selector(".coach strong, .coach .words p")
        while page.locator("[data-act=coach]").count():
            page.locator("[data-act=coach]").click()
            page.wait_for_timeout(50)
        yield f"guide of {game}"
        page.goto(f"/puzzle/{game}/1")
        page.wait_for_selector(".coach .words p")
        yield f"puzzle of {game}"
        page.locator(".coach .ways button").click()
        page.wait_for_selector(".coach .opinions")
        yield f"answer of {game}"


def ends(page: Page, games: Sequence[str]) -> Iterator[str]:
    """The sheet after a match, and the match gone through again."""
    for game in games:
        player = Player.at_new_table(page, game)
        player.play()
        page.wait_for_selector(".sheet-round")
        yield f"end of {game}"
        page.goto(f"/m/{player.table}#4")
        page.wait_for_selector(".replay")
        yield f"replay of {game}"
        page.locator("[data-act=analyse]").click()
        page.wait_for_selector(".analysis .sums")
        if page.locator("[data-slip=after]").is_enabled():
            page.locator("[data-slip=after]").click()
        yield f"analysis of {game}"
    page.goto("/results")
    page.wait_for_selector(".results .sums")
    yield "results"
