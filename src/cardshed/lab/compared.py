"""A comparison as a page: what changes from the first set of rules to each of the others, and what is noise."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from cardshed.bots.arena.intervals import LEVEL, looks
from cardshed.lab import figures, measures
from cardshed.lab.comparing import Comparison
from cardshed.lab.page import Section, Table, page
from cardshed.lab.sums import Change
from cardshed.lab.words import Speaker, order_word, percent, rounded, told, word_of

SHARES = ("choice", "opener", "acts", "draw", "seat", "games", "success")  # measures that are parts of a whole


@dataclass
class Compared(Speaker):
    told: Comparison
    language: str = "en"

    def rules(self, k: int) -> str:
        plan, games = self.told.studies[k].plan, {study.plan.game for study in self.told.studies}
        if len(games) == 1:
            return self.rules_of(plan)
        names = {Path(game).name for game in games}
        name = Path(plan.game).name if len(names) == len(games) else plan.game
        return ", ".join([name, *(f"{option}={value}" for option, value in plan.options.items())])

    def name(self, measure: str) -> str:
        kind, _, of = measure.partition(":")
        game = self.told.studies[0].game
        if of:
            return self.say(f"lab.each.{kind}", what=word_of(game, of, self.language))
        if kind.startswith("seat_"):
            return self.say("lab.measure.seat", number=int(kind.removeprefix("seat_")) + 1)
        if kind.startswith("acts_"):
            return self.say("lab.measure.acts", place=order_word(kind))
        return self.say(f"lab.measure.{kind}")

    def sections(self) -> list[Section]:
        game = self.told.studies[0].game
        players = self.told.studies[0].plan.players
        counted = [f"{kind}:{name}" for name in game.tallies for kind in ("use", "success")]
        found = []
        for k in range(1, len(self.told.studies)):
            found.append(self.changes(k, list(measures.headlines(players)), "lab.compare.main"))
            if counted:
                plays = self.changes(k, counted, "lab.compare.plays")
                plays.fold = self.say("lab.compare.fold", n=sum(len(table.rows) for table in plays.tables))
                found.append(plays)
        return [self.watched(), *found]

    def watched(self) -> Section:
        """The measure that was watched, by each set of rules."""
        measure, comparison = self.told.watched, self.told
        share = is_share(measure)
        rows = [(self.rules(k), study[measure]) for k, study in enumerate(comparison.studies)]
        found = []
        for k in range(1, len(comparison.studies)):
            one = comparison.change(k, measure)
            key = "lab.compare.clear" if one.clear else "lab.compare.noise"
            params = {"rules": self.rules(k), "first": self.rules(0), "difference": told(one.difference, "%" * share)}
            found.append(self.say(key, measure=self.name(measure), **params))
            found.append(self.say("lab.compare.factor", factor=rounded(one.factor)))
        when = "lab.compare.sure" if comparison.sure else "lab.compare.spent"
        found.append(self.say(when, games=f"{comparison.games:,}"))
        planned = looks(comparison.studies[0].plan.games)
        meaning = self.say(
            "lab.compare.test", looks=[f"{games:,}" for games in planned], level=percent(LEVEL),
            each=percent(1 - (1 - LEVEL) / len(planned)),
        )  # fmt: skip
        figure = figures.ranges(rows, self.name(measure), percent=share)
        return Section(self.name(measure), found, meaning, [figure])

    def changes(self, k: int, names: list[str], title: str) -> Section:
        """What is clearly different first, then what is noise."""
        all_of = [(name, self.told.change(k, name, among=len(names))) for name in names]
        all_of = [(name, one) for name, one in all_of if one.before or one.after]
        clear = [(name, one) for name, one in all_of if one.clear]
        noise = [(name, one) for name, one in all_of if not one.clear]
        rows = [self.row(name, one) for name, one in [*clear, *noise]]
        head = [self.say("lab.column.measure"), self.rules(0), self.rules(k), self.say("lab.column.difference")]
        found = self.say("lab.compare.found", clear=len(clear), noise=len(noise), rules=self.rules(k))
        meaning = self.say("lab.compare.meaning", level=percent(LEVEL))
        table = Table(head, rows, frozenset(range(len(clear), len(rows))))
        return Section(self.say(title, rules=self.rules(k)), [found], meaning, tables=[table])

    def row(self, name: str, one: Change) -> list[str]:
        unit = "%" * is_share(name)
        say = percent if unit else rounded
        difference = told(one.difference, unit)
        verdict = difference if one.clear else self.say("lab.compare.is_noise", difference=difference)
        return [self.name(name), say(one.before), say(one.after), verdict]

    def html(self, command: str, date: str) -> str:
        comparison, plan = self.told, self.told.studies[0].plan
        game = comparison.studies[0].game
        rules = "; ".join(self.rules(k) for k in range(len(comparison.studies)))
        games, bots = f"{comparison.games:,}", self.bots_of(plan)
        lead = self.say("lab.compare.lead", games=games, players=plan.players, bots=bots, rules=rules)
        foot = [self.stopped(comparison.games, plan.games)] if comparison.interrupted else []
        foot.append(self.made(plan, command, date))
        return page(self.say("lab.compare.title", game=game.title), lead, self.sections(), foot, self.language)


def is_share(measure: str) -> bool:
    return measure.partition(":")[0].partition("_")[0] in SHARES
