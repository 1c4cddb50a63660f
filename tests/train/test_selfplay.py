"""What actors see, choose and are told is what the engine says of the same games, played once more move by move."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest

import cardshed
from cardshed.bots.net import unfold
from cardshed.engine import calls
from cardshed.engine.chance import GAMES, TABLES, below, key
from cardshed.engine.core.playout import POLICIES
from cardshed.engine.core.verbs import SPARE, length
from cardshed.engine.matches.game import Game
from cardshed.engine.matches.match import Match, Move
from tests.conftest import PROOF, counted

torch = pytest.importorskip("torch", reason="there is no PyTorch: pip install 'cardshed[train]'")

from cardshed.train.acting import GAME, OFFERED, SEAT, TABLE  # noqa: E402
from cardshed.train.examining import strength  # noqa: E402
from cardshed.train.inputs import Lines  # noqa: E402
from cardshed.train.selfplay import Actors, hands_for  # noqa: E402
from cardshed.train.tables import Tables, by_the_book, of_all_kinds  # noqa: E402

pytestmark = [pytest.mark.compiled, pytest.mark.torch]

SEED = 11


class Twin:
    """An actor's games once more, by the engine's own object."""

    def __init__(self, game: Game, tables: Tables, many: int, i: int) -> None:
        self.game, self.tables, self.many, self.number = game, tables, many, i - many
        self.next()

    def next(self) -> None:
        self.number += self.many
        self.table = int(below(np.uint64(key(np.uint64(SEED), TABLES, self.number)), 0, len(self.tables.rows)))
        table = self.tables.rows[self.table]
        seed = int(key(np.uint64(SEED), GAMES, self.number))
        self.match = self.game.match(int(table["players"]), seed, self.game.settings(table))
        self.made: list[tuple[int, int]] = []  # (step, seat) of the choices of this deal
        self.deal = 0

    def numbers(self, verb: str, *asked: int) -> list[int]:
        pieces = self.game.observation if verb == "observe" else self.game.encoding
        out = np.zeros(length(pieces) + SPARE, np.int16)
        getattr(calls, verb)(self.match.rows, *asked, out)
        return out[: length(pieces)].tolist()


@pytest.mark.parametrize("name", cardshed.games() if PROOF else ["thirteen", "pyramid"])
def test_actors_play_the_games_of_the_engine(name: str) -> None:
    game, many, steps = cardshed.game(name), 6, counted(120, 800, 5)
    tables = of_all_kinds(game, 8, 3)
    actors = Actors(hands_for("cpu", game, tables, many), steps, SEED)
    twins = [Twin(game, tables, many, i) for i in range(many)]
    ended: Counter[str] = Counter()
    for step in range(steps):
        actors.step(None, 1.0)
        for i, twin in enumerate(twins):
            actor = actors.actors[i]
            ended += _forced(twin, actors, i)
            seat = twin.match.acting[0]
            offered = twin.match.legal(seat)
            assert (int(actor[GAME]), int(actor[SEAT]), int(actor[OFFERED])) == (twin.number, seat, len(offered))
            line = step * many + i
            assert actors.seen[line].tolist() == twin.numbers("observe", seat)
            code = int(actors.chosen[i])
            assert code in [move.code for move in offered]
            assert actors.made[line].tolist() == twin.numbers("encode", seat, code)
            twin.made.append((step, seat))
            twin.match.play(seat, Move(game, twin.match.rows, seat, code))
    assert ended["match"] or name == "rummy"  # a match of Rummy is long
    assert ended["deal"] > 3  # in Thirteen at tables where several are played


def _forced(twin: Twin, actors: Actors, i: int) -> Counter[str]:
    """Play what leaves no choice, across the ends of deals and matches. Returns how many of them ended in which all
    that was chosen was told what came of it."""
    ended: Counter[str] = Counter()
    while True:
        match = twin.match
        if match.over or match.rows[0]["deal_no"] != twin.deal:
            shares = what_it_came_to(match, float(twin.tables.spreads[twin.table]))
            for step, seat in twin.made:
                assert actors.fresh[step, i] == 1
                assert float(actors.targets[step, i]) == pytest.approx(shares[seat], abs=1e-6)
            ended["match" if match.over else "deal"] += bool(twin.made)
            twin.made, twin.deal = [], int(match.rows[0]["deal_no"])
        if match.over:
            twin.next()
            continue
        seat = match.acting[0]
        offered = match.legal(seat)
        if len(offered) > 1:
            return ended
        match.play(seat, offered[0])


def what_it_came_to(match: Match, spread: float) -> Sequence[float]:
    """At the end the share of opponents beaten. After a deal before it, by points: a lead of as many as usually set
    players apart is worth half of a win over that opponent."""
    if match.payoff is not None:
        return match.payoff
    leads = [[(own - other) / spread for other in match.points] for own in match.points]
    return [0.5 + sum(lead / (1 + abs(lead)) for lead in row) / (2 * (len(row) - 1)) for row in leads]


def test_luck_is_replaced_by_what_the_net_said() -> None:
    """With half a trace, a choice is told the mean of the seat's next opinion and of what that choice was told."""
    game, many, steps = cardshed.game("thirteen"), 4, 80
    actors = Actors(hands_for("cpu", game, by_the_book(game), many), steps, SEED, trace=0.5)
    dice = np.random.default_rng(1)

    def score(seen: object, moves: object, whose: object, out: Any) -> None:
        out.copy_(torch.from_numpy(dice.normal(size=len(out)).astype(np.float32)))

    games = []
    for _ in range(steps):
        actors.step(score)
        games.append(actors.actors[:, GAME].clone())
    checked = 0
    for i in range(many):
        told: dict[tuple[int, int], tuple[float, float]] = {}
        for step in reversed(range(steps)):
            if actors.fresh[step, i]:
                place = int(games[step][i]), int(actors.seats[step, i])
                target, said = float(actors.targets[step, i]), float(actors.said[step, i])
                if place in told:
                    assert target == pytest.approx(0.5 * told[place][0] + 0.5 * told[place][1], abs=1e-5)
                    checked += 1
                else:
                    assert target in (pytest.approx(1.0), pytest.approx(1 / 3))
                told[place] = target, said
    assert checked > 20


