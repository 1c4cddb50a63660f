"""The search: what it tells, how it is bounded, and that sealed choices stay sealed in its tree."""

from __future__ import annotations

import logging
from itertools import pairwise

import numpy as np
import pytest

import cardshed
from cardshed import bots
from cardshed.bots.analysis import BLUNDER, choices, look_at
from cardshed.bots.levels import GUARDS, LEVELS, hint, rollouts, thinker_at
from cardshed.bots.search import ANY, BITE, NODES, Search
from cardshed.bots.tree import ROOT, Style, desk, grow, spread
from cardshed.engine import calls
from cardshed.engine.errors import BadOption, IllegalMove
from cardshed.engine.matches.match import Match

pytestmark = pytest.mark.compiled  # plain Python grows the trees in tests/golden

games = pytest.mark.parametrize("name", cardshed.games())


def opening(name: str, seed: int = 1) -> tuple[Match, int]:
    """The first moment of a match at which a seat has a choice."""
    match = cardshed.game(name).match(seed=seed)
    while len(match.legal(match.acting[0])) == 1:
        match.play(match.acting[0], match.legal(match.acting[0])[0])
    return match, match.acting[0]


@games
def test_all_rollouts_begin_with_one_of_the_moves_it_tells_of(name: str) -> None:
    match, seat = opening(name)
    thought = Search(500).explain(match, seat, 1)
    assert thought.rollouts == 500 == sum(opinion.visits for opinion in thought.opinions)
    assert {opinion.move for opinion in thought.opinions} <= set(match.legal(seat))
    assert all(0 <= opinion.value <= 1 for opinion in thought.opinions)
    assert thought.line[0] == (seat, thought.best.move.text)
    assert thought.best.trusted == max(opinion.trusted for opinion in thought.opinions)
    favourites = [opinion.move for opinion in thought.opinions if opinion.favoured]
    assert len(favourites) == 1
    best = max(calls.judge(match.rows, seat, move.code) for move in match.legal(seat))
    assert calls.judge(match.rows, seat, favourites[0].code) == best


@games
def test_a_single_rollout_is_no_worse_than_none(name: str) -> None:
    match, seat = opening(name)
    move = Search(1).choose(match, seat, 1)
    best = max(calls.judge(match.rows, seat, other.code) for other in match.legal(seat))
    assert calls.judge(match.rows, seat, move.code) == best


@games
def test_a_move_can_be_weighed_alone(name: str) -> None:
    match, seat = opening(name)
    for move in match.legal(seat)[:3]:
        opinion = Search(100).weigh(match, seat, move, 1).best
        assert opinion.move == move and opinion.visits == 100


def test_the_clock_cuts_and_says_so(caplog: pytest.LogCaptureFixture) -> None:
    match, seat = opening("thirteen")
    Search(10).explain(match, seat, 1)  # compiled
    with caplog.at_level(logging.WARNING, "cardshed.bots.search"):
        thought = Search(10**6, seconds=0.05, name="slow").explain(match, seat, 1)
    assert 0 < thought.rollouts < 10**6
    assert f"slow: cut by the clock after {thought.rollouts} of 1000000 rollouts" in caplog.text


def test_a_search_without_a_guard_never_looks_at_the_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    """Arena and lab are reproducible: a level that is not guarded always has all its rollouts."""
    match, seat = opening("thirteen")
    monkeypatch.setattr("time.perf_counter", iter(range(0, 10**9, 10**6)).__next__)
    assert thinker_at(match.game, "medium").explain(match, seat, 1).rollouts == rollouts(match.game, "medium")
    assert thinker_at(match.game, "medium", guarded=True).explain(match, seat, 1).rollouts == BITE


def test_none_of_several_who_choose_together_knows_the_others_choice() -> None:
    """In Pyramid's trade every seat chooses from the same node, whatever the seat before it chose."""
    match, seat = opening("pyramid")
    assert len(match.acting) == 4 and seat == 0
    on = desk(match.rows, 1000, match.game.moves)
    used = grow(on, seat, 1, 0, 400, np.uint64(1), Style(), ANY)
    nodes = on.nodes[1:used]
    for other in match.acting:
        own = nodes[(nodes["parent"] == ROOT) & (nodes["seat"] == other)]
        assert 380 <= own["visits"].sum() <= 400  # a rollout ends its walk where it adds a choice
        assert len(set(own["move"].tolist())) == len(own) == len(match.legal(other))


