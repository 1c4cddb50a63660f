"""Numbers, plays, cards and bots in words."""

from __future__ import annotations

import re
from math import inf, isfinite

from cardshed.bots.arena.intervals import Interval
from cardshed.bots.levels import LEVELS
from cardshed.bots.net import NET
from cardshed.bots.own import is_own
from cardshed.engine.matches.game import Game
from cardshed.engine.messages import Message, catalogue
from cardshed.lab.plan import Plan

MINUS = "−"
FIGURES = 3  # of a number that is told
DEALS = 12  # in which cards are looked for
LAST_WORD = 8  # the last place round a table that has a word for it


def rounded(value: float, figures: int = FIGURES) -> str:
    """A number with a few figures, never as a power of ten."""
    if not isfinite(value):
        return "–"
    if value == 0:
        return "0"
    digits = max(0, figures - 1 - int(f"{abs(value):e}".partition("e")[2]))
    text = f"{value:,.{min(digits, 6)}f}".replace("-", MINUS)
    return text.rstrip("0").rstrip(".") if "." in text else text


def percent(share: float) -> str:
    digits = 0 if share in (0, 1) else 1 if abs(share) >= 0.001 else 3
    return f"{100 * share:.{digits}f} %".replace(".0 %", " %").replace("-", MINUS)


def told(one: Interval, unit: str = "") -> str:
    """A mean with its interval."""
    say = percent if unit == "%" else rounded
    if one.half in (inf, 0) or one.low == -inf:
        return say(one.mean)
    if say(one.low) == say(one.high):  # narrower than what is told of it
        return say(one.mean)
    return f"{say(one.mean)} ({say(one.low)} – {say(one.high)})"


def word_of(game: Game, tally: str, language: str) -> str:
    """What a tally counts, as a page says it; those that end in a number have one sentence for all."""
    known = catalogue(language)
    found = re.fullmatch(r"(.+)_(\d+)", tally)
    size = int(found[2]) if found else 0
    for name in (tally, found[1] if found else ""):
        if f"{game.word}.tally.{name}" in known:
            return Message(f"{game.word}.tally.{name}", size=size).say(language)
    meld = tally.removeprefix("meld_")
    return Message(f"{game.word}.meld.{meld}").say(language) if f"{game.word}.meld.{meld}" in known else tally


def order_word(measure: str) -> Message:
    """When somebody acts, by the name of the measure: second, third, and far round a large table by the number."""
    number = int(measure.removeprefix("acts_"))
    return Message(f"lab.order.{number}") if number <= LAST_WORD else Message("lab.order.nth", number=number)


def bot_word(name: str, language: str) -> str:
    if name in (*LEVELS, NET):
        return Message(f"lab.bot.{name}").say(language)
    return name.rpartition(":")[2] if is_own(name) else name


class Speaker:
    """What all pages of the lab tell in the same words."""

    language: str

    def say(self, key: str, **params: object) -> str:
        return Message(key, **params).say(self.language)

    def rules_of(self, plan: Plan) -> str:
        """A set of rules by what is special about it."""
        return ", ".join(f"{name}={value}" for name, value in plan.options.items()) or self.say("lab.book")

    def bots_of(self, plan: Plan) -> str:
        return ", ".join(dict.fromkeys(bot_word(bot, self.language) for bot in plan.bots))

    def made(self, plan: Plan, command: str, date: str) -> str:
        version = plan.open().version
        return self.say("lab.foot.made", command=command, seed=f"{plan.seed:016x}", version=version, date=date)

    def stopped(self, done: int, wanted: int) -> str:
        return self.say("lab.foot.stopped", done=f"{done:,}", wanted=f"{wanted:,}")


def card_words(plan: Plan) -> list[tuple[int, str]]:
    """The parts that are cards, by their faces: those that lie in a hand in some of the first deals."""
    game = plan.open()
    parts = {game.table.part(i): i for i in range(game.parts)}
    faces: dict[int, str] = {}
    for i in range(DEALS):
        for zone in game.match(plan.players, plan.game_seed(i), plan.options).reveal()["zones"]:
            for card in zone["cards"] if zone["id"] == "hand" else ():
                faces.setdefault(parts[card["name"]], str(card["face"]))
    return sorted(faces.items())
