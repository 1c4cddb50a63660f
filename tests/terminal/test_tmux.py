"""The program itself in a real terminal: a whole deal, a match that is left and gone on with."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.terminal.tmux import Pane, follow_hint, terminal

pytestmark = [pytest.mark.compiled, pytest.mark.process]
DEAL = ("play", "thirteen", "--seed", "7", "-o", "cards=6", "--bots", "greedy")
END = "The end of the match"


def mine(screen: str) -> bool:
    return "▶ You" in screen


def one_turn(pane: Pane) -> str:
    """Do what a strong bot would; returns the screen when it is one's turn again, or all is over."""
    screen = pane.wait(lambda screen: mine(screen) or END in screen, "the own turn")
    if END in screen:
        return screen
    follow_hint(pane, "▶ You")
    return pane.wait(lambda now: not mine(now) or END in now, "what came of it")  # bots take their time


def test_a_whole_deal_of_thirteen(tmp_path: Path) -> None:
    with terminal(tmp_path, *DEAL) as pane:
        pane.wait(lambda screen: "Thirteen · Deal 1" in screen, "the table")
        for _ in range(60):
            if END in one_turn(pane):
                break
        assert END in pane.wait(lambda screen: END in screen, "the end")
        pane.type("Enter", "q")
        pane.wait(lambda screen: "Thirteen" not in screen, "the end of the program")
    assert not list(tmp_path.rglob("*.shed"))


def hand(screen: str) -> list[str]:
    return screen.splitlines()[-3:-1]


def test_a_match_is_left_and_gone_on_with(tmp_path: Path) -> None:
    with terminal(tmp_path, *DEAL) as pane:
        pane.wait(mine, "the own turn")
        one_turn(pane)
        before = pane.wait(lambda screen: mine(screen) and "▲" not in screen, "the own turn again")
        pane.type("q")
        pane.wait(lambda screen: "cardshed play --resume" in screen, "how to go on")
    with terminal(tmp_path, "play", "--resume") as pane:
        pane.wait(lambda screen: mine(screen) and hand(screen) == hand(before), "the own turn with the same hand")
    with terminal(tmp_path / "elsewhere", "play", "--resume") as pane:
        pane.wait(lambda screen: "There is no match to go on with" in screen, "the reason")
