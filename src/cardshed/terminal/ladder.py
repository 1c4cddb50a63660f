"""The table of an arena."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from math import inf

from cardshed.bots.arena.intervals import LEVEL, Interval, look_level, looks
from cardshed.bots.arena.ladder import Ladder, Pair, Standing
from cardshed.bots.arena.plan import Plan
from cardshed.bots.arena.playing import Outcome
from cardshed.engine.messages import Message

UNTOLD = "-"
MOST_TOLD = 5  # forfeits of one bot


def text(ladder: Ladder, title: str) -> str:
    """All that the table says."""
    return "\n\n".join([head(ladder, title), standings(ladder), pairs(ladder), notes(ladder)])


def head(ladder: Ladder, title: str) -> str:
    plan, results = ladder.plan, ladder.results
    return Message(
        "cli.arena.head", game=title, players=plan.players, deals=f"{len(results.deals):,}",
        rotations=plan.line_ups.games, games=f"{len(results.games):,}", seconds=f"{results.seconds:.1f}",
        rate=f"{len(results.games) / max(results.seconds, 1e-9):,.0f}", seed=f"{plan.seed:x}",
    ).say()  # fmt: skip


def standings(ladder: Ladder) -> str:
    forfeits = any(standing.forfeits for standing in ladder.standings)
    columns = ["bot", "beaten", "first", "points", "rating", *(["forfeits"] if forfeits else [])]
    rows = [[Message(f"cli.arena.column.{column}").say() for column in columns]]
    for standing in ladder.standings:
        rows.append(line(standing, anchor=standing.bot == ladder.plan.entrants[ladder.anchor]))
        rows[-1] += [f"{standing.forfeits:,}"] if forfeits else []
    return aligned(rows)


def line(standing: Standing, anchor: bool) -> list[str]:
    points = told(standing.points, 2) if standing.points else UNTOLD
    rating = Message("cli.arena.anchor").say() if anchor else rated(standing.rating)
    return [standing.name, told(standing.share, 3), told(standing.first, 3), points, rating]


def pairs(ladder: Ladder) -> str:
    rows = [
        [f"  {pair.first.name} - {pair.second.name}", told(pair.difference, 3, "+"), verdict(pair)]
        for pair in ladder.pairs
    ]
    return f"{Message('cli.arena.pairs').say()}\n{aligned(rows)}"


def verdict(pair: Pair) -> str:
    stronger = pair.stronger
    said = Message("cli.arena.stronger", bot=stronger.name) if stronger else Message("cli.arena.equal")
    if pair.level == LEVEL:
        return said.say()
    return Message("cli.arena.level", said=said, level=f"{100 * pair.level:.2f}").say()


def notes(ladder: Ladder) -> str:
    """What the numbers mean, and what seats are worth."""
    plan, results = ladder.plan, ladder.results
    seats = [f"{p}: {rated(seat)}" for p, seat in enumerate(ladder.ratings.seats)]
    said = [
        Message("cli.arena.seats", seats=seats),
        Message("cli.arena.intervals", level=f"{100 * LEVEL:.0f}"),
        Message("cli.arena.ratings"),
        Message("cli.arena.anchored", anchor=plan.entrants[ladder.anchor]),
    ]
    if any(standing.forfeits for standing in ladder.standings):
        said.append(Message("cli.arena.forfeits"))
    if plan.until_sure:
        key = "cli.arena.sure" if results.sure else "cli.arena.unsure"
        first, second = plan.entrants[:2]
        said.append(Message(key, first=first, second=second, deals=f"{len(results.deals):,}"))
        level = f"{100 * look_level(plan.deals):.2f}"
        said.append(Message("cli.arena.looks", looks=looks(plan.deals), n=len(looks(plan.deals)), level=level))
    return "\n".join(message.say() for message in said)


def told(value: Interval, digits: int, sign: str = "") -> str:
    mean = f"{value.mean:{sign}.{digits}f}"
    return f"{mean} ± {value.half:.{digits}f}" if value.half < inf else mean


def rated(rating: Interval) -> str:
    mean = f"{rating.mean:+.0f}"
    return f"{mean} ({rating.low:+.0f} to {rating.high:+.0f})" if rating.half < inf else mean


def aligned(rows: Sequence[Sequence[str]]) -> str:
    """Columns under each other."""
    widths = [max(len(row[i]) for row in rows) for i in range(len(rows[0]))]
    lines = ["   ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)) for row in rows]
    return "\n".join(line.rstrip() for line in lines)


class Forfeits:
    """Tells of games that were forfeited, while others are played; not of every one, if a bot goes on like that."""

    def __init__(self, plan: Plan, say: Callable[[str], None]) -> None:
        self.plan = plan
        self.say = say
        self.told: Counter[int] = Counter()

    def __call__(self, game: int, outcome: Outcome) -> None:
        forfeit = outcome.forfeit
        if forfeit is None:
            return
        deal, rotation = self.plan.place(game)
        entrant = self.plan.seats(game)[forfeit.seat]
        self.told[entrant] += 1
        bot = self.plan.entrants[entrant]
        if self.told[entrant] <= MOST_TOLD:
            line = Message("cli.arena.forfeit", bot=bot, deal=deal, rotation=rotation, at=forfeit.seat, why=forfeit.why)
            self.say(line.say())
        elif self.told[entrant] == MOST_TOLD + 1:
            self.say(Message("cli.arena.forfeit.more", bot=bot).say())
