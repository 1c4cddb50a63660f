"""The CUDA source of watching compiles to PTX for every game, without a GPU; without one it says so."""

from __future__ import annotations

import types

import pytest

import cardshed
from cardshed import lab
from cardshed.engine.errors import BadOption, NoDevice
from tests.conftest import PROOF
from tests.engine.test_cuda import HOPPER

pytestmark = pytest.mark.compiled


@pytest.mark.parametrize("name", cardshed.games() if PROOF else ["thirteen"])
def test_watching_compiles_to_ptx(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    cuda = pytest.importorskip("numba.cuda", reason="compiling for a GPU needs numba-cuda; pip install -e .[dev]")
    from cardshed.lab import cuda as ours

    device = types.SimpleNamespace(compute_capability=HOPPER)
    monkeypatch.setattr(cuda.dispatcher, "get_current_device", lambda: device)
    game = cardshed.game(name)
    thread = ours.thread(game.row, game.code.MOVES, max(64, game.longest))
    ptx, _ = cuda.compile_ptx(thread, ours.signature(game), cc=HOPPER)
    assert ".target sm_90" in ptx and "malloc" not in ptx


def test_wrong_devices_are_refused() -> None:
    with pytest.raises(BadOption, match="random, greedy"):
        lab.play("thirteen", 4, bots="easy", device="cuda")
    with pytest.raises(BadOption, match="abacus"):
        lab.play("thirteen", 4, device="abacus")
    with pytest.raises(NoDevice):
        lab.play("thirteen", 1000, device="cuda")
