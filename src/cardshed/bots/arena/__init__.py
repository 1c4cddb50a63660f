"""The arena: bots play the same deals from every seat, and a ladder ranks them."""
