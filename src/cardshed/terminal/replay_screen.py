"""A match gone through again in the terminal: step by step, hands open or as one seat saw it, with opinions."""

from __future__ import annotations

import asyncio
from typing import Any, ClassVar

from rich.text import Text
from textual import work
from textual.app import App, ComposeResult
from textual.binding import BindingType
from textual.containers import VerticalScroll
from textual.screen import Screen
from textual.widgets import Static

from cardshed.bots.analysis import Finding, choices, look_at
from cardshed.bots.levels import HINTS, thinker_at
from cardshed.engine.matches.match import Match
from cardshed.terminal.choosing import valued
from cardshed.terminal.look import look_of
from cardshed.terminal.sheets import LEAVE, keys_line, pressed
from cardshed.terminal.speech import Speech, capital

KEYS = {
    "◂ ▸": ("page.replay.move", "screen.go(1)"), "d": ("cli.replay.deal", "screen.deal"),
    "e": ("page.replay.eyes", "screen.eyes"), "b": ("page.analysis", "screen.opinion"), "q": LEAVE,
}  # fmt: skip
WALK = {"left": "go(-1)", "right,space": "go(1)", "home": "go(-1000000)", "end": "go(1000000)"}
LOOK = {"d": "deal", "e": "eyes", "b": "opinion"}


class ReplayScreen(Screen[None]):
    CSS = """
    #title { height: 1; background: $panel; padding: 0 1; text-style: bold; }
    #hands { height: auto; padding: 0 1; }
    #middle-box { height: 1fr; padding: 0 1; align: center middle; }
    #middle { width: auto; height: auto; }
    #done { height: auto; padding: 0 1; text-style: bold; }
    #opinion { height: auto; max-height: 8; padding: 0 1; }
    #keys { height: 1; }
    """
    BINDINGS: ClassVar[list[BindingType]] = pressed(WALK | LOOK | {"q,escape": "leave"})

    def __init__(self, match: Match, say: Speech) -> None:
        super().__init__()
        self.match = match
        self.say = say
        self.at = 0
        self.seat: int | None = None  # whose eyes; None for all hands open
        self.opinions = False
        self.choices = set(choices(match))
        self.findings: dict[int, Finding] = {}

    def compose(self) -> ComposeResult:
        yield Static(id="title")
        yield Static(id="hands")
        with VerticalScroll(id="middle-box", can_focus=False):
            yield Static(id="middle")
        yield Static(id="done")
        yield Static(id="opinion")
        yield Static(keys_line(KEYS, self.say), id="keys")

    def on_mount(self) -> None:
        self.draw()

    def draw(self) -> None:
        say, then = self.say, self.match.at(self.at)
        view = then.reveal() if self.seat is None else then.view(self.seat)
        look = look_of(self.match.game.name)
        eyes = say("page.replay.open") if self.seat is None else say("page.replay.as", seat=self.seat)
        self.query_one("#title", Static).update(f"{self.match.game.title} · {eyes}")
        self.query_one("#hands", Static).update(self.hands(view))
        self.query_one("#middle", Static).update(Text("\n").join(look.middle(view, say, self.size.width - 2)))
        self.query_one("#done", Static).update(Text(self.done()))
        self.query_one("#opinion", Static).update(self.opinion() if self.opinions else Text())

    def hands(self, view: dict[str, Any]) -> Text:
        look, lines = look_of(self.match.game.name), []
        for seat in view["seats"]:
            p = seat["seat"]
            line = Text()
            line.append("▶ " if p in view["acting"] else "  ", "bold yellow")
            line.append(f"{self.say.names[p]}  ", "bold")
            held = [zone for zone in view["zones"] if zone["id"] == "hand" and zone["seat"] == p]
            if held:
                line += Text(" ").join(look.face(card) for card in held[0]["cards"])
            else:
                line += Text(self.say("page.seat.cards", n=seat["cards"]), "dim")
            lines.append(line + Text(f"  {self.say('page.seat.points', n=seat['points'])}", "dim"))
        return Text("\n").join(lines)

    def done(self) -> str:
        """The move that led here."""
        if not self.at:
            return self.say("page.replay.begin")
        move = self.match.moves[self.at - 1]
        what = self.say("page.log.move", seat=move.seat, what=self.say(move.label))
        return self.say("page.replay.done", at=self.at, last=self.match.plies, what=capital(what))

    def opinion(self) -> Text:
        """What the bot makes of that move."""
        ply, say = self.at - 1, self.say
        if not self.at:
            return Text(say("page.analysis.first"), "dim")
        if ply not in self.choices:
            return Text(say("page.analysis.forced"), "dim")
        found = self.findings.get(ply)
        if found is None:
            return Text(say("page.hint.thinking"), "dim")
        lines = []
        shown = {one.move.text: one for one in [found.played, *found.others]}
        for one in sorted(shown.values(), key=lambda one: -one.value)[:6]:
            mark = f" {found.mark}" if one is found.played else ""
            style = "bold" if one is found.played else "dim"
            lines.append(Text(valued(one.value, f"{capital(say(one.move.label))}{mark}", say), style))
        return Text("\n").join(lines)

    # --- what can be done -------------------------------------------------------------------------

    def action_go(self, step: int) -> None:
        self.at = max(0, min(self.match.plies, self.at + step))
        self.draw()
        self.think()

    def action_deal(self) -> None:
        """To the beginning of the next deal."""
        match, now = self.match, self.match.at(self.at).deal_no
        later = (k for k in range(self.at + 1, match.plies) if match.at(k).deal_no > now)
        self.at = next(later, match.plies)
        self.draw()
        self.think()

    def action_eyes(self) -> None:
        """All hands open, then seat by seat."""
        order = [None, *range(self.match.players)]
        self.seat = order[(order.index(self.seat) + 1) % len(order)]
        self.draw()

    def action_opinion(self) -> None:
        self.opinions = not self.opinions
        self.draw()
        self.think()

    @work(exclusive=True)
    async def think(self) -> None:
        ply = self.at - 1
        if self.opinions and ply in self.choices and ply not in self.findings:
            search = thinker_at(self.match.game, HINTS)
            self.findings[ply] = await asyncio.to_thread(look_at, self.match, ply, search)
            self.draw()

    def action_leave(self) -> None:
        """Back to where one came from, or out of the program."""
        self.dismiss(None)


class Replay(App[None]):
    """A match, full-screen."""

    TITLE = "Cardshed"
    ENABLE_COMMAND_PALETTE = False

    def __init__(self, match: Match, say: Speech) -> None:
        super().__init__()
        self.match = match
        self.say = say

    def on_mount(self) -> None:
        self.push_screen(ReplayScreen(self.match, self.say), lambda _: self.exit())
