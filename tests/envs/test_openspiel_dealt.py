"""Games that chance nodes deal: OpenSpiel solves them, and a linear programme of ours says the same."""

from __future__ import annotations

import pickle
import re
from collections.abc import Iterator
from itertools import combinations
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import cardshed
from cardshed.engine.errors import BadOption
from tests.conftest import counted

pyspiel = pytest.importorskip("pyspiel", reason="there is no OpenSpiel: pip install 'cardshed[openspiel]'")

from open_spiel.python.algorithms import cfr, expected_game_score, exploitability  # noqa: E402

from cardshed.envs import openspiel  # noqa: E402
from tests.envs.sequence_form import Chance, Choice, End, of_spiel, open_value, value  # noqa: E402

pytestmark = pytest.mark.compiled

Rules = dict[str, str]
SMALLEST = {"ranks": "3", "suits": "2", "cards": "2"}  # 1,647 nodes
# 15,935 nodes; here it matters what the other holds.
SMALL = {"ranks": "4", "suits": "2", "cards": "3", "must_play": "yes", "first_play_3s": "required"}


def thirteen(options: Rules) -> Any:
    written = ";".join(f"{name}={value}" for name, value in options.items())
    return openspiel.load("thirteen", players=2, options=written, explicit=True)


def nodes(state: Any) -> Iterator[Any]:
    yield state
    for action in [] if state.is_terminal() else state.legal_actions():
        yield from nodes(state.child(action))


def seat_0_starts(game: Any) -> Any:
    """Both know who starts, so this is a game of its own. (Before, the two seats are alike: the whole is worth 0.)"""
    return game.new_initial_state().child(0)


# --- what they are -------------------------------------------------------------------------------

SMALL_GAMES = [
    ("thirteen", 2, "cards=3;ranks=5;suits=2"),
    ("thirteen", 4, "cards=2;ranks=4;suits=2"),
    ("segments", 3, "rounds=1;cards=2;copies=1"),
    ("segments", 4, "rounds=1;cards=1;copies=2;pass_segments=may"),
]


@pytest.mark.parametrize(("name", "players", "options"), SMALL_GAMES)
def test_the_fields_own_test_with_states_written_and_read(name: str, players: int, options: str) -> None:
    game = openspiel.load(name, players=players, options=options, explicit=True)
    pyspiel.random_sim_test(game, counted(3, 100, 1), True, False)


@pytest.mark.parametrize(("name", "players", "options"), SMALL_GAMES)
def test_a_state_read_back_goes_on_alike(name: str, players: int, options: str) -> None:
    dice = np.random.default_rng(1)
    game = openspiel.load(name, players=players, options=options, explicit=True)
    state = game.new_initial_state()
    while not state.is_terminal():
        text = pyspiel.serialize_game_and_state(game, state)
        _, again = pyspiel.deserialize_game_and_state(text)
        assert str(again) == str(state) and again.legal_actions() == state.legal_actions()
        for player in range(players):
            assert again.information_state_string(player) == state.information_state_string(player)
        state.apply_action(int(dice.choice(state.legal_actions())))
    assert np.isclose(sum(state.returns()), 0)


def test_a_table_is_pickled_as_it_stands() -> None:
    table = seat_0_starts(thirteen(SMALL)).table
    again = pickle.loads(pickle.dumps(table))
    assert again.state() == table.state() and again.acting == table.acting == ()


def test_what_a_player_may_know_is_one_information_state_and_nothing_else_is() -> None:
    """Of the whole tree: all that a player was shown and chose, written out, and the states' own short strings."""
    shown: dict[str, tuple[Any, ...]] = {}
    told: dict[tuple[Any, ...], str] = {}

    def walk(state: Any, seen: list[tuple[Any, ...]]) -> None:
        for player in (0, 1):
            short = state.information_state_string(player)
            if state.dealt:
                assert shown.setdefault(short, (player, seen[player])) == (player, seen[player])
                assert told.setdefault((player, seen[player]), short) == short
        if state.is_terminal():
            return
        for action in state.legal_actions():
            after, know = state.child(action), list(seen)
            if state.dealt:
                mover = state.current_player()
                know[mover] = (*know[mover], action)
            for player in (0, 1):
                # Shown is what lies on the table after a whole move; while one is chosen, just to who chooses.
                if after.dealt and (
                    not state.dealt or player == state.current_player() or not after.table.chosen.any()
                ):
                    know[player] = (*know[player], after.table.observe(player).tobytes())
            walk(after, know)

    walk(thirteen(SMALLEST).new_initial_state(), [(), ()])
    assert len(shown) > 500


