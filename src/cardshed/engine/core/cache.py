"""Where compiled kernels are kept, so that the next process starts in a moment.

Numba's own cache looks only at the file a function stands in. Ours is keyed by what compiling a kernel can reach: its
module and all modules that this one imports, directly or not, whether they hold kernels or not; of installed packages
the versions. Where a module makes up names of modules as it runs, all that lies beside it counts. Each module that has
kernels has a folder here, whose name holds a hash of the sources of that closure, of the versions of Python, Numba,
llvmlite and NumPy, and of the bounds-check mode. A game's rules are reached by the type of the row and not by import,
so the type carries the hash of their closure (row.py). Words, views and other games are imported by no rules, and
compile nothing when they change.
"""

from __future__ import annotations

import ast
import hashlib
import importlib.util
import os
import shutil
import sys
import sysconfig
import tempfile
import time
from collections.abc import Iterable, Iterator
from functools import cache
from importlib.metadata import version
from pathlib import Path

import platformdirs

PACKAGE = Path(__file__).resolve().parents[2]
INSTALLED = {Path(sysconfig.get_path(name)).resolve() for name in ("purelib", "platlib")}
VERSIONS = ("numba", "llvmlite", "numpy")  # are in every key
APART = {*VERSIONS, "platformdirs"}  # the last says where kernels lie, and is in none
REACHED = ("rules.py", "tallies.py")  # of a game, by the type of its rows
DAYS_KEPT = 30
_DAY = 24 * 60 * 60

# --- what compiling can reach ----------------------------------------------------------------------


@cache
def fingerprint(folder: Path) -> str:
    """A short hash of all Python sources and catalogues below a folder."""
    digest = hashlib.sha256()
    for path in sorted([*folder.rglob("*.py"), *folder.glob("messages/*.json")]):
        digest.update(str(path.relative_to(folder)).encode())
        digest.update(hashlib.sha256(path.read_bytes()).digest())
    return digest.hexdigest()[:12]


def sources(paths: Iterable[Path]) -> str:
    """A short hash of some modules and of all that they import; files that modules read as data are not seen."""
    digest = hashlib.sha256()
    for path in sorted(closure(paths)):
        digest.update(path.name.encode())
        digest.update(hashlib.sha256(path.read_bytes()).digest())
    return digest.hexdigest()[:12]


def rules_of(folder: Path) -> str:
    """A short hash of all that kernels can reach of the game in a folder."""
    return sources(path for name in REACHED if (path := folder / name).is_file())


def closure(paths: Iterable[Path]) -> set[Path]:
    """Some modules, and all that they import, directly or not. For an installed package of somebody else stands the
    list that it was installed with, which tells its version and the hash of each file."""
    found: set[Path] = set()
    left = [path.resolve() for path in paths]
    while left:
        path = left.pop()
        if path not in found:
            found.add(path)
            left += _imported(path)
    return found


@cache
def _imported(path: Path) -> list[Path]:
    """The modules that a module imports, wherever in it; not those that it imports for its types alone. Where names may
    be made up as it runs, all that lies beside it too."""
    if path.suffix != ".py":
        return []
    try:
        tree = ast.parse(path.read_bytes(), str(path))
    except (OSError, SyntaxError):  # importing it says so
        return []
    names = [name for node in _running(tree.body) for name in _names(node)]
    beside = []
    if not path.is_relative_to(PACKAGE):  # we know what ours import
        names += [(0, package) for level, name in names if not level for package in _packages(name)]
        by_name = any(isinstance(node, ast.Name) and node.id == "__import__" for node in ast.walk(tree))
        if by_name or any(not level and name.split(".")[0] == "importlib" for level, name in names):
            beside = _beside(path)
    found = (module for level, name in names for module in _sources(level, name, path))
    return list(dict.fromkeys([*found, *beside]))


def _packages(name: str) -> list[str]:
    """The packages that a module lies in, whose own sources run before it; ours only name what is in them."""
    words = name.split(".")
    return [] if words[0] == PACKAGE.name else [".".join(words[:n]) for n in range(1, len(words))]


def _beside(path: Path) -> list[Path]:
    """All modules of the package or game that a module belongs to, else of its folder."""
    folder = path.parent
    while (folder.parent / "__init__.py").is_file():
        folder = folder.parent
    whole = any((folder / name).is_file() for name in ("__init__.py", "rules.py"))
    return sorted(folder.rglob("*.py") if whole else folder.glob("*.py"))


