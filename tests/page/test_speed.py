"""How much the page weighs and how quick it is: measured and printed, with bounds that only a mistake would break."""

from __future__ import annotations

import json
import statistics
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from playwright.sync_api import Browser, Page

import cardshed
from tests.conftest import PROOF, counted
from tests.page.browser import Visits
from tests.page.cores import page_alone
from tests.page.driver import Player

pytestmark = pytest.mark.compiled

FRONT_BYTES = 300_000
HEAP_BYTES = 30_000_000
TRACED = ["devtools.timeline", "disabled-by-default-devtools.timeline"]
SLOWER = 4  # a phone beside this machine
TASK, FRAME = 50, 8  # milliseconds: what is promised

# Plays the first legal move, again and again, until so many events have happened or so many deals were begun.
QUICKLY = """async ({ id, events, deals }) => {
  const { read } = await import("/web/core/wire.js");
  for (;;) {
    const { table, view } = read(await (await fetch(`/api/tables/${id}`)).json());
    if (table.stage === "over" || table.n >= events || view.deal >= deals) return table.n;
    if (view.moves.length && view.acting.includes(table.you)) {
      const move = view.moves.find((one) => one.kind !== "pass") ?? view.moves[0];
      await fetch(`/api/tables/${id}/move`, { method: "POST", headers: { "content-type": "application/json" },
        body: JSON.stringify({ text: move.text, after: table.n }) });
    } else await new Promise((done) => setTimeout(done, 20));
  }
}"""

# How long something takes that always takes the same, in milliseconds.
BUSY = """() => {
  const begun = performance.now();
  for (let i = 0, x = 0; i < 2e7; i++) x = (x * 31 + i) | 0;
  return performance.now() - begun;
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
    """A deal is played to its end, quickly; measured is how the next one is dealt and begun, at the pace of people.

    What has to hold is told by the thread's own time, in the middle one of the deals, or in the better one of two: what
    else runs on the machine spoils one or another, and the clock's time with it."""
    deals = [dealing(visits, browser, tmp_path / "trace", game) for _ in range(counted(2, 5, 1))]
    longest = sorted(max(deal.tasks) for deal in deals)
    clock = sorted(max(task.wall for task in deal.tasks) for deal in deals)
    frames = [frame for deal in deals for frame in deal.frames]
    styled = max(deal.styled for deal in deals)
    print(f"dealing {game} {SLOWER} times slower, {len(deals)} times: the longest task takes the thread "
          f"{', '.join(f'{task.thread:.0f}' for task in longest)} ms, by the clock "
          f"{', '.join(f'{wall:.0f}' for wall in clock)} ms; script and layout {statistics.median(frames):.1f} ms a "
          f"frame in the median and {max(frames):.0f} at most; {styled:.0%} of the page styled at once")  # fmt: skip
    assert statistics.median_low(task.thread for task in longest) < TASK
    assert statistics.median(frames) < FRAME
    assert styled < 0.8  # what comes and goes is styled, and little else


class Task(NamedTuple):
    """Milliseconds of the page's main thread: its own time, which other work on the machine changes less, and the
    clock's."""

    thread: float
    wall: float


class Deal(NamedTuple):
    tasks: list[Task]
    frames: list[float]  # milliseconds of script and layout in each
    styled: float  # the largest part of the page's elements whose style was worked out at once


def busy(page: Page) -> float:
    """At its quickest: other programs make it slower now and then."""
    return min(page.evaluate(BUSY) for _ in range(3))


def slow_down(page: Page) -> None:
    """As often as it takes to see that it is: while other programs are busy nothing can be compared."""
    session = page.context.new_cdp_session(page)
    for _ in range(20):
        session.send("Emulation.setCPUThrottlingRate", {"rate": 1})
        usual = busy(page)
        session.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
        if busy(page) > SLOWER / 2 * usual:
            return
    raise AssertionError("the page is not slowed down")


def dealing(visits: Visits, browser: Browser, trace: Path, game: str) -> Deal:
    page = visits.person()
    options = {"match": 3} if game == "thirteen" else {"turn_limit": 12} if game == "rummy" else {}
    player = Player.at_new_table(page, game, options=options)
    page.evaluate(QUICKLY, {"id": player.table, "events": 2_000, "deals": 1})
    box = page.locator("[data-act=go-on]").bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.move(x, y)
    with page_alone():
        slow_down(page)
        browser.start_tracing(page=page, path=trace, categories=TRACED)
        page.mouse.click(x, y, delay=80)  # as long as a person presses
        page.wait_for_timeout(2_500)
        browser.stop_tracing()
    elements = page.evaluate("document.querySelectorAll('body *').length")
    page.close()  # slowed down, it keeps a core busy even at rest, and the next one would pay for that
    return traced(json.loads(trace.read_bytes())["traceEvents"], elements)


def traced(events: list[dict[str, Any]], elements: int) -> Deal:
    """What the main thread of the page did, which is the one that lays out most."""
    layouts = [one for one in events if one["name"] in ("UpdateLayoutTree", "Layout")]
    threads = [(one["pid"], one["tid"]) for one in layouts]
    main = max(set(threads), key=threads.count)
    own = sorted((one for one in events if (one.get("pid"), one.get("tid")) == main), key=lambda one: one["ts"])
    tasks = [task(one) for one in own if one["name"] == "RunTask" and "dur" in one]
    styled = [one["args"].get("elementCount", 0) for one in own if one["name"] == "UpdateLayoutTree"]
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
        frames[at] += task(one).thread
    return Deal(tasks, [spent for spent in frames if spent], max(styled) / elements)


def task(event: dict[str, Any]) -> Task:
    return Task(event["tdur"] / 1000, event["dur"] / 1000)


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
