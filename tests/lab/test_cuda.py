"""Watching compiles to PTX for every game, without a GPU; a GPU counts the same as cores; without one it says so."""

from __future__ import annotations

import types

import numpy as np
import pytest

import cardshed
from cardshed import lab
from cardshed.bots.net import net_of
from cardshed.engine.errors import BadOption, NoDevice
from cardshed.lab.plan import make_plan
from cardshed.lab.playing import watch
from tests.conftest import PROOF
from tests.engine.test_cuda import HOPPER

pytestmark = [pytest.mark.compiled, pytest.mark.process, pytest.mark.slow]  # for a GPU all is compiled anew
WITH_NETS = [name for name in cardshed.games() if net_of(cardshed.game(name))]


@pytest.mark.parametrize("name", cardshed.games() if PROOF else ["thirteen"])
def test_watching_compiles_to_ptx(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    cuda = pytest.importorskip("numba.cuda", reason="compiling for a GPU needs numba-cuda; pip install -e .[dev]")
    from cardshed.lab import cuda as ours

    device = types.SimpleNamespace(compute_capability=HOPPER)
    monkeypatch.setattr(cuda.dispatcher, "get_current_device", lambda: device)
    game = cardshed.game(name)
    thread = ours.thread(game.row, game.code.MOVES, ours.noted_at_once(game))
    ptx, _ = cuda.compile_ptx(thread, ours.signature(game), cc=HOPPER)
    assert ".target sm_90" in ptx and "malloc" not in ptx
    assert "fma.rn.f32" not in ptx  # without nets nothing of them is compiled


@pytest.mark.parametrize("name", WITH_NETS if PROOF else ["thirteen"])
def test_nets_compile_to_ptx(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    cuda = pytest.importorskip("numba.cuda", reason="compiling for a GPU needs numba-cuda; pip install -e .[dev]")
    from cardshed.lab import cuda as ours

    device = types.SimpleNamespace(compute_capability=HOPPER)
    monkeypatch.setattr(cuda.dispatcher, "get_current_device", lambda: device)
    game = cardshed.game(name)
    net = net_of(game)
    assert net is not None
    thread = ours.thread_with_net(game.row, game.code.MOVES, ours.noted_at_once(game), net)
    ptx, _ = cuda.compile_ptx(thread, ours.signature(game, net), cc=HOPPER)
    assert ".target sm_90" in ptx and "malloc" not in ptx and "fma.rn.f32" in ptx
    assert "mul.f32" not in ptx  # every product is rounded as on cores, whatever is added to it


@pytest.mark.parametrize("name", WITH_NETS)
def test_nets_on_a_gpu_play_the_same(name: str) -> None:
    cuda = pytest.importorskip("numba.cuda", reason="playing on a GPU needs numba-cuda; pip install -e .[gpu]")
    if not cuda.is_available():
        pytest.skip("there is no NVIDIA GPU here")
    games = 2_000 if name == "thirteen" else 100
    plan = make_plan(cardshed.game(name), games, bots="net", seed=5)
    here, there = watch(plan, 0, games), watch(plan, 0, games, device="cuda")
    for column in ("counts", "tallies", "users", "played", "points", "payoff"):
        assert np.array_equal(getattr(here, column), getattr(there, column)), column


def test_wrong_devices_are_refused() -> None:
    with pytest.raises(BadOption, match="random, greedy, net"):
        lab.play("thirteen", 4, bots="easy", device="cuda")
    with pytest.raises(BadOption, match="abacus"):
        lab.play("thirteen", 4, device="abacus")


def test_without_a_gpu_it_says_so() -> None:
    cuda = pytest.importorskip("numba.cuda", reason="playing on a GPU needs numba-cuda; pip install -e .[gpu]")
    if cuda.is_available():
        pytest.skip("there is an NVIDIA GPU here")
    with pytest.raises(NoDevice):
        lab.play("thirteen", 1000, device="cuda")
    with pytest.raises(NoDevice):
        lab.play("thirteen", 1000, bots="net", device="cuda")
