"""Bring your own bot: how it is found, and what becomes of one that breaks the rules."""

from __future__ import annotations

from pathlib import Path

import pytest

import cardshed
from cardshed import bots
from cardshed.bots.arena.playing import NOBODY, Outcome, play_game
from cardshed.bots.own import Own, check, is_own
from cardshed.engine.errors import BadOption

HERE = Path(__file__).parent
BROUGHT = "tests.bots.brought"


def played(*names: str, limit: float = 60.0) -> Outcome:
    """A game of Thirteen in this process."""
    match = cardshed.game("thirteen").match(len(names), seed=5)
    watch = [0, 0, NOBODY, 0]
    outcome = play_game(match, [bots.find(name) for name in names], range(len(names)), limit, watch)
    assert watch[2] == NOBODY and watch[0] > 0
    return outcome


@pytest.mark.parametrize(
    ("name", "own"),
    [
        ("greedy", False),
        ("search:2000", False),
        ("my_bots:Clever", True),
        ("package.module:clever", True),
        ("some/bots.py:Clever", True),
        ("C:\\bots\\mine.py:clever", True),
        ("mine.py", True),
    ],
)
def test_what_is_a_bot_of_somebodys_own(name: str, own: bool) -> None:
    assert is_own(name) is own


@pytest.mark.parametrize("word", ["first", "dice", "Last"])
@pytest.mark.parametrize("where", [BROUGHT, str(HERE / "brought.py")])
def test_functions_and_classes_play_from_modules_and_files(where: str, word: str) -> None:
    check(f"{where}:{word}")
    outcome = played(f"{where}:{word}", "greedy", f"{where}:{word}")
    assert outcome.forfeit is None and outcome.points is not None and sum(outcome.payoff) == 1.5
    assert bots.find(f"{where}:{word}").name == word


def test_a_class_is_made_anew_for_every_seat_and_game() -> None:
    one, other = bots.find(f"{BROUGHT}:Last"), bots.find(f"{BROUGHT}:Last")
    assert isinstance(one, Own) and isinstance(other, Own)
    match = cardshed.game("thirteen").match(seed=1)
    bots.ask(one, match, match.acting[0], 1)
    assert one.choice is not None and other.choice is None


def test_it_sees_only_what_its_seat_may_know() -> None:
    seen: list[bytes] = []

    class Spy:
        name = "spy"

        def choose(self, match: cardshed.Match, seat: int, seed: int) -> cardshed.Move:
            seen.append(match.rows.tobytes())
            return match.legal(seat)[0]

    match = cardshed.game("thirteen").match(seed=1)
    seat = match.acting[0]
    for world in range(5):
        bots.ask(Spy(), match.imagine(seat, world), seat, 9)
    assert len(set(seen)) == 1 and seen[0] != match.rows.tobytes()


@pytest.mark.parametrize(
    ("word", "sentence"),
    [
        ("raises", "it raised ZeroDivisionError: division by zero (brought.py, line "),
        ("leaves", "it raised SystemExit: 3 (brought.py, line "),
        ("cheats", "it answered a move that is not legal: "),
        ("forgets", "it answered a move that is not legal: A move is played as a Move or as its text, not as None."),
        ("Unmade", "it raised ValueError: there is no net here (brought.py, line "),
    ],
)
def test_who_breaks_the_rules_forfeits(word: str, sentence: str) -> None:
    outcome = played("greedy", f"{BROUGHT}:{word}", "greedy", "random")
    assert outcome.forfeit is not None and outcome.forfeit.seat == 1
    assert outcome.forfeit.why.say().startswith(sentence)
    assert outcome.payoff == pytest.approx([2 / 3, 0, 2 / 3, 2 / 3]) and outcome.points is None


def test_who_is_late_forfeits() -> None:
    outcome = played(f"{BROUGHT}:first", "greedy", limit=1e-9)
    assert outcome.forfeit is not None and outcome.payoff in ([0, 1], [1, 0])
    assert outcome.forfeit.why.say() == "it took more than 1e-09 s for a move"


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        (f"{BROUGHT}:nobody", f"There is no nobody in {BROUGHT}; name a function or class that is defined there."),
        (f"{BROUGHT}:few", f"{BROUGHT}:few is no bot: it must be a function of (match, seat)"),
        (f"{BROUGHT}:Chooseless", f"{BROUGHT}:Chooseless is no bot"),
        (f"{BROUGHT}:BROKEN", "There is no BROKEN"),
        (f"{BROUGHT}:Unmade", "cannot be loaded: it raised ValueError: there is no net here (brought.py, line "),
        ("no.such.module:bot", "The bot no.such.module cannot be loaded: it raised ModuleNotFoundError: No module"),
        ("no/such.py:bot", "There is no file no/such.py that holds a bot."),
        ("such.py", "Say which bot of the file is meant: such.py:NAME."),
        ("clever", "There is no bot called clever; there are random, greedy"),
    ],
)
def test_a_bot_that_cannot_be_loaded_is_one_sentence(name: str, sentence: str) -> None:
    with pytest.raises(BadOption) as refused:
        check(name)
    assert sentence in str(refused.value) and "\n" not in str(refused.value)


@pytest.mark.parametrize(
    ("source", "sentence"),
    [
        ("def bot(match, seat:\n", "it raised SyntaxError: '(' was never closed (mine.py, line 1)."),
        ("import cardshed\n\ncardshed.game('x')\n", "(mine.py, line 3)."),
        ("exit()\n", "it raised SystemExit"),
    ],
)
def test_a_file_that_does_not_run_is_one_sentence(tmp_path: Path, source: str, sentence: str) -> None:
    (tmp_path / "mine.py").write_text(source)
    with pytest.raises(BadOption) as refused:
        check(f"{tmp_path / 'mine.py'}:bot")
    assert sentence in str(refused.value) and "cannot be loaded" in str(refused.value)
