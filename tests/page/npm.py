"""Tools that come from npm for the tests alone: they are kept beside the compiled kernels, never in the repository."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import platformdirs
import pytest

PACKAGES = {"axe-core": "4.14.0", "prettier": "3.9.10", "typescript": "7.0.2"}
MISSING = "there is no npm: apt-get install npm (it brings node), to check the page's scripts and how it is read out"


def program(name: str) -> str:
    """Where node or npm is; the test is skipped where there is none."""
    found = shutil.which(name)
    if found is None:
        if os.environ.get("CI"):
            pytest.fail(MISSING)
        pytest.skip(MISSING)
    return found


def package(name: str) -> Path:
    """The folder of a package, which is fetched when it is first needed."""
    npm = program("npm")
    cache = Path(os.environ.get("CARDSHED_CACHE") or platformdirs.user_cache_dir("cardshed"))
    kept = cache / "npm" / f"{name}-{PACKAGES[name]}"
    if not (kept / "done").exists():
        kept.mkdir(parents=True, exist_ok=True)
        command = [npm, "install", "--prefix", str(kept), "--no-save", "--no-package-lock", "--no-audit", "--no-fund"]
        done = subprocess.run([*command, f"{name}@{PACKAGES[name]}"], capture_output=True, text=True)
        if done.returncode:
            if os.environ.get("CI"):
                pytest.fail(done.stderr)
            pytest.skip(f"npm could not fetch {name}: {done.stderr.strip().splitlines()[-1:]}")
        (kept / "done").touch()
    return kept / "node_modules" / name