def dealt(game: Any, starter: int, *hands: str) -> Any:
    """That deal."""
    state = game.new_initial_state().child(starter)
    while not state.dealt:
        dealing = state.dealing
        card = game.table.says(dealing.deck.parts[dealing.kind])
        state.apply_action(int(card in hands[dealing.getter].split()))
    return state


def test_how_a_move_was_chosen_tells_the_others_nothing() -> None:
    """With a pair one says that a single card is all; without, it goes without saying. The other must not see that."""
    states = []
    for hand, choices in (("KS KC", 2), ("KS AC", 1)):
        state = dealt(thirteen(SMALLEST), 0, hand, "2S 2C")
        for _ in range(choices):
            state.apply_action(
                state.legal_actions()[0 if state.current_player() == 0 and not state.table.chosen[0] else -1]
            )
        assert state.current_player() == 1
        states.append(state)
    assert states[0].information_state_string(1) == states[1].information_state_string(1)
    assert states[0].information_state_string(0) != states[1].information_state_string(0)


def test_copies_do_not_change_what_is_dealt_next() -> None:
    games = [openspiel.load("thirteen", players=2, options="cards=5", seed=3) for _ in range(2)]
    states = [game.new_initial_state() for game in games]
    for _ in range(5):
        states[0].clone()
    first, second = (
        [state.chance_outcomes(), game.new_initial_state().chance_outcomes()]
        for state, game in zip(states, games, strict=True)
    )
    assert first == second and first[0] != first[1]


def test_refusals() -> None:
    with pytest.raises(BadOption, match="Chance can be told"):
        openspiel.load("rummy", explicit=True)
    with pytest.raises(BadOption, match="smaller"):
        openspiel.load("thirteen", players=2, explicit=True)
    with pytest.raises(BadOption, match="rounds"):
        openspiel.load("segments", players=3, options="cards=1", explicit=True)


# --- what they are worth -------------------------------------------------------------------------


def test_the_linear_programme_knows_what_is_known() -> None:
    assert np.isclose(value(pyspiel.load_game("kuhn_poker").new_initial_state(), of_spiel), -1 / 18)
    assert np.isclose(value(pyspiel.load_game("leduc_poker").new_initial_state(), of_spiel), -0.0856064, atol=1e-6)


def worth_by_whole_moves(options: Rules) -> float:
    """What it is worth to start, walked by the engine alone: hands as positions, whole moves, and information sets that
    are the own cards and all moves made. Nothing of the environment is in it."""
    game = cardshed.game("thirteen")
    names = [
        f"{rank}{suit}"
        for rank in "J Q K A 2".split()[-int(options["ranks"]) :]
        for suit in "SCDH"[: int(options["suits"])]
    ]
    deals = [
        (mine, others)
        for mine in combinations(names, int(options["cards"]))
        for others in combinations([card for card in names if card not in mine], int(options["cards"]))
        if names.index(mine[0]) < names.index(others[0])
    ]
    begun = [
        (game.position(2, options, hands=[" ".join(mine), " ".join(others)], turn=0), (mine, others), ())
        for mine, others in deals
    ]

    def look(node: Any) -> End | Chance | Choice:
        if node is None:
            return Chance([(1 / len(begun), one) for one in begun])
        match, hands, moves = node
        if match.over:
            return End(2 * match.payoff[0] - 1)
        seat = match.acting[0]
        after = []
        for move in match.legal(seat):
            next_match = match.copy()
            next_match.play(seat, move)
            after.append((next_match, hands, (*moves, move.text)))
        return Choice(seat, (seat, hands[seat], moves), after)

    return value(None, look)


PAGE = (Path(__file__).parents[2] / "docs/environments.md").read_text(encoding="utf-8")
SECTION = PAGE.partition("## OpenSpiel\n")[2].partition("\n## ")[0]
WORTH = re.findall(r"^\| `(.*?)` \| (\S+) \| (\S+) \|$", SECTION, re.M)


