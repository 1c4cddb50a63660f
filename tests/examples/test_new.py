"""`cardshed new` writes a game that plays; that its own tests pass, tests/test_docs.py shows."""

from __future__ import annotations

from pathlib import Path

import pytest

import cardshed
from cardshed.cli import app
from cardshed.engine.errors import BadGame
from cardshed.engine.kit import subset
from cardshed.games.new import TEMPLATE, write


def test_it_tells_what_it_wrote(tmp_path: Path) -> None:
    from typer.testing import CliRunner

    done = CliRunner().invoke(app, ["new", "sevens_up", "--folder", str(tmp_path)])
    assert done.exit_code == 0 and f"cardshed play {tmp_path / 'sevens_up'}" in done.output
    written = {str(path.relative_to(tmp_path / "sevens_up")) for path in tmp_path.rglob("*") if path.is_file()}
    assert written == {
        "rules.py", "table.py", "twin.py", "test_sevens_up.py", "RULES.md", "game.toml", "pyproject.toml",
        "messages/en.json",
    }  # fmt: skip
    for path in tmp_path.rglob("*"):
        assert path.is_dir() or not {"mygame", "My Game"} & set(path.read_text().replace(".", " ").split())
    game = cardshed.game(tmp_path / "sevens_up")
    assert (game.name, game.title) == ("sevens_up", "Sevens Up")
    assert str(game.match(players=2, seed=1).legal(0)[0].label) == game.match(players=2, seed=1).legal(0)[0].text


@pytest.mark.parametrize("name", ["", "My", "7up", "my-game", "class", "random", "../up", "a" * 41])
def test_a_name_that_cannot_be(tmp_path: Path, name: str) -> None:
    with pytest.raises(BadGame, match="A game cannot be called"):
        write(name, tmp_path)
    assert not list(tmp_path.iterdir())


def test_nothing_is_overwritten(tmp_path: Path) -> None:
    write("mine", tmp_path)
    with pytest.raises(BadGame, match="There is already a folder"):
        write("mine", tmp_path)
    with pytest.raises(BadGame, match="There is already a game called thirteen"):
        write("thirteen", tmp_path)


def test_the_template_keeps_to_the_compiled_subset() -> None:
    game = cardshed.game(TEMPLATE)
    subset.check(game.folder, game.row.names or ())
