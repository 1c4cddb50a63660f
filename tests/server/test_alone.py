"""`cardshed` without a command, as `make play` runs it: a table of one's own, opened in the browser."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import urllib.request
from pathlib import Path

import pytest

pytestmark = [
    pytest.mark.compiled,
    pytest.mark.server,
    pytest.mark.process,
    pytest.mark.skipif(sys.platform == "win32", reason="the browser of this test is a shell script"),
]


def begun(tmp_path: Path, browser: str) -> tuple[subprocess.Popen[str], str, str]:
    """A server with a browser that is a shell command; what it said, and the address it told."""
    script = tmp_path / "browser"
    script.write_text(f"#!/bin/sh\n{browser}\n")
    script.chmod(0o755)
    env = {**os.environ, "BROWSER": str(script), "XDG_DATA_HOME": str(tmp_path / "data"), "HOME": str(tmp_path)}
    server = subprocess.Popen([sys.executable, "-m", "cardshed"], env=env, stdout=subprocess.PIPE, text=True)
    assert server.stdout
    said = server.stdout.readline()
    return server, said, said.partition("http://")[2].partition(",")[0].partition(": ")[0]


def ended(server: subprocess.Popen[str]) -> int:
    server.send_signal(signal.SIGINT)
    return server.wait(60)


def test_it_serves_and_opens_a_table(tmp_path: Path) -> None:
    server, said, host = begun(tmp_path, f'echo "$1" > {tmp_path}/opened')
    try:
        assert said == f"Cardshed is at http://{host}, and your browser is opening a table. Ctrl-C ends it.\n"
        assert (tmp_path / "opened").read_text().strip() == f"http://{host}/play/thirteen"
        with urllib.request.urlopen(f"http://{host}/play/thirteen", timeout=30) as page:
            assert b"<title>Cardshed</title>" in page.read()
        assert (tmp_path / "data/cardshed/cardshed.sqlite").exists()
    finally:
        assert ended(server) in (0, 130, -signal.SIGINT)


def test_without_a_browser_it_says_where_to_go_and_a_second_takes_another_port(tmp_path: Path) -> None:
    first, said, one = begun(tmp_path, "exit 1")
    try:
        assert said == f"Cardshed is at http://{one}: open it in a browser. Ctrl-C ends it.\n"
        second, _, other = begun(tmp_path, "exit 1")
        ended(second)
        assert other != one
    finally:
        ended(first)
