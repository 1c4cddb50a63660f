"""Tools that come from npm for the tests alone: they are kept beside the compiled kernels, never in the repository."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from pathlib import Path

import platformdirs
import pytest

ROOT = Path(__file__).parents[2]
VERSIONS: dict[str, str] = json.loads((ROOT / "package.json").read_text(encoding="utf-8"))["devDependencies"]
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
    kept = cache / "npm" / f"{name}-{VERSIONS[name]}"
    if not (kept / "done").exists():
        kept.mkdir(parents=True, exist_ok=True)
        command = [npm, "install", "--prefix", str(kept), "--no-save", "--no-package-lock", "--no-audit", "--no-fund"]
        done = subprocess.run([*command, f"{name}@{VERSIONS[name]}"], capture_output=True, text=True)
        if done.returncode:
            if os.environ.get("CI"):
                pytest.fail(done.stderr)
            pytest.skip(f"npm could not fetch {name}: {done.stderr.strip().splitlines()[-1:]}")
        (kept / "done").touch()
    return kept / "node_modules" / name


def run(script: str, *arguments: str, tool: str | None = None, **environment: str) -> subprocess.CompletedProcess[str]:
    """A script of package.json, which names all files and arguments; its tool comes from where packages are kept."""
    found = [str(package(tool).parent / ".bin")] if tool else []
    path = os.pathsep.join([*found, os.environ["PATH"]])
    return subprocess.run(
        [program("npm"), "run", script, "--", *arguments],
        capture_output=True,
        text=True,
        env={**os.environ, **environment, "PATH": path},
        cwd=ROOT,
    )
