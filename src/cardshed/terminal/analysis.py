"""An analysis as text: a line for each choice of a match, and what it comes to for each seat."""

from __future__ import annotations

from collections.abc import Sequence

from cardshed.bots.analysis import BLUNDER, MISTAKE, Finding
from cardshed.bots.thought import Thinker
from cardshed.engine.matches.match import Match
from cardshed.engine.messages import Message


def text(match: Match, thinker: Thinker, findings: Sequence[Finding]) -> str:
    """All that the analysis says."""
    if not findings:
        return Message("cli.analyse.nothing").say()
    head = Message("cli.analyse.head", game=match.game.title, players=match.players, rollouts=f"{thinker.rollouts:,}")
    lines = [line(Message("cli.analyse.columns").say().split("|")), *map(told, findings)]
    return "\n".join([head.say(), "", *lines, "", summary(match, findings)])


def told(finding: Finding) -> str:
    played, best = finding.played, finding.best
    better = [best.move.text, f"{best.value:.3f}", f"{finding.loss:.3f}"] if best.move != played.move else ["", "", ""]
    number, seat = f"{finding.ply + 1}", f"{finding.move.seat}"
    return line([number, seat, played.move.text, f"{played.value:.3f}", *better, finding.mark])


def line(cells: Sequence[str]) -> str:
    ply, seat, played, share, best, its_share, loss, mark = cells
    return f"{ply:>5}  {seat:4}  {played:22} {share:>6}   {best:22} {its_share:>6}  {loss:>6}  {mark}".rstrip()


def summary(match: Match, findings: Sequence[Finding]) -> str:
    said = []
    for seat in range(match.players):
        losses = [finding.loss for finding in findings if finding.move.seat == seat]
        n, mean = len(losses), f"{sum(losses) / max(len(losses), 1):.3f}"
        mistakes, blunders = sum(MISTAKE <= loss < BLUNDER for loss in losses), sum(loss >= BLUNDER for loss in losses)
        said.append(Message("cli.analyse.seat", number=seat, n=n, mean=mean, mistakes=mistakes, blunders=blunders))
    said.append(Message("cli.analyse.meaning", mistake=f"{MISTAKE:.2f}", blunder=f"{BLUNDER:.2f}"))
    return "\n".join(message.say() for message in said)
