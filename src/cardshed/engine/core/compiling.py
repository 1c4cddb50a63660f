"""All of Numba that we use and that it does not promise, in one place. Each piece has a slower way that is right
without it: kernels would be compiled more often, by each process for itself, and nobody would be told.
"""

from __future__ import annotations

import hashlib
import os
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from contextvars import ContextVar
from pathlib import Path
from typing import Any

from numba import types
from numba.core.caching import CompileResultCacheImpl, FunctionCache, NullCache, _Cache, _CacheLocator

from cardshed.engine.core import cache

try:
    import fcntl
except ImportError:  # there two processes may compile the same kernel at once
    fcntl = None  # type: ignore[assignment]

LOG = "CARDSHED_COMPILED"  # names a file that gets a line for each kernel that is compiled, for tests
LOCK_WAIT_S = 300.0  # that one process waits for another's kernel before it compiles its own

# --- names -----------------------------------------------------------------------------------------


def name_records_by_content() -> None:
    """Numba names compiled functions after their argument types, and a record by a number that is counted up anew in
    every process. Kernels of two games, cached by different processes, could then carry the same names, and a process
    that loads both would run one game's rules on the other's rows. So a record is named by what it is."""
    types.Record.mangling_args = property(
        lambda record: ("Record", (hashlib.sha256(record.name.encode()).hexdigest()[:16],))
    )


def call_with_wide_numbers(compiled: Any) -> None:
    """Let other kernels call this one with int64 for whole numbers of any width.

    Numba would compile it anew for each width, and for each constant that it is called with: a third of all compiling.
    """
    as_they_come = compiled.get_call_template
    compiled.get_call_template = lambda arguments, named: as_they_come(
        tuple(_wide(a) for a in arguments), {name: _wide(a) for name, a in dict(named).items()}
    )


def _wide(argument: types.Type) -> types.Type:
    plain = types.unliteral(argument)
    return types.int64 if isinstance(plain, types.Integer) and plain.signed else plain


# --- what is compiled now --------------------------------------------------------------------------


class Work:
    """What Numba is compiling in this process: told to who waits, never when it only loads."""

    def __init__(self) -> None:
        self.kernels = 0  # compiled so far
        self.depth = 0  # kernels are compiled within each other
        self.seconds = 0.0
        self.since = 0.0

    @property
    def spent(self) -> float:
        """Seconds of compiling, or of waiting for another process that compiles the same."""
        return self.seconds + (time.monotonic() - self.since if self.depth else 0.0)

    @contextmanager
    def going_on(self) -> Iterator[None]:
        if self.depth == 0:
            self.since = time.monotonic()
        self.depth += 1
        try:
            yield
        finally:
            self.depth -= 1
            if self.depth == 0:
                self.seconds += time.monotonic() - self.since


work = Work()
only_loading = ContextVar("only_loading", default=False)  # what is not kept on disk is an error

# --- kept on disk ----------------------------------------------------------------------------------


class _Locator(_CacheLocator):  # type: ignore[misc]  # Numba has no types
    """The folder of a kernel's module. Its name holds all that the kernel depends on, so there is no other stamp."""

    def __init__(self, function: Any, folder: Path) -> None:
        self._py_file = function.__code__.co_filename
        self.line = function.__code__.co_firstlineno
        self.folder = folder

    def get_cache_path(self) -> str:
        return str(self.folder)

    def get_source_stamp(self) -> str:
        return ""

    def get_disambiguator(self) -> str:
        return str(self.line)


def _file_cache(function: Any, folder: Path) -> Any:
    """Numba's cache of one function, in this folder."""

    class Locator(_Locator):
        @classmethod
        def from_function(cls, py_func: Any, py_file: str) -> _Locator:
            return cls(py_func, folder)

    class Impl(CompileResultCacheImpl):  # type: ignore[misc]
        _locator_classes = (Locator,)

    class Files(FunctionCache):  # type: ignore[misc]
        _impl_class = Impl

    return Files(function)


class KernelCache(_Cache):  # type: ignore[misc]
    """Kernels of one function on disk. What two processes need at the same time is compiled by one of them."""

    def __init__(self, function: Any) -> None:
        self.function = function
        self.files: Any = None  # found when it is first needed
        self.held: dict[Any, ExitStack] = {}  # by signature: a lock, as long as this process compiles it

    def _opened(self) -> Any:
        if self.files is None:
            folder = cache.folder(Path(self.function.__code__.co_filename).resolve())
            self.files = NullCache() if folder is None else _file_cache(self.function, folder)
        return self.files

    @property
    def cache_path(self) -> Any:
        return self._opened().cache_path

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        files = self._opened()
        found = files.load_overload(sig, target_context)
        if found is None:
            if only_loading.get():
                raise LookupError(f"{self.function.__qualname__} is not kept")
            held = self.held[sig] = ExitStack()
            held.enter_context(work.going_on())
            waited = held.enter_context(self._locked(str(sig)))
            found = files.load_overload(sig, target_context) if waited else None
            if found is None:
                work.kernels += 1
                self._log(sig)
            else:
                self.release(sig)
        return found

    def save_overload(self, sig: Any, data: Any) -> None:
        with self._locked(""):  # two that are saved at once would forget one another
            self._opened().save_overload(sig, data)

    def release(self, sig: Any) -> None:
        if sig in self.held:
            self.held.pop(sig).close()

    def enable(self) -> None:
        self._opened().enable()

    def disable(self) -> None:
        self._opened().disable()

    def flush(self) -> None:
        self._opened().flush()

    def _locked(self, what: str) -> Any:
        path = self.cache_path
        named = f"{self.function.__module__}.{self.function.__qualname__} {what}"
        return locked(path and Path(path) / f"{hashlib.sha256(named.encode()).hexdigest()[:20]}.lock")

    def _log(self, sig: Any) -> None:
        if file := os.environ.get(LOG):
            with open(file, "a", encoding="utf-8") as log:
                log.write(f"{os.getpid()} {self.function.__module__}.{self.function.__qualname__} {sig}\n")


@contextmanager
def locked(path: Path | None) -> Iterator[bool]:
    """Alone with a file, among all processes; whether another one had it first. Where files cannot be locked, or
    another process takes too long, we go on."""
    if path is None or fcntl is None:
        yield True
        return
    begun, waited, handle = time.monotonic(), False, -1
    try:
        while True:
            handle = os.open(path, os.O_CREAT | os.O_RDWR, 0o600)
            while not _try_to_lock(handle) and time.monotonic() - begun < LOCK_WAIT_S:
                waited = True
                time.sleep(0.02)
            if os.fstat(handle).st_nlink:  # else the other one was done, and took the file away
                break
            os.close(handle)
            waited = True
    except OSError:
        yield True
        return
    try:
        yield waited
    finally:
        path.unlink(missing_ok=True)
        os.close(handle)


def _try_to_lock(handle: int) -> bool:
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


def keep(compiled: Any) -> None:
    """Keep what is compiled of a function on disk."""
    kept = compiled._cache = KernelCache(compiled.py_func)
    compile_it: Callable[[Any], Any] = compiled.compile

    def compile_and_release(sig: Any) -> Any:
        try:
            return compile_it(sig)
        finally:
            kept.release(sig)

    compiled.compile = compile_and_release
