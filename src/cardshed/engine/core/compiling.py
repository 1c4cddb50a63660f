"""All of Numba that we use and that it does not promise, in one place. Each piece has a slower way that is right
without it: kernels would count references and be compiled for longer, by each process for itself, and nobody be told.
"""

from __future__ import annotations

import functools
import hashlib
import importlib.util
import os
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from contextvars import ContextVar
from pathlib import Path
from typing import Any

import llvmlite.binding as llvm
from numba import types
from numba.core.caching import CompileResultCacheImpl, FunctionCache, NullCache, _Cache, _CacheLocator
from numba.core.codegen import JITCodeLibrary, JITCPUCodegen, RuntimeLinker
from numba.core.compiler_lock import global_compiler_lock
from numba.core.errors import UnsupportedError
from numba.core.registry import cpu_target
from numba.core.target_extension import current_target

from cardshed.engine.core import cache

try:
    import fcntl
except ImportError:  # there two processes may compile the same kernel at once
    fcntl = None  # type: ignore[assignment]

LOG = "CARDSHED_COMPILED"  # names a file that gets a line for each kernel that is compiled, for tests
LOCK_WAIT_S = 300.0  # that one process waits for another's kernel before it compiles its own

# --- what is brought in ----------------------------------------------------------------------------


@functools.cache
def leave_scipy_out() -> None:
    """Numba finds out whether there is SciPy's linear algebra by importing it: a quarter of a second, in each process
    that loads a kernel. Here it is only looked whether SciPy is installed; others' kernels that use it import it."""
    linear: Any = importlib.import_module("numba.np.linalg")
    usual, linear.ensure_blas = linear.ensure_blas, _find_scipy
    try:
        importlib.import_module("numba.np.arraymath")
    finally:
        linear.ensure_blas = usual


def _find_scipy() -> None:
    if importlib.util.find_spec("scipy") is None:
        raise ImportError


# --- what is compiled ------------------------------------------------------------------------------

# Kernels allocate nothing, so nobody need count who refers to an array: a third of all time. Without the option Numba
# does, and all comes out the same.
COUNT_NO_REFERENCES = {"_nrt": False} if hasattr(cpu_target.options, "_nrt") else {}


def for_gpu() -> bool:
    """Whether it is for a GPU that Numba compiles now."""
    return bool(current_target() == "cuda")


# --- names -----------------------------------------------------------------------------------------


def name_records_by_content() -> None:
    """Numba names compiled functions after their argument types, and a record by a number that is counted up anew in
    every process. Kernels of two games, cached by different processes, could then carry the same names, and a process
    that loads both would run one game's rules on the other's rows. So a record is named by what it is."""
    types.Record.mangling_args = property(
        lambda record: ("Record", (hashlib.sha256(record.name.encode()).hexdigest()[:16],))
    )


def both(entered: Any, called: Any) -> Any:
    """One kernel of two, both kept on disk: Python enters one, other kernels call one without what Python needs."""
    keep(entered, "")
    keep(called, "-called")
    entered.get_call_template = with_wide_numbers(called.get_call_template)
    entered.get_overload = called.get_overload
    entered._compiling_counter = called._compiling_counter  # by which a function that calls itself is recognised
    return entered


