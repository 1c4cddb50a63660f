"""What the server does, counted for Prometheus."""

from __future__ import annotations

from collections.abc import Callable

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest

BUCKETS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5)


class Metrics:
    """One registry for each server, so that several can live in a process."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self.commands = Counter(
            "cardshed_commands", "Commands of people, by kind and outcome", ["kind", "outcome"], registry=self.registry
        )
        self.seconds = Histogram(
            "cardshed_command_seconds", "Time until a command was answered", buckets=BUCKETS, registry=self.registry
        )
        self.errors = Counter("cardshed_errors", "Errors of the server itself", registry=self.registry)

    def gauge(self, name: str, meaning: str, value: Callable[[], float]) -> None:
        """A number that is looked up when it is asked for."""
        Gauge(f"cardshed_{name}", meaning, registry=self.registry).set_function(value)

    def text(self) -> bytes:
        return generate_latest(self.registry)
