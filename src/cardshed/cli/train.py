"""`cardshed train`: a net that learns a game from nothing."""

from __future__ import annotations

import os
import shlex
import sys
from datetime import date
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from typer import Option

from cardshed.cli.long import Long
from cardshed.cli.words import GameName, number
from cardshed.engine.messages import Message

if TYPE_CHECKING:
    from cardshed.train.run import Examined, Training

HEAD = ("minutes", "games", "choices", "a second", "loss", "opponents beaten", "first")
WIDTHS = (8, 13, 15, 12, 8, 19, 8)


def train(
    game: GameName,
    minutes: Annotated[float, Option(help="How long, examinations left out.")] = 8.0,
    choices: Annotated[
        int | None, Option(parser=number, metavar="NUMBER", help="Instead of minutes: how many choices, such as 1e6.")
    ] = None,
    device: Annotated[str, Option(help="cpu, cuda, or auto for a GPU where there is one.")] = "auto",
    seed: Annotated[
        int | None,
        Option(min=0, max=2**63 - 1, help="The seed of weights, deals and what is tried out; 0 if not given."),
    ] = None,
    out: Annotated[Path | None, Option(metavar="FOLDER", help="Where all is kept; train-GAME if not given.")] = None,
    resume: Annotated[bool, Option("--resume", help="Go on with what was stopped.")] = False,
    every: Annotated[float, Option(min=1.0, help="Seconds between two examinations.")] = 30.0,
    actors: Annotated[int, Option(min=0, help="Games side by side; 0 for what suits the device.")] = 0,
) -> None:
    """Let a net learn a game from nothing, by playing against itself: on a GPU in minutes, on cores in hours.

    Its strength is measured on the way, alone among greedy players on deals it never learns from, where one half of
    the opponents beaten is even.
    """
    import cardshed
    from cardshed.train.errors import BadTraining

    # torch's threads would wait for each other in a loop: where others use the cores too, that costs most of the pace
    os.environ.setdefault("OMP_WAIT_POLICY", "PASSIVE")
    try:
        import torch

        from cardshed.train.folder import CHECKPOINT, CURVE, Folder
        from cardshed.train.plan import Plan
        from cardshed.train.run import Training
    except ModuleNotFoundError as missing:
        if missing.name != "torch":
            raise
        raise BadTraining("train.torch") from None
    found = cardshed.game(game)
    chosen = device_for(device)
    plan = Plan(seed=seed or 0, minutes=minutes, choices=choices or 0, device=chosen, every=every, actors=actors)
    folder = out or Path(f"train-{found.name}")
    if (folder / CHECKPOINT).exists() and not resume:
        raise BadTraining("train.room", folder=str(folder))
    if not resume:
        Folder(folder).ready()
    command = shlex.join(["cardshed", *sys.argv[1:]])
    try:
        with Long() as long:
            training = Training(found, plan, folder, resume)
            if seed not in (None, training.plan.seed):
                raise BadTraining("train.seed", folder=str(folder), seed=training.plan.seed)
            training.commands.append(command)
            learn(training, command if resume else f"{command} --resume", long)
    except torch.OutOfMemoryError:
        raise BadTraining("train.memory") from None
    files = {name: str(folder / file) for name, file in (("net", "net.npz"), ("card", "net.json"), ("curve", CURVE))}
    print(Message("train.kept", game=found.title, **files).say())


def device_for(asked: str) -> str:
    """A GPU must be one for torch, where the net is, and for Numba, where the games are."""
    import torch

    from cardshed.engine.errors import NoDevice
    from cardshed.train.errors import BadTraining

    if asked not in ("auto", "cpu", "cuda"):
        raise BadTraining("train.device", given=asked)
    if asked == "cpu":
        return asked
    try:
        if not torch.cuda.is_available():
            raise NoDevice("engine.device.none", why="torch sees no GPU")
        from cardshed.engine.core.cuda import threads_for

        threads_for(1)
    except NoDevice as problem:
        if asked == "cuda":
            raise
        if torch.cuda.is_available():
            print(f"cardshed: {Message('train.cores', why=str(problem)).say()}", file=sys.stderr)
        return "cpu"
    return "cuda"


def learn(training: Training, again: str, long: Long) -> None:
    """Tell of each examination. After Ctrl-C all is kept, and it is said how to go on."""
    from cardshed.bots.workers import whole

    try:
        print(line(HEAD), flush=True)
        for said in chain(training.log, training.go()):
            tell(said)
        training.write_card(date.today().isoformat(), _named(training))
    except KeyboardInterrupt:
        with whole():
            long.said = Message("train.stopped", minutes=f"{training.seconds / 60:.1f}", command=again)
            training.keep()
        raise


def tell(said: Examined) -> None:
    beaten = f"{said.share:.3f} ± {said.error:.3f}"
    loss = f"{said.loss:.4f}" if said.loss else "–"  # there was no lesson yet
    numbers = (f"{said.minutes:.1f}", f"{said.games:,}", f"{said.choices:,}", f"{said.pace:,.0f}", loss)
    print(line((*numbers, beaten, f"{said.first:.3f}")), flush=True)


def line(cells: tuple[str, ...]) -> str:
    return "".join(cell.rjust(width) for cell, width in zip(cells, WIDTHS, strict=True))


def _named(training: Training) -> str:
    import torch

    return torch.cuda.get_device_name() if training.plan.device == "cuda" else f"{training.hands.threads} CPU threads"
