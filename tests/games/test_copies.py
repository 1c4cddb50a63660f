"""A copy of a game is a game: what is changed in it is changed there, and nowhere in the original beside it."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import numpy as np
import pytest
from typer.testing import CliRunner

import cardshed
from cardshed import lab
from cardshed.bots.net import BadNet, net_of
from cardshed.cli import app
from cardshed.engine.errors import BadCards, BadGame, BadOption
from cardshed.engine.matches.game import Game
from cardshed.engine.messages import Message
from cardshed.games import registry
from cardshed.games.new import NOT_COPIED
from cardshed.lab import shipped
from cardshed.lab.compared import Compared
from cardshed.learn import puzzles
from tests.games.copies import CHANGES, OURS, copy
from tests.processes import plain_python

HIGHEST = Path(__file__).parent / "highest"


@pytest.mark.process
@pytest.mark.parametrize("name", CHANGES)
def test_what_is_changed_in_a_copy_is_changed_in_it_alone(name: str, tmp_path: Path) -> None:
    """A constant in each of its modules, an option and its sentences, each in a copy of its own, all in one process."""
    modules = {path.name for path in (OURS / name).glob("*.py")} - {"__init__.py"}
    assert modules == set(CHANGES[name])
    source = f"""
import json, pathlib
from tests.games import copies
print(json.dumps(copies.changed({name!r}, pathlib.Path({str(tmp_path)!r}))))
"""
    found = json.loads(plain_python(source)[-1])
    for file, (_, _, what) in CHANGES[name].items():
        assert what in found[file], f"{file}: {found[file]}"
    assert "options" in found["option"]
    assert {"moves", "reasons", "views", "options"} <= set(found["sentence"])
    assert not found["nothing"] and not found["catalogue"] and not found["original"]


@pytest.mark.compiled
def test_a_copy_that_is_compiled_plays_by_its_own_rules(tmp_path: Path) -> None:
    same, turned = tmp_path / "same_as_highest", tmp_path / "turned"
    for folder in (same, turned):
        shutil.copytree(HIGHEST, folder, ignore=shutil.ignore_patterns("__pycache__"))
    rules = (turned / "rules.py").read_text(encoding="utf-8")
    (turned / "rules.py").write_text(rules.replace("POINTS_PER_TRICK = 1", "POINTS_PER_TRICK = 2"), encoding="utf-8")
    games = [cardshed.game(folder) for folder in (HIGHEST, same, turned)]
    assert len({game.row for game in games}) == 3
    first, again, other = (cardshed.simulate(game.folder, 300, bots="random", seed=4).points for game in games)
    assert np.array_equal(first, again) and np.array_equal(2 * first, other)


@pytest.mark.compiled
def test_a_copy_is_compared_with_its_original(tmp_path: Path) -> None:
    """On the same deals: each trick is worth another point, and nothing else is different."""
    folder = tmp_path / "worth_three"
    shutil.copytree(HIGHEST, folder, ignore=shutil.ignore_patterns("__pycache__"))
    rules = (folder / "rules.py").read_text(encoding="utf-8")
    (folder / "rules.py").write_text(rules.replace("POINTS_PER_TRICK = 1", "POINTS_PER_TRICK = 3"), encoding="utf-8")
    told = lab.compare(HIGHEST, [{}, folder, {"low_wins": "yes"}], 256, bots="random", watched="gap", seed=3)
    gap, turns = told.change(1, "gap"), told.change(1, "turns")
    assert gap.clear and gap.after == pytest.approx(3 * gap.before) and turns.difference.mean == 0
    assert [Compared(told).rules(k) for k in range(3)] == ["highest", "worth_three", "highest, low_wins=yes"]
    with pytest.raises(BadOption, match="Thirteen cannot be compared with Highest"):
        lab.compare(HIGHEST, [{}, "thirteen"], 8, bots="random")


@pytest.fixture(scope="module")
def copied(tmp_path_factory: pytest.TempPathFactory) -> Game:
    """As `cp -r` leaves it."""
    return copy("rummy", tmp_path_factory.mktemp("copies") / "my_rummy")


def test_what_was_made_by_the_rules_of_the_original_is_not_the_copys(copied: Game) -> None:
    original = cardshed.game("rummy")
    assert net_of(original) and puzzles.has(original) and shipped.has(original)
    with pytest.raises(BadNet, match=r"my_rummy/net\.npz was trained to play rummy, not my_rummy\. Remove it"):
        net_of(copied)
    assert not puzzles.has(copied) and puzzles.read(copied) == [] and not shipped.has(copied)


def test_the_words_of_a_copy_begin_with_its_name(copied: Game) -> None:
    assert copied.word == "my_rummy" and cardshed.game("rummy").word == "rummy"
    told, theirs = (game.describe_options()[0]["meaning"] for game in (copied, cardshed.game("rummy")))
    assert told["key"] == theirs["key"].replace("rummy", "my_rummy", 1) == "my_rummy.option.natural_min"
    assert str(Message.read(told)) == str(Message.read(theirs))


def test_a_copy_by_command(tmp_path: Path) -> None:
    done = CliRunner().invoke(app, ["new", "our_rummy", "--like", "rummy", "--folder", str(tmp_path)])
    folder = tmp_path / "our_rummy"
    assert done.exit_code == 0 and f"cardshed lab compare rummy {folder}" in done.output
    assert all(file in done.output for file in NOT_COPIED)
    here, there = (
        {str(path.relative_to(base)) for path in base.rglob("*") if path.is_file() and "__pycache__" not in path.parts}
        for base in (folder, OURS / "rummy")
    )
    assert there - here == set(NOT_COPIED) and here <= there
    game = cardshed.game(folder)
    assert (game.name, game.title, game.word) == ("our_rummy", "Our Rummy", "our_rummy")
    assert game.rules.startswith("# Our Rummy\n") and net_of(game) is None


def test_a_copy_of_a_game_that_writes_its_name_out_has_sentences_of_its_own(tmp_path: Path) -> None:
    folder = tmp_path / "lowest"
    assert CliRunner().invoke(app, ["new", "lowest", "--like", str(HIGHEST), "--folder", str(tmp_path)]).exit_code == 0
    english = folder / "messages/en.json"
    english.write_text(english.read_text(encoding="utf-8").replace("is not a card", "is nothing"), encoding="utf-8")
    for one, said in ((folder, "x is nothing; cards are 1 to 12."), (HIGHEST, "x is not a card; cards are 1 to 12.")):
        with pytest.raises(BadCards, match=said):
            cardshed.game(one).table.read("x")
    assert cardshed.game(folder).title == "Lowest"


def test_a_copy_of_the_originals_name_is_told_apart_and_not_served(tmp_path: Path) -> None:
    own = copy("thirteen", tmp_path / "thirteen", "messages/en.json", '"prompt.lead": "', '"prompt.lead": "Now ')
    original = cardshed.game("thirteen")
    assert own is not original and own.name == "thirteen" != own.word
    assert str(Message(f"{own.word}.prompt.lead", seat=1)) == "Now " + str(Message("thirteen.prompt.lead", seat=1))
    assert registry.named("thirteen") is original
    done = CliRunner().invoke(app, ["serve", "--game", str(tmp_path / "thirteen")])
    assert isinstance(done.exception, BadGame) and "another game here is called thirteen" in str(done.exception)


def test_two_folders_of_one_name_and_the_same_modules_are_two_games(tmp_path: Path) -> None:
    one = copy("thirteen", tmp_path / "a/trick")
    other = copy("thirteen", tmp_path / "b/trick", "messages/en.json", '"prompt.lead": "', '"prompt.lead": "Now ')
    assert (one.folder, other.folder) == (tmp_path / "a/trick", tmp_path / "b/trick")
    said = [str(Message(f"{game.word}.prompt.lead", seat=1)) for game in (one, other)]
    assert said[1] == "Now " + said[0]


@pytest.mark.parametrize("name", ["lab", "page", "seat"])
def test_no_game_takes_the_first_word_of_our_sentences(name: str, tmp_path: Path) -> None:
    with pytest.raises(BadGame, match=f"No game can be called {name}:"):
        copy("thirteen", tmp_path / name)
    done = CliRunner().invoke(app, ["new", name, "--folder", str(tmp_path / "..")])
    assert isinstance(done.exception, BadGame) and not (tmp_path / ".." / name).exists()
