"""The lab: what a rule does to the game. Many games are played and watched, summed up with intervals, compared.

`play`, `compare` and `tune` are the lab for Python; `cardshed lab` is the same from the command line. What comes back
can be asked by measure.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from cardshed.games.registry import game
from cardshed.lab import comparing, study, tuning
from cardshed.lab.crew import HERE, Crew
from cardshed.lab.plan import Rules, make_plan
from cardshed.lab.study import Progress, Study


def play(
    name: str | Path, games: int, *, players: int | None = None, bots: str | Sequence[str] | None = None,
    options: Mapping[str, object] | None = None, seed: int | str = 0, crew: Crew = HERE, device: str = "cpu",
    progress: Progress | None = None,
) -> Study:  # fmt: skip
    """Many games of one set of rules: `study["turns"]` is a mean with its interval, `tables.measures(study)` all."""
    plan = make_plan(game(name), games, players=players, bots=bots, options=options, seed=seed)
    return study.play(plan, crew=crew, progress=progress, device=device)


def compare(
    name: str | Path, rules: Sequence[Rules], games: int, *, players: int | None = None,
    bots: str | Sequence[str] | None = None, seed: int | str = 0, watched: str = comparing.WATCHED,
    same_deals: bool = True, crew: Crew = HERE, device: str = "cpu", progress: Progress | None = None,
) -> comparing.Comparison:  # fmt: skip
    """Rules or games on the same deals: `comparison.change(1, "turns")` is what the second one changes."""
    plan = make_plan(game(name), games, players=players, bots=bots, seed=seed)
    return comparing.compare(
        plan, rules, watched=watched, same_deals=same_deals, crew=crew, device=device, progress=progress
    )


def tune(
    name: str | Path, target: Mapping[str, float], over: Mapping[str, Sequence[object]], games: int, *,
    players: int | None = None, bots: str | Sequence[str] | None = None, seed: int | str = 0, crew: Crew = HERE,
    device: str = "cpu", progress: Progress | None = None,
) -> tuning.Tuned:  # fmt: skip
    """The sets of rules that come closest to a target, the best first."""
    plan = make_plan(game(name), games, players=players, bots=bots, seed=seed)
    tuned = tuning.candidates(plan, target, over)
    return tuning.search(tuned, plan, crew=crew, device=device, progress=progress)
