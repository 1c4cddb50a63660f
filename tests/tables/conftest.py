"""A house of tables for each test."""

from __future__ import annotations

import pytest

from tests.tables.house import House


@pytest.fixture
def house() -> House:
    return House()
