"""The arena: the same seed gives the same table, and no bot can stop it."""

from __future__ import annotations

import csv
import io
import multiprocessing
import os
import signal
import time
from pathlib import Path

import numpy as np
import pytest

import cardshed
from cardshed.bots import ask, find
from cardshed.bots.arena import run
from cardshed.bots.arena.ladder import Ladder, short_names
from cardshed.bots.arena.plan import Plan, make_plan
from cardshed.bots.arena.playing import Outcome, forfeited
from cardshed.bots.arena.results import Results
from cardshed.engine.errors import BadOption, BadPlayers, CardshedError
from cardshed.engine.messages import Message
from tests.engine.test_refusals import broken
from tests.processes import started

BROUGHT = "tests.bots.brought"
THIRTEEN = cardshed.game("thirteen")


def kept(results: Results) -> str:
    file = io.StringIO()
    results.write_csv(file)
    return file.getvalue()


@pytest.mark.process
def test_the_same_seed_gives_the_same_table_on_any_number_of_cores() -> None:
    bots = ["random", "greedy", f"{BROUGHT}:dice"]
    plan = make_plan(THIRTEEN, bots, 12, seed="abc", options={"rules": "southern"})
    done: list[int] = []
    one, two = run.play(plan, 1, done.append), run.play(plan, 2)
    assert kept(one) == kept(two) and not multiprocessing.active_children()
    tables = [Ladder(results).json() for results in (one, two)]
    assert {**tables[0], "seconds": 0} == {**tables[1], "seconds": 0}
    assert sum(done) == plan.games == len(one.games) == 36
    again = list(csv.DictReader(io.StringIO(kept(one))))[4]
    assert again["deal"] == "1" and again["rotation"] == "1"
    match = THIRTEEN.match(3, again["seed"], plan.options)
    for seat in iter(lambda: match.acting[0] if match.acting else -1, -1):
        bot = find(plan.entrants[plan.seats(4)[seat]])
        match.play(seat, ask(bot, match, seat, plan.dice(4, seat)))
    assert match.points == [int(again[f"points_{p}"]) for p in range(3)] and match.plies == int(again["plies"])


@pytest.mark.process
def test_bots_that_hang_or_die_forfeit_and_the_arena_goes_on() -> None:
    plan = make_plan(THIRTEEN, [f"{BROUGHT}:hangs", f"{BROUGHT}:dies", "greedy"], 1, limit=0.5)
    told: list[Outcome] = []
    results = run.play(plan, 2, forfeited=lambda game, outcome: told.append(outcome))
    assert len(results.games) == len(told) == 3
    reasons = {(forfeit["bot"].split(":")[1], forfeit["why"]) for forfeit in results.forfeits()}
    assert reasons <= {
        ("hangs", "it took more than 0.5 s for a move"),
        ("dies", "its process ended while it was thinking (status 7)"),
    }
    ladder = Ladder(results)
    assert sum(standing.forfeits for standing in ladder.standings) == 3
    assert ladder.standings[0].bot == "greedy" and ladder.standings[0].points is None


