"""What the docs show is what happens."""

from __future__ import annotations

import doctest
import inspect
import os
import re
import subprocess
import sys
import venv
from pathlib import Path

import pytest

from cardshed.bots import levels
from cardshed.engine.core import verbs
from cardshed.engine.matches import usual
from cardshed.engine.matches.game import Table
from tests.conftest import counted
from tests.processes import environment

ROOT = Path(__file__).parent.parent
PAGE = ROOT / "docs/write-your-own-game.md"

pytestmark = pytest.mark.compiled


def test_the_readmes_session_runs() -> None:
    result = doctest.testfile(str(ROOT / "README.md"), module_relative=False)
    assert result.attempted > 10
    assert result.failed == 0


def test_the_labs_session_runs() -> None:
    result = doctest.testfile(str(ROOT / "docs/lab.md"), module_relative=False)
    assert result.attempted > 8
    assert result.failed == 0


@pytest.mark.process
def test_the_lines_of_contributing_run() -> None:
    block = re.search(r"```python\n(.*?)```", (ROOT / "CONTRIBUTING.md").read_text(), re.S)
    assert block is not None
    source = block[1].replace("path/to/folder", str(ROOT / "tests/games/highest"))
    subprocess.run([sys.executable, "-c", source], env=environment(), check=True, timeout=300)


@pytest.mark.process
def test_the_bots_of_the_docs_play(tmp_path: Path) -> None:
    text = (ROOT / "docs/bots.md").read_text(encoding="utf-8")
    *session, bots = re.findall(r"```python\n(.*?)```", text, re.S)
    subprocess.run([sys.executable, "-c", "\n".join(session)], env=environment(), check=True, timeout=300)
    (tmp_path / "my_bots.py").write_text(bots, encoding="utf-8")
    command = next(line for line in text.splitlines() if line.endswith("random -n 20"))
    told = subprocess.run(
        [sys.executable, "-m", *command.replace("-n 20", "-n 6").split()],
        cwd=tmp_path,
        env=environment(),
        capture_output=True,
        text=True,
        timeout=300,
    )
    assert told.returncode == 0 and "forfeits" not in told.stdout, told.stderr
    assert told.stdout.split("\n\n")[1].splitlines()[1].startswith("Lookahead")  # it is the strongest


def blocks(text: str, kind: str) -> list[str]:
    return re.findall(rf"```{re.escape(kind)}\n(.*?)```", text, re.S)


FILES = (
    "python rules.py", "python table.py", "json messages/en.json", "toml game.toml", "toml pyproject.toml",
    "toml guide.toml", "js web/look.js", "css web/look.css",
)  # fmt: skip


@pytest.mark.parametrize("language", FILES)
def test_the_page_on_writing_a_game_is_the_example(language: str) -> None:
    """The blocks of each file, one after the other, are the file that the tests of the example run."""
    told = "\n".join(blocks(PAGE.read_text(encoding="utf-8"), language))
    file = (ROOT / "examples/crazy_eights" / language.split()[1]).read_text(encoding="utf-8")
    assert [line for line in told.splitlines() if line] == [line for line in file.splitlines() if line]


