"""One server and one browser for all tests of the page; each test has people of its own."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from tests.page.browser import Visits, browsing
from tests.server.served import Served, serving


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    """Of the package, not of the session: while it is open no other test could run a loop of its own."""
    with browsing() as browser:
        yield browser


@pytest.fixture(scope="package")
def served(tmp_path_factory: pytest.TempPathFactory, browser: Browser) -> Iterator[Served]:
    folder: Path = tmp_path_factory.mktemp("served")
    with serving(folder) as served:
        yield served


@pytest.fixture
def visits(browser: Browser, served: Served) -> Iterator[Visits]:
    visits = Visits(browser, served.url)
    try:
        yield visits
    finally:
        visits.close()
    visits.check()
