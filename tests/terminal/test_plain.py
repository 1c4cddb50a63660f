"""The table at the plain prompt, as another process sees it through pipes."""

from __future__ import annotations

import subprocess
import sys

import pytest

from tests.processes import environment

pytestmark = pytest.mark.compiled


def at_the_prompt(typed: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "cardshed", "play", "thirteen", *arguments]
    env = environment(PYTHONIOENCODING="utf-8")
    return subprocess.run(command, env=env, input=typed, capture_output=True, text=True, timeout=120)


def test_the_end_of_the_input_is_leaving() -> None:
    done = at_the_prompt("", "--seed", "7")
    assert done.returncode == 0
    assert done.stdout.endswith("You left the table.\n")


def test_wrong_input_costs_nothing() -> None:
    done = at_the_prompt("3S 9H\nnonsense\npass\n3S 3S\n\nundo\nrecord\n", "--seed", "7")
    assert done.returncode == 0
    for sentence in (
        "You do not hold 9♥.",
        "nonsense is not a card",
        "Who leads a trick must play.",
        "The card 3S is named twice.",
        "There is no move to take back.",
        "it is shown when the match is over",
    ):
        assert sentence in done.stdout


def test_house_rules_and_seats_can_be_chosen() -> None:
    done = at_the_prompt("moves\n", "--seed", "1", "--players", "3", "--seat", "2", "-o", "rules=southern")
    assert "Medium 0: " in done.stdout
    assert "You: 13 cards" in done.stdout
    assert "Greedy 3" not in done.stdout
