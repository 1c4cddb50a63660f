"""A verb that writes more than its game promises is refused in a sentence, wherever it is called, and harms nothing."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

import cardshed
from cardshed.bots import ask, bot
from cardshed.engine import calls
from cardshed.engine.core import verbs
from cardshed.engine.core.simulate import simulate
from cardshed.engine.errors import BadGame
from cardshed.engine.kit.conformance import (
    Check,
    absent_players_do_something_legal,
    matches_end_and_pay,
    nothing_but_play_changes_a_row,
    results_are_written_for_each_seat,
)
from cardshed.engine.kit.perft import perft
from tests.engine.test_refusals import broken

# In the second half of a match a seat has three hundred moves more than are promised.
LATE = (
    "    if count(s.hands[seat]) < 3:\n        for k in range(300):\n            moves[n] = PASS\n            n += 1\n"
)


@pytest.fixture(scope="module")
def late(tmp_path_factory: pytest.TempPathFactory) -> tuple[cardshed.Game, str]:
    """A game whose MOVES is too small only later on, and what is to be said of it."""
    folder, _ = broken(
        tmp_path_factory.mktemp("games"), "        n += 1\n    return n", f"        n += 1\n{LATE}    return n"
    )
    at = (folder / "rules.py").read_text().partition("\nMOVES")[0].count("\n") + 2
    told = f"broken/rules.py:{at}: a seat has more than the 14 legal moves that MOVES promises at most."
    return cardshed.game(folder), told


def test_too_many_moves_at_a_table_lose_nothing(late: tuple[cardshed.Game, str]) -> None:
    game, told = late
    match = game.match(players=2, seed=1)
    with pytest.raises(BadGame) as caught:
        while True:
            match.play(match.acting[0], match.legal(match.acting[0])[-1])
    assert str(caught.value) == told
    plies, rows = match.plies, match.rows.tobytes()
    assert plies > 4 and len(match.record().splitlines()) > plies
    assert cardshed.replay(match.record(), game).rows.tobytes() == rows
    match.undo()
    assert match.plies == plies - 1 and match.legal(match.acting[0])


def test_too_many_moves_in_a_simulation(late: tuple[cardshed.Game, str]) -> None:
    for bots in ("random", "greedy"):
        with pytest.raises(BadGame) as caught:
            simulate(late[0], 50, bots=bots, threads=2)
        assert str(caught.value) == late[1]


@pytest.mark.compiled
def test_too_many_moves_in_a_search_and_in_perft(late: tuple[cardshed.Game, str]) -> None:
    match = late[0].match(players=2, seed=1)
    for search in (lambda: ask(bot("search:40"), match, 0, 1), lambda: perft(match, 9)):
        with pytest.raises(BadGame) as caught:
            search()
        assert str(caught.value) == late[1]
    assert match.plies == 0 and match.legal(0)


def test_a_seat_that_may_act_without_a_move(tmp_path: Path) -> None:
    folder, _ = broken(tmp_path, "        moves[0] = PASS\n        n = 1\n", "")
    with pytest.raises(BadGame, match=r"broken/rules\.py:\d+: a seat may act, but legal gives it no move\."):
        simulate(cardshed.game(folder), 50)


def test_a_move_of_too_many_parts(tmp_path: Path) -> None:
    folder, _ = broken(tmp_path, "return put(out, 0, move)", "return put(out, put(out, 0, move), PASS)", name="long")
    at = (folder / "rules.py").read_text().partition("\nLONGEST")[0].count("\n") + 2
    with pytest.raises(BadGame) as caught:
        cardshed.game(folder).match(seed=1).view(0)
    assert str(caught.value) == f"long/rules.py:{at}: a move has 2 parts, but LONGEST promises 1 at most."


def test_an_observation_that_is_longer_than_declared(tmp_path: Path) -> None:
    folder, at = broken(tmp_path, '("counts", SEATS))', '("counts", SEATS - 1))', name="wordy")
    told = f"wordy/rules.py:{at}: observe writes 160 numbers, but the pieces of OBSERVATION are 159."
    with pytest.raises(BadGame) as caught:
        nothing_but_play_changes_a_row(cardshed.game(folder), random.Random(1), 1)
    assert str(caught.value) == told


def test_points_for_seats_that_are_not_there(tmp_path: Path) -> None:
    points = (
        "@kernel\ndef points(s: Row, out: Numbers) -> None:\n    for p in range(SEATS):\n        out[p] = s.score[p]\n"
    )
    folder, _ = broken(tmp_path, "@kernel\ndef redeal", f"{points}\n\n@kernel\ndef redeal", name="crowded")
    game = cardshed.game(folder)
    assert game.match(players=2, seed=1).points == [0, 0]
    with pytest.raises(AssertionError, match=r"crowded/rules\.py: with [23] players, points writes for seat [23]"):
        results_are_written_for_each_seat(game, random.Random(1), 5)


def test_what_is_promised_is_as_much_as_can_be(tmp_path: Path) -> None:
    """Just as many as promised is no breach."""
    folder, _ = broken(
        tmp_path, 'Number("cards", 5, 1, 13, "rule 1")', 'Number("cards", 13, 1, 13, "rule 1")', name="full"
    )
    (folder / "rules.py").write_text((folder / "rules.py").read_text().replace("MOVES = 14", "MOVES = 13"))
    match = cardshed.game(folder).match(players=2, seed=1)
    assert calls.legal(match.rows, 0, match.game.move_buffer()) == 13


# --- matches that do not end -----------------------------------------------------------------------


@pytest.fixture(scope="module")
def endless(tmp_path_factory: pytest.TempPathFactory) -> cardshed.Game:
    """Nobody ever gets rid of a card."""
    folder, _ = broken(tmp_path_factory.mktemp("games"), "    s.hands[seat] &= ~bit(move)\n", "", name="endless")
    return cardshed.game(folder)


ENDLESS = "endless/rules.py: a match does not end; one has more than 100,000 moves."


@pytest.mark.compiled
def test_a_match_that_does_not_end_stops_a_simulation_and_a_search(endless: cardshed.Game) -> None:
    match = endless.match(players=2, seed=1)
    for play in (
        lambda: simulate(endless, 3, threads=2),
        lambda: simulate(endless, 3, bots="greedy"),
        lambda: ask(bot("search:2"), match, 0, 1),
    ):
        with pytest.raises(BadGame) as caught:
            play()
        assert str(caught.value) == ENDLESS


@pytest.mark.compiled
@pytest.mark.parametrize("check", [matches_end_and_pay, absent_players_do_something_legal])
def test_a_match_that_does_not_end_does_not_conform(
    check: Check, endless: cardshed.Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(verbs, "LONGEST_MATCH", 500)  # which Python looks up anew
    with pytest.raises(BadGame) as caught:
        check(endless, random.Random(1), 10)
    assert str(caught.value) == ENDLESS.replace("100,000", "500")


def test_a_match_that_ends_late_is_played(endless: cardshed.Game, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(verbs, "LONGEST_MATCH", 500)
    rows = endless.match(players=2, seed=1).rows
    rows["plies"] = 500
    verbs.must_end(rows[0])
    rows["plies"] = 501
    with pytest.raises(BadGame):
        verbs.must_end(rows[0])
