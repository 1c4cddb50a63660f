"""What people hold: games, matches, moves, gestures, records."""
