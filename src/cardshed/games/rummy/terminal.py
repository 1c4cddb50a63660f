"""Rummy: the melds by their numbers with whose points they are, stock and pile."""

from __future__ import annotations

from rich.text import Text

from cardshed.engine.messages import sentences
from cardshed.terminal.look import QUIET, Look, View, flow, sum_up, zone_of
from cardshed.terminal.speech import Speech, capital

own = sentences(__name__)

OWN, OTHER = "●", "○"


class Rummy(Look):
    def middle(self, view: View, say: Speech, width: int) -> list[Text]:
        melds = []
        for zone in view["zones"]:
            if zone["id"] == "meld":
                cards = Text(" ").join(
                    sum_up([Text(OWN if card.get("layer") == view["seat"] else OTHER, QUIET), self.face(card)])
                    for card in zone["cards"]
                )
                melds.append(sum_up([Text(f"{zone['number']:>2}. ", QUIET), cards]))
        pile = zone_of(view, "pile")
        names = capital(say(own("page.stock_short"))), say(own("zone.pile"))
        stock = Text(f"{names[0]}: {view['stock']} · {names[1]}:", QUIET)
        lying = [self.face(card) for card in (pile["cards"] if pile else ())]
        return [*flow(melds, width), *flow([stock, *lying], width, gap=1)]


look = Rummy()
