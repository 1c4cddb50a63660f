"""The nets that come with games: what their cards say, that they are small, quick to load, and play as torch would."""

from __future__ import annotations

import json
import random
from contextlib import suppress
from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import cardshed
from cardshed import bots
from cardshed.bots.analysis import choices, look_at
from cardshed.bots.foresight import Foresight, Manner, _Thinking
from cardshed.bots.levels import thinker_at, worlds
from cardshed.bots.net import CARD, FILE, STEPS, BadNet, Net, load, net_of, save, slate, weigh
from cardshed.engine.errors import BadOption
from cardshed.engine.kernel import Rows
from cardshed.engine.kit.conformance import some_match, walk
from cardshed.engine.matches.game import Game
from tests.conftest import counted

pytestmark = pytest.mark.compiled

PARAMETERS, BYTES = 500_000, 1_000_000
NETS = [name for name in cardshed.games() if net_of(cardshed.game(name))]

nets = pytest.mark.parametrize("name", NETS)


def shipped(name: str) -> tuple[Game, Net]:
    game = cardshed.game(name)
    net = net_of(game)
    assert net is not None
    return game, net


def positions(game: Game, many: int) -> list[tuple[Rows, int, Any]]:
    """Rows of random matches under random house rules, who chooses there, and from which moves."""
    dice = random.Random(f"net of {game.name}")
    found: list[tuple[Rows, int, Any]] = []
    while len(found) < many:
        for now in walk(some_match(game, dice), dice):
            for seat in now.acting:
                codes = np.array([move.code for move in now.legal(seat)], np.int64)
                if len(codes) > 1 and dice.random() < 0.3:
                    found.append((now.rows.copy(), seat, codes))
    return found[:many]


@nets
def test_a_net_is_small_and_its_card_is_its_own(name: str) -> None:
    game, net = shipped(name)
    card = json.loads((game.folder / CARD).read_text())
    assert (card["game"], card["rules"], card["parameters"]) == (name, game.version, net.numbers)
    assert net.numbers <= PARAMETERS and (game.folder / FILE).stat().st_size <= BYTES
    assert date.fromisoformat(card["made"]) and card["command"].startswith(f"cardshed train {name} ")
    assert set(card["examined"]["players"]) == {str(n) for n in game.players}
    assert all(one["beaten"] - one["interval"] > 0.5 for one in card["examined"]["players"].values())


@nets
def test_it_plays_as_torch_would(name: str, torch: Any) -> None:
    """The same net as torch adds it up: the same move wherever the best two are apart by more than a thousandth."""
    game, net = shipped(name)
    on, told = slate(net), 0
    for rows, seat, codes in positions(game, counted(150, 3000, 5)):
        own = np.zeros(len(codes))
        weigh(net, on, rows, seat, codes, own)
        theirs = _by_torch(torch, net, game, rows, seat, codes)
        assert np.allclose(own, theirs, atol=1e-4)
        best = np.sort(theirs)
        if best[-1] - best[-2] > 1e-3:
            assert own.argmax() == theirs.argmax()
            told += 1
    assert told


def _by_torch(torch: Any, net: Net, game: Game, rows: Rows, seat: int, codes: Any) -> Any:
    from cardshed.engine import calls
    from cardshed.engine.core.verbs import SPARE, length

    def numbers(pieces: Any, call: Any) -> Any:
        out = np.zeros(length(pieces) + SPARE, np.int16)
        call(out)
        return out[: length(pieces)].tolist()

    def unfolded(values: list[int], first: list[int]) -> Any:
        """Lines for the first steps of a number, and a last one for all of it."""
        found = []
        for value, begin, end in zip(values, first, first[1:], strict=False):
            steps = min(end - begin, STEPS) if end - begin > 1 else 0
            found += [float(value > step) for step in range(steps)] + [float(value)] * (end - begin - steps)
        return torch.tensor(found)

    w = {name: torch.from_numpy(array) for name, array in net._asdict().items()}
    seen = numbers(game.observation, lambda out: calls.observe(rows, seat, out))
    t = torch.relu(unfolded(seen, net.seen_first.tolist()) @ w["seen"] + w["seen_bias"])
    for layer, bias in zip(w["trunk"], w["trunk_bias"], strict=True):
        t = t + torch.relu(t @ layer + bias)
    moves = torch.stack(
        [
            unfolded(
                numbers(game.encoding, lambda out, code=code: calls.encode(rows, seat, code, out)),
                net.move_first.tolist(),
            )
            for code in codes
        ]
    )
    h = torch.relu(t @ w["joint"] + w["joint_bias"] + moves @ w["move"])
    for layer, bias in zip(w["head"], w["head_bias"], strict=True):
        h = h + torch.relu(h @ layer + bias)
    return torch.sigmoid(h @ w["out"] + w["out_bias"]).double().numpy()


@nets
def test_a_move_is_worth_the_same_in_any_company(name: str) -> None:
    """To the bit: moves go through the head in fours, and what is zero for one of them need not be for another."""
    game, net = shipped(name)
    on = slate(net)
    for rows, seat, codes in positions(game, counted(20, 500, 2)):
        together, alone = np.zeros(len(codes)), np.zeros(1)
        weigh(net, on, rows, seat, codes, together)
        for i in range(min(len(codes), 9)):
            weigh(net, on, rows, seat, codes[i : i + 1], alone)
            assert alone[0] == together[i]


