"""The house is in order: layers point down, the tree stays small, nothing names the machine it was written on."""

from __future__ import annotations

import ast
import re
import subprocess
import tomllib
from pathlib import Path

import pytest

import cardshed
from cardshed.engine.core import cache
from cardshed.games import registry
from tests import proof
from tests.conftest import NEEDS
from tests.games.told import table_rows
from tests.processes import python

ROOT = Path(__file__).parent.parent
PACKAGE = ROOT / "src/cardshed"

# What each layer may import: itself and what stands on a level before it.
LEVELS = (
    ("engine",),
    ("games",),
    ("bots",),
    ("learn", "tables", "envs", "lab", "train"),
    ("server", "terminal"),
    ("cli",),
)
LEVEL = {layer: level for level, layers in enumerate(LEVELS) for layer in layers}
# Modules at the root know no more than these: `cardshed` itself has the games, the others know no game.
ROOT_LEVEL = {"client": 0, "changes": 0, "wire": 0, "__init__": LEVEL["games"], "__main__": LEVEL["cli"]}


def tracked() -> list[Path]:
    if not (ROOT / ".git").exists():
        pytest.skip("needs the git checkout, to see which files are tracked")
    listed = subprocess.check_output(["git", "ls-files", "-z"], cwd=ROOT, text=True)
    return [ROOT / name for name in listed.split("\0") if name and (ROOT / name).exists()]


def layer(module: str) -> str | None:
    """Where a module stands. A game's look in a terminal belongs to the terminal, which alone loads it."""
    parts = module.split(".")
    if parts[1:2] == ["games"] and parts[3:] == ["terminal"]:
        return "terminal"
    return parts[1] if len(parts) > 1 and parts[0] == "cardshed" and parts[1] in LEVEL else None


def level(module: str) -> int:
    """How high a module stands: its layer, or for one at the root what it may know."""
    parts, here = module.split("."), layer(module)
    return LEVEL[here] if here else ROOT_LEVEL[parts[1] if len(parts) > 1 and parts[1] in ROOT_LEVEL else "__init__"]


def imports(path: Path, types: bool = True) -> list[str]:
    """What a file imports, also for its types alone or not."""
    found: list[str] = []
    tree = ast.parse(path.read_text(encoding="utf-8"))
    left_out = {node for branch in tree.body if is_for_types(branch) and not types for node in ast.walk(branch)}
    for node in ast.walk(tree):
        if node in left_out:
            continue
        if isinstance(node, ast.Import):
            found += [name.name for name in node.names]
        elif isinstance(node, ast.ImportFrom):
            module = node.module or ""
            if node.level:
                assert node.level == 1 and path.parent.parent == PACKAGE / "games", f"{path} imports by dots"
                module = f"cardshed.games.{path.parent.name}.{module}".rstrip(".")
            found += [f"{module}.{name.name}" for name in node.names]
    return found


def is_for_types(branch: ast.stmt) -> bool:
    return isinstance(branch, ast.If) and ast.unparse(branch.test) == "TYPE_CHECKING"


def test_layers_point_down() -> None:
    for path in PACKAGE.rglob("*.py"):
        if path.is_relative_to(PACKAGE / "templates"):
            continue
        module = ".".join(["cardshed", *path.relative_to(PACKAGE).with_suffix("").parts])
        for name in imports(path):
            if name.split(".")[0] == "cardshed" and (layer(name) is None or layer(name) != layer(module)):
                assert level(name) <= level(module), f"{path} imports {name}, which stands higher"
                beside = layer(name) is not None and level(name) == level(module) and layer(module) is not None
                assert not beside, f"{path} imports {name}, which stands beside it"


def test_the_architecture_names_files_that_are_there_and_all_layers() -> None:
    text = (ROOT / "ARCHITECTURE.md").read_text(encoding="utf-8")
    ours = [f"/{path.relative_to(ROOT)}" for path in tracked()]
    named = re.findall(r"`([\w./]+(?:\.py|\.js|/))`", text)
    assert len(named) > 50
    for name in named:
        assert any(f"/{name}" in path for path in ours), f"there is no {name}"
    walks = text.split("## Four walks")[1].split("## Where")[0]
    first = re.findall(r"^\d+\. `([^`]+)`", walks, re.MULTILINE)
    assert len(first) > 25
    assert {f"/{path}" for path in first} <= set(ours)
    assert set(LEVEL) <= set(re.findall(r"(\w+)/", text.split("```")[1]))


