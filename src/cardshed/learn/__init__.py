"""What helps people to learn a game: guided deals, and positions in which one move is clearly best."""
