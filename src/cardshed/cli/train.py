"""`cardshed train`: a net that learns a game from nothing."""

from __future__ import annotations

import os
import shlex
import sys
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from cardshed.cli.words import GameName, number
from cardshed.engine.messages import Message

if TYPE_CHECKING:
    from cardshed.train.run import Examined, Training

HEAD = ("minutes", "games", "choices", "a second", "loss", "opponents beaten", "first")
WIDTHS = (8, 13, 15, 12, 8, 19, 8)


def train(
    game: GameName,
    minutes: Annotated[float, typer.Option(help="How long, examinations left out.")] = 8.0,
    choices: Annotated[
        int | None,
        typer.Option(parser=number, metavar="NUMBER", help="Instead of minutes: how many choices, such as 1e6."),
    ] = None,
    device: Annotated[str, typer.Option(help="cpu, cuda, or auto for a GPU where there is one.")] = "auto",
    seed: Annotated[int, typer.Option(min=0, help="The seed of weights, deals and what is tried out.")] = 0,
    out: Annotated[
        Path | None, typer.Option(metavar="FOLDER", help="Where all is kept; train-GAME if not given.")
    ] = None,
    resume: Annotated[bool, typer.Option("--resume", help="Go on with what was stopped.")] = False,
    every: Annotated[float, typer.Option(min=1.0, help="Seconds between two examinations.")] = 30.0,
    actors: Annotated[int, typer.Option(min=0, help="Games side by side; 0 for what suits the device.")] = 0,
) -> None:
    """Let a net learn a game from nothing, by playing against itself: on a GPU in minutes, on cores in hours.

    Its strength is measured on the way, alone among greedy players on deals it never learns from, where one half of
    the opponents beaten is even.
    """
    import cardshed
    import cardshed.train  # its catalogue tells what is said here
    from cardshed.engine.errors import NoDevice
    from cardshed.train.errors import BadTraining

    # torch's threads would wait for each other in a loop: where others use the cores too, that costs most of the pace
    os.environ.setdefault("OMP_WAIT_POLICY", "PASSIVE")
    try:
        import torch

        from cardshed.train.run import CHECKPOINT, CURVE, Plan, Training
    except ModuleNotFoundError as missing:
        if missing.name != "torch":
            raise
        raise BadTraining("train.torch") from None
    if device not in ("auto", "cpu", "cuda"):
        raise BadTraining("train.device", given=device)
    found = cardshed.game(game)
    chosen = "cuda" if device == "cuda" or (device == "auto" and torch.cuda.is_available()) else "cpu"
    if chosen == "cuda" and not torch.cuda.is_available():
        raise NoDevice("engine.device.none", why="torch sees no GPU")
    folder = out or Path(f"train-{found.name}")
    if (folder / CHECKPOINT).exists() and not resume:
        raise BadTraining("train.room", folder=str(folder))
    plan = Plan(seed=seed, minutes=minutes, choices=choices or 0, device=chosen, every=every, actors=actors)
    training = Training(found, plan, folder)
    if resume:
        training.resume()
    command = shlex.join(["cardshed", *sys.argv[1:]])
    print(line(HEAD), flush=True)
    for said in training.log:
        tell(said)
    try:
        for said in training.go():
            tell(said)
    except KeyboardInterrupt:
        training.keep()
        again = command if resume else f"{command} --resume"
        print(Message("train.stopped", minutes=f"{training.seconds / 60:.1f}", command=again).say())
        raise typer.Exit(130) from None
    training.write_card(date.today().isoformat(), command, _named(training))
    files = {name: str(folder / file) for name, file in (("net", "net.npz"), ("card", "net.json"), ("curve", CURVE))}
    print(Message("train.kept", game=found.title, **files).say())


def tell(said: Examined) -> None:
    beaten = f"{said.share:.3f} ± {said.error:.3f}"
    numbers = (f"{said.minutes:.1f}", f"{said.games:,}", f"{said.choices:,}", f"{said.pace:,.0f}", f"{said.loss:.4f}")
    print(line((*numbers, beaten, f"{said.first:.3f}")), flush=True)


def line(cells: tuple[str, ...]) -> str:
    return "".join(cell.rjust(width) for cell, width in zip(cells, WIDTHS, strict=True))


def _named(training: Training) -> str:
    import torch

    return torch.cuda.get_device_name() if training.plan.device == "cuda" else f"{training.hands.threads} CPU threads"
