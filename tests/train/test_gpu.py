"""What actors do compiles to PTX, without a GPU."""

from __future__ import annotations

import types

import pytest

import cardshed
from tests.conftest import PROOF
from tests.engine.test_cuda import HOPPER

pytestmark = [pytest.mark.compiled, pytest.mark.process, pytest.mark.slow]  # for a GPU all is compiled anew


@pytest.mark.parametrize("name", cardshed.games() if PROOF else ["thirteen"])
def test_actors_compile_to_ptx(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    cuda = pytest.importorskip("numba.cuda", reason="compiling for a GPU needs numba-cuda; pip install -e .[dev]")
    from cardshed.train import gpu

    device = types.SimpleNamespace(compute_capability=HOPPER)
    monkeypatch.setattr(cuda.dispatcher, "get_current_device", lambda: device)
    game = cardshed.game(name)
    for thread, signature in zip(gpu.threads_of(game), gpu.signatures(game), strict=True):
        ptx, _ = cuda.compile_ptx(thread, signature, cc=HOPPER)
        assert ".target sm_90" in ptx and "malloc" not in ptx
