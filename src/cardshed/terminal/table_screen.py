"""A table in the terminal: opponents, the middle, what fits what is picked, the hand."""

from __future__ import annotations

from typing import Any, ClassVar

from rich.text import Text
from textual import work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.screen import Screen
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from cardshed.engine.errors import CardshedError
from cardshed.terminal.hand import Hand
from cardshed.terminal.looks import look_of
from cardshed.terminal.selection import Move, Selection, Thing
from cardshed.terminal.sheets import Sheet, hints, keys_line, keys_sheet, log_lines, result, scores
from cardshed.terminal.sitting import Sitting, State
from cardshed.terminal.speech import Speech, capital

WIDE = 110  # columns from which the log stands beside the table
LOGGED = 200  # lines of it
KEYS = {
    "␣": "cli.table.pick", "⏎": "page.play", "P": "page.pass", "H": "page.tool.hint", "U": "page.tool.undo",
    "R": "page.menu.rules", "?": "page.sheet.keys", "Q": "cli.table.quit",
}  # fmt: skip


class TableScreen(Screen[None]):
    """What somebody sees who sits at a table."""

    CSS = """
    #title { height: 1; background: $panel; padding: 0 1; text-style: bold; }
    #seats { height: auto; padding: 0 1; }
    #middle-box { height: 1fr; padding: 0 1; align: center middle; }
    #middle { width: auto; height: auto; }
    #prompt { height: auto; padding: 0 1; text-style: bold; }
    #note { height: auto; padding: 0 1; color: $warning; }
    #moves { height: auto; max-height: 6; border: none; padding: 0 1; background: $surface; }
    #keys { height: 1; }
    #beside { width: 38; border-left: solid $panel; padding: 0 1; display: none; }
    TableScreen.wide #beside { display: block; }
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left", "walk(-1)", show=False),
        Binding("right", "walk(1)", show=False),
        Binding("up", "choice(-1)", show=False),
        Binding("down", "choice(1)", show=False),
        Binding("space", "pick", show=False),
        Binding("enter", "play", show=False),
        Binding("p", "pass", show=False),
        Binding("h", "hint", show=False),
        Binding("u", "undo", show=False),
        Binding("s", "sort", show=False),
        Binding("r", "rules", show=False),
        Binding("l", "log", show=False),
        Binding("o", "scores", show=False),
        Binding("question_mark", "keys", show=False),
        Binding("escape", "back", show=False),
        Binding("q", "leave", show=False),
    ]

    def __init__(self, sitting: Sitting, say: Speech) -> None:
        super().__init__()
        self.sitting = sitting
        self.say = say
        self.selection = Selection(_empty())
        self.shown: State | None = None
        self.order = 0  # how the hand is sorted
        self.busy = False

    def compose(self) -> ComposeResult:
        yield Static(id="title")
        with Horizontal():
            with Vertical():
                yield Static(id="seats")
                with VerticalScroll(id="middle-box", can_focus=False):
                    yield Static(id="middle")
                yield Static(id="prompt")
                yield Static(id="note")
                yield OptionList(id="moves")
                yield Hand(id="hand")
            with VerticalScroll(id="beside", can_focus=False):
                yield Static(id="log")
        yield Static(keys_line(KEYS, self.say), id="keys")

    def on_mount(self) -> None:
        self.query_one(OptionList).can_focus = False
        self.query_one(Hand).focus()
        self.sitting.changed = self.heard
        self.follow()
        self.keep_going()

    def heard(self) -> None:
        self.call_later(self.follow)

    @work(exclusive=True)
    async def keep_going(self) -> None:
        await self.sitting.stay()

    def on_resize(self) -> None:
        self.set_class(self.size.width >= WIDE, "wide")
        self.draw()

    # --- what happens -----------------------------------------------------------------------------

    def follow(self) -> None:
        """Another state: what is picked stays picked as far as it is still there."""
        state, before = self.sitting.state, self.shown
        self.shown = state
        self.say.meet(state["table"])
        if state["view"] is not None:
            same = (
                before is not None and before["view"] is not None and before["view"]["plies"] == state["view"]["plies"]
            )
            self.selection = Selection(state["view"], self.selection.picked)
            if not same:
                self.note("")
            self.tell_end(before, state)
        self.draw()

    def tell_end(self, before: State | None, state: State) -> None:
        """A deal that is over is told before the next one is played."""
        if before is None or before["view"] is None:
            return
        ended = state["view"]["deal"] > before["view"]["deal"]
        over = state["table"]["stage"] == "over" and before["table"]["stage"] != "over"
        if ended or over:
            self.sitting.rest(True)
            self.app.push_screen(Sheet(*result(state, self.say)), lambda _: self.sitting.rest(False))

    # --- what is shown ----------------------------------------------------------------------------

    @property
    def view(self) -> dict[str, Any]:
        return self.shown["view"] if self.shown and self.shown["view"] else _empty()

    @property
    def my_turn(self) -> bool:
        return self.view["seat"] in self.view["acting"]

    def draw(self) -> None:
        if self.shown is None:
            return
        if self.shown["view"] is None:
            self.query_one("#title", Static).update(self.shown["table"]["title"])
            self.query_one("#seats", Static).update("\n".join(self.say.names))
            self.query_one("#prompt", Static).update(Text(self.say("cli.table.waiting")))
            return
        view, table, say = self.view, self.shown["table"], self.say
        look = look_of(table["game"])
        deal = say(say.either(f"{table['game']}.page.deal", "page.deal"), number=view["deal"] + (not view["over"]))
        house = len(table["options"])
        rules = say("page.options.house", n=house) if house else say("page.options.book_short")
        self.query_one("#title", Static).update(f"{table['title']} · {deal} · {rules}")
        self.query_one("#seats", Static).update(self.seats())
        self.query_one("#middle", Static).update(Text("\n").join(look.middle(view, say)))
        self.query_one("#prompt", Static).update(Text(say(view["prompt"])))
        self.query_one(Hand).show(self.things(), self.selection.picked, self.selection.playable, look)
        self.query_one("#log", Static).update(Text("\n").join(log_lines(self.shown, say)[-LOGGED:]))
        self.list_moves()

    def seats(self) -> Text:
        view, say = self.view, self.say
        lines = []
        for seat in view["seats"]:
            turn = seat["seat"] in view["acting"]
            told = [say("page.seat.cards", n=seat["cards"]), say("page.seat.points", n=seat["points"])]
            told += [say(note) for note in seat["notes"]]
            name = say.names[seat["seat"]]
            if seat["seat"] == view["seat"] and name != say("cli.play.you"):
                name += f" ({say('page.seat.me')})"
            line = Text("▶ " if turn else "  ", "bold yellow")
            line.append(name, "bold" if turn else "")
            line.append("  " + " · ".join(told), "dim")
            lines.append(line)
        return Text("\n").join(lines)

    def things(self) -> list[Thing]:
        """All that can be picked, the hand sorted as the player likes."""
        hand = self.selection.hand
        if self.order:
            hand = sorted(hand, key=lambda thing: (thing.card["name"][-1:], thing.card["part"]))
        return [*hand, *(thing for thing in self.selection.things if thing.zone != "hand")]

    def offered(self) -> list[Move]:
        whole = self.selection.whole
        return [*whole, *(move for move in self.selection.fitting if move not in whole)]

    def list_moves(self) -> None:
        options = self.query_one(OptionList)
        before = options.highlighted
        options.clear_options()
        if not self.my_turn:
            waiting = self.view["acting"]
            said = self.say("page.waits_for", seats=list(waiting)) if waiting else self.say("page.over")
            options.add_option(Option(Text(said, "dim"), disabled=True))
            return
        whole = self.selection.whole
        for move in self.offered():
            label = capital(self.say(move["label"]))
            sure = move in whole or not self.selection.wants(move)
            options.add_option(Option(Text(("▸ " if sure else "  … ") + label, "bold" if sure else "")))
        if options.option_count:
            options.highlighted = min(before or 0, options.option_count - 1) if whole else 0
        else:
            said = self.say("page.no_fit" if self.selection.picked else "page.your_turn")
            options.add_option(Option(Text(said, "dim"), disabled=True))

    def note(self, text: str) -> None:
        self.query_one("#note", Static).update(Text(text))

    # --- what the player does ---------------------------------------------------------------------

    def action_walk(self, step: int) -> None:
        self.query_one(Hand).walk(step)

    def action_choice(self, step: int) -> None:
        options = self.query_one(OptionList)
        if self.my_turn and self.offered():
            options.highlighted = ((options.highlighted or 0) + step) % options.option_count

    def action_pick(self) -> None:
        self.query_one(Hand).choose()

    def on_hand_picked(self, event: Hand.Picked) -> None:
        self.selection.toggle(event.thing)
        self.note("")
        self.draw()

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        self.query_one(OptionList).highlighted = event.option_index
        self.action_play()

    def action_play(self) -> None:
        """Play what is picked, or pick what the highlighted move needs; if it is no move, say why."""
        if self.shown and self.shown["view"] is None:
            self.begin()
            return
        if not self.my_turn:
            self.note(self.say("page.why.turn"))
            return
        offered, at = self.offered(), self.query_one(OptionList).highlighted
        if not offered:
            self.send(self.selection.text) if self.selection.picked else self.note(self.say("page.why.play"))
            return
        move = offered[at or 0]
        if move in self.selection.whole or not self.selection.wants(move):
            self.send(move["text"])
        else:
            self.selection.stage(move)
            self.draw()

    def action_pass(self) -> None:
        passes = [move for move in self.selection.moves if move["kind"] == "pass"]
        if len(passes) == 1:
            self.send(passes[0]["text"])
        else:
            self.note(self.say("page.why.which" if passes else "page.why.pass"))

    async def ask(self, kind: str, **body: Any) -> dict[str, Any] | None:
        """Ask something of the table; None if it is refused, and then the reason stands there."""
        try:
            return await self.sitting.ask(kind, **body)
        except CardshedError as problem:
            self.note(capital(self.say(problem.message)))
            return None

    @work
    async def send(self, text: str) -> None:
        if self.busy:
            return
        self.busy = True
        if await self.ask("move", text=text) is not None:
            self.selection.picked = []
        self.busy = False
        self.draw()

    @work
    async def begin(self) -> None:
        """Do not wait for more people."""
        await self.ask("start")

    @work
    async def action_undo(self) -> None:
        await self.ask("undo")

    @work
    async def action_hint(self) -> None:
        if not self.my_turn:
            self.note(self.say("page.why.turn"))
            return
        self.note(self.say("page.hint.thinking"))
        told = await self.ask("hint")
        if told is None:
            return
        self.note("")
        chosen = await self.app.push_screen_wait(hints(told["hint"], self.say))
        if chosen is not None:
            self.selection.stage(chosen)
            self.draw()
            if not self.selection.picked:
                self.note(self.say("page.hint.plain", move=self.say(chosen["label"])))

    def action_sort(self) -> None:
        self.order = 1 - self.order
        self.note(self.say("page.sorted", how=self.say("page.sort.suit" if self.order else "page.sort.value")))
        self.draw()

    def action_rules(self) -> None:
        from cardshed.games import registry

        self.app.push_screen(Sheet(self.say("page.sheet.rules"), markdown=registry.named(self.view["game"]).rules))

    def action_log(self) -> None:
        assert self.shown is not None
        lines = log_lines(self.shown, self.say)[::-1]
        self.app.push_screen(Sheet(self.say("page.sheet.log"), Text("\n").join(lines)))

    def action_scores(self) -> None:
        assert self.shown is not None
        self.app.push_screen(Sheet(self.say("page.sheet.scores"), scores(self.shown, self.say)))

    def action_keys(self) -> None:
        self.app.push_screen(Sheet(self.say("page.sheet.keys"), keys_sheet(self.say)))

    def action_back(self) -> None:
        self.selection.picked = []
        self.note("")
        self.draw()

    def action_leave(self) -> None:
        self.app.exit()


def _empty() -> dict[str, Any]:
    return {"moves": [], "zones": [], "selectable": [], "seat": None, "seats": [], "acting": [], "game": "", "plies": 0}
