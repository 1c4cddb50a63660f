"""Running Python anew, for what only another process can show."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


def environment(**more: str) -> dict[str, str]:
    kept = {name: value for name, value in os.environ.items() if not name.startswith("NUMBA_")}
    return kept | {"PYTHONPATH": os.pathsep.join([str(ROOT / "src"), str(ROOT)])} | more


def python(source: str, *, check: bool = True, **more: str) -> subprocess.CompletedProcess[str]:
    """Run some lines of Python in a process of their own."""
    done = subprocess.run(
        [sys.executable, "-c", source], env=environment(**more), capture_output=True, text=True, timeout=300
    )
    assert not check or done.returncode == 0, done.stderr
    return done