def test_a_game_reaches_its_own_modules_by_dots() -> None:
    """So that a copy of its folder is a game of its own."""
    for path in (PACKAGE / "games").glob("*/*.py"):
        own = f"cardshed.games.{path.parent.name}"
        assert own not in path.read_text(encoding="utf-8"), f"{path} names its own folder"


@pytest.mark.process
def test_a_table_needs_no_web_no_database_and_no_pydantic() -> None:
    blocked = (
        "fastapi starlette uvicorn websockets sqlalchemy aiosqlite asyncpg pydantic orjson prometheus_client segno"
    )
    python(
        f"import sys; sys.modules.update(dict.fromkeys({blocked!r}.split()))\n"
        "import cardshed.tables.deciding, cardshed.tables.fair, cardshed.terminal.sitting"
    )


ROOMS = ("core", "matches", "kit")  # of the engine; its own modules belong to the first, but for a door to the last
DOOR = "cardshed.engine.conformance"


def room(module: str) -> int:
    """Which room of the engine a module lies in."""
    parts = module.split(".")
    if module.startswith(DOOR):
        return ROOMS.index("kit")
    return ROOMS.index(parts[2]) if len(parts) > 2 and parts[2] in ROOMS else 0


def test_rooms_of_the_engine_know_only_those_before_them() -> None:
    for path in (PACKAGE / "engine").rglob("*.py"):
        module = ".".join(["cardshed", *path.relative_to(PACKAGE).with_suffix("").parts])
        for name in imports(path, types=False):
            if layer(name) == "engine":
                assert room(name) <= room(module), f"{path} imports {name}, a room behind its own"


def test_matches_reach_rows_and_verbs_through_one_module() -> None:
    for path in (PACKAGE / "engine/matches").glob("*.py"):
        if path.name != "carrier.py":
            compiled = {"cardshed.engine.core.places", "cardshed.engine.core.seeds"}
            for name in imports(path):
                own = name.startswith(tuple(f"cardshed.engine.{room}" for room in ("core", "calls", "kernel", "row")))
                assert not own or name.rpartition(".")[0] in compiled, f"{path} imports {name}, past carrier.py"
                assert not name.startswith("num" + "py"), f"{path} imports NumPy, past carrier.py"


def test_only_one_file_imports_njit() -> None:
    for path in PACKAGE.rglob("*.py"):
        text = path.read_text(encoding="utf-8")
        assert path.name == "kernel.py" or "njit" not in text, f"{path} uses njit; there is one decorator, kernel"


EXAMPLE = "thirteen"  # the game with which docstrings show how something is called


def test_outside_its_folder_nothing_names_a_game() -> None:
    """But the one list, `games/registry.py`."""
    names = re.compile(rf"\b({'|'.join(registry.OURS)})\b", re.IGNORECASE)
    example = re.compile(rf"\b{EXAMPLE}\b", re.IGNORECASE)
    looked_at = 0
    for path in tracked():
        if path.is_relative_to(PACKAGE) and path != Path(registry.__file__) and path.suffix not in (".npz", ".png"):
            inside = path.relative_to(PACKAGE).parts
            if inside[0] == "games" and len(inside) > 2:
                continue
            text = path.read_text(encoding="utf-8")
            if path.suffix == ".py":
                text = re.sub(r'"""(.|\n)*?"""', lambda docstring: example.sub("", docstring[0]), text)
            named = names.search(text)
            assert not named, f"{path} names {named and named[0]}"
            looked_at += 1
    assert looked_at > 250


def test_kernels_reach_no_views_no_words_and_no_other_game() -> None:
    """What a kernel's module imports is compiled anew when it changes."""
    for path in PACKAGE.rglob("*.py"):
        if re.search(r"^@kernel", path.read_text(encoding="utf-8"), re.MULTILINE):
            own = path.parent if path.is_relative_to(PACKAGE / "games") else PACKAGE / "engine/core"
            for reached in cache.closure([path]):
                inside = reached.relative_to(PACKAGE)
                assert not inside.is_relative_to("engine/matches"), f"{path} reaches {inside}"
                assert not inside.is_relative_to("engine/kit"), f"{path} reaches {inside}"
                assert not inside.is_relative_to("games") or reached.parent == own, f"{path} reaches {inside}"
                assert inside.name != "table.py", f"{path} reaches {inside}"


def test_every_test_belongs_to_a_part_of_the_proof() -> None:
    whole = [
        command
        for part in proof.PARTS
        if part != "pythons"
        for command, how in proof.PARTS[part]()
        if "CARDSHED_PROOF" in how
    ]
    places = [ROOT / word for command in whole for word in command if word.startswith("tests/")]
    for path in (ROOT / "tests").rglob("test_*.py"):
        assert any(map(path.is_relative_to, places)), f"{path} is in no part of tests/proof.py"
    assert all(place.exists() for place in places)


