"""What RULES.md, the rules for people, tells in tables."""

from __future__ import annotations


def table_rows(markdown: str) -> list[list[str]]:
    """The cells of all tables, row by row."""
    lines = [line for line in markdown.splitlines() if line.startswith("|")]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]
