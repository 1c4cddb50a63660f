"""`cardshed new`: a folder with a small game that already plays, or with a copy of one, to be changed into another."""

from __future__ import annotations

import keyword
import re
import shutil
import sys
from pathlib import Path

from cardshed.engine.errors import BadGame
from cardshed.engine.messages import is_layer, shortly
from cardshed.games import registry

TEMPLATE = Path(__file__).parent.parent / "templates" / "mygame"
NAME, TITLE = "mygame", "My Game"  # as the template is called
NOT_COPIED = ("net.npz", "net.json", "puzzles.json", "report.npz")  # what was made by the original's rules
NAMES = re.compile(r"[a-z][a-z0-9_]{0,39}")


def write(name: str, parent: Path) -> Path:
    """Write the folder of a new game; BadGame if it cannot have that name or is already there."""
    folder = _folder(name, parent)
    shutil.copytree(TEMPLATE, folder, ignore=shutil.ignore_patterns("__pycache__"))
    (folder / f"test_{NAME}.py").rename(folder / f"test_{name}.py")
    _change(folder, "**/*.*", (NAME, name), (TITLE, _title(name)))
    return folder


def copy(name: str, parent: Path, like: str) -> tuple[Path, list[str]]:
    """Write the folder of a new game that plays as another one does; returns what of it was left out, too."""
    original, folder = registry.game(like), _folder(name, parent)
    shutil.copytree(original.folder, folder, ignore=shutil.ignore_patterns("__pycache__", *NOT_COPIED))
    title = (f'"{original.title}"', f'"{_title(name)}"')
    own = (f'"{original.name}.', f'"{name}.')  # keys of a game that writes its name out
    _change(folder, "*.py", title, own)
    _change(folder, "messages/*.json", own)
    _change(folder, "game.toml", title)
    _change(folder, "RULES.md", (f"# {original.title}\n", f"# {_title(name)}\n"))
    _change(folder, "pyproject.toml", (original.name, name), (original.name.replace("_", "-"), name))
    return folder, [file for file in NOT_COPIED if (original.folder / file).exists()]


def _change(folder: Path, files: str, *words: tuple[str, str]) -> None:
    for path in folder.glob(files):
        text = path.read_text(encoding="utf-8")
        for was, now in words:
            text = text.replace(was, now)
        path.write_text(text, encoding="utf-8")


def _folder(name: str, parent: Path) -> Path:
    if not NAMES.fullmatch(name) or keyword.iskeyword(name) or name in sys.stdlib_module_names:
        raise BadGame("cli.new.name", name=shortly(name))
    if name in registry.names():
        raise BadGame("cli.new.taken", name=name)
    if is_layer(name):
        raise BadGame("engine.message.word", word=name)
    folder = parent / name
    if folder.exists():
        raise BadGame("cli.new.exists", folder=str(folder))
    return folder


def _title(name: str) -> str:
    return name.replace("_", " ").title()
