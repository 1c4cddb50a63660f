"""Nets that learn a game from nothing, by playing against themselves: `cardshed train GAME`, by the verbs alone."""
