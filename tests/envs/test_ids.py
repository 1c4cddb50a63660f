"""Names with versions: who cites one finds the same environment under it."""

from __future__ import annotations

import hashlib
import shutil
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import cardshed
from cardshed.games import registry

gymnasium = pytest.importorskip("gymnasium", reason="there is no Gymnasium: pip install 'cardshed[envs]'")
pytest.importorskip("pettingzoo", reason="there is no PettingZoo: pip install 'cardshed[envs]'")

from cardshed.envs import gymnasium as ours  # noqa: E402
from cardshed.envs import ids, pettingzoo  # noqa: E402

pytestmark = pytest.mark.compiled

STEPS = 120

# What an id promises, in a few letters: all that is seen, offered and got in games with a fixed choice. If one of them
# changes, whoever has the old results must see it: raise VERSION in envs/ids.py, or RAISED if it was one game, or
# that of the rules if it was they.
PROMISED = {
    "cardshed_pyramid_v2": "72f4bb5a6365da20",
    "cardshed_thirteen_v1": "6671a88db4fad191",
    "cardshed_parcels_v1": "2be97b1998a2351b",
    "cardshed_segments_v1": "76733f864eef1cc0",
    "cardshed_rummy_v2": "9862d520657b859a",
}


def chosen(mask: Any, step: int) -> int:
    offered = np.flatnonzero(mask)
    return int(offered[7919 * step % len(offered)])


def digest(name: str) -> str:
    found = hashlib.sha256()
    game = pettingzoo.raw_env(name)
    game.reset(seed=1)
    for step in range(STEPS):
        seen, reward, ended, _, _ = game.last()
        found.update(seen["observation"].tobytes() + seen["action_mask"].tobytes() + np.float64(reward).tobytes())
        if ended:
            game.reset()
        else:
            game.step(chosen(seen["action_mask"], step))
    for opponents in ("random", "greedy"):
        games = ours.vector(name, 4, opponents=opponents, seat=None)
        games.reset(seed=1)
        for step in range(STEPS):
            games.step(np.array([chosen(mask, step) for mask in games.masks]))
            for array in (games.seen, games.masks, games.rewards, games.seats, games.ended):
                found.update(array.tobytes())
    return found.hexdigest()[:16]


@pytest.mark.parametrize("name", registry.OURS)
def test_what_an_id_promises_is_still_so(name: str) -> None:
    assert PROMISED.get(ids.in_pettingzoo(cardshed.game(name))) == digest(name)


@pytest.mark.parametrize("name", registry.OURS)
def test_gymnasium_makes_them_by_id(name: str) -> None:
    known = ids.in_gymnasium(cardshed.game(name))
    one = gymnasium.make(f"cardshed.envs.gymnasium:{known}", opponents="random", render_mode="ansi")
    assert one.unwrapped.table.game.name == name and one.unwrapped.names[0] == "random"
    assert one.spec.id == known and one.spec.version == ids.version(cardshed.game(name))
    for mode in (None, "vector_entry_point"):
        many = gymnasium.make_vec(known, num_envs=3, vectorization_mode=mode, opponents="caller")
        assert isinstance(many, ours.ManySeats) and many.num_envs == 3 and many.table.game.name == name


def test_the_ids_as_they_are_written() -> None:
    assert ids.in_gymnasium(cardshed.game("thirteen")) == "cardshed/Thirteen-v1"
    assert pettingzoo.env("rummy").metadata["name"] == "cardshed_rummy_v2" == str(pettingzoo.env("rummy"))


def test_made_by_id_is_the_same_as_made_by_name() -> None:
    made, called = gymnasium.make("cardshed/Thirteen-v1"), ours.env("thirteen")
    seen, _ = made.reset(seed=3)
    other, _ = called.reset(seed=3)
    for step in range(40):
        assert all((seen[piece] == other[piece]).all() for piece in seen)
        action = chosen(seen["action_mask"], step)
        seen, *_ = made.step(action)
        other, *_ = called.step(action)


def test_a_change_of_either_raises_the_version(monkeypatch: pytest.MonkeyPatch) -> None:
    game = cardshed.game("thirteen")
    monkeypatch.setattr(ids, "VERSION", ids.VERSION + 1)
    assert ids.in_gymnasium(game) == "cardshed/Thirteen-v2"
    monkeypatch.setattr(game, "version", game.version + 1)
    assert ids.in_pettingzoo(game) == "cardshed_thirteen_v3"


def test_a_version_of_a_pettingzoo_game_is_kept_to() -> None:
    from cardshed.envs.pettingzoo import rummy_v2

    assert rummy_v2.env(players=2, options={"goal": 200}).metadata["name"] == "cardshed_rummy_v2"
    assert rummy_v2.parallel_env().table.game.name == rummy_v2.raw_env().table.game.name == "rummy"
    with pytest.raises(AttributeError, match="rummy_v2 is here"):
        _ = pettingzoo.rummy_v3
    with pytest.raises(AttributeError, match="no attribute"):
        _ = pettingzoo.chess_v1


def test_a_game_from_a_folder_does_not_take_the_name_of_ours(tmp_path: Path) -> None:
    folder = shutil.copytree(cardshed.game("thirteen").folder, tmp_path / "thirteen")
    assert ours.register(folder) == ours.register(str(folder)) == "own/Thirteen-v1"
    assert gymnasium.make("own/Thirteen-v1").unwrapped.table.game.folder == folder
    assert gymnasium.make("cardshed/Thirteen-v1").unwrapped.table.game is cardshed.game("thirteen")


def test_a_broken_game_does_not_keep_the_others_away(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "names", lambda: ["no_such_game", *registry.OURS])
    with pytest.warns(UserWarning, match="no_such_game"):
        ours.register_all()
    assert "cardshed/Rummy-v2" in gymnasium.registry
