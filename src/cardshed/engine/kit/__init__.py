"""What judges a game: its sources before Numba sees them, its promises in play, its node counts."""