def _running(body: Iterable[ast.AST]) -> Iterator[ast.AST]:
    """All statements but those that only a type checker sees."""
    for node in body:
        if isinstance(node, ast.Import | ast.ImportFrom):
            yield node
        elif isinstance(node, ast.If) and _is_for_types(node.test):
            yield from _running(node.orelse)
        else:
            for part in ("body", "orelse", "handlers", "finalbody", "cases"):
                inner = getattr(node, part, ())
                if isinstance(inner, list):
                    yield from _running(inner)


def _is_for_types(test: ast.expr) -> bool:
    return "TYPE_CHECKING" in (getattr(test, "id", ""), getattr(test, "attr", ""))


def _names(node: ast.AST) -> Iterator[tuple[int, str]]:
    """What an import may name: modules, by the dots before them. `from a import b` may mean the module a.b."""
    if isinstance(node, ast.Import):
        yield from ((0, name.name) for name in node.names)
    elif isinstance(node, ast.ImportFrom):
        base = node.module or ""
        yield node.level, base
        yield from ((node.level, f"{base}.{name.name}".strip(".")) for name in node.names)


def _sources(level: int, name: str, importer: Path) -> list[Path]:
    """What stands for a module that another one imports: its file, or the lists of the package that it came with."""
    first, *_ = name.split(".")
    if level:
        file = _file(importer.parents[level - 1], name)
    elif first == PACKAGE.name:
        file = _file(PACKAGE.parent, name)
    elif first in APART or first in sys.stdlib_module_names or first in sys.builtin_module_names:
        file = None
    else:
        file = _origin(name)
        for place in INSTALLED:
            if file and file.is_relative_to(place) and not importer.is_relative_to(place / first):
                return _lists(place, first) or [file]
    return [file] if file else []


def _origin(name: str) -> Path | None:
    """The file that a module is loaded from, source or compiled."""
    module = sys.modules.get(name)
    origin = getattr(module, "__file__", None)
    if origin is None and module is None:
        try:
            spec = importlib.util.find_spec(name)
        except (ImportError, AttributeError, ValueError):  # no module, but a name in one
            return None
        origin = spec.origin if spec and spec.has_location else None
    return Path(origin).resolve() if origin else None


@cache
def _lists(place: Path, first: str) -> list[Path]:
    """What was installed under a first name: the lists of files, with their hashes."""
    starts = f"\n{first}/", f"\n{first}."
    told = {path: "\n" + path.read_text(encoding="utf-8") for path in place.glob("*.dist-info/RECORD")}
    return sorted(path for path, text in told.items() if any(start in text for start in starts))


def _file(base: Path, name: str) -> Path | None:
    place = base.joinpath(*name.split(".")) if name else base
    return next((path for path in (place.with_suffix(".py"), place / "__init__.py") if path.is_file()), None)


# --- where it is kept ------------------------------------------------------------------------------


def root() -> Path:
    """The folder that holds one folder per module and state of the sources."""
    return Path(os.environ.get("CARDSHED_CACHE") or platformdirs.user_cache_dir("cardshed", appauthor=False))


@cache
def folder(module: Path) -> Path | None:
    """The folder of a module's kernels, for exactly these sources, versions and this mode; None if it cannot be
    written."""
    if not module.is_file():  # typed at a prompt
        return None
    mode = f"boundscheck={os.environ.get('NUMBA_BOUNDSCHECK', '')}"
    what = [sources([module]), sys.version, *map(version, VERSIONS), mode]
    digest = hashlib.sha256("\n".join(what).encode()).hexdigest()[:16]
    if not _can_be_written(root()):
        return None
    here = root() / f"kernels-{module.parent.name}-{module.stem}-{digest}"
    try:
        here.mkdir(exist_ok=True)
        _mark_used(here)
    except OSError:
        return None
    return here


@cache
def _can_be_written(here: Path) -> bool:
    try:
        here.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=here):
            clear_unused(here)
            return True
    except OSError:
        return False


def clear_unused(parent: Path, days: float = DAYS_KEPT) -> None:
    """Remove the kernel folders that no process has opened for so many days."""
    for other in parent.glob("kernels-*"):
        mark = other / "used"
        age = time.time() - (mark if mark.exists() else other).stat().st_mtime
        if age > days * _DAY:
            shutil.rmtree(other, ignore_errors=True)


def empty() -> None:
    """Remove all kernels; they are compiled again when they are needed."""
    for kept in root().glob("kernels-*"):
        shutil.rmtree(kept, ignore_errors=True)


def size() -> tuple[int, int]:
    """How many folders of kernels there are, and the bytes in them."""
    kept = list(root().glob("kernels-*"))
    return len(kept), sum(file.stat().st_size for folder in kept for file in folder.rglob("*") if file.is_file())


def _mark_used(here: Path) -> None:
    mark = here / "used"
    if not mark.exists() or time.time() - mark.stat().st_mtime > _DAY:
        mark.touch()
