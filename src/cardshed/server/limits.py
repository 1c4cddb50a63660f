"""How much one may ask for: counts, sizes and rates, each refused with a clear sentence."""

from __future__ import annotations

import time
from collections import OrderedDict
from dataclasses import dataclass


@dataclass(frozen=True)
class Limits:
    """What a server takes on."""

    tables: int = 5_000  # in memory
    connections: int = 5_000
    connections_each: int = 1_200  # from one address; a whole club may sit behind one
    message: int = 16_384  # bytes of a socket message
    body: int = 1_000_000  # bytes of a request: a record of the longest match
    messages: float = 20.0  # of one connection in a second, and
    messages_at_once: int = 40
    requests: float = 50.0  # that change something, of one address in a second, and
    requests_at_once: int = 2_000
    new_tables: float = 2.0  # of one address in a second, and
    new_tables_at_once: int = 300


class Bucket:
    """So many at once, refilled at a rate."""

    def __init__(self, rate: float, most: int) -> None:
        self.rate = rate
        self.most = float(most)
        self.left = float(most)
        self.at = time.monotonic()

    def take(self) -> bool:
        now = time.monotonic()
        self.left = min(self.most, self.left + self.rate * (now - self.at))
        self.at = now
        if self.left < 1:
            return False
        self.left -= 1
        return True


class Buckets:
    """A bucket for each address; the one longest unused is dropped first."""

    def __init__(self, rate: float, at_once: int, kept: int = 10_000) -> None:
        self.rate, self.at_once, self.kept = rate, at_once, kept
        self.buckets: OrderedDict[str, Bucket] = OrderedDict()

    def take(self, address: str) -> bool:
        bucket = self.buckets.setdefault(address, Bucket(self.rate, self.at_once))
        self.buckets.move_to_end(address)
        if len(self.buckets) > self.kept:
            self.buckets.popitem(last=False)
        return bucket.take()
