"""A friend in a terminal and one in a browser at the same table of a real server."""

from __future__ import annotations

import time
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.page.browser import Visits
from tests.page.driver import Player
from tests.terminal.tmux import PATIENCE, Pane, follow_hint, terminal

pytestmark = pytest.mark.compiled


def test_a_terminal_and_a_browser_at_one_table(visits: Visits, tmp_path: Path) -> None:
    page = visits.person(motion="reduce")
    player = Player.at_new_table(page, "thirteen", seats=[None, None], players=2, options={"cards": 4})
    with terminal(tmp_path, "join", page.url, "--name", "Bo") as pane:
        pane.wait(lambda screen: "Thirteen · Deal 1" in screen, "the table")
        expect(page.locator(".seats.at-top")).to_contain_text("Bo")
        for _ in range(60):
            state = player.state()
            if state["table"]["stage"] == "over":
                break
            if 0 in state["view"]["acting"]:
                state = player.later()
                if 0 in state["view"]["acting"]:
                    player.make(state["view"]["moves"][-1], state)
            else:
                play_in(pane)
            end = time.monotonic() + PATIENCE
            while player.state()["table"]["n"] <= state["table"]["n"]:
                assert time.monotonic() < end, "the move never came"
                time.sleep(0.02)
        assert player.state()["table"]["stage"] == "over"
        pane.wait(lambda screen: "The end of the match" in screen, "the end")


def play_in(pane: Pane) -> None:
    """Do in the terminal what a strong bot would."""
    follow_hint(pane, "▶ Bo")
    pane.wait(lambda screen: "▶ Bo" not in screen or "The end of the match" in screen, "what came of it")
