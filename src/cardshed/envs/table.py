"""One game as an environment sees it: who is to choose, what may be chosen, what each seat knows.

All that it is lies in a few arrays, so it can be copied, turned into bytes and back at any moment, also in the middle
of a choice.
"""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
import numpy.typing as npt

from cardshed.engine import calls
from cardshed.engine.chance import GAMES, key
from cardshed.engine.core.playout import choose_move
from cardshed.engine.core.seeds import read_seed
from cardshed.engine.core.verbs import SPARE, length
from cardshed.engine.errors import CardshedError
from cardshed.engine.kernel import Rows
from cardshed.engine.matches.game import Game, HouseRules, piece_names
from cardshed.engine.matches.match import Match
from cardshed.envs.chain import BEYOND, HALF, ILLEGAL, OBSERVED, WHOLE, observes, offers, room, takes
from cardshed.games import registry

Mask = npt.NDArray[np.int8]
Observation = npt.NDArray[np.int16]


class NotOffered(CardshedError):
    """What was chosen could not be chosen."""


class BadState(CardshedError):
    """Bytes that are no state of this game."""


class Table:
    """`begin` deals; `step` chooses for a seat that is in `acting`; `rewards` are there when it is `over`."""

    def __init__(self, game: str | Game, players: int | None = None, options: HouseRules = None) -> None:
        self.game = registry.game(game) if isinstance(game, str) else game
        self.blank = self.game.blank(players, 0, options)
        self.players = int(self.blank[0]["players"])
        self.actions = self.game.parts + BEYOND
        self.done, self.wait = self.game.parts, self.game.parts + 1
        self.known = length(self.game.observation)  # numbers of what a seat knows; after them, what it has chosen
        self.pieces = piece_names((*self.game.observation, ("chosen", self.game.parts)))
        self.width = self.known + self.game.parts
        self.rows: Rows = self.blank.copy()
        self.made = np.zeros((self.players, self.game.longest + 1), np.int64)  # the half-made choice of each seat
        self.chosen = np.zeros(self.players, np.int64)  # how many parts it has
        self.moves = self.game.move_buffer()
        self.chains = np.zeros(room(self.game), np.int64)
        self.acting: tuple[int, ...] = ()

    def begin(self, seed: int | str | None) -> None:
        """Deal anew."""
        ready(self.game)
        rows = self.blank.copy()
        rows["seed"] = read_seed(seed)
        calls.deal(rows)
        self.lay(rows)

    def lay(self, rows: Rows) -> None:
        """Begin with a row that is dealt."""
        self.rows = rows
        self.chosen[:] = 0
        self._turn(calls.acting(rows))

    def end(self) -> None:
        """Nobody has anything to choose any more."""
        self.chosen[:] = 0
        self.acting = ()

    def _turn(self, seats: int) -> None:
        self.acting = tuple(p for p in range(self.players) if seats >> p & 1)

    # --- playing ----------------------------------------------------------------------------------

    @property
    def over(self) -> bool:
        return not self.acting

    @property
    def seat(self) -> int:
        """Who chooses next where one chooses after another: of those who choose at once, the first."""
        return self.acting[0]

    def mask(self, seat: int) -> Mask:
        """What the seat may choose: 1 where it may; WAIT, if it has nothing to choose."""
        mask = np.zeros(self.actions, np.int8)
        if seat in self.acting:
            offers(self.rows, seat, self.made[seat], int(self.chosen[seat]), self.moves, self.chains, mask)
        else:
            mask[self.wait] = 1
        return mask

    def step(self, seat: int, action: int) -> bool:
        """Choose; returns whether that made a move whole."""
        if seat not in self.acting:
            raise NotOffered("envs.waits", seat=seat)
        mask = np.zeros(self.actions, np.int8)
        n = int(self.chosen[seat])
        came = takes(self.rows, seat, self.made[seat], n, int(action), self.moves, self.chains, mask)
        if came == ILLEGAL:
            offered = np.flatnonzero(self.mask(seat)).tolist()
            raise NotOffered("envs.illegal", action=int(action), offered=", ".join(map(str, offered[:20])))
        if came == HALF:
            self.chosen[seat] = n + 1
            return False
        assert came == WHOLE
        self.chosen[seat] = 0
        self._turn(calls.acting(self.rows))
        return True

    def let(self, policy: int, dice: int) -> None:
        """A simple policy makes the next move."""
        many = calls.legal(self.rows, self.seat, self.moves)
        self.move(choose_move(self.rows, self.seat, policy, np.uint64(dice), self.moves[:many]))

    def move(self, code: int) -> None:
        """A whole move of whose turn it is, as the game codes it."""
        self._turn(calls.play(self.rows, self.seat, code))

    @property
    def rewards(self) -> npt.NDArray[np.float64]:
        """From -1, beaten by all, to 1; all together come to nothing."""
        shares = np.zeros(self.players + SPARE)
        if not self.over:
            return np.zeros(self.players)
        calls.payoff(self.rows, shares)
        return 2 * shares[: self.players] - 1

    # --- looking ----------------------------------------------------------------------------------

    def observe(self, seat: int) -> Observation:
        """What the seat knows, and what it has chosen of its move; `pieces` says where each piece lies."""
        out = np.zeros(self.width + SPARE, OBSERVED)
        observes(self.rows, seat, self.made[seat], int(self.chosen[seat]), out[: self.width])
        return out[: self.width]

    def named(self, observation: Observation) -> dict[str, Observation]:
        """An observation piece by piece."""
        return {name: observation[where] for name, where in self.pieces.items()}

    def match(self) -> Match:
        """The game as it stands, for all that a match can do."""
        return Match(self.game, [self.rows.copy()])

    def says(self, action: int) -> str:
        """An action in words."""
        return {self.done: "done", self.wait: "wait"}.get(action) or self.game.table.part(action)

    # --- copying ----------------------------------------------------------------------------------

    def clone(self) -> Table:
        twin = object.__new__(Table)
        twin.__dict__ |= self.__dict__
        twin.rows, twin.made, twin.chosen = self.rows.copy(), self.made.copy(), self.chosen.copy()
        return twin

    def __deepcopy__(self, memo: dict[int, Any]) -> Table:
        return self.clone()

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickled it is the few bytes that it stands for, without all that its game is."""
        rules = self.game.given(self.blank[0])
        return _unpickled, (self.game.name, self.players, rules, self.state(), self.acting)

    def state(self) -> bytes:
        """All of it, also a half-made choice."""
        return b"".join(array.tobytes() for array in (self.rows, self.made, self.chosen))

    def restore(self, state: bytes) -> None:
        """Stand as it stood."""
        arrays = (self.rows, self.made, self.chosen)
        if len(state) != sum(array.nbytes for array in arrays):
            raise BadState("envs.state", game=self.game.title)
        read: list[Any] = []
        at = 0
        for array in arrays:
            read.append(np.frombuffer(state, array.dtype, array.size, at).reshape(array.shape).copy())
            at += array.nbytes
        rules = {"players", *(option.at for option in self.game.options)}
        if any((read[0][name] != self.blank[name]).any() for name in rules):
            raise BadState("envs.state", game=self.game.title)
        self.rows, self.made, self.chosen = read
        self._turn(calls.acting(self.rows))

    def imagine(self, seat: int, seed: int) -> Table:
        """A game that the seat cannot tell from this one: all that is hidden from it is drawn anew."""
        twin = self.clone()
        calls.redeal(twin.rows, seat, np.uint64(key(np.uint64(seed), GAMES, seat)))
        for other in self.acting:
            if other != seat:
                twin.chosen[other] = 0
        return twin


class Episodes:
    """One game after another on a table, all from one seed; deals that are won as dealt are left out."""

    table: Table

    def begin_with(self, seed: int | str | None) -> None:
        """The first game of a seed comes next."""
        self.base, self.episode = read_seed(seed), 0

    def next_game(self, seed: int | None) -> None:
        """The next game of this seed, or the first of another one."""
        if seed is None:
            self.episode += 1
        else:
            self.begin_with(seed)
        self.deal()
        while self.table.over:
            self.episode += 1
            self.deal()

    def deal(self) -> None:
        self.table.begin(int(key(np.uint64(self.base), GAMES, self.episode)))

    def state_bytes(self) -> bytes:
        """All of the game, also a half-made choice."""
        return self.table.state()

    def restore(self, state: bytes) -> None:
        """Stand as it stood; whoever had got a reward gets it again when it is over."""
        self.table.restore(state)


def _unpickled(game: str, players: int, options: HouseRules, state: bytes, acting: tuple[int, ...]) -> Table:
    table = Table(game, players, options)
    table.restore(state)
    table.acting = acting  # nobody, if nothing was dealt yet
    return table


@cache
def ready(game: Game) -> None:
    """Compile what a table needs, or load it from the disk, telling a person who has to wait."""
    game.ready()
    table = Table(game)
    calls.deal(table.rows)
    given = (table.rows, 0, table.made[0], 0)
    with game.compiling():
        offers(*given, table.moves, table.chains, np.zeros(table.actions, np.int8))
        takes(*given, -1, table.moves, table.chains, np.zeros(table.actions, np.int8))
        observes(*given, np.zeros(table.width + SPARE, OBSERVED)[: table.width])
