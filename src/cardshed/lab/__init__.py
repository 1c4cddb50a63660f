"""The lab: what a rule does to the game. Many games are played and watched, summed up with intervals, compared."""
