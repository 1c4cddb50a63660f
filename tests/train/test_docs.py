"""What docs/nets.md tells of the shipped nets and of the command is what they are."""

from __future__ import annotations

import doctest
import re

import pytest
import typer

from cardshed.bots.net import net_of
from cardshed.cli import app
from cardshed.cli.train import HEAD, line
from docs.make_nets import PAGE, card_of, drawn, log_of, page, picture_of, shipped

MOST_PARAMETERS, MOST_BYTES = 500_000, 1_000_000

TEXT = PAGE.read_text(encoding="utf-8")


def test_the_page_and_its_pictures_are_made_from_cards_and_logs() -> None:
    assert page(TEXT) == TEXT, "python -m docs.make_nets"
    for game in shipped():
        picture = picture_of(game)
        assert picture.read_text(encoding="utf-8") == drawn(game), "python -m docs.make_nets"
        assert f"pictures/{picture.name}" in TEXT


def test_a_card_is_that_of_its_net_and_of_its_log() -> None:
    assert shipped()
    for game in shipped():
        card, net, end = card_of(game), net_of(game), log_of(game)[-1]
        assert net is not None and net.numbers == card["parameters"] <= MOST_PARAMETERS
        assert (game.folder / "net.npz").stat().st_size <= MOST_BYTES
        assert (card["game"], card["rules"]) == (game.name, game.version)
        assert (card["games"], card["choices"]) == (end["games"], end["choices"])
        usual = card["examined"]["players"][str(game.facts.usual)]
        assert (usual["beaten"], usual["first"]) == (round(end["share"], 4), round(end["first"], 4))


def test_the_page_tells_every_option_and_shows_the_table_of_progress() -> None:
    command = typer.main.get_command(app).commands["train"]  # type: ignore[attr-defined]
    options = {name for one in command.params for name in one.opts if name.startswith("--")}
    told = set(re.findall(r"`(--\w+)", TEXT)) | set(re.findall(r"^cardshed train .*?(--\w+)", TEXT, re.M))
    assert options - {"--help"} <= told
    assert line(HEAD) in TEXT


@pytest.mark.compiled
@pytest.mark.slow
def test_the_sessions_of_the_page_run() -> None:
    result = doctest.testfile(str(PAGE), module_relative=False)
    assert result.attempted > 10
    assert result.failed == 0
