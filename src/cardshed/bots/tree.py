"""Information-set tree search on the verbs: it knows no game.

One tree stands for all that a seat cannot tell apart. Every rollout draws a world by `redeal`, walks down the tree
along moves that are legal there, adds one choice, plays on to the end of the deal, and tells the moves on its way how
that went. A move is tried again the better it did and the rarer it was tried, counted over the worlds that allowed it.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple, cast

import numpy as np
import numpy.typing as npt

from cardshed.engine.bits import lowest
from cardshed.engine.chance import BOTS, below, forget, key, scramble
from cardshed.engine.core.playout import GREEDY, RANDOM, choose
from cardshed.engine.core.verbs import LONGEST_MATCH, acting, deal, legal, must_end, payoff, play, points, redeal
from cardshed.engine.kernel import Moves, Numbers, Row, Rows, i64, kernel

if TYPE_CHECKING:
    from cardshed.engine.matches.game import Game

FIELDS = [
    ("move", np.int64),
    ("value", np.float64),  # what the seat that moves made of it, added up over the visits
    ("visits", np.int32),
    ("seen", np.int32),  # how often the move was legal when its seat chose
    ("parent", np.int32),
    ("seat", np.int32),
]
NODE = cast("np.dtype[np.record]", np.dtype((np.record, np.dtype(FIELDS, align=True))))
Nodes = npt.NDArray[np.record]
ROOT, NONE = 0, -1
DEEPEST = 512  # choices in a row that a tree keeps apart


class Style(NamedTuple):
    """How a search goes about it; docs/bots.md tells what each of these is worth."""

    explore: float = 0.4  # how much a rarely tried move is favoured
    floor: float = 0.06  # the moves to choose from are visited at least the root of this share of all rollouts
    luck: float = 0.05  # the share of the moves after the tree that are made at random; the rest is greedy
    widen: float = 0.5  # after v visits a choice is between at most 1 + widen * sqrt(v) moves
    ordered: bool = True  # moves are added as the game judges them, the best first; or at random
    spread: float = 1.0  # points apart at which a deal counts as three to one


class Desk(NamedTuple):
    """What a search writes on."""

    rows: Rows  # the table as the seat knows it, and the world of the rollout
    nodes: Nodes
    places: Numbers  # of the nodes, by a hash of parent, seat and move
    moves: Moves
    path: Moves  # the nodes that the rollout came through
    values: Numbers  # of the rollout, for each seat
    scores: Numbers


def desk(rows: Rows, nodes: int, longest: int) -> Desk:
    worlds = np.empty(2, rows.dtype)
    worlds[0] = rows[0]
    places = np.full(1 << (2 * nodes).bit_length(), NONE, np.int32)
    moves, path = np.empty(longest, np.int64), np.empty(DEEPEST, np.int64)
    players = int(rows[0].players)
    return Desk(worlds, np.zeros(nodes, NODE), places, moves, path, np.zeros(players), np.zeros(players))


# --- a rollout -----------------------------------------------------------------------------------


@kernel
def grow(on: Desk, seat: int, used: int, first: int, rollouts: int, seed: np.uint64, style: Style, only: Moves) -> int:
    """Rollouts `first`, `first + 1`, ... of a search that has used so many nodes; returns how many it uses then.

    The seat begins with the move in `only`, or with any if that is empty.
    """
    s = on.rows[1]
    for i in range(first, first + rollouts):
        dice = key(seed, BOTS, i)
        on.rows[1] = on.rows[0]
        redeal(s, seat, dice)
        deal_no = s.deal_no
        used, length = walk(on, s, seat, used, dice, style, only)
        play_out(s, deal_no, dice, style.luck, on.moves)
        rate(s, style.spread, on.values, on.scores)
        for k in range(length):
            node = on.nodes[on.path[k]]
            node.visits += 1
            node.value += on.values[node.seat]
    return used


@kernel
def walk(on: Desk, s: Row, seat: int, used: int, dice: np.uint64, style: Style, only: Moves) -> tuple[int, int]:
    """Down the tree and one choice beyond it. Returns how many nodes are used, and how many the path has.

    Where several seats choose at once none may know the others' choice: each chooses by what it made of its own moves
    at the node where that began, and the path remembers both that and the moves made together.
    """
    deal_no = s.deal_no
    node = ROOT
    together, waiting = ROOT, 0  # where a choice of several seats began, and who has yet to choose
    length = 0
    choosing = True
    while choosing and length + 2 <= len(on.path):
        seats = acting(s)
        if seats == 0 or s.deal_no != deal_no:
            break
        if waiting == 0 and seats & (seats - 1) != 0:
            together, waiting = node, seats
        p = seat if (seats >> seat) & 1 else lowest(seats)
        if length == 0 and len(only) > 0:
            on.moves[0] = only[0]
            n = 1
        else:
            n = legal(s, p, on.moves)
        at = node if waiting == 0 else together
        room = used + 2 <= len(on.nodes)
        tried, best, visits = look_up(on.nodes, on.places, at, p, on.moves, n, style)
        if tried == 0 and not room:
            break
        if tried < n and room and (tried == 0 or tried < 1 + style.widen * np.sqrt(visits)):
            policy = GREEDY if style.ordered else RANDOM
            best = used
            used = add(on.nodes, on.places, used, at, p, choose(s, p, policy, dice, on.moves[tried:], n - tried))
            choosing = n == 1  # a move that was forced is not yet a choice
        move = on.nodes[best].move
        on.path[length] = best
        length += 1
        if at != node:
            best = on.places[place_of(on.nodes, on.places, node, p, move)]
            if best == NONE:
                if not room:
                    break
                best = used
                used = add(on.nodes, on.places, used, node, p, move)
            on.path[length] = best
            length += 1
        node = best
        waiting &= ~(1 << p)
        play(s, p, move)
    return used, length


@kernel
def look_up(
    nodes: Nodes, places: Numbers, at: int, seat: int, moves: Moves, n: int, style: Style
) -> tuple[int, int, int]:
    """Bring those of the n moves that were tried before to the front of the buffer.

    Returns how many these are, the child to follow if it is to be one of them, and how often they were visited.
    """
    tried, best, visits = 0, NONE, 0
    top = -1.0
    for i in range(n):
        move = moves[i]
        child = places[place_of(nodes, places, at, seat, move)]
        if child != NONE:
            moves[i] = moves[tried]
            moves[tried] = move
            tried += 1
            node = nodes[child]
            node.seen += 1
            visits += node.visits
            promise = node.value / node.visits + style.explore * np.sqrt(np.log(node.seen) / node.visits)
            if at == ROOT and node.visits < style.floor * node.seen / node.visits:
                promise += 1
            if promise > top:
                top, best = promise, child
    return tried, best, visits


@kernel
def add(nodes: Nodes, places: Numbers, used: int, at: int, seat: int, move: int) -> int:
    """A new child; returns how many nodes are used then."""
    node = nodes[used]
    node.move = move
    node.seat = seat
    node.parent = at
    node.seen = 1
    places[place_of(nodes, places, at, seat, move)] = used
    return used + 1


@kernel
def place_of(nodes: Nodes, places: Numbers, at: int, seat: int, move: int) -> int:
    """Where a child's number is kept, or would be: children are found by a hash, for a node may have a thousand."""
    last = len(places) - 1
    place = i64(scramble(np.uint64(move), np.uint64(64 * at + seat))) & last
    while places[place] != NONE:
        node = nodes[places[place]]
        if node.move == move and node.parent == at and node.seat == seat:
            break
        place = (place + 1) & last
    return place


