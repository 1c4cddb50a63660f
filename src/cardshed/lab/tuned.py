"""What tuning found, as a page: the sets of rules that come closest, and what each of them costs elsewhere."""

from __future__ import annotations

from dataclasses import dataclass

from cardshed.lab import figures
from cardshed.lab.compared import is_share
from cardshed.lab.page import Section, Table, page
from cardshed.lab.plan import Plan
from cardshed.lab.tuning import Candidate, Tuned
from cardshed.lab.words import Speaker, percent, rounded, told

SHOWN = 8
NEAR = 0.05  # of what was wanted: what is farther off, and not by chance, was missed
BESIDE = ("turns", "minutes", "choice", "opener", "gap", "draw")  # what else matters to a designer


@dataclass
class TunedPage(Speaker):
    tuned: Tuned
    plan: Plan
    language: str = "en"

    def rules(self, one: Candidate) -> str:
        return self.rules_of(one.study.plan)

    def section(self, measure: str, want: float) -> Section:
        rows = [(self.rules(one), one.study[measure]) for one in self.tuned.best[:SHOWN]]
        share = is_share(measure)
        best = self.tuned.best[0]
        name = self.say(f"lab.measure.{measure}") if not measure.startswith("seat_") else measure
        found = self.say(
            "lab.tune.best", measure=name, rules=self.rules(best), value=told(best.study[measure], "%" * share),
            want=rounded(100 * want) + " %" if share else rounded(want),
        )  # fmt: skip
        lines = [found]
        value = best.study[measure]
        missed = value.excludes(want) and abs(value.mean - want) > NEAR * abs(want)
        if missed:
            away = abs(value.mean - want)
            lines.append(self.say("lab.tune.missed", measure=name, part=percent(away) if share else rounded(away)))
        figure = figures.ranges(rows, name, mark=want, percent=share)
        return Section(name, lines, self.say("lab.tune.meaning"), [figure], worry=missed or None)

    def trade(self) -> Section:
        """What the closest sets of rules do elsewhere."""
        head = [self.say("lab.column.rules"), self.say("lab.column.changed")]
        head += [self.say(f"lab.measure.{name}") for name in BESIDE]
        rows = []
        for one in self.tuned.best[:SHOWN]:
            values = [told(one.study[name], "%" * is_share(name)) for name in BESIDE]
            rows.append([self.rules(one), str(one.changed), *values])
        many = {"tried": self.tuned.tried, "possible": self.tuned.possible, "refused": self.tuned.refused}
        found = self.say("lab.tune.tried", **many)
        tables = [Table(head, rows)]
        return Section(self.say("lab.tune.trade"), [found], self.say("lab.tune.trade.meaning"), tables=tables)

    def html(self, command: str, date: str) -> str:
        plan, game = self.plan, self.plan.open()
        lead = self.say("lab.tune.lead", games=f"{plan.games:,}", players=plan.players, bots=self.bots_of(plan))
        foot = [self.made(plan, command, date)]
        target = self.tuned.best[0].target
        sections = [*(self.section(name, want) for name, want in target.items()), self.trade()]
        return page(self.say("lab.tune.title", game=game.title), lead, sections, foot, self.language)
