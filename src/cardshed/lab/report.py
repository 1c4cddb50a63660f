"""What a study says about a game: each question with what was found, in words, figures and a table."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from cardshed.bots.arena.intervals import LEVEL, Interval, interval
from cardshed.lab import figures, measures
from cardshed.lab.choosing import REAL, Stakes
from cardshed.lab.course import DECIDED, Course
from cardshed.lab.page import Section, Table, page
from cardshed.lab.skill import Step
from cardshed.lab.study import Study
from cardshed.lab.words import Speaker, bot_word, card_words, order_word, percent, rounded, told, word_of

SLIGHT = 0.02  # of the opponents: less than that nobody notices, however surely it is known
RARE = 0.1  # of the games: what happens in fewer is told as rare
FEW_PLIES = 0.02  # of what is played most: less is hardly ever played
NAMED = 5  # that are called by name, of many
LUCK = 0.55  # how often the better bot must win at least, for skill to be told from luck


@dataclass
class Found(Speaker):
    """All that a report tells of; what was not looked at is left out."""

    study: Study
    course: Course | None = None
    stakes: Stakes | None = None
    steps: Sequence[Step] = ()
    language: str = "en"

    # --- the questions ----------------------------------------------------------------------------

    def sections(self) -> Iterator[Section]:
        yield self.seats()
        yield self.length()
        yield self.choices()
        if self.course is not None and len(self.course):
            yield self.drama(self.course)
        yield self.ends()
        if self.study.game.tallies:
            yield self.uses()
            yield self.rare()
        yield self.cards()
        if self.steps:
            yield self.skill()

    def seats(self) -> Section:
        """Whether a seat, or when one acts, is worth something."""
        study, players = self.study, self.study.plan.players
        asked = {f"seat_{p}": self.say("lab.seat", number=p + 1) for p in range(players)}
        if not study.same_opener:
            asked["opener"] = self.say("lab.opener")
            asked |= {name: self.say("lab.acts", place=order_word(name)) for name in measures.order(players)}
        level = 1 - (1 - LEVEL) / len(asked)  # all together are wrong as rarely as one alone would be
        rows = [(name, study.at(measure, level)) for measure, name in asked.items()]
        found = []
        worry = False
        for name, one in rows:
            if one.excludes(0.5):
                slight = abs(one.mean - 0.5) < SLIGHT
                worry |= not slight
                key = "slight" if slight else "ahead" if one.mean > 0.5 else "behind"
                found.append(self.say(f"lab.seats.{key}", who=name, share=told(one, "%")))
        if not found:
            widest = max(one.half for _, one in rows)
            found.append(self.say("lab.seats.fair", games=f"{study.games:,}", half=percent(widest)))
        figure = figures.ranges(rows, self.say("lab.seats.title"), mark=0.5, percent=True)
        meaning = self.say("lab.seats.meaning", level=percent(LEVEL))
        return Section(self.say("lab.seats.title"), found, meaning, [figure], worry=worry)

    def length(self) -> Section:
        study = self.study
        turns, minutes = study["turns"], study["minutes"]
        found = [self.say("lab.length.found", turns=told(turns), minutes=told(minutes))]
        long = _quantile(study.lengths, 0.95)
        found.append(self.say("lab.length.tail", turns=long, short=_quantile(study.lengths, 0.05)))
        names = ("turns", "moves", "deals", "turns_per_deal", "minutes")
        rows = [[self.say(f"lab.measure.{name}"), told(study[name])] for name in names]
        head = [self.say("lab.column.measure"), self.say("lab.column.value")]
        meaning = self.say(
            "lab.length.meaning", choosing=f"{measures.CHOOSING:g}", obeying=f"{measures.OBEYING:g}",
            dealing=f"{measures.DEALING:g}",
        )  # fmt: skip
        figure = figures.histogram(study.lengths, self.say("lab.length.figure"), self.say("lab.measure.turns"))
        return Section(self.say("lab.length.title"), found, meaning, [figure], [Table(head, rows)])

    def choices(self) -> Section:
        study = self.study
        choice, offered = study["choice"], study["offered"]
        found = [self.say("lab.choice.found", share=told(choice, "%"), offered=told(offered))]
        worry: bool | None = None
        if self.stakes is not None and len(self.stakes.worth):
            real = clipped(interval(self.stakes.real.astype(np.float64), reach=(0, 1)))
            worth = interval(self.stakes.worth)
            found.append(self.say("lab.choice.real", share=told(real, "%"), worth=told(worth, "%"), real=percent(REAL)))
            worry = True if real.high < 0.25 else None
        return Section(self.say("lab.choice.title"), found, self.say("lab.choice.meaning"), worry=worry)

    def drama(self, course: Course) -> Section:
        """How the lead changes, and when the winner is known."""
        decided = clipped(interval(course.decided, reach=(0, 1)))
        back = clipped(interval(course.comebacks.astype(np.float64), reach=(0, 1)))
        changes = interval(course.lead_changes.astype(np.float64))
        fair = 1 / course.chances.shape[2]
        lines = [
            (self.say("lab.drama.winner"), course.of_winner.mean(axis=0)),
            (self.say("lab.drama.favourite"), course.chances.max(axis=2).mean(axis=0)),
        ]
        found = [
            self.say("lab.drama.decided", part=told(decided, "%"), chance=percent(DECIDED)),
            self.say("lab.drama.changes", changes=told(changes), comebacks=told(back, "%")),
        ]
        figure = figures.curves(lines, self.say("lab.drama.figure"), mark=fair, axis=self.say("lab.drama.axis"))
        meaning = self.say("lab.drama.meaning", games=len(course))
        return Section(self.say("lab.drama.title"), found, meaning, [figure], worry=decided.high < 0.5 or None)

    def ends(self) -> Section:
        study = self.study
        found = [
            self.say("lab.ends.found", gap=told(study["gap"]), margin=told(study["margin"])),
            self.say("lab.ends.draws", share=told(clipped(study["draw"]), "%")),
        ]
        return Section(self.say("lab.ends.title"), found, self.say("lab.ends.meaning"))

    def uses(self) -> Section:
        """Every kind of play: how often, and how those who used it fared."""
        study, game = self.study, self.study.game
        rows: list[list[str]] = []
        quiet, unused, strong = set(), [], []
        for name in game.tallies:
            use = study[f"use:{name}"]
            label = word_of(game, name, self.language)
            if not use.mean:
                unused.append(label)
                continue
            success = study.at(f"success:{name}", 1 - (1 - LEVEL) / len(game.tallies))
            deed = name not in game.happenings
            apart = success.excludes(0.5) and success.half < 0.5
            if deed and not apart:
                quiet.add(len(rows))
            elif deed and success.mean > 0.5:
                strong.append((success.mean, label))
            share = clipped(study[f"games:{name}"])
            rows.append([label, told(use), told(share, "%"), told(clipped(success), "%") if deed else "–"])
        found = []
        if strong:
            best = [label for _, label in sorted(strong, reverse=True)[:3]]
            found.append(self.say("lab.uses.strong", names=best))
        if unused:
            found.append(self.say("lab.uses.unused", names=unused, games=f"{study.games:,}"))
        head = [self.say(f"lab.column.{name}") for name in ("play", "per_deal", "games", "success")]
        found = found or [self.say("lab.uses.all")]
        tables = [Table(head, rows, frozenset(quiet))]
        return Section(self.say("lab.uses.title"), found, self.say("lab.uses.meaning"), tables=tables)

    def rare(self) -> Section:
        study, game = self.study, self.study.game
        rows = []
        for name in game.tallies:
            share = clipped(study[f"games:{name}"])
            if 0 < share.mean < RARE:
                often = self.say("lab.rare.one_in", games=rounded(1 / share.mean))
                rows.append((share.mean, [word_of(game, name, self.language), told(share, "%"), often]))
        listed = [row for _, row in sorted(rows, key=lambda row: -row[0])]
        rarest = [row[0] for row in listed[: -NAMED - 1 : -1]]
        key = "lab.rare.found" if rows else "lab.rare.none"
        found = [self.say(key, share=percent(RARE), n=len(rows), names=rarest)]
        head = [self.say(f"lab.column.{name}") for name in ("play", "games", "often")]
        tables = [Table(head, listed)] if listed else []
        return Section(self.say("lab.rare.title"), found, self.say("lab.rare.meaning"), tables=tables)

    def cards(self) -> Section:
        """Which cards are played, and which stay in hands."""
        study = self.study
        known = card_words(study.plan)
        values = [(label, study[f"part:{part}"]) for part, label in known]
        values = [(label, one) for label, one in values if one.mean > 0]
        if not values:
            return Section(self.say("lab.cards.title"), [self.say("lab.cards.none")], "")
        values.sort(key=lambda value: -value[1].mean)
        least = [label for label, one in values if one.mean < FEW_PLIES * values[0][1].mean]
        few = min(NAMED, -(-len(values) // 3))
        found = [self.say("lab.cards.most", names=[label for label, _ in values[:few]])]
        key = "lab.cards.dead" if least else "lab.cards.alive"
        found.append(self.say(key, names=least, least=[label for label, _ in values[-few:]]))
        rows = [[label, told(one)] for label, one in values]
        third = -(-len(rows) // 3)
        head = [self.say("lab.column.card"), self.say("lab.column.per_deal")]
        tables = [Table(head, rows[i : i + third]) for i in range(0, len(rows), third)]
        return Section(self.say("lab.cards.title"), found, self.say("lab.cards.meaning"), tables=tables)

    def skill(self) -> Section:
        rows = []
        for step in self.steps:
            higher, lower = (bot_word(bot, self.language) for bot in (step.higher, step.lower))
            rows.append((self.say("lab.skill.step", higher=higher, lower=lower), clipped(step.wins)))
        found = [
            self.say("lab.skill.wins" if one.low > 0.5 else "lab.skill.equal", step=name, share=told(one, "%"))
            for name, one in rows
        ]
        luck = all(one.high < LUCK for _, one in rows)
        figure = figures.ranges(rows, self.say("lab.skill.title"), mark=0.5, percent=True, reach=(0.3, 1.0))
        meaning = self.say("lab.skill.meaning", deals=self.steps[0].deals)
        return Section(self.say("lab.skill.title"), found, meaning, [figure], worry=luck or None)

    # --- the page ---------------------------------------------------------------------------------

    def lead(self) -> str:
        """What was played."""
        plan = self.study.plan
        bots, rules = self.bots_of(plan), self.rules_of(plan)
        return self.say("lab.lead", games=f"{self.study.games:,}", players=plan.players, bots=bots, rules=rules)

    def html(self, command: str, date: str, home: tuple[str, str] | None = None) -> str:
        study, plan = self.study, self.study.plan
        stopped = study.interrupted or study.games < plan.games
        foot = [self.stopped(study.games, plan.games)] if stopped else []
        foot += [self.say("lab.foot.intervals", level=percent(LEVEL)), self.made(plan, command, date)]
        title = self.say("lab.title", game=study.game.title)
        return page(title, self.lead(), list(self.sections()), foot, self.language, home)


def clipped(one: Interval) -> Interval:
    """An interval of a share, which lies between none and all."""
    return Interval(one.mean, max(0.0, one.low), min(1.0, one.high))


def _quantile(lengths: npt.NDArray[np.int64], part: float) -> int:
    """The length that this part of the games does not exceed."""
    return int(np.searchsorted(np.cumsum(lengths), part * lengths.sum()))
