"""`cardshed new`: a folder with a small game that already plays, to be changed into another one."""

from __future__ import annotations

import keyword
import re
import sys
from pathlib import Path

from cardshed.engine.errors import BadGame
from cardshed.engine.messages import shortly
from cardshed.games import registry

TEMPLATE = Path(__file__).parent.parent / "templates" / "mygame"
NAME, TITLE = "mygame", "My Game"  # as the template is called
NAMES = re.compile(r"[a-z][a-z0-9_]{0,39}")


def write(name: str, parent: Path) -> Path:
    """Write the folder of a new game; BadGame if it cannot have that name or is already there."""
    if not NAMES.fullmatch(name) or keyword.iskeyword(name) or name in sys.stdlib_module_names:
        raise BadGame("cli.new.name", name=shortly(name))
    if name in registry.names():
        raise BadGame("cli.new.taken", name=name)
    folder = parent / name
    if folder.exists():
        raise BadGame("cli.new.exists", folder=str(folder))
    title = name.replace("_", " ").title()
    for source in sorted(TEMPLATE.rglob("*")):
        if source.is_file() and "__pycache__" not in source.parts:
            target = folder / str(source.relative_to(TEMPLATE)).replace(NAME, name)
            target.parent.mkdir(parents=True, exist_ok=True)
            text = source.read_text(encoding="utf-8").replace(NAME, name).replace(TITLE, title)
            target.write_text(text, encoding="utf-8")
    return folder