@pytest.mark.process
def test_processes_may_end_when_no_bot_thinks_but_not_for_ever(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The file of a bot ends the first processes that import it."""
    deaths, bots = tmp_path / "deaths", ["greedy", f"{tmp_path}/mortal.py:first"]
    (tmp_path / "mortal.py").write_text(
        "import multiprocessing, os, pathlib\n"
        "from tests.bots.brought import first\n"
        f"deaths = pathlib.Path({str(deaths)!r})\n"
        "if multiprocessing.parent_process() and len(deaths.read_text()) < int(os.environ['DEATHS']):\n"
        "    deaths.write_text(deaths.read_text() + '+')\n"
        "    os._exit(3)\n"
    )
    plan = make_plan(THIRTEEN, bots, 1)
    deaths.write_text("")
    monkeypatch.setenv("DEATHS", "1")
    assert run.play(plan, 1).games == [0, 1] and deaths.read_text() == "+"
    monkeypatch.setenv("DEATHS", "9")
    with pytest.raises(CardshedError, match=r"and no bot was thinking: its process ended .* \(status 3\)"):
        run.play(plan, 1)
    assert deaths.read_text() == "+" * 5


@pytest.mark.process
@pytest.mark.parametrize("bot", ["greedy", f"{BROUGHT}:dice"])
def test_rules_that_turn_out_to_be_broken_end_it(tmp_path: Path, bot: str) -> None:
    """No bot forfeits for what the game does."""
    old = "        moves[0] = PASS\n        n = 1\n"
    folder, _ = broken(tmp_path, old, "", name=f"stuck_{bot[-4:]}")
    with pytest.raises(CardshedError, match=r"stuck_\w+/rules\.py:\d+: a seat may act, but legal gives it no move\."):
        run.play(make_plan(cardshed.game(folder), ["random", bot], 5), 1)


@pytest.mark.process
@pytest.mark.parametrize("pauses", [[0.5], [0.5, 0.01], [0.5, 0.05]], ids=["once", "twice", "twice, slowly"])
def test_ctrl_c_prints_the_table_of_what_is_finished(tmp_path: Path, pauses: list[float]) -> None:
    """As at a terminal, where all processes of the group hear it; and when it is pressed once more, in impatience."""
    touched = tmp_path / "touched"
    bots = [f"{BROUGHT}:touches", "greedy"]
    with started("arena", "thirteen", *bots, "-n", "1e6", "--cores", "1", TOUCHED=str(touched)) as process:
        end = time.monotonic() + 120
        while not touched.exists() and time.monotonic() < end:
            time.sleep(0.05)
        for pause in pauses:
            time.sleep(pause)
            os.killpg(process.pid, signal.SIGINT)
        table, said = process.communicate(timeout=60)
    assert process.returncode == 130, said
    assert "touches" in table and "Head to head" in table and "not into the table" not in table
    assert " of 1,000,000 deals." in said and "Traceback" not in said


@pytest.mark.process
def test_ctrl_c_leaves_no_process_behind() -> None:
    def press(_: int) -> None:
        raise KeyboardInterrupt

    assert run.play(make_plan(THIRTEEN, ["greedy", "random"], 999), 2, press).interrupted
    assert not multiprocessing.active_children()


def invented(deals: int, until_sure: bool = False, skill: float = 0.8) -> Results:
    """Results of two bots, of which the second wins more."""
    plan = make_plan(THIRTEEN, ["a", "b"], deals, until_sure=until_sure)
    results = Results(plan)
    dice = np.random.default_rng(3)
    for game in range(plan.games):
        better = plan.seats(game).index(int(dice.random() < skill))
        results.add(game, Outcome([float(p == better) for p in range(2)], [int(p == better) for p in range(2)], 9))
    return results


def test_it_stops_when_it_is_sure_and_only_at_a_look() -> None:
    results = invented(400, until_sure=True)
    for order in (range(800), reversed(range(800))):
        ahead, partly, stopped = run.Looks(results.plan), Results(results.plan), []
        for game in order:
            partly.add(game, results.outcomes[game])
            stopped.append(ahead.sure(partly))
        assert next(filter(None, stopped)) == 50
    equal = invented(400, until_sure=True, skill=0.5)
    assert not run.Looks(equal.plan).sure(equal)
    pair = Ladder(results.first(50)).pairs[0]
    assert pair.level == pytest.approx(1 - 0.05 / 4) and pair.stronger and pair.stronger.bot == "b"
    assert Ladder(equal).pairs[0].stronger is None


def test_only_whole_deals_count() -> None:
    results = invented(5)
    for game in (3, 8):
        del results.outcomes[game]
    assert results.whole().deals == [0, 2, 3] and results.whole().games == [0, 1, 4, 5, 6, 7]


def test_the_ladder_adds_up() -> None:
    results = invented(50)
    results.outcomes[7] = forfeited(2, 0, 3, Message("bots.forfeit.late", limit="1"))
    ladder = Ladder(results)
    shares = {standing.bot: standing for standing in ladder.standings}
    assert shares["a"].share.mean + shares["b"].share.mean == pytest.approx(1)
    assert shares["b"].share.mean == pytest.approx(results.payoff[results.seats == 1].mean())
    pair = ladder.pairs[0]
    assert pair.first.bot == "b" and pair.deals == 50
    assert pair.difference.mean == pytest.approx(shares["b"].share.mean - shares["a"].share.mean)
    loser = results.plan.entrants[results.plan.seats(7)[0]]
    assert shares[loser].forfeits == 1 and len(ladder.json()["forfeits"]) == 1


def test_first_places_are_shared() -> None:
    results = Results(Plan("thirteen", 4, ("a", "b"), 1, 0))
    results.add(0, Outcome([5 / 6, 5 / 6, 1 / 3, 0.0], [2, 2, 1, 0], 9))
    assert results.first_places.tolist() == [[0.5, 0.5, 0, 0]]


def test_names_are_short_where_that_is_enough() -> None:
    assert short_names(("greedy", "a.py:mine", "b:yours")) == ["greedy", "mine", "yours"]
    assert short_names(("a.py:bot", "b.py:bot", "hard")) == ["a.py:bot", "b.py:bot", "hard"]


def test_how_many_play() -> None:
    def players(*bots: str, **how: int) -> int:
        return make_plan(THIRTEEN, bots, 100, **how).players  # type: ignore[arg-type]

    assert players("a", "b") == 2 and players("a", "b", "c") == 3  # as many as are named
    assert players("a", "b", players=4) == 4
    assert players("a", "b", "c", "d", "e") == 4  # the usual number
    assert make_plan(cardshed.game("segments"), ["a", "b"], 9).players == 4
    with pytest.raises(BadPlayers):
        players("a", "b", players=5)


@pytest.mark.parametrize(
    ("bots", "how", "sentence"),
    [
        (["greedy"], {}, "An arena is for two different bots or more"),
        (["a", "b"], {"deals": 0}, "deals must be a whole number of 1 or more, not 0."),
        (["a", "b"], {"limit": 0.0}, "The limit is the seconds a bot has for a move, more than 0, not 0.0."),
        (["a", "b", "c"], {"players": 2, "deals": 2}, "make 3 line-ups, each of which needs a deal: ask for 3 deals"),
    ],
)
def test_a_plan_that_cannot_be_played_is_one_sentence(bots: list[str], how: dict[str, float], sentence: str) -> None:
    with pytest.raises(BadOption) as refused:
        make_plan(THIRTEEN, bots, **{"deals": 5, **how})  # type: ignore[arg-type]
    assert sentence in str(refused.value)
