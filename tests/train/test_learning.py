"""A net learns from nothing what is known to be best, and a training can be stopped, gone on with and looked at."""

from __future__ import annotations

import json
import os
import shutil
import signal
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import cardshed
from cardshed import bots
from cardshed.bots.net import CARD, FILE, load, slate, weigh
from cardshed.cli.train import device_for
from cardshed.engine.core.playout import POLICIES
from cardshed.engine.errors import NoDevice
from cardshed.engine.matches.game import Game
from tests.processes import started
from tests.test_cli import refused, run

torch = pytest.importorskip("torch", reason="there is no PyTorch: pip install 'cardshed[train]'")

from cardshed.train.errors import BadTraining  # noqa: E402
from cardshed.train.folder import CHECKPOINT, CURVE, LOG  # noqa: E402
from cardshed.train.model import Shape  # noqa: E402
from cardshed.train.plan import ON_GPU, Plan  # noqa: E402
from cardshed.train.run import Training  # noqa: E402
from cardshed.train.selfplay import Actors, hands_for  # noqa: E402
from cardshed.train.tables import Tables  # noqa: E402

pytestmark = [pytest.mark.compiled, pytest.mark.torch]

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
    before = Training(game, plan(4_000, seed=5), tmp_path)
    before.commands.append("begun")
    told = list(before.go())
    again = Training(game, plan(8_000), tmp_path, resume=True)
    assert again.plan.seed == 5 and again.actors.seed != before.actors.seed
    assert again.log == told and again.choices == before.choices and again.seconds == before.seconds
    for name, kept in before.learner.steady.items():
        assert torch.equal(again.learner.steady[name], kept)
    again.commands.append("gone on")
    more = list(again.go())
    assert (
        more[-1].choices > told[-1].choices and more[-1].games > told[-1].games and more[-1].minutes > told[-1].minutes
    )
    log = json.loads((tmp_path / LOG).read_text())
    assert len(log["log"]) == len(told) + len(more) and "polyline" in (tmp_path / CURVE).read_text()
    card = again.write_card("today", "a device")
    assert (card["seed"], card["command"]) == (5, "begun; gone on")
    assert list(Training(game, plan(8_000), tmp_path, resume=True).go()) == []  # it has come to its end


def test_how_fast_it_learns_falls_after_going_on_too(tmp_path: Path) -> None:
    """Weights move by as much as they are told to, not as the checkpoint's last lesson was."""
    game = cardshed.game(str(NIM))
    list(Training(game, plan(2_000), tmp_path).go())
    again = Training(game, plan(4_000), tmp_path, resume=True)
    for _ in range(40):
        again.actors.step(again.judge)
    before = {name: one.detach().clone() for name, one in again.model.named_parameters()}
    learnt, _ = again.learner.learn(0.0)
    assert learnt and all(torch.equal(one, before[name]) for name, one in again.model.named_parameters())


def test_what_cannot_be_gone_on_with_is_refused(tmp_path: Path) -> None:
    game = cardshed.game(str(NIM))
    with pytest.raises(BadTraining, match="no training to go on with"):
        Training(game, plan(2_000), tmp_path, resume=True)
    list(Training(game, plan(2_000), tmp_path).go())
    with pytest.raises(BadTraining, match="another shape"):
        Training(game, plan(2_000, shape=Shape(16, 0, 16, 1)), tmp_path, resume=True)
    with pytest.raises(BadTraining, match="is of a training of nim"):
        Training(cardshed.game("thirteen"), plan(2_000), tmp_path, resume=True)
    state = torch.load(tmp_path / CHECKPOINT, weights_only=True)
    state["ranges"]["seen"] = [one[1:] for one in state["ranges"]["seen"]]  # as if the rules had told less then
    torch.save(state, tmp_path / CHECKPOINT)
    with pytest.raises(BadTraining, match="or of older rules"):
        Training(game, plan(2_000), tmp_path, resume=True)
    torch.save({"game": "nim"}, tmp_path / CHECKPOINT)
    with pytest.raises(BadTraining, match="it lacks choices, commands"):
        Training(game, plan(2_000), tmp_path, resume=True)
    (tmp_path / CHECKPOINT).write_bytes(b"rubbish")
    with pytest.raises(BadTraining, match="no training to go on with"):
        Training(game, plan(2_000), tmp_path, resume=True)


@pytest.mark.parametrize("how", [{"minutes": 0.0}, {"minutes": float("nan")}, {"every": float("inf")}])
def test_times_are_times(how: dict[str, Any]) -> None:
    with pytest.raises(BadTraining, match=r"some (minutes|seconds)"):
        Plan(**how)


