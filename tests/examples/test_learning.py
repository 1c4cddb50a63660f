"""The baselines run, one of them learns before our eyes, and the docs tell what their curves say."""

from __future__ import annotations

import re
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import numpy as np
import pytest

from docs.make_curves import PAGE, PICTURES, drawn, figures, kept, page
from tests.processes import environment

ROOT = Path(__file__).parent.parent.parent
SCRIPTS = sorted(path.stem for path in (ROOT / "examples/learning").glob("*.py"))
NEEDS = {"actor_critic_openspiel": "pyspiel", "maskable_ppo_sb3": "sb3_contrib"}
TINY = ["--exams", "1", "--deals", "20", "--ladder", "0", "--width", "16"]
QUICK = {
    "actor_critic_openspiel": ["--steps", "300", "--games", "8"],
    "dmc_pettingzoo": ["--steps", "2000", "--envs", "8", "--batch", "32"],
    "maskable_ppo_sb3": ["--steps", "256", "--envs", "2", "--horizon", "64", "--batch", "64"],
    "ppo_vector": ["--steps", "4096", "--envs", "64", "--horizon", "32"],
}

pytestmark = pytest.mark.compiled


@pytest.mark.parametrize("name", SCRIPTS)
def test_every_baseline_runs_and_writes_its_curve(name: str, tmp_path: Path, torch: object) -> None:
    if name in NEEDS:
        pytest.importorskip(NEEDS[name], reason=f"there is no {NEEDS[name]}")
    from cardshed.envs.curve import read

    script = import_module(f"examples.learning.{name}")
    curve = script.train(script.arguments([*TINY, *QUICK[name], "--csv", str(tmp_path / "curve.csv")]))
    assert read(tmp_path / "curve.csv") == curve.points
    assert [point.opponent for point in curve.points] == ["random", "greedy"] * 2
    end = curve.points[-1]
    assert end.steps >= int(QUICK[name][1]) and end.games > 0 and np.isfinite(end.loss) and end.loss != 0


def test_ppo_learns(torch: object) -> None:
    """In a few seconds it leaves chance far behind, on deals that it has not seen."""
    from cardshed.envs.strength import strength
    from examples.learning.ppo_vector import arguments, train

    curve = train(arguments(["--steps", "130000", "--exams", "1", "--deals", "300", "--ladder", "0", "--width", "64"]))
    dice = np.random.default_rng(1)
    for end, margin in zip(curve.points[-2:], (0.15, 0.03), strict=True):
        chance = strength(lambda seen, masks: (dice.random(masks.shape) * masks).argmax(1), "thirteen", end.opponent)
        assert end.beaten - end.half > chance.high + margin, end


# --- what the docs tell of them ------------------------------------------------------------------


def test_every_baseline_has_a_curve_that_rises_beyond_doubt() -> None:
    assert sorted(kept()) == SCRIPTS
    for name, points in kept().items():
        for opponent in ("random", "greedy"):
            line = [point for point in points if point.opponent == opponent]
            assert line[-1].beaten - line[-1].half > line[0].beaten + line[0].half, (name, opponent)


def test_the_docs_say_what_the_curves_say() -> None:
    text = PAGE.read_text(encoding="utf-8")
    assert text == page(text, figures(kept())), "python -m docs.make_curves"
    for name, points in kept().items():
        picture = PICTURES / f"curve-{name}.svg"
        assert picture.read_text(encoding="utf-8") == drawn(points), "python -m docs.make_curves"
        assert f"pictures/{picture.name}" in text and f"examples/learning/{name}.py" in text


@pytest.mark.process
def test_the_lines_of_the_page_run() -> None:
    (block,) = re.findall(r"```python\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.S)
    subprocess.run([sys.executable, "-c", block], env=environment(), check=True, timeout=300)
