"""Python's collector runs when that disturbs nobody, and is not forgotten."""

from __future__ import annotations

import pytest

from cardshed.server.garbage import CALM, MANY, OFTEN, SELDOM, Cleaner


class Clock:
    """Time as the test tells it, and how often rubbish was looked for."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.now, self.objects, self.looks = 1000.0, 0, 0
        monkeypatch.setattr("cardshed.server.garbage.time.monotonic", lambda: self.now)
        monkeypatch.setattr("cardshed.server.garbage.gc.get_count", lambda: (self.objects, 0, 0))
        monkeypatch.setattr("cardshed.server.garbage.gc.collect", self.look)

    def look(self) -> None:
        self.looks += 1


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    return Clock(monkeypatch)


def test_it_waits_for_a_calm_moment(clock: Clock) -> None:
    cleaner = Cleaner()
    clock.now += OFTEN + 1
    cleaner.busy = clock.now
    cleaner.clean()
    assert clock.looks == 0
    clock.now += CALM
    cleaner.clean()
    cleaner.clean()
    assert clock.looks == 1


def test_it_does_not_wait_for_ever(clock: Clock) -> None:
    cleaner = Cleaner()
    for _ in range(int(SELDOM)):
        clock.now += 1
        cleaner.busy = clock.now
        cleaner.clean()
    assert clock.looks == 1


def test_it_does_not_wait_when_there_is_much(clock: Clock) -> None:
    cleaner = Cleaner()
    clock.objects = MANY
    cleaner.clean()
    assert clock.looks == 1
