"""Tables on a server: `cardshed serve`."""
