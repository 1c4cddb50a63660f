"""All that Cardshed does works at once for a game that nobody built in."""

from __future__ import annotations

import random
import re
import subprocess
import sys
import zipfile
from pathlib import Path

import numpy as np
import pytest

import cardshed
from cardshed.bots import ask, bot, names
from cardshed.bots.arena import run
from cardshed.bots.arena.ladder import Ladder
from cardshed.bots.arena.plan import make_plan
from cardshed.bots.levels import LEVELS, USUAL, rollouts
from cardshed.cli import app
from cardshed.engine.kit.conformance import CHECKS, Check
from cardshed.engine.messages import Message
from tests.conftest import counted
from tests.engine.test_cuda import test_compiles_to_ptx as compiles_to_ptx
from tests.examples import CRAZY_EIGHTS
from tests.processes import ROOT, environment

compiled = pytest.mark.compiled


@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)
def test_conformance(check: Check) -> None:
    check(cardshed.game(CRAZY_EIGHTS), random.Random(2026), counted(quick=8, proof=100, plain=1))


def test_it_is_told_in_250_lines() -> None:
    lines = [len((Path(CRAZY_EIGHTS) / name).read_text().splitlines()) for name in ("rules.py", "table.py")]
    assert sum(lines) <= 250


def test_nothing_under_src_names_it() -> None:
    for path in (ROOT / "src").rglob("*"):
        if path.is_file() and path.suffix in (".py", ".json", ".md", ".toml"):
            assert not re.search(r"\b(crazy|eights)\b", path.read_text(encoding="utf-8").lower()), path


def test_its_rules_for_people_tell_every_house_rule() -> None:
    game = cardshed.game(CRAZY_EIGHTS)
    for option in game.options:
        assert f"`{option.name}`" in game.rules
        assert all(f"`{value}`" in game.rules for value in getattr(option, "values", ()))
    for described in game.describe_options():
        told = [described["meaning"], *described.get("values", {}).values()]
        assert all(Message.read(message).say() for message in told)


@compiled
def test_simulate_and_greedy() -> None:
    sim = cardshed.simulate(CRAZY_EIGHTS, 2_000, players=3, bots=["greedy", "random", "random"], seed=1)
    shares = sim.payoff.mean(axis=0)
    assert shares[0] > 0.75 and abs(float(shares.sum()) - 1.5) < 1e-3
    assert int(sim.plies.max()) < 3 * 40 * 2 + 1  # no game goes on for ever


@compiled
def test_every_bot_plays_and_levels_have_the_usual_rollouts() -> None:
    game = cardshed.game(CRAZY_EIGHTS)
    assert [rollouts(game, level) for level in LEVELS] == list(USUAL)
    match = game.match(players=2, seed=1)
    for name in names():
        if not match.over and name != "net":  # it comes with none
            seat = match.acting[0]
            move = ask(bot(name), match, seat, seed=5)
            assert move == ask(bot(name), match.copy(), seat, seed=5)
            match.play(seat, move)


@compiled
@pytest.mark.process
def test_the_arena_rates_search_above_chance() -> None:
    results = run.play(make_plan(cardshed.game(CRAZY_EIGHTS), ["random", "search:60"], 12, seed=1), 1)
    told = Ladder(results).json()
    assert told["standings"][0]["bot"] == "search:60"


@compiled
@pytest.mark.process
@pytest.mark.slow
def test_it_compiles_for_a_gpu(monkeypatch: pytest.MonkeyPatch) -> None:
    compiles_to_ptx(CRAZY_EIGHTS, monkeypatch)


def test_a_record_is_kept_and_replayed() -> None:
    game = cardshed.game(CRAZY_EIGHTS)
    match = game.match(players=4, seed=0xAB, options={"scoring": "cards", "deals": 2})
    dice = random.Random(1)
    while not match.over:
        match.play(match.acting[0], dice.choice(match.legal(match.acting[0])))
    text = match.record()
    assert "game: crazy_eights" in text and "options: scoring=cards deals=2" in text
    assert np.array_equal(cardshed.replay(text, game).rows, match.rows)


@compiled
def test_the_command_line_takes_its_folder(tmp_path: Path) -> None:
    from typer.testing import CliRunner

    kept = tmp_path / "match.shed"
    for line, typed, wanted in (
        (["rules", CRAZY_EIGHTS], "", "# Crazy Eights"),
        (
            ["play", CRAZY_EIGHTS, "-p", "2", "-s", "1", "--bots", "greedy", "--record", str(kept)],
            "moves\n",
            "Your hand",
        ),
        (["replay", str(kept), "--game", CRAZY_EIGHTS], "", "Crazy Eights, 2 players, seed 0000000000000001"),
        (["simulate", CRAZY_EIGHTS, "-n", "100"], "", "Crazy Eights: 100 games"),
        (["perft", CRAZY_EIGHTS, "-d", "2"], "", "  2 "),
    ):
        done = CliRunner().invoke(app, line, input=typed)
        assert done.exit_code == 0 and wanted in done.output, done.output


@compiled
@pytest.mark.process
def test_it_is_found_once_it_is_installed(tmp_path: Path) -> None:
    """Its wheel, laid on Python's path, as an installer does it."""
    build = [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", str(tmp_path), CRAZY_EIGHTS]
    subprocess.run(build, check=True, capture_output=True, timeout=300)
    site = tmp_path / "site"
    zipfile.ZipFile(next(tmp_path.glob("*.whl"))).extractall(site)
    installed = {path.name for path in (site / "crazy_eights").iterdir()}
    files = {"rules.py", "table.py", "RULES.md", "game.toml", "guide.toml", "emblem.svg", "messages", "web"}
    assert installed == files
    env = environment()
    env["PYTHONPATH"] += f":{site}"
    for line, wanted in ((["games"], "Crazy Eights, 2 to 5 players, 5 min."), (["simulate", "crazy_eights"], "10,000")):
        told = subprocess.run(
            [sys.executable, "-m", "cardshed", *line],
            cwd=tmp_path,
            env=env,
            capture_output=True,
            text=True,
            timeout=300,
        )
        assert wanted in told.stdout, told.stderr