def test_a_few_games_side_by_side_are_learnt_from_too(tmp_path: Path) -> None:
    *_, last = Training(cardshed.game(str(NIM)), Plan(choices=300, actors=1, tables=4, examined=64), tmp_path).go()
    assert last.loss > 0


def test_a_gpu_gets_as_many_games_as_it_can_hold() -> None:
    """By what a choice is in Rummy, which tells most; a plan that says a number means it."""
    game, gigabyte = cardshed.game("rummy"), 10**9
    held = {memory: Plan(device="cuda").whole(game, memory * gigabyte).actors for memory in (140, 24, 8)}
    assert held[140] == ON_GPU["actors"] and held[24] == held[140] // 4 and held[8] == held[24] // 4
    assert Plan(device="cuda", actors=50_000).whole(game, gigabyte).actors == 50_000


@pytest.mark.parametrize("heap", [1, 2])
def test_where_nothing_is_ever_left_to_choose_it_is_refused(heap: int) -> None:
    """A heap of one stone is no game. Of two a greedy player who begins takes both, and another table is asked for."""
    game = cardshed.game(str(NIM))
    tables = Tables(game.blank(2, 0, {"heap": heap}), np.ones(1))
    actors = Actors(hands_for("cpu", game, tables, 8), 1, 1, others=POLICIES["greedy"])
    if heap > 1:
        assert actors.step(None, 1.0) == 8
        return
    with pytest.raises(BadTraining, match="nothing to choose"):
        actors.step(None, 1.0)


def test_what_cannot_be_kept_costs_nothing_that_was(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    training = Training(cardshed.game(str(NIM)), plan(2_000), tmp_path)
    list(training.go())
    before = {file.name: file.read_bytes() for file in tmp_path.iterdir()}

    def full(state: object, file: Path) -> None:
        file.write_bytes(b"half")
        raise RuntimeError("unexpected pos 64 vs 0")

    monkeypatch.setattr("torch.save", full)
    with pytest.raises(BadTraining, match=r"could not be written: unexpected pos.*--resume"):
        training.keep()
    assert {file.name: file.read_bytes() for file in tmp_path.iterdir()} == before


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
    assert "began with seed 0" in refused(*asked, "--seed", "7", "--resume")
    assert "no device called abacus" in refused("train", str(NIM), "--device", "abacus")
    nothing = tmp_path / "nothing"
    assert "some minutes" in refused("train", str(NIM), "--minutes", "nan", "--out", str(nothing))
    assert not nothing.exists()
    file = tmp_path / "file"
    file.touch()
    assert "Nothing can be kept in" in refused(*asked[:-1], str(file))
    game = _with_net(kept, tmp_path / "heap")
    match = game.match(seed=1)
    while not match.over:
        seat = match.acting[0]
        match.play(seat, bots.ask(bots.bot("net"), match, seat, 1))


@pytest.mark.process
def test_ctrl_c_at_any_time_keeps_what_there_is(tmp_path: Path) -> None:
    """In the first examination, and while it learns; then it is gone on with to its end."""
    asked = ["train", str(NIM), "--every", "1", "--device", "cpu", "--out", str(tmp_path / "kept")]
    for lines, more in ((1, ["--minutes", "5"]), (3, ["--minutes", "5", "--resume"])):
        with started(*asked, *more) as process:
            assert process.stdout is not None
            for _ in range(lines):
                assert process.stdout.readline()
            for _ in range(2):
                os.killpg(process.pid, signal.SIGINT)
            said, wrong = process.communicate(timeout=60)
        assert process.returncode == 130 and "this goes on: cardshed train" in wrong, said
    assert "opponents beaten" in run(*asked, "--choices", "1", "--resume")


def test_a_gpu_that_only_torch_can_use_is_left_alone(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def none(games: int) -> int:
        raise NoDevice("engine.device.none", why="there is no numba-cuda")

    monkeypatch.setattr("torch.cuda.is_available", lambda: True)
    monkeypatch.setattr("cardshed.engine.core.cuda.threads_for", none)
    assert device_for("auto") == "cpu" and "no numba-cuda" in capsys.readouterr().err
    with pytest.raises(NoDevice):
        device_for("cuda")
    assert device_for("cpu") == "cpu"


def _with_net(kept: Path, folder: Path) -> Game:
    """The game once more, with what the training made beside its rules."""
    shutil.copytree(NIM, folder)
    for name in (FILE, CARD):
        shutil.copy(kept / name, folder / name)
    card = folder / CARD
    card.write_text(card.read_text().replace('"game": "nim"', f'"game": "{folder.name}"'))
    return cardshed.game(str(folder))
