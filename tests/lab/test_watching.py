"""What is counted of games: against the simulation, against matches looked at move by move, whoever played them."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

import cardshed
from cardshed.bots import ask, bot
from cardshed.engine.core.playout import COUNTS
from cardshed.engine.core.simulate import simulate
from cardshed.engine.errors import BadOption
from cardshed.engine.matches.match import Match, Move
from cardshed.lab import measures
from cardshed.lab.plan import Plan, make_plan
from cardshed.lab.playing import watch
from tests.conftest import counted
from tests.processes import ROOT

pytestmark = pytest.mark.compiled
GAMES = counted(quick=12, proof=300, plain=2)


def matched(plan: Plan, i: int, codes: list[int]) -> Match:
    """The match that a trace tells of."""
    match = plan.open().match(plan.players, plan.game_seed(i), plan.options)
    for code in codes:
        seat = match.acting[0]
        match.play(seat, Move(match.game, match.rows, seat, code))
    return match


@pytest.mark.parametrize("bots", ["random", "greedy"])
@pytest.mark.parametrize("name", cardshed.games())
def test_watching_changes_nothing(name: str, bots: str) -> None:
    game = cardshed.game(name)
    plan = make_plan(game, GAMES, bots=bots, seed=7)
    seen, bare = watch(plan, 3, GAMES), simulate(game, GAMES, bots=bots, seed=7, first=3)
    for k, column in enumerate(COUNTS):
        assert (seen.sheets.counts[:, k] == getattr(bare, column)).all()
    assert (seen.sheets.points == bare.points).all() and (seen.sheets.payoff == bare.payoff).all()


# By the kind of a move, as the table tells it: the tallies of which a move of that kind has just one.
KINDS = {
    "thirteen": {"pass": ["pass"], "single": ["single"], "pair": ["pair"], "triple": ["triple"]},
    "pyramid": {"pass": ["pass"]},
    "parcels": {"pass": ["pass"]},
    "segments": {"pass": ["pass"]},
    "rummy": {"discard": ["discard"], "draw": ["draw"], "take": ["take_one", "take_several"]},
}


@pytest.mark.parametrize("name", cardshed.games())
def test_tallies_are_what_happened(name: str) -> None:
    game = cardshed.game(name)
    plan = make_plan(game, GAMES, bots="random", seed=11)
    seen = watch(plan, 0, GAMES, traced=True)
    assert seen.traces is not None
    for i in range(min(GAMES, counted(4, 60, 2))):
        match = matched(plan, i, seen.traces[i].tolist())
        assert match.over and match.points == seen.sheets.points[i].tolist()
        assert int(seen.opener[i]) == match.at(0).acting[0]
        kinds = Counter(move.kind for move in match.moves)
        found = dict(zip(game.tallies, seen.sheets.tallies[i].tolist(), strict=True))
        for kind, names in KINDS[name].items():
            assert kinds[kind] == sum(found[one] for one in names), kind
        played = Counter(part for move in match.moves for part in move.parts)
        assert {part: n for part, n in enumerate(seen.sheets.played[i].tolist()) if n} == played
        by_pass = {move.seat for move in match.moves if move.kind == "pass"}
        if "pass" in found:
            users = seen.sheets.users[i, game.tallies.index("pass")]
            assert by_pass == {p for p in range(match.players) if users >> p & 1}


def test_what_thirteen_counts() -> None:
    game = cardshed.game("thirteen")
    plan = make_plan(game, 200, bots="random", options={"bombs": "beat_all", "match": 2}, seed=5)
    seen = watch(plan, 0, 200, traced=True)
    assert seen.traces is not None
    total: Counter[str] = Counter()
    for i in range(counted(40, 200, 20)):
        match = matched(plan, i, seen.traces[i].tolist())
        found = dict(zip(game.tallies, seen.sheets.tallies[i].tolist(), strict=True))
        twos = sum("2" in [word[0] for word in move.text.split()] for move in match.moves if move.kind != "pass")
        assert found["two"] == twos
        runs = Counter(len(move.text.split()) for move in match.moves if move.kind == "run")
        assert {n: found[f"run_{n}"] for n in range(3, 14) if found[f"run_{n}"]} == runs
        ended = sum(1 for k in range(match.plies) if match.at(k + 1).deal_no > match.at(k).deal_no)
        assert found["instant_win"] == match.deal_no - ended
        total.update(found)
    assert total["two_left"] and total["trick"]


def test_what_parcels_and_rummy_count() -> None:
    parcels = cardshed.game("parcels")
    plan = make_plan(parcels, 4, bots="random", seed=2)
    seen = watch(plan, 0, 4, traced=True)
    assert seen.traces is not None
    for i in range(counted(2, 4, 1)):
        match = matched(plan, i, seen.traces[i].tolist())
        found = dict(zip(parcels.tallies, seen.sheets.tallies[i].tolist(), strict=True))
        assert found["swap"] == sum("give" in move.text for move in match.moves)
        assert sum(found[f"storage_{n}"] for n in range(13)) == match.plies
        sizes: Counter[int] = Counter()
        for k in range(match.plies):
            stored = [zone for zone in match.at(k).view(None)["zones"] if zone["id"] == "storage"]
            sizes[min(12, sum(len(zone["cards"]) for zone in stored))] += 1
        assert {n: found[f"storage_{n}"] for n in range(13) if found[f"storage_{n}"]} == sizes
    rummy = cardshed.game("rummy")
    plan = make_plan(rummy, 4, bots="random", seed=2)
    seen = watch(plan, 0, 4)
    ends = [seen.sheets.tallies[:, rummy.tallies.index(name)] for name in ("out", "nobody_out")]
    assert (ends[0] + ends[1] == seen.sheets.counts[:, COUNTS.index("deals")]).all()


def test_bots_that_are_asked_are_counted_alike() -> None:
    game = cardshed.game("segments")
    plan = make_plan(game, 2, players=3, bots=["search:20", "greedy", "random"], options={"rounds": 1}, seed=3)
    assert not plan.simple
    seen = watch(plan, 0, 2, traced=True)
    assert seen.traces is not None
    for i in range(2):
        match = matched(plan, i, seen.traces[i].tolist())
        assert match.over and seen.sheets.counts[i, 0] == match.plies and match.payoff is not None
        assert np.allclose(seen.sheets.payoff[i], match.payoff)
    assert (watch(plan, 1, 1).sheets.tallies == seen.sheets.tallies[1:]).all()


def test_every_measure_has_a_column() -> None:
    for name in cardshed.games():
        game = cardshed.game(name)
        plan = make_plan(game, 3, bots="random")
        ((y, m),) = measures.measured(game, watch(plan, 0, 3))
        assert y.shape == m.shape == (3, len(measures.names(game, plan.players)))


@pytest.mark.parametrize("name", cardshed.games())
def test_games_of_nets_are_those_of_the_bot(name: str) -> None:
    """Played in compiled code, a game has the moves that the bot called net chooses one by one."""
    game = cardshed.game(name)
    seated = ["net", "greedy", "random", "net"][: game.facts.usual]
    plan = make_plan(game, 6, bots=seated, seed=3)
    assert plan.compiled and not plan.simple
    watched = watch(plan, 0, 3, traced=True)
    net = bot("net")
    for i, trace in enumerate(watched.traces or []):
        match = plan.open().match(plan.players, plan.game_seed(i), plan.options)
        for code in trace.tolist():
            seat = match.acting[0]
            if plan.bots[seat] == "net":
                assert ask(net, match, seat, 1).code == code
            match.play(seat, Move(match.game, match.rows, seat, code))
        assert match.over and watched.sheets.payoff[i].tolist() == pytest.approx(match.payoff)


def test_a_game_without_a_net_is_not_played_by_one() -> None:
    own = cardshed.game(str(ROOT / "examples/crazy_eights"))
    with pytest.raises(BadOption, match="has no net"):
        watch(make_plan(own, 2, bots="net"), 0, 1)
