"""A real Chromium before a real server. Whatever a page complains of is kept, so that a test can fail on it."""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, sync_playwright

from tests.conftest import PROOF

NAMES = ("chromium", "chromium-browser", "google-chrome")
MISSING = "there is no Chromium: apt-get install chromium, or say with CARDSHED_CHROMIUM where it is"
DESKTOP = (1280, 800)
PHONE = (360, 740)
PATIENCE = 20_000  # milliseconds, on a busy machine

# Left out: a hidden page with suggestions for the bar of addresses, which each new window would load, and, as the last
# such list counts alone, what Playwright's own has of pages.
LEFT_OUT = (
    "WebUIOmniboxPopup", "WebUIOmniboxAimPopup",
    "HttpsUpgrades", "MediaRouter", "NetworkTimeServiceQuerying", "OptimizationHints", "PaintHolding",
    "PreconnectToSearch", "ThirdPartyStoragePartitioning",
)  # fmt: skip

# The browser tells of what its policy forbids only to those who ask.
TELL = """addEventListener("securitypolicyviolation", (event) =>
  console.error(`policy: ${event.violatedDirective} forbids ${event.blockedURI} at ${event.sourceFile}`));"""

# What a page adds to the shuffle: deals follow from the name of the test alone (tests/server/dealt.py).
STEADY = "" if PROOF else "crypto.getRandomValues = (array) => array.fill(7);"


def chromium() -> str | None:
    return os.environ.get("CARDSHED_CHROMIUM") or next(filter(None, map(shutil.which, NAMES)), None)


@contextmanager
def browsing() -> Iterator[Browser]:
    """A browser that runs, and is gone afterwards; the test is skipped where there is none."""
    program = chromium()
    if program is None:
        if os.environ.get("CI"):
            pytest.fail(MISSING)
        pytest.skip(MISSING)
    with sync_playwright() as playwright:
        args = [
            "--no-sandbox",
            "--renderer-process-limit=1",  # no process stands by for a page that may come
            f"--disable-features={','.join(LEFT_OUT)}",
        ]
        browser = playwright.chromium.launch(executable_path=program, args=args)
        try:
            yield browser
        finally:
            browser.close()


@dataclass
class Visits:
    """The people of one test, each with a browser of their own, and all that their pages complained of."""

    browser: Browser
    url: str
    wrong: list[str] = field(default_factory=list)
    expected: list[str] = field(default_factory=list)
    contexts: list[BrowserContext] = field(default_factory=list)

    def person(
        self, size: tuple[int, int] = DESKTOP, theme: str = "dark", motion: str = "no-preference", locale: str = "en-GB"
    ) -> Page:
        """A new person, who has not been here before, with an empty page."""
        context = self.browser.new_context(
            base_url=self.url,
            viewport={"width": size[0], "height": size[1]},
            color_scheme="light" if theme == "light" else "dark",
            reduced_motion="reduce" if motion == "reduce" else "no-preference",
            has_touch=size == PHONE,
            locale=locale,
        )
        context.set_default_timeout(PATIENCE)
        context.add_init_script(TELL + STEADY)
        context.on("console", self._console)
        context.on("weberror", lambda error: self.wrong.append(f"error: {error.error}"))
        context.on("request", lambda request: self._request(request.url))
        self.contexts.append(context)
        return context.new_page()

    def expect(self, pattern: str) -> None:
        """A complaint that belongs to the test."""
        self.expected.append(pattern)

    def close(self) -> None:
        for context in self.contexts:
            context.close()

    def check(self) -> None:
        found = [one for one in self.wrong if not any(re.search(known, one) for known in self.expected)]
        assert not found, found

    def _console(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            self.wrong.append(f"console: {message.text} {message.location.get('url', '')}")

    def _request(self, url: str) -> None:
        parts = urlsplit(url)
        if parts.scheme not in ("data", "blob") and parts.netloc != urlsplit(self.url).netloc:
            self.wrong.append(f"request: {url}")
