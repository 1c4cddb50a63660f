"""Every screen is looked over by axe-core: nothing serious or critical may stand between it and any of its readers."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from itertools import chain
from typing import Any

import pytest
from playwright.sync_api import Page

import cardshed
from tests.conftest import PROOF
from tests.page import npm, screens
from tests.page.browser import DESKTOP, PHONE, Visits

pytestmark = [pytest.mark.compiled, pytest.mark.node]

RUN = """async () => (await axe.run(document, { resultTypes: ["violations"] })).violations.map(
  ({ id, impact, nodes }) => ({ id, impact, nodes: nodes.map((node) => `${node.target} ${node.failureSummary}`) }))"""


@pytest.fixture(scope="session")
def axe() -> str:
    return (npm.package("axe-core") / "axe.min.js").read_text(encoding="utf-8")


def found(page: Page, axe: str, screen: str) -> list[str]:
    page.evaluate(axe)
    violations: list[dict[str, Any]] = page.evaluate(RUN)
    return [
        f"{screen}: {one['id']}: {re.sub(chr(10), ' ', node)[:300]}"
        for one in violations
        if one["impact"] in ("serious", "critical")
        for node in one["nodes"][:3]
    ]


LOOKS = [(DESKTOP, "dark", True), (PHONE, "light", True), (DESKTOP, "light", PROOF), (PHONE, "dark", PROOF)]


@pytest.mark.parametrize(
    "size, theme, whole", LOOKS, ids=["desktop-dark", "phone-light", "desktop-light", "phone-dark"]
)
@pytest.mark.parametrize("part", ["pages", "tables", "sheets", "learning", "ends"])
def test_no_serious_findings(
    visits: Visits, axe: str, size: tuple[int, int], theme: str, whole: bool, part: str
) -> None:
    if not whole:
        pytest.skip("these screens are looked at in the other theme; make proof looks at all")
    page = visits.person(size, theme, motion="reduce")
    parts: dict[str, Callable[[], Iterator[str]]] = {
        "pages": lambda: chain(screens.plain_pages(page), screens.waiting(page)),
        "tables": lambda: screens.tables(page),
        "sheets": lambda: screens.sheets(page),
        "learning": lambda: screens.learning(page, cardshed.games() if PROOF else ["pyramid"]),
        "ends": lambda: screens.ends(page, cardshed.games() if PROOF else ["rummy"]),
    }
    wrong = [finding for screen in parts[part]() for finding in found(page, axe, screen)]
    assert not wrong, "\n".join(wrong)
