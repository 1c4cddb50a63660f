"""Where compiled kernels are kept, so that the next process starts in a moment.

Numba's own cache looks only at the file a function stands in. Ours lies in a folder whose name is a hash of all
that could change the compiled code: the package's sources, the versions of Python, Numba and NumPy, and the
bounds-check mode. Games that lie elsewhere put a hash of their own sources into the type of their row (row.py).
"""

from __future__ import annotations

import hashlib
import os
import shutil
import sys
import time
from functools import cache
from importlib.metadata import version
from pathlib import Path

import platformdirs

PACKAGE = Path(__file__).resolve().parent.parent
DAYS_KEPT = 30
_DAY = 24 * 60 * 60


@cache
def fingerprint(folder: Path) -> str:
    """A short hash of all Python sources below a folder."""
    digest = hashlib.sha256()
    for path in sorted(folder.rglob("*.py")):
        digest.update(str(path.relative_to(folder)).encode())
        digest.update(hashlib.sha256(path.read_bytes()).digest())
    return digest.hexdigest()[:12]


def root() -> Path:
    """The folder that holds one folder per state of the sources."""
    return Path(os.environ.get("CARDSHED_CACHE") or platformdirs.user_cache_dir("cardshed", appauthor=False))


@cache
def folder() -> Path:
    """The folder for exactly this package, this Numba, this NumPy and this mode."""
    what = [
        fingerprint(PACKAGE),
        sys.version,
        version("numba"),
        version("numpy"),
        f"boundscheck={os.environ.get('NUMBA_BOUNDSCHECK', '')}",
    ]
    here = root() / ("kernels-" + hashlib.sha256("\n".join(what).encode()).hexdigest()[:16])
    try:
        here.mkdir(parents=True, exist_ok=True)
        _mark_used(here)
        clear_unused(here.parent)
    except OSError:
        pass  # a cache that cannot be written costs time, not function
    return here


def clear_unused(parent: Path, days: float = DAYS_KEPT) -> None:
    """Remove the kernel folders that no process has opened for so many days."""
    for other in parent.glob("kernels-*"):
        mark = other / "used"
        age = time.time() - (mark if mark.exists() else other).stat().st_mtime
        if age > days * _DAY:
            shutil.rmtree(other, ignore_errors=True)


def _mark_used(here: Path) -> None:
    mark = here / "used"
    if not mark.exists() or time.time() - mark.stat().st_mtime > _DAY:
        mark.touch()
