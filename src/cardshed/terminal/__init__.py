"""Cardshed in a terminal, and what it says there."""
