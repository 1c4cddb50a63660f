"""Somebody who plays at a page: sees what it shows, chooses a legal move, and makes it by clicks or by keys."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Locator, Page

from tests.chosen import chosen

SHORT: dict[str, dict[str, Any]] = {
    "thirteen": {"cards": 5},
    "pyramid": {"rounds_4": 1, "cards": 6},
    "parcels": {"rounds": 1, "cards_4": 4},
    "segments": {"rounds": 1, "cards": 5},
    "rummy": {"hands": 1, "turn_limit": 8},
}  # house rules that make a match short

# The state, later than `n`, in which the person is to move or the match is over, when the page shows it: the hand and
# the sentence in the middle.
LATER = """async ({ id, n, most }) => {
  const { say } = await import("/web/core/say.js");
  const { namesOf } = await import("/web/table/context.js");
  const { read } = await import("/web/core/wire.js");
  const end = performance.now() + most;
  for (;;) {
    const state = read(await (await fetch(`/api/tables/${id}`)).json());
    const { view, table } = state;
    const mine = view && table.you !== null && view.acting.includes(table.you);
    const over = table.stage === "over";
    let wrong = "nothing happened";
    if (table.n > n && (mine || over)) {
      const hand = view.zones.find((zone) => zone.id === "hand" && zone.seat === table.you)?.cards ?? [];
      const cards = [...document.querySelectorAll(".hand [data-pick]")].map((card) => card.dataset.pick.split(" ")[1]);
      const names = (list) => [...list].sort().join(" ");
      const [held, shown] = [names(hand.map((card) => card.name)), names(cards)];
      const [meant, ask] = [say(view.prompt, {}, namesOf(table)), document.querySelector(".ask")?.textContent];
      wrong = held !== shown ? `the hand is ${shown}, not ${held}` : "";
      if (meant !== ask) wrong = `it says ${ask}, not ${meant}`;
    }
    if (!wrong) return { state, names: namesOf(table) };
    if (document.querySelector("[data-act=go-on]")) return { result: true };
    if (performance.now() > end) return { wrong };
    await new Promise((done) => setTimeout(done, 25));
  }
}"""

# The person's own move in the log, after `n` events.
MADE = """async ({ id, n }) => {
  for (let i = 0; i < 400; i++) {
    const { tableState } = await import("/web/core/api.js");
    const { log, table } = await tableState(id);
    const own = (entry) => entry.kind === "move" && entry.seat === table.you;
    const found = Object.keys(log).map(Number).filter((at) => at >= n && own(log[at]));
    if (found.length) return log[Math.min(...found)];
    await new Promise((done) => setTimeout(done, 25));
  }
  return null;
}"""

SAY = """async ({ messages, names }) => {
  const { say } = await import("/web/core/say.js");
  return messages.map((message) => say(message, {}, names));
}"""

# How many steps along the cards, or along all that Tab stops at, lead from where the focus is to a thing.
STEPS = """(target) => {
  const card = target.matches("[data-pick]");
  const cards = [...document.querySelectorAll("[data-pick]")];
  if (!card) return null;
  const at = cards.indexOf(document.activeElement);
  const first = cards.indexOf(document.querySelector(".hand [data-pick]"));
  return at < 0 ? 1 + cards.indexOf(target) - first : cards.indexOf(target) - at;
}"""


def at_front_page(page: Page) -> None:
    """On the front page, as somebody for whom bots do not take their time."""
    page.add_init_script("localStorage.cardshed ??= JSON.stringify({ pace: 'instant', name: 'Mai' })")
    page.goto("/")
    page.wait_for_selector(".game-box .btn.go")


class Unreachable(Exception):
    """A move that is legal, but that the page gives no way to make."""


class Player:
    """A person at a table. `press` is how they act: by clicks, or by keys alone."""

    def __init__(self, page: Page, table: str, seed: int = 1, keys: bool = False) -> None:
        self.page = page
        self.table = table
        self.dice = random.Random(seed)
        self.press: Callable[[Locator], None] = self._key if keys else self._click
        self.keys = keys
        self.names: list[str] = []
        self.moves: list[str] = []

    # --- sitting down ------------------------------------------------------------------------------

    @classmethod
    def at_new_table(cls, page: Page, game: str, seed: int = 1, keys: bool = False, **wanted: Any) -> Player:
        """A person at a table that was made for them, with the house rules of a short match unless others are given."""
        wanted["options"] = chosen(game, wanted.get("options", SHORT.get(game, {})))
        asked = {"game": game, "name": "Mai", "pace": "instant", "fill": "easy", **wanted}
        made = page.request.post("/api/tables", data=asked)
        assert made.status == 201, made.text()
        player = cls(page, made.json()["id"], seed, keys)
        player.come()
        return player

    @classmethod
    def playing_now(cls, page: Page, game: str) -> Player:
        """A person who presses the button on the front page that plays a game now."""
        at_front_page(page)
        page.locator(f".game-box[data-game={game}] .btn.go").click()
        return cls._arrived(cls(page, ""))

    @classmethod
    def from_front_page(cls, page: Page, game: str, seed: int = 1, keys: bool = False) -> Player:
        """A person who goes from the front page to a new table, and chooses the house rules of a short match there."""
        at_front_page(page)
        player = cls(page, "", seed, keys)
        player.follow(page.locator(f'.game-box[data-game={game}] a[href="/new/{game}"]'))
        page.wait_for_url(f"**/new/{game}")
        for name, value in SHORT.get(game, {}).items():
            field = page.locator(f'input[name="{name}"]')
            field.wait_for(state="attached")
            while not field.is_visible():
                player.follow(page.locator("details.single:not([open]) > summary:visible").first)
            player.walk_to(field) if keys else field.click()
            page.keyboard.press("Control+A")
            page.keyboard.type(str(value))
            page.keyboard.press("Tab")
        player.follow(page.locator("form .btn.go"))
        return cls._arrived(player)

    @staticmethod
    def _arrived(player: Player) -> Player:
        player.page.wait_for_url("**/t/*")
        player.page.wait_for_selector(".hand [data-pick]")
        player.table = player.page.url.rpartition("/")[2]
        return player

    def come(self) -> None:
        self.page.goto(f"/t/{self.table}")
        self.page.wait_for_selector(".felt")

    # --- seeing ------------------------------------------------------------------------------------

    def state(self) -> dict[str, Any]:
        return self.page.evaluate("async (id) => (await import('/web/core/api.js')).tableState(id)", self.table)

    def later(self, n: int = -1, most: int = 20_000) -> dict[str, Any]:
        """The state when the person is to move, or all is over, and the page shows it."""
        told = self.page.evaluate(LATER, {"id": self.table, "n": n, "most": most})
        while "result" in told:  # the next deal is dealt when the result of the last one was looked at
            self.close_sheet()
            told = self.page.evaluate(LATER, {"id": self.table, "n": n, "most": most})
        assert "wrong" not in told, f"{told['wrong']} ({self.table} after {self.moves[-3:]})"
        self.names = told["names"]
        return told["state"]

    def say(self, *messages: Any) -> list[str]:
        return self.page.evaluate(SAY, {"messages": list(messages), "names": self.names})

    # --- acting ------------------------------------------------------------------------------------

    def _click(self, target: Locator) -> None:
        box = target.bounding_box()
        assert box is not None, f"{target} is not to be seen"
        # cards lie over each other: the left edge with the index is always free
        target.click(position={"x": min(9, box["width"] / 2), "y": min(24, box["height"] / 2)})

    def _key(self, target: Locator) -> None:
        """To the thing by keys, then press it."""
        self.walk_to(target)
        self.page.keyboard.press("Space")

    def follow(self, target: Locator) -> None:
        """A link, or what takes Enter as links do."""
        if not self.keys:
            target.click()
            return
        self.walk_to(target)
        self.page.keyboard.press("Enter")

    def walk_to(self, target: Locator, most: int = 120) -> None:
        """Arrows walk along the cards; to everything else leads Tab."""
        steps = target.evaluate(STEPS)
        if steps is not None:
            for _ in range(abs(steps)):
                self.page.keyboard.press("ArrowRight" if steps > 0 else "ArrowLeft")
        for _ in range(most):
            if target.evaluate("(one) => document.activeElement === one"):
                return
            self.page.keyboard.press("Tab")
        raise Unreachable(f"no keys lead to {target.inner_text()!r}")

    def close_sheet(self) -> None:
        """Go on after the end of a deal."""
        if self.page.locator(".sheet").count():
            if self.keys:
                self.page.keyboard.press("Escape")
            else:
                self.press(self.page.locator(".sheet .choice .btn.go, .sheet .close").last)
            self.page.wait_for_selector(".sheet", state="detached")

    def pick(self, *things: str) -> None:
        """Pick cards and other things by what they are called, such as `hand 4R`; what was picked is put back first."""
        for card in self.page.locator("[data-pick][aria-pressed=true]").all():
            self.press(card)
        for thing in things:
            found = self.page.locator(
                f'[data-pick="{thing}"][aria-pressed=false], [data-pick^="{thing} "][aria-pressed=false]'
            )
            if not found.count():
                raise Unreachable(f"there is no {thing} to pick")
            self.press(found.first)

    def make(self, move: dict[str, Any], state: dict[str, Any]) -> None:
        """Make a move as a person would: pick its cards, then press the button that says it."""
        page = self.page
        if move["kind"] == "pass":
            if self.keys:
                page.keyboard.press("p")
            else:
                self.press(page.locator("[data-act=pass]"))
            if sum(other["kind"] == "pass" for other in state["view"]["moves"]) > 1:
                take, give = (re.findall(r"\d+", move["text"]) + ["0"])[:2]
                for step in (f"[data-take='{take}']", f"[data-give='{give}']", ".confirm"):
                    self.press(page.locator(f".sheet {step}"))
            return
        things = things_of(move, state)
        self.pick(*things)
        if ">" in move["text"]:
            (meant,) = self.say({"key": "segments.page.as", "params": {"digit": int(move["text"][-1]), "price": ""}})
            self.press(page.locator(".become").filter(has_text=re.compile(f"^{meant}")).first)
        (label,) = self.say(move["label"])
        for button in page.locator(".between .chip").all():
            if says(button, label):
                self.press(button)
                if not page.locator("[data-act=play].sure").count():
                    return
        play = page.locator("[data-act=play].sure")
        if not play.count():
            self.among_several(move, label)
        if self.keys and page.evaluate("() => document.activeElement.matches('.hand .card, .pickable, body')"):
            page.keyboard.press("Enter")
        else:
            self.press(play)

    def among_several(self, move: dict[str, Any], label: str) -> None:
        """The cards can be laid in several ways, as in Rummy: press the one that is meant."""
        end = move["text"].split()[-1]
        meant = []
        if end in ("low", "high"):
            meant = self.say({"key": f"rummy.page.add.{end}", "params": {"card": move["label"]["params"]["card"]}})
        ways = self.page.locator(".between .chip[aria-pressed]").all()
        found = [way for way in ways if any(says(way, text) for text in meant)]
        if not found and move["kind"] in ("set", "run"):  # where a wild may stand in several places, any will do
            found = [way for way in ways if move["kind"] in way.inner_text().lower()]
        if not found:
            raise Unreachable(f"no button says {label!r} ({move['text']})")
        self.press(found[0])

    def play(self, most: int = 400, until: Callable[[dict[str, Any]], bool] = lambda state: False) -> dict[str, Any]:
        """Play on until the end, or until something is true; returns the state then."""
        n = -1
        for _ in range(most):
            state = self.later(n)
            if state["table"]["stage"] == "over" or until(state):
                return state
            self.close_sheet()
            move = self.choose([move for move in state["view"]["moves"] if not move["quiet"]])
            self.make(move, state)
            self.moves.append(move["text"])
            n = state["table"]["n"]
            self.made(move, n)
        raise AssertionError(f"no end after {most} moves")

    def made(self, move: dict[str, Any], n: int) -> None:
        """The move that was made is the one that was meant."""
        entry = self.page.evaluate(MADE, {"id": self.table, "n": n})
        assert entry is not None, f"nothing came of {move['text']}: {self.page.locator('.note').inner_text()!r}"
        if entry.get("labels") and move["kind"] != "run":  # a sealed choice is not told yet; wilds may stand elsewhere
            assert self.say(entry["labels"][0]) == self.say(move["label"]), move["text"]

    def choose(self, moves: list[dict[str, Any]]) -> dict[str, Any]:
        """One that brings the end nearer: a play rather than a pass, but for one time in ten."""
        plays = [move for move in moves if move["kind"] != "pass"]
        return self.dice.choice(moves if self.dice.random() < 0.1 else plays or moves)


def things_of(move: dict[str, Any], state: dict[str, Any]) -> list[str]:
    """What has to be picked for a move, by the names that the page gives to things."""
    view, words = state["view"], move["text"].split()
    held = {
        zone["id"]: {card["name"] for card in zone["cards"]} for zone in view["zones"] if zone["seat"] == view["seat"]
    }
    if view["game"] == "pyramid" and view["phase"] == "declare" and move["kind"] == "keep":
        return ["declare keep"]
    zone = "hand"
    if view["game"] == "pyramid" and view["phase"] in ("declare", "add"):
        zone = "front"
    if move["kind"] == "take":
        return [f"pile {words[1]}"]
    cards = [word.partition(">")[0] for word in words]
    found = [f"{zone} {card}" for card in cards if card in held.get(zone, ())]
    return [*found, f"meld {words[words.index('to') + 1]}"] if "to" in words else found


def says(button: Locator, label: str) -> bool:
    """Whether a button says something, or its name for those who listen does; its capital does not matter."""
    shown = (button.inner_text(), *button.locator(".unseen").all_inner_texts())
    return any(" ".join(text.split()).lower() == label.lower() for text in shown)
