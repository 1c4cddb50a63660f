"""On a Ray cluster the numbers are the same, also if a worker dies."""

from __future__ import annotations

import os
from collections.abc import Iterator

import pytest

import cardshed
from cardshed.lab.crew import Crew
from cardshed.lab.on_ray import NoRay
from cardshed.lab.plan import make_plan
from cardshed.lab.study import play
from tests.lab.mortal import MARK
from tests.lab.test_study import plan_of, same
from tests.processes import ROOT

pytestmark = pytest.mark.compiled


@pytest.fixture(scope="module")
def cluster() -> Iterator[str]:
    """A cluster of this machine, in which bots of the tests can be found."""
    try:
        import ray
    except ImportError:
        pytest.skip("there is no Ray: pip install 'cardshed[ray]'")
    MARK.unlink(missing_ok=True)
    os.environ["SPAWNED"] = "1"
    try:
        yield "local"
    finally:
        del os.environ["SPAWNED"]
        ray.shutdown()
        MARK.unlink(missing_ok=True)


def test_the_numbers_are_the_same_and_a_worker_may_die(cluster: str) -> None:
    alone = play(plan_of(9000), crew=Crew(2))
    assert same(alone, play(plan_of(9000), crew=Crew(ray=cluster)))
    bots = [f"{ROOT}/tests/lab/mortal.py:choose", "random"]
    plan = make_plan(cardshed.game("thirteen"), 6, players=2, bots=bots, options={"cards": 5})
    with_death = play(plan, crew=Crew(ray=cluster))
    assert MARK.exists()  # one died
    assert same(play(plan, crew=Crew(1)), with_death)


def test_a_cluster_that_is_not_there_is_said(cluster: str) -> None:
    with pytest.raises(NoRay, match=r"127\.0\.0\.1:1"):
        play(plan_of(10), crew=Crew(ray="127.0.0.1:1"))
