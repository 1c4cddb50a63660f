"""Reports: known truths are found, the page tells what was measured and needs nothing else, tables can be read."""

from __future__ import annotations

import csv
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import numpy as np
import pytest

import cardshed
from cardshed.bots.arena.intervals import Interval
from cardshed.games import new
from cardshed.lab.choosing import stakes
from cardshed.lab.course import course
from cardshed.lab.examining import examine
from cardshed.lab.plan import make_plan
from cardshed.lab.report import Found
from cardshed.lab.skill import climb, ladder, steps
from cardshed.lab.study import Study, play
from cardshed.lab.words import order_word, rounded, told, word_of
from tests.processes import ROOT, environment

pytestmark = pytest.mark.compiled

OUTSIDE = re.compile(r"""(src|href)=|@import|url\(|https?://(?!www\.w3\.org)""")


@pytest.fixture(scope="module")
def thirteen() -> Found:
    study = play(make_plan(cardshed.game("thirteen"), 300, bots="greedy", seed=1), sampled=30)
    climbed = climb(steps(study, ("random", "greedy"), deals=20))
    return Found(study, course(study), stakes(study), climbed)


def test_a_planted_unfair_rule_is_found(tmp_path: Path) -> None:
    folder = new.write("lopsided", tmp_path)
    rules = folder / "rules.py"
    fair = "s.score[p] = -count(s.hands[p])"
    text = rules.read_text()
    assert text.count(fair) == 1
    rules.write_text(text.replace(fair, f"{fair} + (1 if p == 2 else 0)"))
    study = play(make_plan(cardshed.game(folder), 2000, players=4, bots="random"))
    section = Found(study).seats()
    assert section.worry and any("not fair: seat 3" in line for line in section.found)
    usual = play(make_plan(cardshed.game(new.write("level", tmp_path)), 2000, players=4, bots="random"))
    assert study["seat_2"].low > 0.5 > usual["seat_2"].mean


@pytest.mark.process
def test_when_one_acts_is_asked_only_if_that_is_not_the_seat(thirteen: Found) -> None:
    asked = str(thirteen.seats().figures[0])
    assert "seat 4" in asked and "who acts first" in asked and "who acts fourth" in asked
    pyramid = play(make_plan(cardshed.game("pyramid"), 40, bots="random"))  # all choose at once
    asked = str(Found(pyramid).seats().figures[0])
    assert pyramid.same_opener and "seat 4" in asked and "acts" not in asked
    two = play(make_plan(cardshed.game("thirteen"), 10, players=2, bots="random"))
    assert "who acts first" in str(Found(two).seats().figures[0])


@pytest.mark.process
def test_bars_are_full_when_all_is_done() -> None:
    told: dict[str, list[int]] = {}

    @contextmanager
    def bar(total: int, what: str) -> Iterator[Callable[[int], None]]:
        told[what] = [total, 0]

        def tell(done: int) -> None:
            told[what][1] += done

        yield tell

    examine(make_plan(cardshed.game("thirteen"), 20, bots="greedy"), skill=2, bars=bar)
    assert len(told) == 4 and all(total == done for total, done in told.values()), told


def test_there_are_words_for_every_place_round_a_table() -> None:
    said = [str(order_word(f"acts_{k}")) for k in range(2, 12)]
    assert said[0] == "second" and said[-1] == "as number 11" and len(set(said)) == 10


def test_a_fair_game_is_called_fair_as_often_as_is_said() -> None:
    """Thirteen without a start card that decides is the same for all seats: they differ by their number alone."""
    worried = 0
    for seed in range(30):
        study = play(make_plan(cardshed.game("thirteen"), 200, players=3, bots="random", seed=seed))
        worried += any("seat" in line and "not fair" in line for line in Found(study).seats().found)
    assert worried <= 5


@pytest.mark.process
def test_better_bots_win_and_a_seat_with_one_is_favoured() -> None:
    game = cardshed.game("parcels")
    study = play(make_plan(game, 150, players=3, bots=["greedy", "random", "random"]))
    assert Found(study).seats().worry and study["seat_0"].low > 0.5
    (step,) = climb(steps(study, ("random", "greedy"), deals=20))
    assert step.wins.low > 0.6


@pytest.mark.process
def test_the_course_of_games(thirteen: Found) -> None:
    found = thirteen.course
    assert found is not None and len(found) == 30
    assert np.allclose(found.chances.sum(axis=2), 1)
    winner = found.of_winner.mean(axis=0)
    assert winner[-1] == 1 and winner[0] < winner[5] < winner[-1]
    assert (found.decided <= 1).all() and (found.lead_changes >= 0).all()
    again = course(thirteen.study)
    assert np.array_equal(again.chances, found.chances)


