"""A net learns from nothing what is known to be best, and a training can be stopped, gone on with and looked at."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import cardshed
from cardshed import bots
from cardshed.bots.net import CARD, FILE, load, slate, weigh
from cardshed.engine.game import Game
from tests.test_cli import refused, run

torch = pytest.importorskip("torch", reason="there is no PyTorch: pip install 'cardshed[train]'")

from cardshed.train.errors import BadTraining  # noqa: E402
from cardshed.train.model import Shape  # noqa: E402
from cardshed.train.run import CURVE, LOG, Plan, Training  # noqa: E402

pytestmark = pytest.mark.compiled

NIM = Path(__file__).parent / "nim"
TINY = Shape(width=32, trunk=1, narrow=32, head=1)
QUICK = {"tables": 4, "actors": 128, "round": 8, "ring": 32, "batch": 128, "examined": 256, "shape": TINY}


def plan(choices: int, **how: Any) -> Plan:
    return Plan(choices=choices, every=600.0, **{**QUICK, **how})


def test_it_learns_what_is_best_where_that_is_known(tmp_path: Path) -> None:
    """Nim: from nothing to perfect play, and to the right values, at every heap."""
    game = cardshed.game(str(NIM))
    training = Training(game, plan(200_000, rate=3e-3, mixed=0.0, often=0.3), tmp_path)
    first, last = list(training.go())
    assert first.share < 0.9 and last.share > first.share
    net = load(tmp_path / "net.npz", game)
    on, values, heap = slate(net), np.zeros(3), int(game.options[0].default)
    for stones in range(2, heap + 1):
        rows = game.blank(2, 0, None)
        rows["stones"] = stones
        moves = np.arange(min(3, stones))
        weigh(net, on, rows, 0, moves, values)
        said = values[: len(moves)]
        for take, value in zip(moves + 1, said, strict=True):
            wins = (stones - take) % 4 == 0
            assert (value > 0.5) == wins, f"{take} of {stones} is worth {value:.2f}"
        if stones % 4:
            assert said.argmax() + 1 == stones % 4


def test_a_training_is_gone_on_with(tmp_path: Path) -> None:
    game = cardshed.game(str(NIM))
    before = Training(game, plan(4_000), tmp_path)
    told = list(before.go())
    again = Training(game, plan(8_000), tmp_path)
    again.resume()
    assert again.log == told and again.choices == before.choices and again.seconds == before.seconds
    for name, kept in before.learner.steady.items():
        assert torch.equal(again.learner.steady[name], kept)
    more = list(again.go())
    assert (
        more[-1].choices > told[-1].choices and more[-1].games > told[-1].games and more[-1].minutes > told[-1].minutes
    )
    log = json.loads((tmp_path / LOG).read_text())
    assert len(log["log"]) == len(told) + len(more) and "polyline" in (tmp_path / CURVE).read_text()


def test_what_cannot_be_gone_on_with_is_refused(tmp_path: Path) -> None:
    game = cardshed.game(str(NIM))
    training = Training(game, plan(2_000), tmp_path)
    with pytest.raises(BadTraining, match="no training to go on with"):
        training.resume()
    list(training.go())
    with pytest.raises(BadTraining, match="another shape"):
        Training(game, plan(2_000, shape=Shape(16, 0, 16, 1)), tmp_path).resume()
    with pytest.raises(BadTraining, match="is of a training of nim"):
        Training(cardshed.game("thirteen"), plan(2_000), tmp_path).resume()
    (tmp_path / "checkpoint.pt").write_bytes(b"rubbish")
    with pytest.raises(BadTraining, match="no training to go on with"):
        Training(game, plan(2_000), tmp_path).resume()
    with pytest.raises(BadTraining, match="more than no time"):
        Training(game, plan(0, minutes=0.0), tmp_path)


def test_the_same_seed_learns_the_same(tmp_path: Path) -> None:
    """On one machine, lesson for lesson; what two threads play is what one plays."""
    game = cardshed.game(str(NIM))
    found = []
    for threads in (1, 2):
        training = Training(game, plan(2_000, seed=5), tmp_path / str(threads))
        training.hands.threads = threads
        for _ in range(10):
            for _ in range(training.plan.round):
                training.actors.step(training.judge, 0.1)
            training.learner.learn(1e-3)
            training.judge.update(dict(training.model.named_parameters()))
        found.append(training.learner.steady)
    for name, kept in found[0].items():
        assert torch.equal(found[1][name], kept)


def test_the_command(tmp_path: Path) -> None:
    """From the first line to a net that a bot plays with."""
    kept = tmp_path / "kept"
    asked = ["train", str(NIM), "--choices", "3000", "--device", "cpu", "--actors", "64", "--out", str(kept)]
    said = run(*asked)
    assert "opponents beaten" in said and "net.npz" in said
    card = json.loads((kept / CARD).read_text())
    assert card["game"] == "nim" and card["command"].startswith("cardshed") and card["choices"] > 0
    assert "holds a training already" in refused(*asked)
    assert said.splitlines()[1] in run(*asked[:2], "--choices", "6000", *asked[4:], "--resume")
    assert "no device called abacus" in refused("train", str(NIM), "--device", "abacus")
    game = _with_net(kept, tmp_path / "heap")
    match = game.match(seed=1)
    while not match.over:
        seat = match.acting[0]
        match.play(seat, bots.ask(bots.bot("net"), match, seat, 1))


def _with_net(kept: Path, folder: Path) -> Game:
    """The game once more, with what the training made beside its rules."""
    shutil.copytree(NIM, folder)
    for name in (FILE, CARD):
        shutil.copy(kept / name, folder / name)
    return cardshed.game(str(folder))