def test_among_others_an_actor_sits_at_every_seat_of_every_table() -> None:
    game, tables = cardshed.game("thirteen"), 2
    rows = np.concatenate([game.blank(4, 0, {"cards": cards}) for cards in (3, 4)])
    many = 4  # as many as seats
    hands = hands_for("cpu", game, Tables(rows, np.ones(tables)), many)
    actors = Actors(hands, 1, SEED, others=POLICIES["greedy"])
    met: list[set[tuple[int, int]]] = [set() for _ in range(many)]
    for _ in range(200):
        actors.step(None, 1.0)
        for i, actor in enumerate(actors.actors.tolist()):
            met[i].add((actor[TABLE], actor[SEAT]))
    assert all(len(places) == tables * 4 for places in met)


def test_threads_change_nothing() -> None:
    game = cardshed.game("thirteen")
    found = []
    for threads in (1, 2):
        tables = of_all_kinds(game, 16, 1)
        actors = Actors(hands_for("cpu", game, tables, 64, threads), 40, SEED, others=POLICIES["greedy"], mixed=0.5)
        for _ in range(60):
            actors.step(None, 1.0)
        found.append([actors.seen, actors.made, actors.seats, actors.targets, actors.fresh, actors.results])
    assert all(torch.equal(one, other) for one, other in zip(*found, strict=True))


@pytest.mark.parametrize("name", cardshed.games())
def test_a_gpu_plays_the_same(name: str) -> None:
    if not torch.cuda.is_available():
        pytest.skip("needs an NVIDIA GPU and pip install 'cardshed[gpu,train]'")
    game = cardshed.game(name)
    tables, found = of_all_kinds(game, 64, 3), []
    for device in ("cpu", "cuda"):
        actors = Actors(hands_for(device, game, tables, 1024), 128, SEED, others=POLICIES["greedy"], mixed=0.25)
        for _ in range(100):
            actors.step(None, 1.0)
        kept = (actors.seen, actors.made, actors.seats, actors.targets, actors.fresh, actors.results, actors.actors)
        found.append([one.cpu() for one in kept])
    assert all(torch.equal(one, other) for one, other in zip(*found, strict=True))


def test_tables_are_of_all_kinds() -> None:
    for name in cardshed.games():
        game = cardshed.game(name)
        rows = of_all_kinds(game, 60, 1).rows
        assert set(rows["players"].tolist()) == set(game.players)
        kinds = {tuple(sorted(game.given(row).items())) for row in rows}
        assert () in kinds and len(kinds) > 8
        assert rows.tobytes() == of_all_kinds(game, 60, 1).rows.tobytes()


def test_who_plays_by_chance_is_beaten_by_greed() -> None:
    """The measure itself: a judge without an opinion, one that likes what the game judges best, and equals."""
    game = cardshed.game("thirteen")
    dice = random.Random(3)

    def anything(seen: object, moves: object, whose: object, out: Any) -> None:
        out.copy_(torch.tensor([dice.random() for _ in range(len(out))]))

    share, error, _ = strength(game, anything, "cpu", 400)
    assert share + error < 0.45
    share, error, _ = strength(game, anything, "cpu", 400, "random")
    assert abs(share - 0.5) < 2 * error


def test_a_number_that_counts_has_lines_for_its_first_steps() -> None:
    """A bit, a count within the steps, one beyond them, one that may be below zero, and one that never was anything."""
    least, most = np.array([0, 0, 0, -7, 0]), np.array([1, 3, 20, 5, 0])
    lines = Lines(least, most, "cpu")
    assert lines.first.tolist() == [0, 1, 4, 9, 10, 11]
    unfolded = lines.unfold(torch.tensor([[1, 2, 10, -7, 0], [0, 5, 3, 7, 1]], dtype=torch.int16))
    assert unfolded[0].tolist() == pytest.approx([1, 1, 1, 0, 1, 1, 1, 1, 10 / 20, -1, 0])
    assert unfolded[1].tolist() == pytest.approx([0, 1, 1, 1, 1, 1, 1, 0, 3 / 20, 1, 1])
    places, factors = np.zeros(20, np.int32), np.zeros(20, np.float32)
    for values, dense in (([1, 2, 10, -7, 0], unfolded[0]), ([0, 5, 3, 7, 1], unfolded[1])):
        many = unfold(np.array(values, np.int16), lines.first, places, factors)
        found = np.zeros(lines.lines, np.float32)
        found[places[:many]] = factors[:many] * lines.scales[places[:many]]
        assert found.tolist() == pytest.approx(dense.tolist())
