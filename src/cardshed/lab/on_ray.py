"""The work done on a Ray cluster: the same parts, taken in in the same order, so the same numbers."""

from __future__ import annotations

import importlib
import logging
import os
import socket
from typing import Any

from cardshed.engine.errors import CardshedError

PATIENCE = 5.0  # seconds to answer
UNHINDERED = ("RAY_worker_niceness", "0")  # workers of a cluster begun here give way to nobody, like other processes
AUTO = "auto"  # the cluster that runs here, or else one on this machine for as long as the work takes


class NoRay(CardshedError):
    """There is no cluster to work on."""


class RayPool:
    """Gives work to a cluster. What a worker that dies was given is done again by another."""

    def __init__(self, address: str) -> None:
        try:
            ray: Any = importlib.import_module("ray")
        except ImportError:
            raise NoRay("lab.ray.missing") from None
        self.ray = ray
        self.ours = not ray.is_initialized()  # or else whoever began with it ends it
        if self.ours:
            self._begin(address)
        self.workers = max(1, int(ray.cluster_resources().get("CPU", 1)))
        self.known: dict[Any, Any] = {}

    def _begin(self, address: str) -> None:
        ray = self.ray
        os.environ.setdefault(*UNHINDERED)
        if address not in (AUTO, "local"):
            _knock(address)
        quiet = {"logging_level": logging.ERROR, "log_to_driver": False}
        try:
            if address == AUTO:
                try:
                    ray.init(address=AUTO, **quiet)
                except ConnectionError:
                    ray.init(include_dashboard=False, **quiet)
            else:
                ray.init(address=address, **quiet)
        except (ConnectionError, ValueError, RuntimeError) as problem:
            raise NoRay("lab.ray.silent", address=address, why=str(problem).splitlines()[0]) from None

    def submit(self, do: Any, part: Any) -> RayFuture:
        if do not in self.known:
            self.known[do] = self.ray.remote(num_cpus=1, max_retries=-1)(do)
        return RayFuture(self.ray, self.known[do].remote(part))

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        if self.ours:
            self.ray.shutdown()


class RayFuture:
    def __init__(self, ray: Any, reference: Any) -> None:
        self.ray, self.reference = ray, reference

    def result(self) -> Any:
        return self.ray.get(self.reference)


def _knock(address: str) -> None:
    """Refuse an address where nobody listens: Ray itself would wait for minutes."""
    host, _, port = address.removeprefix("ray://").rpartition(":")
    try:
        socket.create_connection((host, int(port)), PATIENCE).close()
    except (OSError, ValueError) as problem:
        raise NoRay("lab.ray.silent", address=address, why=str(problem)) from None
