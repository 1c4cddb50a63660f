"""My Game once more, slowly and plainly, from RULES.md alone. The tests compare it with rules.py."""

RANKS = "2 3 4 5 6 7 8 9 10 J Q K A".split()


def rank(card: str) -> int:
    return RANKS.index(card[:-1])


class Twin:
    """A match in progress. Cards are texts such as `10H`; which ones are dealt is told from outside."""

    def __init__(self, hands: list[list[str]]) -> None:
        self.hands = hands
        self.top: str | None = None
        self.turn = 0

    @property
    def over(self) -> bool:
        return any(not hand for hand in self.hands)

    def legal(self) -> set[str]:
        hand = self.hands[self.turn]
        if self.top is None:
            return set(hand)
        return {"pass", *(card for card in hand if rank(card) > rank(self.top))}

    def play(self, move: str) -> None:
        if move == "pass":
            self.top = None
        else:
            self.hands[self.turn].remove(move)
            self.top = move
        self.turn = (self.turn + 1) % len(self.hands)

    def points(self) -> list[int]:
        return [-len(hand) if self.over else 0 for hand in self.hands]