def test_the_sessions_of_the_page_on_writing_a_game_run(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    result = doctest.testfile(str(PAGE), module_relative=False)
    assert result.attempted > 15
    assert result.failed == 0


@pytest.mark.process
def test_the_commands_of_the_page_on_writing_a_game_run(tmp_path: Path) -> None:
    (tmp_path / "examples").symlink_to(ROOT / "examples")
    commands = [line for block in blocks(PAGE.read_text(encoding="utf-8"), "sh") for line in block.splitlines()]
    assert len(commands) == 8
    for command in commands:
        words = command.replace("-n 1e5", "-n 1e3").replace("-n 200", "-n 6").removeprefix("python -m ").split()
        words += ["--seed", "1"] if words[1] == "play" else []  # in which there is something to choose
        told = subprocess.run(
            [sys.executable, "-m", *words],
            cwd=tmp_path,
            env=environment(),
            input="moves\ndraw\nquit\n",
            capture_output=True,
            text=True,
            timeout=300,
        )
        assert told.returncode == 0, f"{command}: {told.stdout} {told.stderr}"
        assert "pytest" not in command or re.search(r" [1-9]\d passed in ", told.stdout)
        assert "replay" not in command or "  seat 0  draw\n" in told.stdout
        assert "analyse" not in command or "Seat 0: 1 choice" in told.stdout


@pytest.mark.process
@pytest.mark.compiled
def test_the_page_on_changing_a_game_tells_what_can_be_done(tmp_path: Path) -> None:
    """Its commands run, and its changes are made to lines that are there, once each."""
    text = (ROOT / "docs/change-a-game.md").read_text(encoding="utf-8")
    said = {}
    for kind, block in re.findall(r"```(sh|diff [\w./]+)\n(.*?)```", text, re.S):
        if kind != "sh":
            old, new = ([line[1:] for line in block.splitlines() if line[0] == sign] for sign in "-+")
            file = tmp_path / kind.split()[1]
            whole = file.read_text(encoding="utf-8")
            assert whole.count("\n".join(old)) == 1
            file.write_text(whole.replace("\n".join(old), "\n".join(new)), encoding="utf-8")
            continue
        for command in block.splitlines():
            said[command] = ""
            if len(said) > counted(4, 7, 4):  # all of them only for the proof: they think long
                continue
            words = re.sub(r"-n \S+", "-n 6", command).split()
            done = subprocess.run(
                [sys.executable, "-m", *words], cwd=tmp_path, env=environment(), input="quit\n", capture_output=True,
                text=True, timeout=300,
            )  # fmt: skip
            assert done.returncode == 0, f"{command}: {done.stdout} {done.stderr}"
            said[command] = done.stdout
    assert len(said) == 7
    greedy = next(told for command, told in said.items() if "--bots greedy --watch" in command)
    assert "with dear_segments it differs by" in greedy and "from segments" in greedy


def test_the_page_on_writing_a_game_lists_all_that_a_game_tells() -> None:
    """The lists at its end are the contract: names, parameters, and what can be left out."""
    text = (
        PAGE.read_text(encoding="utf-8")
        .partition("## All that a game tells\n")[2]
        .partition("### What it may import")[0]
    )
    rows = re.findall(r"^\| `(\w+)(?:\((.*?)\))?`.* \| (.+) \|$", text, re.M)
    told = {name: (parameters, left_out) for name, parameters, left_out in rows}
    needed = {name for name, (_, left_out) in told.items() if left_out == "needed"}
    functions = {verb.__name__: verb for verb in verbs.VERBS}
    functions |= {name: tell for name, tell in vars(Table).items() if inspect.isfunction(tell) and name[0] != "_"}
    for name, function in functions.items():
        parameters = ", ".join(map(str, inspect.signature(function).parameters.values()))
        wanted = re.sub(r": [^,]+", "", parameters).removeprefix("self, ")
        assert told[name][0] == wanted, name
        assert (name not in needed) == (name in verbs.OPTIONAL or name in usual.OPTIONAL), name
    more = {"EARLIER", "ENCODING", "REGISTERS", "QUIET", "ROLLOUTS", "gesture"}
    assert set(told) == {*functions, *verbs.FACTS, *more}
    assert f"| {', '.join(f'{n:,}' for n in levels.USUAL)} |" in text


def test_no_other_block_stands_on_the_page_on_writing_a_game() -> None:
    text = PAGE.read_text(encoding="utf-8")
    kinds = set(re.findall(r"^```(.+)$", text, re.M))
    assert kinds == {"sh", "python", *FILES}
    assert all(block.startswith(">>> ") for block in blocks(text, "python"))


def test_the_tests_that_hold_the_promises_of_security_are_there() -> None:
    text = (ROOT / "SECURITY.md").read_text(encoding="utf-8")
    named = re.findall(r"`(tests/[\w/]+\.py)`", text)
    assert len(set(named)) > 10 and all((ROOT / name).is_file() for name in named)


def test_the_readme_names_every_command() -> None:
    from cardshed.cli import app

    text = (ROOT / "README.md").read_text()
    for command in app.registered_commands:
        assert command.callback is not None
        assert f"`cardshed {command.callback.__name__}" in text


@pytest.mark.process
def test_the_wheel_works_in_an_empty_environment(tmp_path: Path) -> None:
    build = [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", str(tmp_path), str(ROOT)]
    subprocess.run(build, check=True, capture_output=True, timeout=300)
    wheel = next(tmp_path.glob("*.whl"))
    venv.create(tmp_path / "empty")
    python = tmp_path / "empty/bin/python"
    pip = [sys.executable, "-m", "pip", "--python", str(python), "--disable-pip-version-check"]
    install = ["install", "-q", "--no-compile", "-c", str(ROOT / "constraints.txt"), str(wheel)]
    installed = subprocess.run([*pip, *install], capture_output=True, text=True, timeout=600)
    if installed.returncode and not os.environ.get("CI"):
        pytest.skip(f"installing the wheel needs the package index: {installed.stderr.strip().splitlines()[-1]}")
    assert installed.returncode == 0, installed.stderr
    env = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    (tmp_path / "README.md").write_text((ROOT / "README.md").read_text())
    session = "import doctest; exit(doctest.testfile('README.md', module_relative=False).failed)"
    subprocess.run([str(python), "-c", session], cwd=tmp_path, env=env, check=True, timeout=300)
    listed = subprocess.check_output([str(tmp_path / "empty/bin/cardshed"), "games"], cwd=tmp_path, env=env, text=True)
    assert "thirteen" in listed
    typed = subprocess.check_output(
        [str(python), "-c", "import cardshed; print(cardshed.__file__)"], cwd=tmp_path, env=env
    )
    assert (Path(typed.decode().strip()).parent / "py.typed").exists()
