"""Where compiled kernels are kept, so that the next process starts in a moment.

Numba's own cache looks only at the file a function stands in. Ours lies in a folder whose name is a hash of all
that could change the compiled code: the sources of the layers that have kernels, the versions of Python, Numba and
NumPy, and the bounds-check mode. Games that lie elsewhere put a hash of their own sources into the type of their row
(row.py).
"""

from __future__ import annotations

import hashlib
import os
import shutil
import sys
import sysconfig
import tempfile
import time
from collections.abc import Mapping
from functools import cache
from importlib.metadata import version
from pathlib import Path
from types import ModuleType

import platformdirs

PACKAGE = Path(__file__).resolve().parents[2]
STANDARD = Path(sysconfig.get_path("stdlib")).resolve()
INSTALLED = {Path(sysconfig.get_path(name)).resolve() for name in ("purelib", "platlib")}
LAYERS = ("engine", "games", "bots", "envs", "lab", "train")  # those that have kernels
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


def sources(folder: Path, namespace: Mapping[str, object]) -> str:
    """A short hash of all sources below a folder and of the modules elsewhere that a namespace reaches.

    Libraries are left out; data files that rules read are not seen.
    """
    digest = hashlib.sha256(fingerprint(folder).encode())
    for path in sorted(_reached(namespace, folder, set())):
        digest.update(path.read_bytes())
    return digest.hexdigest()[:12]


def _reached(namespace: Mapping[str, object], folder: Path, seen: set[Path]) -> set[Path]:
    for thing in list(namespace.values()):
        name = thing.__name__ if isinstance(thing, ModuleType) else getattr(thing, "__module__", None)
        module = sys.modules.get(name) if isinstance(name, str) else None
        file = getattr(module, "__file__", None)
        if module is None or not file or not str(file).endswith(".py"):
            continue
        path = Path(file).resolve()
        if path not in seen and not path.is_relative_to(PACKAGE) and not _is_library(path, folder):
            seen.add(path)
            _reached(vars(module), folder, seen)
    return seen


def _is_library(path: Path, folder: Path) -> bool:
    """Whether a source belongs to Python or to an installed package other than the folder's own."""
    for place in INSTALLED:
        if path.is_relative_to(place):
            own = folder.relative_to(place).parts[:1] if folder.is_relative_to(place) else ()
            return path.relative_to(place).parts[:1] != own
    return path.is_relative_to(STANDARD)


def root() -> Path:
    """The folder that holds one folder per state of the sources."""
    return Path(os.environ.get("CARDSHED_CACHE") or platformdirs.user_cache_dir("cardshed", appauthor=False))


@cache
def folder() -> Path | None:
    """The folder for exactly this package, this Numba, this NumPy and this mode; None if it cannot be written."""
    what = [
        *(fingerprint(PACKAGE / layer) for layer in LAYERS),
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
        with tempfile.TemporaryFile(dir=here):
            return here
    except OSError:
        return None


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