def with_wide_numbers(template: Callable[[Any, Any], Any]) -> Callable[[Any, Any], Any]:
    """Have whole numbers of any width go to a kernel as int64.

    Numba would compile it anew for each width, and for each constant that it is called with: a third of all compiling.
    """
    return lambda arguments, named: template(
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

# --- optimised once --------------------------------------------------------------------------------


class Late(JITCodeLibrary):  # type: ignore[misc]
    """Code that is optimised, and made for the machine, when Python enters it: once, with all that it calls.

    Numba does both for each function with all that it calls, so that what lies deep is optimised again on every level,
    and never knows that nobody else calls it. That costs half of all compiling, and a tenth of all speed.
    """

    def __init__(self, codegen: Any, name: str) -> None:
        super().__init__(codegen, name)
        self.entered = False
        self.named: set[str] = set()  # what Python can find here, once it is entered
        self.environments: dict[str, Any] = {}  # by the names of the variables that point to them

    @property
    def codegen(self) -> Any:
        return _Waiting(self, self._codegen)

    def finalize(self) -> None:
        """Link what is called, no more."""
        for library in dict.fromkeys(self._linking_libraries):
            self._reload_init.update(library._reload_init)
            self.environments |= getattr(library, "environments", {})
            self._final_module.link_in(library._get_module_for_linking(), preserve=True)
        for value in self._final_module.global_variables:
            if value.name.startswith(RuntimeLinker.PREFIX):
                raise UnsupportedError("a kernel may call itself, but no two may call each other")
        self._finalized = True

    def get_pointer_to_function(self, name: str) -> int:
        self._ensure_finalized()
        if name not in (self.named or _named(self._final_module)):
            return 0  # what only kernels call has nothing that Python could enter
        if not self.entered:
            self._enter()
        return int(self._codegen._engine.get_function_address(name))

    def _enter(self) -> None:
        self.entered = True
        for function in self._final_module.functions:
            if function.linkage == llvm.Linkage.linkonce_odr:
                function.linkage = "internal"
        passes, builder = self._codegen._module_pass_manager()
        passes.run(self._final_module, builder)
        self._final_module.verify()
        self._finalize_final_module()
        self.named = _named(self._final_module)
        for name, environment in self.environments.items():
            self._point(name, environment)

    def _point(self, name: str, environment: Any) -> None:
        if name in self.named:
            self._codegen.set_env(name, environment)

    def serialize_using_object_code(self) -> tuple[str, str, Any]:
        """What is entered as machine code, and what is called as it is linked."""
        self._ensure_finalized()
        if self.entered:
            return self.name, "entered", (self._get_compiled_object(), self.named)
        return self.name, "called", self._get_module_for_linking().as_bitcode()

    @classmethod
    def _unserialize(cls, codegen: Any, state: tuple[str, str, Any]) -> Late:
        name, kind, data = state
        library = cls(codegen, name)
        if kind == "called":
            library._final_module = llvm.parse_bitcode(data)
            library._finalized = True
            return library
        code, library.named = data
        library.enable_object_caching()
        library._set_compiled_object(code)
        library._finalize_final_module()
        library.entered = True
        return library


class _Waiting:
    """Environments wait until there is a place that points to them."""

    def __init__(self, library: Late, codegen: Any) -> None:
        self.library, self.codegen = library, codegen

    def __getattr__(self, name: str) -> Any:
        return getattr(self.codegen, name)

    def set_env(self, name: str, environment: Any) -> None:
        self.library.environments[name] = environment
        if self.library.entered:
            self.library._point(name, environment)


def _named(module: Any) -> set[str]:
    """What is defined there and can be found from outside."""
    all_of = (value for values in (module.functions, module.global_variables) for value in values)
    return {value.name for value in all_of if not value.is_declaration and value.linkage not in INSIDE}


INSIDE = llvm.Linkage.internal, llvm.Linkage.private

LATE = hasattr(JITCPUCodegen, "_library_class") and hasattr(JITCodeLibrary, "_get_module_for_linking")


@contextmanager
def late() -> Iterator[None]:
    """What is compiled or loaded here is optimised late, where this Numba lets us."""
    if not LATE:
        yield
        return
    with global_compiler_lock:
        codegen = cpu_target.target_context.codegen()
        usual, codegen._library_class = codegen._library_class, Late
        try:
            yield
        finally:
            codegen._library_class = usual


# --- kept on disk ----------------------------------------------------------------------------------


class _Locator(_CacheLocator):  # type: ignore[misc]  # Numba has no types
    """The folder of a kernel's module. Its name holds all that the kernel depends on, so there is no other stamp."""

    def __init__(self, function: Any, folder: Path, use: str) -> None:
        self.use = use
        self._py_file = function.__code__.co_filename
        self.line = function.__code__.co_firstlineno
        self.folder = folder

    def get_cache_path(self) -> str:
        return str(self.folder)

    def get_source_stamp(self) -> str:
        return ""

    def get_disambiguator(self) -> str:
        return f"{self.line}{self.use}"


def _file_cache(function: Any, folder: Path, use: str) -> Any:
    """Numba's cache of one function, in this folder."""

    class Locator(_Locator):
        @classmethod
        def from_function(cls, py_func: Any, py_file: str) -> _Locator:
            return cls(py_func, folder, use)

    class Impl(CompileResultCacheImpl):  # type: ignore[misc]
        _locator_classes = (Locator,)

    class Files(FunctionCache):  # type: ignore[misc]
        _impl_class = Impl

    return Files(function)


class KernelCache(_Cache):  # type: ignore[misc]
    """Kernels of one function on disk. What two processes need at the same time is compiled by one of them."""

    def __init__(self, function: Any, use: str) -> None:
        self.function = function
        self.use = use  # by whom it is used, in the names of files
        self.files: Any = None  # found when it is first needed
        self.held: dict[Any, ExitStack] = {}  # by signature: a lock, as long as this process compiles it

    def _opened(self) -> Any:
        if self.files is None:
            folder = cache.folder(Path(self.function.__code__.co_filename).resolve())
            self.files = NullCache() if folder is None else _file_cache(self.function, folder, self.use)
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
        named = f"{self.function.__module__}.{self.function.__qualname__}{self.use} {what}"
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


def keep(compiled: Any, use: str) -> None:
    """Keep what is compiled of a function on disk."""
    kept = compiled._cache = KernelCache(compiled.py_func, use)
    compile_it: Callable[[Any], Any] = compiled.compile

    def compile_and_release(sig: Any) -> Any:
        with suppress(ImportError, AttributeError):
            leave_scipy_out()
        try:
            with late():
                return compile_it(sig)
        finally:
            kept.release(sig)

    compiled.compile = compile_and_release
