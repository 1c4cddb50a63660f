"""The CUDA source of every game compiles to PTX, without a GPU."""

from __future__ import annotations

import os
import types
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

import pytest

import cardshed
from cardshed.engine.chance import SIP_A
from tests.conftest import PROOF

pytestmark = [pytest.mark.compiled, pytest.mark.process, pytest.mark.slow]  # for a GPU all is compiled anew

HOPPER = (9, 0)
HIGHEST = str(Path(__file__).parent.parent / "games" / "highest")


OURS = cardshed.games() if PROOF else ["thirteen", "pyramid"]  # the smallest and one of the largest


@pytest.mark.parametrize("name", [*OURS, HIGHEST], ids=lambda name: Path(name).name)
def test_compiles_to_ptx(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for package in ("numba-cuda", "nvidia-nvvm", "nvidia-cuda-nvrtc"):
        try:
            version(package)
        except PackageNotFoundError:
            if os.environ.get("CI"):
                raise
            pytest.skip(f"compiling for a GPU needs {package}; on Linux pip install -e .[dev] brings it")
    from numba import cuda

    from cardshed.engine.core import cuda as ours

    device = types.SimpleNamespace(compute_capability=HOPPER)
    monkeypatch.setattr(cuda.dispatcher, "get_current_device", lambda: device)
    game = cardshed.game(name)
    ptx, _ = cuda.compile_ptx(ours.thread(game.row, game.code.MOVES), ours.signature(game), cc=HOPPER)
    assert ".target sm_90" in ptx
    assert "popc.b64" in ptx  # bit operations are instructions there too
    assert "malloc" not in ptx  # nothing is allocated on the way
    assert str(int(SIP_A)) not in ptx  # no match there has a key, and to be ready for one costs a tenth of all speed
