"""Seeds as people give them: numbers, hexadecimal text, or none at all.

A seed of a match may also be a key of 128 bits (chance.py), which takes 32 digits and begins beyond all other seeds.
"""

from __future__ import annotations

import re
import secrets

import numpy as np

from cardshed.engine.errors import BadSeed
from cardshed.engine.messages import shortly

SEEDS = 1 << 64
KEYS = 1 << 128
HEXADECIMAL = re.compile(r"(0x)?([0-9a-f]{1,16}|[0-9a-f]{32})", re.IGNORECASE)


def read_seed(seed: int | str | None, below: int = SEEDS) -> int:
    """A seed from a number or hexadecimal text; None draws one. Where a key may stand, it is below KEYS."""
    if seed is None:
        return secrets.randbits(64)
    if isinstance(seed, str):
        number = int(seed, 16) if HEXADECIMAL.fullmatch(seed.strip()) else -1
    else:
        number = int(seed) if isinstance(seed, int | np.integer) and not isinstance(seed, bool) else -1
    if not 0 <= number < below:
        raise BadSeed("engine.seed" if below == SEEDS else "engine.seed.key", given=shortly(seed))
    return number


def written(seed: int) -> str:
    """A seed or key as it stands in records."""
    return f"{seed:016x}" if seed < SEEDS else f"{seed:032x}"
