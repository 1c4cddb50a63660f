"""How much the page weighs and how quick it is: measured and printed, with bounds that only a mistake would break."""

from __future__ import annotations

import json
import statistics
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

import cardshed
from tests.conftest import PROOF, counted
from tests.page.browser import Visits
from tests.page.driver import Player

pytestmark = pytest.mark.compiled

FRONT_BYTES = 300_000
HEAP_BYTES = 30_000_000
TRACED = ["devtools.timeline", "disabled-by-default-devtools.timeline"]
SLOWER = 4  # a phone beside this machine

# Plays the first legal move, again and again, until so many events have happened or so many deals were begun.
QUICKLY = """async ({ id, events, deals }) => {
  for (;;) {
    const { table, view } = await (await fetch(`/api/tables/${id}`)).json();
    if (table.stage === "over" || table.n >= events || view.deal >= deals) return table.n;
    if (view.moves.length && view.acting.includes(table.you)) {
      const move = view.moves.find((one) => one.kind !== "pass") ?? view.moves[0];
      await fetch(`/api/tables/${id}/move`, { method: "POST", headers: { "content-type": "application/json" },
        body: JSON.stringify({ text: move.text, after: table.n }) });
    } else await new Promise((done) => setTimeout(done, 20));
  }
}"""


def test_the_front_page_is_light(visits: Visits) -> None:
    page = visits.person()
    session = page.context.new_cdp_session(page)
    session.send("Network.enable")
    sizes: list[float] = []
    session.on("Network.loadingFinished", lambda told: sizes.append(told["encodedDataLength"]))
    page.goto("/")
    page.wait_for_selector(".game-box .btn.go")
    usable = page.evaluate("() => performance.now()")
    page.wait_for_load_state("networkidle")
    print(f"the front page: {sum(sizes) / 1000:.0f} kB in {len(sizes)} answers, usable after {usable:.0f} ms")
    assert sum(sizes) < FRONT_BYTES


@pytest.mark.parametrize("game", cardshed.games() if PROOF else ["thirteen"])
def test_dealing_on_a_slow_machine(visits: Visits, browser: Browser, tmp_path: Path, game: str) -> None:
    """A deal is played to its end, quickly; measured is how the next one is dealt and begun, at the pace of people."""
    page = visits.person()
    options = {"match": 3} if game == "thirteen" else {"turn_limit": 12} if game == "rummy" else {}
    player = Player.at_new_table(page, game, options=options)
    page.evaluate(QUICKLY, {"id": player.table, "events": 2_000, "deals": 1})
    page.wait_for_selector("[data-act=go-on]")
    page.context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    browser.start_tracing(page=page, path=tmp_path / "trace", categories=TRACED)
    page.locator("[data-act=go-on]").click()
    page.wait_for_timeout(2_500)
    browser.stop_tracing()
    longest, frames = tasks_and_frames(json.loads((tmp_path / "trace").read_bytes())["traceEvents"])
    print(f"dealing {game} {SLOWER} times slower: longest task {longest:.0f} ms; in {len(frames)} frames script and "
          f"layout take {statistics.median(frames):.1f} ms in the median, {max(frames):.1f} ms at most")  # fmt: skip
    assert statistics.median(frames) < 100


def tasks_and_frames(events: list[dict[str, Any]]) -> tuple[float, list[float]]:
    """The longest task of the page's main thread, and the milliseconds of script and layout in each of its frames."""
    layouts = [one for one in events if one["name"] in ("UpdateLayoutTree", "Layout")]
    threads = [(one["pid"], one["tid"]) for one in layouts]
    main = max(set(threads), key=threads.count)
    own = sorted((one for one in events if (one.get("pid"), one.get("tid")) == main), key=lambda one: one["ts"])
    tasks = [one["dur"] / 1000 for one in own if one["name"] == "RunTask" and "dur" in one]
    begun = [one["ts"] for one in own if one["name"] == "Commit"]
    work = [
        one
        for one in own
        if one["name"] in ("FunctionCall", "UpdateLayoutTree", "Layout", "FireAnimationFrame") and "dur" in one
    ]
    frames, end, at = [0.0] * (len(begun) + 1), 0.0, 0
    for one in work:
        if one["ts"] < end:  # within another
            continue
        end = one["ts"] + one["dur"]
        while at < len(begun) and begun[at] <= one["ts"]:
            at += 1
        frames[at] += one["dur"] / 1000
    return max(tasks, default=0.0), [spent for spent in frames if spent] or [0.0]


def test_the_heap_stays_small(visits: Visits) -> None:
    page = visits.person()
    player = Player.at_new_table(page, "thirteen", options={"match": 100})
    before = heap(page)
    n = page.evaluate(QUICKLY, {"id": player.table, "events": counted(150, 500, 50), "deals": 1_000})
    after = heap(page)
    print(f"JavaScript keeps {before / 1e6:.1f} MB at the first deal and {after / 1e6:.1f} MB after {n} events")
    assert after < HEAP_BYTES


def heap(page: Page) -> float:
    session = page.context.new_cdp_session(page)
    session.send("HeapProfiler.collectGarbage")
    return session.send("Runtime.getHeapUsage")["usedSize"]
