"""Guided deals: those that we ship can be played and are fit to be read, and what is wrong with one is said."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

import cardshed
from cardshed.engine.matches.game import Game
from cardshed.learn import guide
from cardshed.learn.guide import BadGuide, Guide
from tests.processes import ROOT

pytestmark = pytest.mark.compiled
CRAZY = ROOT / "examples/crazy_eights"
EVERY = [*cardshed.games(), str(CRAZY)]
SAID, WORDS, OWN = 230, 400, (5, 13)  # characters at once, words in all, moves of the player
every_game = pytest.mark.parametrize("name", EVERY, ids=lambda name: Path(name).name)


def guide_of(name: str) -> Guide:
    return guide.read(cardshed.game(name))


@every_game
def test_it_leads_to_the_end_of_the_deal_and_the_player_does_well(name: str) -> None:
    found = guide_of(name)
    *steps, (end, _) = found.walk()
    assert end.over and end.payoff is not None and end.payoff[found.seat] == max(end.payoff)
    assert steps[-1][1].do == "" and steps[-1][1].say
    for match, step in steps:
        seat = found.seat if step.by is None else step.by
        assert not step.do or seat in match.acting


@every_game
def test_it_is_short_and_every_mistake_is_explained(name: str) -> None:
    steps = guide_of(name).steps
    own = [step for step in steps if step.do and step.by is None]
    assert OWN[0] <= len(own) <= OWN[1]
    assert all(step.wrong for step in own)
    assert all(len(text) <= SAID and text.count("**") % 2 == 0 for step in steps for text in (step.say, step.wrong))
    assert sum(len(step.say.split()) for step in steps) <= WORDS
    assert all(step.say for step in steps if not step.do)


@every_game
def test_most_steps_leave_something_to_get_wrong(name: str) -> None:
    found = guide_of(name)
    choices = [len(match.legal(found.seat)) for match, step in found.walk() if step.do and step.by is None]
    assert sum(count > 1 for count in choices) > len(choices) / 2


# --- what is wrong -------------------------------------------------------------------------------


@pytest.fixture
def own(tmp_path: Path) -> Game:
    folder = tmp_path / "crazy_eights"
    shutil.copytree(CRAZY, folder)
    game = cardshed.game(str(CRAZY))
    other = object.__new__(Game)
    other.__dict__.update(vars(game), folder=folder)
    return other


HEAD = 'players = 2\noptions = { cards = 5 }\nposition = { hands = ["4D KH", "QC 5C"], pile = "9D" }\n'
WRONG = {
    "nothing": ("", "has no [[step]]"),
    "not toml": ("step = [", "is not TOML"),
    "a strange word": (HEAD + '[[step]]\ntext = "x"', "step 1: nothing is called text"),
    "a strange head": ("moves = 3", "nothing is called moves"),
    "a number for text": (HEAD + "[[step]]\nsay = 3", "step 1: say must be of the kind str"),
    "yes for a seat": ("seat = true", "seat must be of the kind int"),
    "a seat that is not there": (HEAD + 'seat = 7\n[[step]]\nsay = "x"', "there is no seat 7"),
    "an illegal move": (HEAD + '[[step]]\nsay = "x"\n[[step]]\ndo = "KH"', "step 2 cannot be played: K♥ does not fit"),
    "not their turn": (HEAD + '[[step]]\nby = 1\ndo = "QC"', "step 1 cannot be played"),
}


@pytest.mark.parametrize("text, said", WRONG.values(), ids=WRONG.keys())
def test_what_is_wrong_is_said(own: Game, text: str, said: str) -> None:
    (own.folder / guide.FILE).write_text(text, encoding="utf-8")
    with pytest.raises(BadGuide) as caught:
        list(guide.read(own).walk())
    assert said in str(caught.value) and "crazy_eights/guide.toml" in str(caught.value)


def test_a_game_without_one_says_so(own: Game) -> None:
    (own.folder / guide.FILE).unlink()
    assert not guide.has(own)
    with pytest.raises(BadGuide, match="has no guided deal"):
        guide.read(own)


def test_a_step_by_its_number() -> None:
    found = guide_of("thirteen")
    for i, (match, step) in enumerate(list(found.walk())[:-1]):
        at, same = found.at(i)
        assert same is step and at.rows == match.rows
    for wrong in (-1, len(found.steps)):
        with pytest.raises(BadGuide, match="steps go from 0 to"):
            found.at(wrong)