def test_a_part_of_the_proof_that_finds_nothing_to_run_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("shutil.which", lambda name: None)
    assert proof.pythons() == []
    assert proof.main(["pythons"]) == 1
    assert proof.main(["no such part"]) == 2


def test_every_marker_is_used() -> None:
    declared = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["pytest"]["ini_options"]["markers"]
    tests = "".join(path.read_text(encoding="utf-8") for path in (ROOT / "tests").rglob("test_*.py"))
    for name in (line.partition(":")[0] for line in declared):
        asked_for = any(
            re.search(rf"^def test_.*\b{fixture}: ", tests, re.MULTILINE) for fixture in NEEDS.get(name, ())
        )
        assert name == "quick" or asked_for or f"pytest.mark.{name}" in tests, f"no test is {name}"


def test_tracked_files_stay_under_12_megabytes() -> None:
    assert sum(path.stat().st_size for path in tracked()) < 12_000_000


def test_nothing_names_this_machine_or_a_registry() -> None:
    machine = re.compile(r"/(work|farm|root)/|files\.python" + r"hosted|registry\.npm" + r"js|pypi\.o" + r"rg")
    for path in tracked():
        assert path.name not in ("uv.lock", "poetry.lock", "package-lock.json")
        text = path.read_bytes().decode("utf-8", errors="ignore")
        assert path == Path(__file__) or not machine.search(text), f"{path} names {machine.search(text)}"


RULINGS = {"pyramid": 30, "thirteen": 30, "parcels": 33, "segments": 26, "rummy": 44}  # the last number of each game
COMMON = 13
TOLD = {
    "pyramid": (1, 2, 3, 5, 6, 7, 8, 9, 11, 12, 13),
    "thirteen": (1, 2, 3, 4, 5, 6, 7, 9, 11, 12, 13),
    "parcels": (1, 3, 4, 5, 6, 7, 9, 10, 11, 12, 13),
    "segments": (1, 2, 3, 4, 5, 6, 7, 9, 11, 12, 13),
    "rummy": (4, 6, 7, 9, 10, 11, 12, 13),
}  # the common rulings that matter to those who play a game


@pytest.mark.parametrize("game", cardshed.games())
def test_every_ruling_of_a_game_has_a_numbered_test(game: str) -> None:
    tests = (ROOT / f"tests/games/{game}/test_rulings.py").read_text(encoding="utf-8")
    for number in range(1, RULINGS[game] + 1):
        assert re.search(rf"def test_{game}_(\d+_and_)?{number}_", tests), f"{game}-{number} has no test"


@pytest.mark.parametrize("game", cardshed.games())
def test_the_rules_for_people_name_every_option_and_every_ruling(game: str) -> None:
    found = cardshed.game(game)
    house, silent = found.rules.split("## House rules")[1].split("## Where the book is silent")
    said = {row[0]: row[1] for row in table_rows(house) if row[0].startswith("`")}
    wanted = {}
    for option in found.describe_options():
        numbers = f"{option['default']}; {option.get('low')} to {option.get('high')}"
        wanted[f"`{option['name']}`"] = ", ".join(option["values"]) if "values" in option else numbers
    assert said == wanted
    decided = [number for row in table_rows(silent)[2:] for number in row[0].split(", ")]
    own, common = range(1, RULINGS[game] + 1), (f"X-{number}" for number in TOLD[game])
    assert sorted(decided) == sorted([*map(str, own), *common])


def test_every_common_ruling_has_a_numbered_test() -> None:
    tests = "".join(path.read_text(encoding="utf-8") for path in (ROOT / "tests/games").glob("*/test_rulings.py"))
    for number in range(1, COMMON + 1):
        assert f"def test_x_{number}_" in tests, f"X-{number} has no test"


def test_no_figure_is_left_open_in_the_docs() -> None:
    for path in tracked():
        if path.suffix == ".md":
            assert not re.search(r"@[A-Z]+@|TODO|FIXME", path.read_text(encoding="utf-8")), path


def test_pins_name_every_requirement() -> None:
    lines = (ROOT / "constraints.txt").read_text().splitlines()
    pinned = {line.split("==")[0].lower().replace("_", "-") for line in lines}
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    wanted = [*project["dependencies"], *project["optional-dependencies"]["dev"]]
    names = {re.split(r"[^A-Za-z0-9-]", requirement)[0].lower() for requirement in wanted}
    assert not names - pinned
