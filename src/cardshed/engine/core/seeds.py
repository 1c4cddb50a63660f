"""Seeds as people give them: numbers, hexadecimal text, or none at all."""

from __future__ import annotations

import re
import secrets

import numpy as np

from cardshed.engine.errors import BadSeed
from cardshed.engine.messages import shortly

SEEDS = 1 << 64
HEXADECIMAL = re.compile(r"(0x)?[0-9a-f]{1,16}", re.IGNORECASE)


def read_seed(seed: int | str | None) -> int:
    """A seed from a number or hexadecimal text; None draws one."""
    if seed is None:
        return secrets.randbits(64)
    if isinstance(seed, str):
        number = int(seed, 16) if HEXADECIMAL.fullmatch(seed.strip()) else -1
    else:
        number = int(seed) if isinstance(seed, int | np.integer) and not isinstance(seed, bool) else -1
    if not 0 <= number < SEEDS:
        raise BadSeed("engine.seed", given=shortly(seed))
    return number
