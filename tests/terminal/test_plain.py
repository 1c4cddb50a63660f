"""The table at the plain prompt, as another process sees it through pipes."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import cardshed
from cardshed.engine.errors import BadPlayers
from cardshed.terminal import plain
from tests.processes import ROOT, environment

pytestmark = pytest.mark.compiled

EIGHTS = ROOT / "examples/crazy_eights"


def at_the_prompt(typed: str, *arguments: str, **more: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "cardshed", "play", "thirteen", *arguments]
    env = environment(PYTHONIOENCODING="utf-8", **more)
    return subprocess.run(command, env=env, input=typed, capture_output=True, text=True, timeout=120)


@pytest.mark.process
def test_the_end_of_the_input_is_leaving() -> None:
    done = at_the_prompt("", "--seed", "7")
    assert done.returncode == 0
    assert done.stdout.endswith("You left the table.\n")


@pytest.mark.process
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


@pytest.mark.process
def test_what_was_left_is_gone_on_with(tmp_path: Path) -> None:
    here = {"XDG_DATA_HOME": str(tmp_path)}
    begun = at_the_prompt("3S\nundo\n3S\nquit\n", "--seed", "7", "--bots", "greedy", **here)
    assert begun.stdout.endswith("The match is kept; cardshed play --resume goes on with it.\n")
    again = at_the_prompt("", "--resume", **here)
    assert "You: 12 cards" in again.stdout and "Greedy 1" in again.stdout
    (left,) = tmp_path.rglob("*.shed")
    left.write_text(left.read_text().replace("seat:", "place:"))
    broken = at_the_prompt("", "--resume", **here)
    assert broken.returncode and "does not say who sat where" in broken.stderr and left.exists()


@pytest.mark.process
def test_house_rules_and_seats_can_be_chosen() -> None:
    done = at_the_prompt("moves\n", "--seed", "1", "--players", "3", "--seat", "2", "-o", "rules=southern")
    assert "Medium 0: " in done.stdout
    assert "You: 13 cards" in done.stdout
    assert "Greedy 3" not in done.stdout


# --- in this process -----------------------------------------------------------------------------


@pytest.fixture
def typed(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What the person types, line by line; then they leave."""
    lines: list[str] = []
    waiting: Iterator[str] = iter(lines)

    def answer(prompt: str) -> str:
        try:
            return next(waiting)
        except StopIteration:
            raise EOFError from None

    monkeypatch.setattr("builtins.input", answer)
    return lines


def test_every_open_hand_is_called_by_whose_it_is(typed: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    match = cardshed.game(EIGHTS).position(3, hands=["9C", "2H 3H", "4S"], pile="9D")
    typed += ["9C"]
    plain.play(match, 0, "greedy")
    end = capsys.readouterr().out.rsplit("You: 0 cards", 1)[1]
    assert "Hand of Greedy 1: 2♥ 3♥\nHand of Greedy 2: 4♠\n" in end
    assert "Your hand" not in end
    assert end.endswith("Points: You: 0, Greedy 1: -5, Greedy 2: -4\n")


def test_a_move_whose_label_is_its_text_is_told_once(typed: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    typed += ["moves"]
    plain.play(cardshed.game(EIGHTS).position(2, hands=["9C KH", "2H"], pile="9D"), 0, "greedy")
    assert "\n  draw\n  9C\n" in capsys.readouterr().out


def test_one_point_is_one_point(typed: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    typed += ["9C"]
    match = cardshed.game(EIGHTS).position(2, {"scoring": "out", "deals": 2}, hands=["9C", "2H"], pile="9D")
    plain.play(match, 0, "greedy")
    told = capsys.readouterr().out
    assert "You: 5 cards, 1 point\n" in told
    assert "1 points" not in told and "Greedy 1: 1 card, 0 points\n" in told


@pytest.mark.parametrize("seat, wanted", [(0, "Random 1 Greedy 2"), (1, "Random 0 Greedy 2"), (2, "Random 0 Greedy 1")])
def test_one_bot_for_each_opponent(
    typed: list[str], capsys: pytest.CaptureFixture[str], seat: int, wanted: str
) -> None:
    plain.play(cardshed.game(EIGHTS).match(3, 1), seat, ["random", "greedy"])
    told = capsys.readouterr().out
    assert all(f"{name}: " in told for name in ("You", wanted[:8], wanted[9:]))


@pytest.mark.parametrize("names", [["easy"], ["easy", "hard", "greedy"], []])
def test_no_other_number_of_bots(names: list[str]) -> None:
    with pytest.raises(BadPlayers, match=f"{len(names)} bots were named for 2 opponents; name one for all"):
        plain.play(cardshed.game(EIGHTS).match(3, 1), 0, names)
    with pytest.raises(BadPlayers, match="2 bots were named for 1 opponent; name one"):
        plain.play(cardshed.game(EIGHTS).match(2, 1), 0, ["easy", "hard"])
