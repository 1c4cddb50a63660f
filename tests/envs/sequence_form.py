"""What a two-player zero-sum game is worth to its first player, by a linear programme over its sequences of choices.
`python -m tests.envs.sequence_form "ranks=4;suits=2;cards=3"` says what it is worth to start a small deal of Thirteen,
and what it would be worth if all hands lay open.

Nothing of OpenSpiel's solvers is in it. A tree is given by a function that says of a node what happens there, so the
same programme solves a game of OpenSpiel and one that is walked by our own engine.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from scipy.optimize import linprog  # type: ignore[import-untyped]
from scipy.sparse import coo_array, csr_array, hstack  # type: ignore[import-untyped]

ROOT = 0  # the sequence of a player who has not chosen anything yet


@dataclass(frozen=True)
class End:
    worth: float  # to the first player


@dataclass(frozen=True)
class Chance:
    after: Sequence[tuple[float, Any]]  # probabilities and nodes


@dataclass(frozen=True)
class Choice:
    player: int  # 0 or 1
    known: Hashable  # all that the player knows; where that is the same, it chooses the same
    after: Sequence[Any]


@dataclass
class Side:
    """One player's part of the tree: each choice continues the sequence that led to it."""

    first: dict[Hashable, int] = field(default_factory=dict)  # where the sequences of each information set begin
    parent: dict[Hashable, int] = field(default_factory=dict)
    choices: dict[Hashable, int] = field(default_factory=dict)
    sequences: int = 1

    def at(self, known: Hashable, parent: int, choices: int) -> int:
        """The first of the sequences that go on from here, one for each choice."""
        if known not in self.first:
            self.first[known], self.parent[known], self.choices[known] = self.sequences, parent, choices
            self.sequences += choices
        assert self.parent[known] == parent, "the player forgot something"
        assert self.choices[known] == choices, "what can be chosen was not known"
        return self.first[known]

    def flow(self) -> csr_array:
        """What is chosen adds up to what led there: a row for the beginning and one for each information set."""
        rows, columns, numbers = [0], [ROOT], [1.0]
        for row, known in enumerate(self.first, start=1):
            after = range(self.first[known], self.first[known] + self.choices[known])
            rows += [row] * (1 + len(after))
            columns += [self.parent[known], *after]
            numbers += [-1.0, *([1.0] * len(after))]
        return coo_array((numbers, (rows, columns)), shape=(1 + len(self.first), self.sequences)).tocsr()


def value(root: Any, look: Callable[[Any], End | Chance | Choice]) -> float:
    """What the first player gets if both play perfectly."""
    sides = (Side(), Side())
    worth: dict[tuple[int, int], float] = {}  # of each pair of sequences, weighted by chance

    def walk(node: Any, chance: float, mine: int, other: int) -> None:
        seen = look(node)
        if isinstance(seen, End):
            worth[mine, other] = worth.get((mine, other), 0.0) + chance * seen.worth
        elif isinstance(seen, Chance):
            for probability, after in seen.after:
                walk(after, chance * probability, mine, other)
        else:
            sequence = sides[seen.player].at(seen.known, (mine, other)[seen.player], len(seen.after))
            for i, after in enumerate(seen.after):
                walk(after, chance, *((sequence + i, other) if seen.player == 0 else (mine, sequence + i)))

    walk(root, 1.0, ROOT, ROOT)
    first, second = sides
    pairs = np.array(list(worth))
    shape = (first.sequences, second.sequences)
    payoff = coo_array((list(worth.values()), (pairs[:, 0], pairs[:, 1])), shape=shape).tocsr()
    # The first player's plan x and, by duality, what each information set is worth at least against it, q. Greatest
    # q at the beginning, while x adds up and no sequence of the second player does better than q says.
    mine, others = first.flow(), second.flow()
    x, q = mine.shape[1], others.shape[0]
    beginning = np.zeros(mine.shape[0])
    beginning[0] = 1.0
    solved = linprog(
        c=-np.eye(1, x + q, x)[0],
        A_ub=hstack([-payoff.T, others.T]).tocsr(),
        b_ub=np.zeros(second.sequences),
        A_eq=hstack([mine, csr_array((mine.shape[0], q))]).tocsr(),
        b_eq=beginning,
        bounds=[(0.0, None)] * x + [(None, None)] * q,
        method="highs",
    )
    assert solved.success, solved.message
    return -float(solved.fun)


def open_value(node: Any, look: Callable[[Any], End | Chance | Choice]) -> float:
    """The same if both saw everything. Where it is another number, it matters what is hidden."""
    seen = look(node)
    if isinstance(seen, End):
        return seen.worth
    if isinstance(seen, Chance):
        return sum(probability * open_value(after, look) for probability, after in seen.after)
    return (max, min)[seen.player](open_value(after, look) for after in seen.after)


def of_spiel(state: Any) -> End | Chance | Choice:
    """A state of OpenSpiel."""
    if state.is_terminal():
        return End(state.returns()[0])
    if state.is_chance_node():
        return Chance([(probability, state.child(outcome)) for outcome, probability in state.chance_outcomes()])
    player = state.current_player()
    return Choice(player, state.information_state_string(), [state.child(action) for action in state.legal_actions()])


if __name__ == "__main__":
    from cardshed.envs import openspiel

    dealt = openspiel.load("thirteen", players=2, options=sys.argv[1], explicit=True)
    starts = dealt.new_initial_state().child(0)
    print(f"{value(starts, of_spiel):+.6f}, open {open_value(starts, of_spiel):+.6f}")