@nets
@pytest.mark.process
def test_it_beats_greed(name: str) -> None:
    """On a few deals; the card and docs/nets.md have the figures."""
    from cardshed.bots.arena.ladder import Ladder
    from cardshed.bots.arena.plan import make_plan
    from cardshed.bots.arena.run import play

    game = cardshed.game(name)
    plan = make_plan(game, ["net", "greedy"], counted(60, 1000, 2), players=game.facts.usual)
    pair = Ladder(play(plan, 1)).pairs[0]
    assert pair.stronger is not None and pair.stronger.bot == "net"


@nets
def test_expert_looks_ahead_with_it(name: str) -> None:
    game, _ = shipped(name)
    assert isinstance(thinker_at(game, "expert"), Foresight) == (worlds(game) > 0)
    thinker = Foresight(worlds(game) or 100)
    for seed in range(counted(4, 40, 1)):
        match = game.match(seed=seed)
        seat = match.acting[0]
        if len(match.legal(seat)) > 1:
            thought = thinker.explain(match.imagine(seat, 1), seat, 1)
            assert len(thought.opinions) == len(match.legal(seat)) and thought.line[0] == (seat, thought.best.move.text)
            assert all(0 <= one.value <= 1 for one in thought.opinions) and thought.rollouts <= thinker.rollouts
            values = [one.value for one in thought.opinions]
            assert values == sorted(values, reverse=True)
            again = thinker.explain(match.imagine(seat, 1), seat, 1)
            assert replace(thought, seconds=0.0) == replace(again, seconds=0.0)


def test_what_dropped_out_is_compared_where_both_were_tried() -> None:
    """The first two worlds are kind to all moves; what was tried in them alone is not better for that."""
    game = cardshed.game("thirteen")
    match = game.match(seed=1)
    bot = Foresight(100, manner=Manner(opinion=2))
    seat = match.acting[0]
    thinking = _Thinking(bot, match, seat, 1, match.legal(seat)[:4])
    thinking.first[:] = [0.5, 0.4, 0.5, 0.5]
    thinking.found = [[1.0, 0.9, 0.3, 0.2], [1.0, 1.0, 0.2, 0.3], [0.9, 0.9], []]
    order, values = thinking.ranked()
    assert order == [0, 3, 1, 2]
    assert values == pytest.approx([3.4 / 6, 3.3 / 6, 3.4 / 6 - 0.1 / 4, 3.4 / 6])


@nets
def test_what_was_played_and_what_is_best_are_looked_at_equally(name: str) -> None:
    game, _ = shipped(name)
    match = game.match(seed=2)
    while len(match.moves) < 12:
        seat = match.acting[0]
        match.play(seat, match.legal(seat)[-1])
    for finding in [look_at(match, ply, Foresight(20)) for ply in choices(match)]:
        assert finding.others[0] == finding.best
        if finding.best.move != finding.move:
            assert finding.best.visits == finding.played.visits == 20 + Manner().opinion
            assert finding.played in finding.others


@nets
def test_a_clock_cuts_it(name: str, caplog: pytest.LogCaptureFixture) -> None:
    game, _ = shipped(name)
    bot = Foresight(1_000_000, seconds=0.2)
    for seed in range(40):
        match = game.match(seed=seed)
        seat = match.acting[0]
        bot.choose(match.imagine(seat, 1), seat, 1)
        if bot.cut:
            break
    assert bot.cut and "cut by the clock" in caplog.text


def test_a_game_without_a_net_says_so() -> None:
    game = cardshed.game(str(Path(__file__).parents[2] / "examples/crazy_eights"))
    match = game.match(seed=1)
    with pytest.raises(BadOption, match="has no net; `cardshed train` makes one"):
        bots.ask(bots.bot("net"), match, match.acting[0], 1)
    assert not isinstance(thinker_at(game, "expert"), Foresight)


@nets
def test_files_that_are_no_net_are_refused(name: str, tmp_path: Path) -> None:
    game, net = shipped(name)
    file = tmp_path / FILE
    save(file, game, net)
    assert all((a == b).all() for a, b in zip(load(file, game), net, strict=True))
    other = next(cardshed.game(one) for one in cardshed.games() if one != name)
    with pytest.raises(BadNet, match=f"another game than {other.title}"):
        load(file, other)
    whole = file.read_bytes()
    for at in range(100, 400, 7):  # some damage is found by unpacking, some by the sum at the end
        file.write_bytes(whole[:at] + bytes([whole[at] ^ 1]) + whole[at + 1 :])
        with suppress(BadNet):
            load(file, game)
    file.write_bytes(whole[:1000])
    with pytest.raises(BadNet, match="holds no net"):
        load(file, game)
    for part in ("seen", "seen_first", "head_bias", "joint", "move_first", "head", "out"):
        save(file, game, net._replace(**{part: getattr(net, part)[:-1]}))
        with pytest.raises(BadNet, match="do not fit together"):
            load(file, game)
    with pytest.raises(BadNet, match="holds no net"):
        load(tmp_path / "nowhere.npz", game)