@pytest.mark.parametrize(("options", "worth", "if_open"), WORTH[: counted(2, len(WORTH), 0)])
def test_deals_are_worth_what_the_docs_say(options: str, worth: str, if_open: str) -> None:
    starts = seat_0_starts(openspiel.load("thirteen", players=2, options=options, explicit=True))
    assert f"{value(starts, of_spiel):+.6f}" == worth
    assert f"{open_value(starts, of_spiel):+.6f}" == if_open


@pytest.mark.slow
def test_the_docs_run_and_say_what_comes_out(capsys: pytest.CaptureFixture[str]) -> None:
    exec("\n".join(re.findall(r"```python\n(.*?)```", SECTION, re.S)), {})
    exploited, worth = capsys.readouterr().out.split()
    assert 0 < float(exploited) < 0.1
    assert f"# {worth}\n" in SECTION and worth in [f"{float(number):.3f}" for _, number, _ in WORTH]


@pytest.mark.parametrize("options", [SMALLEST, SMALL])
def test_choosing_card_by_card_is_worth_what_whole_moves_are(options: Rules) -> None:
    assert np.isclose(value(seat_0_starts(thirteen(options)), of_spiel), worth_by_whole_moves(options))


@pytest.mark.slow
def test_cfr_finds_what_the_linear_programme_says() -> None:
    """Nash's distance says how far it may be off: each seat starts half of the deals, so twice as far in one half."""
    game = thirteen(SMALLEST)
    solver = cfr.CFRPlusSolver(game)
    for _ in range(counted(8, 100, 1)):
        solver.evaluate_and_update_policy()
    policy = solver.average_policy()
    off = exploitability.nash_conv(game, policy)
    assert 0 <= off < counted(40, 1, 2000) / 1000
    assert np.isclose(off, 2 * exploitability.exploitability(game, policy))
    starts = seat_0_starts(game)
    found = expected_game_score.policy_value(starts, [policy, policy])[0]
    assert abs(found - value(starts, of_spiel)) <= 2 * off
    assert abs(expected_game_score.policy_value(game.new_initial_state(), [policy, policy])[0]) <= off


def solved(compiled: Any, iterations: int) -> tuple[Any, float]:
    """What OpenSpiel's compiled CFR finds, and its distance from an equilibrium."""
    solver = pyspiel.CFRPlusSolver(compiled)
    for _ in range(iterations):
        solver.evaluate_and_update_policy()
    policy = solver.tabular_average_policy()
    return policy, pyspiel.nash_conv(compiled, policy)


@pytest.mark.slow
def test_its_compiled_cfr_finds_it_closer() -> None:
    game = thirteen(SMALL)
    compiled = openspiel.compiled(game)
    policy, off = solved(compiled, counted(100, 2000, 1))
    assert off < counted(1000, 10, 10**7) / 10**6
    root = compiled.new_initial_state()
    starts = root.child(next(action for action in root.legal_actions() if "seat 0" in root.action_to_string(action)))
    found = pyspiel.expected_returns(starts, [policy, policy], -1, False)[0]
    assert abs(found - value(seat_0_starts(game), of_spiel)) <= 2 * off


@pytest.mark.parametrize("name", ["kuhn_poker", "leduc_poker"])
def test_a_compiled_game_is_the_same_game(name: str) -> None:
    game = pyspiel.load_game(name)
    compiled = openspiel.compiled(game)
    assert sum(1 for _ in nodes(compiled.new_initial_state())) == sum(1 for _ in nodes(game.new_initial_state()))
    assert np.isclose(value(compiled.new_initial_state(), of_spiel), value(game.new_initial_state(), of_spiel))


@pytest.mark.slow
def test_three_players_of_segments_are_solved_too() -> None:
    """CFR promises nothing for three, but what it finds here is nearly an equilibrium."""
    each = counted(0, 1, 0)  # segments: with one the tree is three times as large
    purses = ";".join(f"segments_{k}={each}" for k in (1, 2, 3))
    game = openspiel.load(
        "segments", players=3, options=f"rounds=1;cards=1;copies=1;limit={each};grab=0;{purses}", explicit=True
    )
    compiled = openspiel.compiled(game)
    assert solved(compiled, 20)[1] < solved(compiled, 0)[1] / 20
