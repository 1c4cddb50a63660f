"""What only one game has at its table."""

from __future__ import annotations

import json
import re
from re import findall
from typing import Any

import pytest
from playwright.sync_api import Page, WebSocketRoute, expect

from tests.page.browser import Visits
from tests.page.driver import Player

pytestmark = pytest.mark.compiled


# Plays anything, again and again, until there is something to call; then what can be called, or null at the end.
UNTIL_CALL = """async (id) => {
  const { read } = await import("/web/core/wire.js");
  for (;;) {
    const { table, view } = read(await (await fetch(`/api/tables/${id}`)).json());
    if (table.stage === "over") return null;
    const calls = view.moves.filter((move) => move.kind === "rummy");
    if (calls.length) return { n: table.n, calls };
    const moves = view.acting.includes(table.you) ? view.moves : [];
    const move = moves[Math.floor(Math.random() * moves.length)];
    if (move) await fetch(`/api/tables/${id}/move`, { method: "POST", headers: { "content-type": "application/json" },
      body: JSON.stringify({ text: move.text, after: table.n }) });
    else await new Promise((done) => setTimeout(done, 10));
  }
}"""


def test_rummy_is_called_and_nothing_gives_the_chance_away(visits: Visits) -> None:
    """The button is where it was and as it was, whether there is something to call or not."""
    page = visits.person()

    def button() -> tuple[Any, ...]:
        place: Any = page.locator("[data-act=rummy]").bounding_box()
        about = (place["x"], round(place["y"] / 4), place["width"], place["height"])
        return page.locator("[data-act=rummy]").evaluate("(one) => one.outerHTML"), *about

    for _ in range(20):
        options = {"rummy_scope": "pile", "cards": 13, "hands": 1}
        player = Player.at_new_table(page, "rummy", options=options)
        player.later()
        before = button()
        found = page.evaluate(UNTIL_CALL, player.table)
        if found:
            break
    else:
        pytest.fail("in twenty hands there was nothing to call")
    state = player.later(found["n"] - 1)
    assert button() == before, "the button tells whether there is something to call"
    page.locator("[data-act=rummy]").click()
    if len(found["calls"]) > 1:
        page.locator(".between .chip").first.click()
    player.made(found["calls"][0], state["table"]["n"])


def test_a_call_out_of_turn_is_answered(visits: Visits) -> None:
    player = Player.at_new_table(visits.person(), "rummy", options={})
    player.later()
    player.page.locator("[data-act=rummy]").click()
    expect(player.page.locator(".note")).not_to_be_empty()


def test_a_pass_that_is_suggested_stands_ready(visits: Visits) -> None:
    """Of Parcels' two steps both are chosen; one press more makes it. What a bot advises is changed on its way here."""
    page = visits.person()
    advice: list[dict[str, Any]] = []
    advise(page, advice)
    player = Player.at_new_table(page, "parcels", options={"rounds": 3})
    state = player.play(until=lambda state: bool(guided(state)))
    move = guided(state)[0]
    advice.append({"move": move, "value": 0.5, "visits": 1})
    player.close_sheet()
    page.locator(".tool-hint").click()
    page.locator(".sheet-hint .hints li").get_by_role("button").click()
    page.locator(".sheet-pass .confirm").click()
    player.made(move, state["table"]["n"])


def test_hints_stand_in_the_order_of_the_bot(visits: Visits) -> None:
    """What it would play comes first, though another looked better in fewer tries; what it hardly tried is left out."""
    page = visits.person()
    advice: list[dict[str, Any]] = []
    advise(page, advice)
    player = Player.at_new_table(page, "thirteen", options={})
    moves = player.play(until=lambda state: len(state["view"]["moves"]) >= 3)["view"]["moves"][:3]
    advice += [
        {"move": move, "value": value, "visits": visits}
        for move, value, visits in zip(moves, (0.4, 0.6, 0.9), (100, 50, 10), strict=True)
    ]
    page.locator(".tool-hint").click()
    shown = page.locator(".sheet-hint .hints li button")
    expect(shown).to_have_count(2)
    said = player.say(*(move["label"] for move in moves[:2]))
    assert [text.lower() for text in shown.all_inner_texts()] == [text.lower() for text in said]


def advise(page: Page, hints: list[dict[str, Any]]) -> None:
    """What a bot advises is changed to these on its way to the page."""

    def heard(line: WebSocketRoute) -> None:
        def pass_on(message: str | bytes) -> None:
            told = json.loads(message)
            if told.get("of") == "hint":
                told["hint"] = hints
            line.send(json.dumps(told))

        line.connect_to_server().on_message(pass_on)

    page.route_web_socket(re.compile("/live$"), heard)


def guided(state: dict[str, Any]) -> list[dict[str, Any]]:
    """The passes that take something and give something."""
    return [
        move for move in state["view"]["moves"] if move["kind"] == "pass" and len(findall(r"\d+", move["text"])) == 2
    ]


def test_what_was_declared_is_revealed_together(visits: Visits) -> None:
    """Pyramid: who kept, who traded with which wild, and whose hand went where."""
    page = visits.person()
    player = Player.at_new_table(page, "pyramid", options={}, pace="normal", fill="easy")
    state = player.later()
    trade = next(move for move in state["view"]["moves"] if move["text"] == "trade WR")
    player.make(trade, state)
    page.wait_for_selector(".told")
    log = [entry for entry in player.state()["log"].values() if entry["kind"] == "move"]
    assert len(log) >= state["table"]["players"], "the choices are revealed before all have made theirs"
    choices = log[: state["table"]["players"]]
    traders = sorted(entry["seat"] for entry in choices if entry["labels"][0]["key"].endswith("trade"))
    if len(traders) > 1:
        giver = traders[traders.index(state["table"]["you"]) - 1]
        expect(page.locator(".told")).to_contain_text(f"the hand of {player.names[giver]}")
        return
    expect(page.locator(".told")).to_contain_text("Only Mai traded")
    for entry in choices:
        (label,) = entry["labels"]
        way = {"keep": "kept", "trade": "traded.red"}[label["key"].rpartition(".")[2]]
        (said,) = player.say({"key": f"pyramid.page.{way}", "params": {}})
        expect(page.locator(f'[data-seat="{entry["seat"]}"]').first).to_contain_text(said)
