"""A table in the terminal: opponents, the middle, what fits what is picked, the hand."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any, ClassVar

from rich.text import Text
from textual import work
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.events import Key
from textual.screen import Screen
from textual.widgets import OptionList, Static

from cardshed.engine.errors import CardshedError
from cardshed.terminal import around, choosing, people, sheets
from cardshed.terminal.choosing import Choosing
from cardshed.terminal.hand import Hand
from cardshed.terminal.look import look_of
from cardshed.terminal.pointed import Pointed
from cardshed.terminal.replay_screen import ReplayScreen
from cardshed.terminal.selection import Move, Selection, Thing
from cardshed.terminal.sheets import LEAVE, RULES, Sheet, pressed, sentence
from cardshed.terminal.sitting import AtHome, Sitting, State
from cardshed.terminal.speech import Speech, capital

WIDE = 110  # columns from which the log stands beside the table
BESIDE = 38  # columns of it
LOGGED = 200  # lines of it
LISTED = 60  # moves that are offered by name
LINES = (2, 12)  # of moves, at least and at most
TAKEN = "phusrlocitnybq"  # letters that are commands; as capitals they find cards
KEYS = {
    "space": ("cli.table.pick", "screen.pick"), "⏎": ("page.play", "screen.play"), "p": ("page.pass", "screen.pass"),
    "h": ("page.tool.hint", "screen.hint"), "u": ("page.tool.undo", "screen.undo"),
    "r": RULES, "?": ("page.sheet.keys", "screen.keys"), "q": LEAVE,
}  # fmt: skip

ENDS = {"l": ("page.menu.log", "screen.log"), "q": LEAVE}
OVER_KEYS = {"↑ ↓": ("cli.table.choose_next", "screen.choice(1)"), "⏎": ("cli.table.go", "screen.play"), **ENDS}
WAITING_KEYS = {
    "⏎": ("cli.table.go", "screen.play"), "i": ("page.menu.invite", "screen.invite"),
    "t": ("page.people", "screen.people"), "c": ("page.tool.phrases", "screen.talk"), **ENDS,
}  # fmt: skip

PRESSED = {
    "left": "walk(-1)", "right": "walk(1)", "tab,shift+tab": "jump", "up": "choice(-1)", "down": "choice(1)",
    "space": "pick", "enter": "play", "p": "pass", "h": "hint", "u": "undo", "s": "sort", "r": "rules", "l": "log",
    "o": "scores", "c": "talk", "i": "invite", "t": "people", "y": "answer(True)", "n": "answer(False)",
    "b": "come_back", "question_mark": "keys", "escape": "back", "q": "leave",
}  # fmt: skip


class TableScreen(Screen[Sitting | None]):
    """What somebody sees who sits at a table. It gives back where they sit next, or None if they want the menu."""

    CSS = """
    #title { height: 1; background: $panel; padding: 0 1; text-style: bold; }
    #seats { height: auto; padding: 0 1; }
    #since { height: 1; padding: 0 1; }
    #banner { height: auto; padding: 0 1; background: $warning; color: $text; text-style: bold; }
    #middle-box { height: 1fr; padding: 0 1; align: center middle; }
    #middle { width: auto; height: auto; }
    #prompt { height: auto; padding: 0 1; text-style: bold; }
    #note { height: auto; padding: 0 1; color: $warning; }
    #moves { height: auto; border: none; padding: 0 1; background: $surface; }
    #keys { height: 1; }
    #beside { width: 38; border-left: solid $panel; padding: 0 1; display: none; }
    TableScreen.wide #beside { display: block; }
    """

    BINDINGS: ClassVar[list[BindingType]] = pressed(PRESSED)

    def __init__(self, sitting: Sitting, say: Speech) -> None:
        super().__init__()
        self.sitting = sitting
        self.say = say
        self.selection = Selection(_empty())
        self.shown = sitting.state
        say.meet(self.shown["table"])
        self.order = 0  # how the hand is sorted
        self.busy = False
        self.thinking = False  # about a hint

    def compose(self) -> ComposeResult:
        yield Static(id="title")
        with Horizontal():
            with Vertical():
                yield Static(id="seats")
                yield Static(id="since")
                yield Static(id="note")
                yield Static(id="banner")
                with VerticalScroll(id="middle-box", can_focus=False):
                    yield Static(id="middle")
                yield Static(id="prompt")
                yield Pointed(id="moves")
                yield Hand(id="hand")
            with VerticalScroll(id="beside", can_focus=False):
                yield Static(id="log")
        yield Static(id="keys")

    def on_mount(self) -> None:
        self.query_one(Pointed).can_focus = False
        self.query_one(Hand).focus()
        self.note("")
        self.sitting.changed = self.heard
        self.follow()
        self.keep_going()
        self.set_interval(1.0, self.draw_around)  # clocks, and a connection that is lost

    def heard(self) -> None:
        self.call_later(self.follow)

    @work(exclusive=True)
    async def keep_going(self) -> None:
        try:
            await self.sitting.stay()
        except CardshedError as problem:
            self.app.exit(return_code=1, message=capital(self.say(problem.message)))

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
            self.selection = Selection(state["view"], self.selection.picked)
            if not before["view"] or before["view"]["plies"] != state["view"]["plies"]:
                self.note("")
            if before["view"]:
                self.tell_new_cards(before, state)
                self.tell_end(before, state)
        self.tell_phrase(before, state)
        if before["table"]["you"] is not None and state["table"]["you"] is None:
            self.note(self.say("page.removed"))
        self.draw()

    def tell_end(self, before: State, state: State) -> None:
        """A deal that is over is told before the next one is played."""
        ended = state["view"]["deal"] > before["view"]["deal"]
        over = state["table"]["stage"] == "over" and before["table"]["stage"] != "over"
        if ended or over:
            self.sitting.rest(True)
            self.app.push_screen(Sheet(*sheets.result(state, self.say)), lambda _: self.sitting.rest(False))

    def tell_new_cards(self, before: State, state: State) -> None:
        """What came into the own hand, where the deal is still the same."""
        then, now = before["view"], state["view"]
        if then["deal"] == now["deal"] and then["plies"] < now["plies"]:
            gained = list((Counter(_hand(state)) - Counter(_hand(before))).elements())
            if gained:
                self.note(self.say("cli.table.got", cards=" ".join(gained)))

    def tell_phrase(self, before: State, state: State) -> None:
        """What somebody else said or answered stands there until something else does."""
        for n, entry in state["log"].items():
            said = entry["kind"] in ("say", "answer") and n not in before["log"]
            if said and entry["seat"] != state["table"]["you"]:
                self.note(capital(sentence(entry, self.say)))

    # --- what is shown ----------------------------------------------------------------------------

    @property
    def view(self) -> dict[str, Any]:
        return self.shown["view"] or _empty()

    @property
    def my_turn(self) -> bool:
        return self.view["seat"] in self.view["acting"]

    @property
    def over(self) -> bool:
        """Whether there is nothing to play any more."""
        return self.shown["table"]["stage"] in ("over", "closed")

    @property
    def room(self) -> int:
        """Columns of the table."""
        return max(20, self.size.width - 2 - (BESIDE if self.size.width >= WIDE else 0))

    def draw(self) -> None:
        self.draw_around()
        table, say = self.shown["table"], self.say
        house = len(table["options"])
        rules = say("page.options.house", n=house) if house else say("page.options.book_short")
        keys = WAITING_KEYS if self.shown["view"] is None else OVER_KEYS if self.over else KEYS
        self.query_one("#keys", Static).update(sheets.keys_line(keys, say))
        if self.shown["view"] is None:
            self.query_one("#title", Static).update(f"{table['title']} · {say('page.waiting')} · {rules}")
            self.query_one("#middle", Static).update(Text(f"{say('page.invite.link')}\n{self.sitting.link}"))
            self.query_one("#prompt", Static).update(Text(self.why_waiting(table)))
            return
        view, look = self.view, look_of(table["game"])
        deal = say(say.either(f"{table['game']}.page.deal", "page.deal"), number=view["deal"] + (not view["over"]))
        self.query_one("#title", Static).update(f"{table['title']} · {deal} · {rules}")
        middle = look.middle(view, say, self.room)
        self.query_one("#middle", Static).update(Text("\n").join(middle))
        self.query_one("#prompt", Static).update(Text(capital(say(view["prompt"]))))
        places = {zone["id"]: look.place_name(zone, view, say) for zone in view["zones"]}
        hand = self.query_one(Hand)
        hand.show(self.things(), self.selection.picked, self.selection.playable, places, look)
        self.query_one("#log", Static).update(Text("\n").join(sheets.log_lines(self.shown, say)[-LOGGED:]))
        self.query_one("#beside").scroll_end(animate=False)
        self.query_one("#since", Static).update(around.since(self.shown, say, self.room))
        self.list_moves()
        self.call_after_refresh(self.share_lines, len(middle))

    def draw_around(self) -> None:
        """The players and what has to be known at once."""
        told = around.banners(self.shown, self.say, self.sitting.connected)
        seats = around.seats(self.shown, self.say, self.room, self.sitting.now)
        self.query_one("#seats", Static).update(Text("\n").join(seats))
        banner = self.query_one("#banner", Static)
        banner.display = bool(told)
        banner.update(Text("\n".join(told)))

    def share_lines(self, middle: int) -> None:
        """What the middle of the table does not need is for the moves."""
        options, box = self.query_one(Pointed), self.query_one("#middle-box")
        free = box.size.height + options.size.height - middle
        options.styles.max_height = max(LINES[0], min(LINES[1], free))

    def things(self) -> list[Thing]:
        """All that can be picked, the hand sorted as the player likes."""
        hand = self.selection.hand
        if self.order:
            hand = sorted(hand, key=lambda thing: thing.card["name"][-1:])
        return [*hand, *(thing for thing in self.selection.things if thing.zone != "hand")]

    def offered(self) -> list[Move]:
        """What fits what is picked, whole moves first, then the shortest; if nothing is, first what needs nothing."""
        first = self.selection.whole or ([] if self.selection.picked else self.selection.fitting)
        others = self.selection.fitting if self.selection.picked else self.selection.moves
        rest = sorted((move for move in others if move not in first), key=lambda move: len(move["parts"]))
        return [*first, *rest][:LISTED]

    def list_moves(self) -> None:
        options = self.query_one(Pointed)
        before = options.highlighted
        if self.over:  # nothing is chosen yet, so that Enter in haste begins nothing
            options.fill([Text(said) for said, _ in self.afterwards()])
            return
        whole, offered = self.selection.whole, self.offered() if self.my_turn else []
        if not offered:
            options.fill([Text(self.why_nothing(), "dim")], disabled=True)
            return
        lines = []
        for move in offered:
            label = capital(self.say(move["label"]))
            sure = move in whole or not self.selection.wants(move)
            lines.append(Text(label if sure else f"… {label}", "bold" if sure else ""))
        options.fill(lines)
        if self.selection.picked:
            options.highlighted = min(before or 0, len(offered) - 1) if whole else 0
        else:  # nothing is given up by one key: who picked nothing has to mean it
            plain = not self.selection.wants(offered[0]) and offered[0]["kind"] != "pass"
            options.highlighted = 0 if plain or len(offered) == 1 else None

    def why_nothing(self) -> str:
        """Why there is no move to choose."""
        if self.my_turn:
            return self.say("page.no_fit" if self.selection.picked else "page.your_turn")
        waiting = self.view["acting"]
        return self.say("page.waits_for", seats=list(waiting)) if waiting else self.say("page.over")

    def why_waiting(self, table: dict[str, Any]) -> str:
        """Why the match has not begun, and what Enter does about it."""
        me, seats = table["you"], table["seats"]
        if self.over:
            return self.say("page.closed")
        if table["shuffle"]["asked"]:
            return self.say("page.waiting.shuffle")
        if me is not None and seats[me]["ready"]:
            others = [seat["seat"] for seat in seats if seat["person"] and not seat["ready"]]
            return f"{self.say('page.start.waits', seats=others)} · [Enter] {self.say('page.start.wait')}"
        return self.say("cli.table.waiting" if table["owner"] else "cli.table.waiting.vote")

    def note(self, text: str) -> None:
        """A line that takes the place of what the others did, so that nothing moves."""
        note = self.query_one("#note", Static)
        note.display = bool(text)
        self.query_one("#since", Static).display = not text
        note.update(Text(text))

    # --- what the player does ---------------------------------------------------------------------

    def action_walk(self, step: int) -> None:
        self.query_one(Hand).walk(step)

    def action_choice(self, step: int) -> None:
        options = self.query_one(Pointed)
        if self.over or (self.my_turn and self.offered()):
            at = options.highlighted
            at = (-1 if step > 0 else 0) if at is None else at
            options.highlighted = (at + step) % options.option_count

    def action_jump(self) -> None:
        self.query_one(Hand).jump()

    def on_key(self, event: Key) -> None:
        """Keys that mean nothing else find cards."""
        sign = event.character or ""
        if sign in TAKEN:
            return
        if len(sign) == 1 and sign.isalnum() and self.query_one(Hand).seek(sign):
            event.stop()

    def action_pick(self) -> None:
        self.query_one(Hand).choose()

    def on_hand_picked(self, event: Hand.Picked) -> None:
        self.selection.toggle(event.thing)
        self.note("")
        self.draw()

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        self.query_one(Pointed).highlighted = event.option_index
        self.action_play()

    def action_play(self) -> None:
        """Play what is picked, or pick what the highlighted move needs; if it is no move, say why."""
        if self.shown["view"] is None:
            self.begin()
            return
        offered, at = self.offered(), self.query_one(Pointed).highlighted
        if self.over:
            if at is not None:
                self.afterwards()[at][1]()
        elif not self.my_turn:
            self.note(self.say("page.why.turn"))
        elif at is None and not self.selection.picked:
            passes = any(move["kind"] == "pass" for move in self.selection.moves)
            self.note(self.say("cli.table.pick_or_pass" if passes else "page.why.play"))
        elif not offered:
            self.send(self.selection.text)
        elif offered[at or 0] in self.selection.whole or not self.selection.wants(offered[at or 0]):
            self.send(offered[at or 0]["text"])
        else:
            self.selection.stage(offered[at or 0])
            self.draw()

    @work
    async def action_pass(self) -> None:
        """Pass; if there are several ways to, they are chosen from step by step."""
        passes = [move for move in self.selection.moves if move["kind"] == "pass"]
        if not passes:
            self.note(self.say("page.why.pass" if self.my_turn else "page.why.turn"))
            return
        steps = choosing.first_steps(passes)
        chosen: Move | None = passes[0]
        if len(steps) > 1:
            sheet = choosing.moves(self.say("page.pass"), [step[0] for step in steps], self.say)
            chosen = await self.app.push_screen_wait(sheet)
        step = next((step for step in steps if step[0] is chosen), [])
        if len(step) > 1:
            chosen = await self.app.push_screen_wait(choosing.moves(self.say("page.pass"), step, self.say))
        if chosen is not None:
            self.send(chosen["text"])

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
        """Do not wait for more people. The owner of the table begins; others say that they would, or take it back."""
        table = self.sitting.state["table"]
        ready = table["you"] is not None and table["seats"][table["you"]]["ready"]
        await self.ask("start", yes=not ready)

    @work
    async def action_undo(self) -> None:
        await self.ask("undo")

    @work
    async def action_hint(self) -> None:
        if not self.my_turn:
            self.note(self.say("page.why.turn"))
            return
        if self.thinking:
            return
        self.thinking = True
        self.note(self.say("page.hint.thinking"))
        told = await self.ask("hint")
        self.thinking = False
        if told is None:
            return
        self.note("")
        chosen = await self.app.push_screen_wait(choosing.hints(told["hint"], self.say))
        if chosen is not None:
            self.selection.stage(chosen)
            self.draw()
            if not self.selection.picked:
                self.note(self.say("page.hint.plain", move=self.say(chosen["label"])))
                texts = [move["text"] for move in self.offered()]
                self.query_one(Pointed).highlighted = texts.index(chosen["text"]) if chosen["text"] in texts else None

    def action_sort(self) -> None:
        self.order = 1 - self.order
        self.note(self.say("page.sorted", how=self.say("page.sort.suit" if self.order else "page.sort.value")))
        self.draw()

    @work
    async def action_rules(self) -> None:
        try:
            rules = await self.sitting.rules()
        except (CardshedError, OSError) as problem:
            self.note(str(problem))
            return
        self.app.push_screen(Sheet(self.say("page.sheet.rules"), markdown=rules))

    @work
    async def action_talk(self) -> None:
        phrase = await self.app.push_screen_wait(choosing.phrases(self.say))
        if phrase is not None:
            await self.ask("say", phrase=phrase)

    @work
    async def action_people(self) -> None:
        """Who comes late is let in, the owner of the table says who stays."""
        chosen: Any = people.sheet(self.shown["table"], self.say)
        if chosen is None:
            self.note(self.say("cli.table.alone" if self.sitting.link is None else "cli.table.no_guests"))
        while isinstance(chosen, Choosing):
            chosen = await self.app.push_screen_wait(chosen)
        if chosen is not None:
            kind, body = chosen
            await self.ask(kind, **body)

    def action_invite(self) -> None:
        if self.sitting.link is None:
            self.note(self.say("cli.table.alone"))
        else:
            told = Text(f"{self.sitting.link}\n\n{self.say('page.invite.text')}")
            self.app.push_screen(Sheet(self.say("page.invite.link"), told))

    @work
    async def action_answer(self, yes: bool) -> None:
        """Whether somebody may take a move back."""
        asked = self.shown["table"]["undo"]
        if asked and self.view["seat"] in asked["waiting"]:
            await self.ask("answer", yes=yes)

    @work
    async def action_come_back(self) -> None:
        me = self.shown["table"]["you"]
        if me is not None and self.shown["table"]["seats"][me]["away"]:
            await self.ask("back")

    # --- after the match --------------------------------------------------------------------------

    def afterwards(self) -> list[tuple[str, Callable[[], object]]]:
        """What can be done when all is over."""
        replay = (self.say("cli.table.replay"), self.look_back)
        menu = (self.say("page.home"), lambda: self.dismiss(None))
        home = [replay, menu] if isinstance(self.sitting, AtHome) else []
        rematch = [] if self.shown["table"]["stage"] == "closed" else [(self.say("page.rematch"), self.play_again)]
        return [*rematch, *home, (self.say("cli.table.quit"), self.action_leave)]

    @work
    async def play_again(self) -> None:
        try:
            fresh = await self.sitting.again()
        except CardshedError as problem:
            self.note(capital(self.say(problem.message)))
            return
        self.dismiss(fresh)

    def look_back(self) -> None:
        assert isinstance(self.sitting, AtHome)
        self.app.push_screen(ReplayScreen(self.sitting.match, self.say))

    def action_log(self) -> None:
        lines = sheets.log_lines(self.shown, self.say)[::-1]
        self.app.push_screen(Sheet(self.say("page.sheet.log"), Text("\n").join(lines)))

    def action_scores(self) -> None:
        self.app.push_screen(Sheet(self.say("page.sheet.scores"), sheets.scores(self.shown, self.say)))

    def action_keys(self) -> None:
        self.app.push_screen(Sheet(self.say("page.sheet.keys"), sheets.keys_sheet(self.say)))

    def action_back(self) -> None:
        self.selection.picked = []
        self.note("")
        self.draw()

    def action_leave(self) -> None:
        self.app.exit()


def _hand(state: State) -> list[str]:
    """The faces of the own cards."""
    view = state["view"]
    zones = (zone for zone in view["zones"] if zone["id"] == "hand" and zone["seat"] == view["seat"])
    return [str(card["face"]) for zone in zones for card in zone["cards"]]


def _empty() -> dict[str, Any]:
    return {"moves": [], "zones": [], "seat": None, "seats": [], "acting": [], "game": "", "plies": 0}