@pytest.mark.slow
def test_nets_play_on_as_nets() -> None:
    """In Segments a net beats nearly all greedy players, and what is expected of its seat knows that from the start."""
    game = cardshed.game("segments")
    plan = make_plan(game, 12, bots=["greedy", "net", "greedy", "greedy"], options={"rounds": 1}, seed=3)
    study = play(plan)
    chances = course(study).chances
    assert np.allclose(chances.sum(axis=2), 1)
    assert chances[:, 0, 1].mean() > 0.6
    assert np.array_equal(course(study, workers=1).chances, chances)


def test_the_ladder_ends_with_the_net_where_there_is_one() -> None:
    assert ladder(cardshed.game("thirteen"))[-2:] == ("medium", "net")
    assert ladder(cardshed.game(ROOT / "examples" / "crazy_eights"))[-1] == "medium"


@pytest.mark.process
def test_a_page_tells_what_was_measured_and_needs_nothing_else(thirteen: Found) -> None:
    page = thirteen.html("cardshed lab report thirteen", "2026-01-01")
    assert page == thirteen.html("cardshed lab report thirteen", "2026-01-01")
    assert not OUTSIDE.search(page)
    for title in ("Is it fair?", "How long", "decide?", "exciting?", "does it help?", "rare?", "cards", "skill"):
        assert title in page
    assert told(thirteen.study["turns"]) in page and page.count("<svg") == page.count("</svg>") >= 4
    assert "lab." not in re.sub(r"<style>.*?</style>", "", page, flags=re.DOTALL)  # no key without a sentence
    spoken = Found(thirteen.study, thirteen.course, thirteen.stakes, thirteen.steps, "vi").html("x", "2026-01-01")
    assert 'lang="vi"' in spoken and "Is it fair?" not in spoken


@pytest.mark.parametrize("name", cardshed.games())
def test_every_game_has_a_page(name: str) -> None:
    study = play(make_plan(cardshed.game(name), 20, bots="greedy"), sampled=2)
    page = Found(study, course(study)).html("x", "2026-01-01")
    assert study.game.title in page and "nan" not in page


@pytest.mark.parametrize("language", ["en", "vi"])
@pytest.mark.parametrize("name", cardshed.games())
def test_all_that_is_counted_has_words(name: str, language: str) -> None:
    game = cardshed.game(name)
    said = [word_of(game, tally, language) for tally in game.tallies]
    assert len(set(said)) == len(said) and not any("_" in word or "{" in word for word in said)


def test_numbers_are_told_shortly() -> None:
    assert [rounded(x) for x in (0, 0.00123, 1.2345, 12.345, 123.45, 12345.6)] == [
        "0", "0.00123", "1.23", "12.3", "123", "12,346",
    ]  # fmt: skip
    assert told(Interval(0.5, 0.25, 0.75), "%") == "50 % (25 % – 75 %)"


def cli(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "cardshed", "lab", *words]
    return subprocess.run(command, env=environment(), cwd=folder, capture_output=True, text=True, timeout=300)


@pytest.mark.process
def test_the_commands(tmp_path: Path) -> None:
    import pyarrow.parquet as parquet

    small = ("-n", "40", "--bots", "greedy", "-o", "cards=5")
    done = cli(tmp_path, "report", "thirteen", *small, "--skill", "4", "--tables", "all.csv")
    assert done.returncode == 0, done.stderr
    page = (tmp_path / "lab-thirteen.html").read_text()
    assert "cards=5" in page and not OUTSIDE.search(page) and not list(tmp_path.glob("*.npz"))
    rows = list(csv.DictReader((tmp_path / "all.csv").open()))
    turns = next(row for row in rows if row["measure"] == "turns")
    study: Study = play(make_plan(cardshed.game("thirteen"), 40, bots="greedy", options={"cards": 5}))
    assert float(turns["mean"]) == study["turns"].mean and turns["games"] == "40"
    assert cli(tmp_path, "report", "thirteen", *small, "--skill", "0", "--tables", "all.parquet").returncode == 0
    assert parquet.read_table(tmp_path / "all.parquet").num_rows == len(rows)
    done = cli(tmp_path, "compare", "thirteen", "cards=5|6", "-n", "200")
    assert done.returncode == 0 and "turns: with cards=6" in done.stdout, done.stderr
    assert not OUTSIDE.search((tmp_path / "compare-thirteen.html").read_text())
    for wrong, why in (
        (("report", "thirteen", "--bots", "nobody"), "nobody"),
        (("compare", "thirteen", "cards=5", "cards=99"), "cards"),
        (("report", "thirteen", "--out", "nowhere/x.html"), "nowhere"),
    ):
        done = cli(tmp_path, *wrong)
        assert done.returncode == 2 and why in done.stderr and "Traceback" not in done.stderr
