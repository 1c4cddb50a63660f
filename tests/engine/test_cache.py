"""The cache of compiled kernels: quick when nothing changed, never stale."""

from __future__ import annotations

import os
import shutil
import time
from pathlib import Path

import pytest

from cardshed.engine.core import cache
from tests.processes import ROOT, python

pytestmark = pytest.mark.compiled

POINTS = """
import cardshed
from cardshed.engine.core.playout import play_games
for path in {paths!r}:
    print(int(cardshed.simulate(path, 50, seed=1, threads=1).points.sum()), sum(play_games.stats.cache_hits.values()))
"""


@pytest.fixture
def game(tmp_path: Path, request: pytest.FixtureRequest) -> Path:
    """A game outside the package, to be edited; each test's is another one, so that its kernels are its own."""
    folder = tmp_path / "highest"
    shutil.copytree(ROOT / "tests/games/highest", folder)
    with (folder / "rules.py").open("a") as rules:
        rules.write(f"# {request.node.name}\n")
    return folder


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where kernels are kept; the engine's own, which no game changes, are compiled by the first test that asks."""
    return tmp_path_factory.mktemp("kept")


def edit(game: Path, old: str, new: str) -> None:
    rules = game / "rules.py"
    text = rules.read_text()
    assert old in text
    rules.write_text(text.replace(old, new))


def points(kept: Path, *games: Path) -> list[tuple[int, int]]:
    """The points of 50 games in another process, and how many kernels came from the disk until then."""
    out = python(POINTS.format(paths=[str(game) for game in games]), CARDSHED_CACHE=str(kept)).stdout
    return [(int(a), int(b)) for a, b in (line.split() for line in out.splitlines())]


@pytest.mark.process
def test_a_rule_edited_outside_the_package_shows_in_the_next_process(game: Path, kept: Path) -> None:
    assert points(kept, game) == [(150, 0)]
    assert points(kept, game) == [(150, 1)]  # the second process compiles nothing
    edit(game, "POINTS_PER_TRICK = 1", "POINTS_PER_TRICK = 2")
    assert points(kept, game) == [(300, 0)]
    edit(game, "POINTS_PER_TRICK = 2", "POINTS_PER_TRICK = 1")
    assert points(kept, game) == [(150, 1)]


@pytest.mark.process
def test_an_index_error_is_caught_by_bounds_checking_after_a_normal_run(game: Path, kept: Path) -> None:
    edit(game, "s.turns += 1", "s.turns += 1 + 0 * s.hands[seat + 4]")
    source = POINTS.format(paths=[str(game)])
    assert python(source, CARDSHED_CACHE=str(kept)).stdout.split()[0] == "150"
    checked = python(source, check=False, CARDSHED_CACHE=str(kept), NUMBA_BOUNDSCHECK="1")
    assert checked.returncode != 0
    assert "IndexError" in checked.stderr


@pytest.mark.process
def test_games_cached_by_different_processes_keep_their_own_rules(game: Path, tmp_path: Path, kept: Path) -> None:
    other = tmp_path / "other" / "highest"
    shutil.copytree(game, other)
    edit(other, "POINTS_PER_TRICK = 1", "POINTS_PER_TRICK = 2")
    assert points(kept, game) == [(150, 0)]
    assert points(kept, other) == [(300, 0)]
    assert points(kept, game, other) == [(150, 1), (300, 2)]
    assert points(kept, other, game) == [(300, 1), (150, 2)]


@pytest.mark.process
def test_the_folder_depends_on_the_bounds_check_mode() -> None:
    source = "from cardshed.engine import cards; from cardshed.engine.core import cache; from pathlib import Path\n"
    source += "print(cache.folder(Path(cards.__file__)))"
    assert python(source).stdout != python(source, NUMBA_BOUNDSCHECK="1").stdout


def test_folders_unused_for_thirty_days_are_cleared(tmp_path: Path) -> None:
    old, recent, other = (tmp_path / name for name in ("kernels-old", "kernels-recent", "other"))
    for folder, days in ((old, 31), (recent, 29), (other, 99)):
        folder.mkdir()
        mark = folder / "used"
        mark.touch()
        os.utime(mark, (time.time() - days * 86400,) * 2)
    cache.clear_unused(tmp_path)
    assert sorted(folder.name for folder in tmp_path.iterdir()) == ["kernels-recent", "other"]


@pytest.mark.process
def test_other_peoples_kernels_keep_their_own_cache_folder() -> None:
    source = "import numba; numba.config.CACHE_DIR = 'theirs'; import cardshed; print(numba.config.CACHE_DIR)"
    assert python(source).stdout.strip() == "theirs"


@pytest.mark.process
def test_a_cache_that_cannot_be_written_is_no_reason_to_fail(game: Path, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    source = f"import cardshed; print(cardshed.game({str(game)!r}).match(players=4, seed=1).players)"
    assert python(source, CARDSHED_CACHE=str(tmp_path / "file" / "cache")).stdout.strip() == "4"
    assert not list((ROOT / "src").rglob("*.nb[ic]"))  # nor is anything kept elsewhere, where it could grow stale


@pytest.mark.process
def test_a_module_beside_the_game_counts_too(game: Path, tmp_path: Path, kept: Path) -> None:
    shared = tmp_path / "beside_the_game.py"
    source = "from cardshed.engine.kernel import kernel\n\n@kernel\ndef worth():\n    return {}\n"
    shared.write_text(source.format(1))
    edit(
        game,
        "from cardshed.engine.row import row_type",
        "from cardshed.engine.row import row_type\nfrom beside_the_game import worth",
    )
    edit(game, "s.score[p] += POINTS_PER_TRICK", "s.score[p] += worth()")
    found = []
    for points_per_trick in (1, 2):
        shared.write_text(source.format(points_per_trick))
        told = python(
            f"import sys; sys.path.append({str(tmp_path)!r})" + POINTS.format(paths=[str(game)]),
            CARDSHED_CACHE=str(kept),
        )
        found.append(told.stdout.split()[0])
    assert found == ["150", "300"]


@pytest.mark.process
def test_a_person_who_waits_for_the_compiler_is_told(game: Path, kept: Path) -> None:
    source = "from cardshed.engine.core import progress; progress.PATIENCE_S = 0.05\n" + POINTS.format(
        paths=[str(game)]
    )
    done = python(source, CARDSHED_CACHE=str(kept))
    assert done.stderr.count("Compiling Highest for this machine, once") == 1
    only_loading = "from cardshed.engine.core.compiling import only_loading; only_loading.set(True)\n"
    done = python(only_loading + source, CARDSHED_CACHE=str(kept))
    assert done.stderr == ""  # loading takes longer than we had patience for, and is not called compiling