@games
def test_a_full_tree_is_still_walked(name: str) -> None:
    match, seat = opening(name)
    on = desk(match.rows, 40, match.game.moves)
    assert grow(on, seat, 1, 0, 500, np.uint64(1), Style(), ANY) <= 40
    own = on.nodes[1:][(on.nodes["parent"] == ROOT)[1:] & (on.nodes["seat"] == seat)[1:]]
    assert own["visits"].sum() == 500


def test_points_that_set_players_far_apart_count_no_more_than_others() -> None:
    """A deal of Rummy is worth some fifty points, one of Pyramid two; both are about three to one."""
    rummy, pyramid = (cardshed.game(name) for name in ("rummy", "pyramid"))
    apart = spread(rummy, 2, tuple(rummy.match(seed=1).options.items()))
    assert 10 < apart < 200
    assert 1 <= spread(pyramid, 4, tuple(pyramid.match(seed=1).options.items())) < 3


# --- levels ---------------------------------------------------------------------------------------


@games
def test_each_level_has_about_five_times_the_rollouts_of_the_one_below(name: str) -> None:
    counts = [rollouts(cardshed.game(name), level) for level in LEVELS]
    assert all(4 <= more / less <= 6 for less, more in pairwise(counts))


@games
def test_a_search_takes_less_than_200_megabytes(name: str) -> None:
    game = cardshed.game(name)
    match, _ = opening(name)
    on = desk(match.rows, NODES * rollouts(game, "expert") + 2, game.moves)
    assert sum(part.nbytes for part in on) < 200e6


def test_bots_by_name() -> None:
    assert bots.names() == ["random", "greedy", "easy", "medium", "hard", "expert", "net"]
    match, seat = opening("thirteen")
    for name in [*bots.names(), "search:50", "search:1_000", "net:5"]:
        assert bots.bot(name).name == name
        assert bots.ask(bots.bot(name, guarded=True), match, seat, 1) in match.legal(seat)
    for name in (
        "clever",
        "search:",
        "search:0",
        "search:1e3",
        "search:-5",
        "search:1000001",
        "hard:5",
        "net:",
        "net:0",
        "net:x",
    ):
        with pytest.raises(BadOption, match="There is no bot called"):
            bots.bot(name)
    with pytest.raises(BadOption, match="There is no level greedy; there are easy, medium, hard, expert"):
        thinker_at(match.game, "greedy")
    assert GUARDS == (0.05, 0.3, 1.0, 3.0)


def test_a_hint_knows_what_the_seat_knows() -> None:
    match, seat = opening("thirteen")
    here = Match(match.game, [match.rows])
    told = hint(here, seat, 5, level="easy")
    again = hint(here.imagine(seat, 9), seat, 5, level="easy")
    assert [one.json() for one in told.opinions] == [one.json() for one in again.opinions]
    assert (told.line, told.rollouts) == (again.line, again.rollouts)


# --- analysis -------------------------------------------------------------------------------------


def test_a_match_as_it_stood() -> None:
    match, _ = opening("thirteen")
    while not match.over:
        match.play(match.acting[0], match.legal(match.acting[0])[0])
    assert match.at(match.plies).rows is match.rows and match.at(0).plies == 0
    assert [move.text for move in match.at(5).moves] == [move.text for move in match.moves[:5]]
    for wrong in (-1, match.plies + 1):
        with pytest.raises(IllegalMove, match="is not a number from 0 to"):
            match.at(wrong)


def test_a_thrown_away_win_is_a_blunder() -> None:
    """With one pair left, playing half of it instead of going out gives the deal away; going out loses nothing."""
    for played, mark in (("5S", "??"), ("5S 5H", "")):
        match = cardshed.game("thirteen").position(2, hands=["5S 5H", "6S 7H 8D 9S"], turn=0)
        match.play(0, played)
        finding = look_at(match, 0, Search(500))
        assert finding.mark == mark and (finding.loss >= BLUNDER) == bool(mark)
        assert finding.best.move.text == "5S 5H" and finding.played.move.text == played


@games
def test_every_choice_of_a_match_is_looked_at(name: str) -> None:
    match = cardshed.game(name).match(seed=2)
    for _ in range(12):
        match.play(match.acting[0], match.legal(match.acting[0])[-1])
    findings = [look_at(match, ply, Search(50)) for ply in choices(match)]
    assert [finding.ply for finding in findings] == choices(match)
    for finding in findings:
        told = finding.json()
        assert told["played"]["move"]["text"] == match.moves[finding.ply].text
        assert told["loss"] >= 0 and told["line"][0] == (finding.move.seat, told["best"]["move"]["text"])