@kernel
def play_out(s: Row, deal_no: int, dice: np.uint64, luck: float, moves: Moves) -> None:
    """To the end of the deal: mostly greedily, now and then by chance."""
    per_mille = int(1000 * luck)
    seats = acting(s)
    while seats != 0 and s.deal_no == deal_no and s.plies <= LONGEST_MATCH:
        p = lowest(seats)
        n = legal(s, p, moves)
        policy = RANDOM if below(dice, -int(s.plies), 1000) < per_mille else GREEDY
        play(s, p, choose(s, p, policy, dice, moves, n))
        seats = acting(s)
    must_end(s)


@kernel
def rate(s: Row, spread: float, values: Numbers, scores: Numbers) -> None:
    """What a deal came to for each seat, from 0 to 1: its share of beaten opponents at the end of the match; before
    that the share it looks like by points, in which a lead counts the less the larger it is already."""
    if acting(s) == 0:
        payoff(s, values)
        return
    points(s, scores)
    for p in range(s.players):
        total = 0.0
        for q in range(s.players):
            lead = (scores[p] - scores[q]) / spread
            total += lead / (1 + abs(lead))
        values[p] = 0.5 + 0.5 * total / (s.players - 1)


# --- how far apart a deal sets the players --------------------------------------------------------


@kernel
def spread_of(on: Desk, deals: int) -> float:
    """By how many points greedy players differ after their first deal under the house rules of rows[0]."""
    s = on.rows[1]
    apart = 0.0
    for i in range(deals):
        on.rows[1] = on.rows[0]
        forget(s)
        dice = key(np.uint64(0), BOTS, i)
        s.seed = dice
        deal(s)
        play_out(s, s.deal_no, dice, 0.0, on.moves)
        points(s, on.scores)
        for p in range(s.players):
            for q in range(p):
                apart += abs(on.scores[p] - on.scores[q])
    return max(1.0, 2 * apart / (deals * s.players * (s.players - 1)))


SPREAD_DEALS = 64


@lru_cache(1024)
def spread(game: Game, players: int, settings: tuple[tuple[str, object], ...]) -> float:
    """By how many points players differ after a deal, under these house rules."""
    return float(spread_of(desk(game.blank(players, 0, dict(settings)), 1, game.moves), SPREAD_DEALS))
