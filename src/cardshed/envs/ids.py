"""Names with a version, by which others know the environments: what has the same name gives the same results."""

from __future__ import annotations

import re

from cardshed.engine.matches.game import Game
from cardshed.games import registry

# Of what all interfaces share. It is raised when the same seed and the same actions could give anything else: other ids
# of actions, other numbers in an observation, other rewards, other deals, another play of `random` or `greedy`.
VERSION = 1


def version(game: Game) -> int:
    """Of its rules, of VERSION and of how often its environments alone were changed: none ever falls, so no sum comes
    twice."""
    return game.version + VERSION - 1 + game.facts.environments


def installed(game: Game) -> bool:
    """Whether its name alone tells which game it is; a folder may have the name of one of ours."""
    return game.name in registry.names() and registry.game(game.name) is game


def in_gymnasium(game: Game) -> str:
    """`cardshed/Thirteen-v1`, or `own/Thirteen-v1` if it comes from a folder."""
    spoken = "".join(word[0].upper() + word[1:] for word in re.findall(r"[^\W_]+", game.name))
    return f"{'cardshed' if installed(game) else 'own'}/{spoken}-v{version(game)}"


def in_pettingzoo(game: Game) -> str:
    """`cardshed_thirteen_v1`."""
    return f"cardshed_{game.name}_v{version(game)}"
