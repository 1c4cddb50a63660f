"""The shipped reports: of the rules as they are, told in the docs as they tell it themselves."""

from __future__ import annotations

import pytest

import cardshed
from cardshed.lab.plan import make_plan
from cardshed.lab.shipped import shipped
from docs.make_reports import GAMES, PAGE, sentences

pytestmark = pytest.mark.compiled


@pytest.mark.parametrize("name", cardshed.games())
def test_every_game_has_a_report_of_its_rules_as_they_are(name: str) -> None:
    found = shipped(name)
    assert found is not None, f"the rules have changed: python -m docs.make_reports {name}"
    study = found.found.study
    assert study.plan == make_plan(cardshed.game(name), GAMES) and study.games == GAMES
    page = found.html("vi", ("/", "Home"))
    assert 'lang="vi"' in page and f"cardshed lab report {name}" in page and 'href="/"' in page


def test_the_docs_say_what_the_reports_say() -> None:
    assert PAGE.read_text(encoding="utf-8") == sentences(), "python -m docs.make_reports --write"


def test_what_nobody_would_notice_is_no_reason_to_worry() -> None:
    """Both are told apart from fair by so many games: Thirteen's first to act by 2.4 %, Parcels' last by 1 %."""
    for name, worry in (("thirteen", True), ("parcels", False)):
        one = shipped(name)
        assert one is not None
        seats = one.found.seats()
        assert seats.worry == worry and any("Hardly" in line for line in seats.found)
        assert any("not fair" in line for line in seats.found) == worry
