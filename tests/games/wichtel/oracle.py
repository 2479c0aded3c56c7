"""The hard parts once more, slow and straight from the clauses: a hand's result, the bribes, the march.

Nothing here is shared with the game but the words of its notation.
"""

from __future__ import annotations

from itertools import combinations_with_replacement

VALUES = {"FA": 0, "HS": 1, "HF": 3, "VA": 5, "ME": 7, "KS": 2, "SW": 4, "WW": 6, "GE": 8, "HD": 10, "HW": 0}
COUNTS = {"FA": 6, "HS": 6, "HF": 4, "VA": 2, "ME": 1, "KS": 5, "SW": 3, "WW": 2, "GE": 1, "HD": 1, "HW": 1}
CAREERS = [
    ("Family Council", ["FA"], "FA", -5),
    ("Woodcutter", ["HS"], "HS FA", 3),
    ("Foreman", ["HF"], "HF HS FA", 8),
    ("Master", ["VA", "HF"], "HF HS", 13),
    ("Grey Eminence", ["ME", "VA"], "VA HF", 23),
    ("Spear Thrower", ["KS"], "KS FA", 5),
    ("Forest Sergeant", ["SW"], "SW KS FA", 10),
    ("General", ["WW", "SW"], "SW KS", 15),
    ("Marshal", ["GE", "WW"], "WW SW", 25),
]
CHIEFS = [
    ("Forest Chief", {"HW", "HD", "ME", "VA"}, 40),
    ("War Chief", {"HW", "HD", "GE", "WW"}, 45),
    ("Clan Chief", {"HW", "HD", "ME", "GE"}, 65),
]


def every_hand() -> list[tuple[str, ...]]:
    """All different hands that the box can make."""
    return [
        hand for hand in combinations_with_replacement(COUNTS, 4) if all(hand.count(c) <= COUNTS[c] for c in COUNTS)
    ]


def titles_of(four: list[str]) -> list[tuple[str, int]]:
    """W10.5 Every career title that four cards fit, no joker among them."""
    four = ["FA" if card == "HW" else card for card in four]
    found = []
    for name, required, rest, points in CAREERS:
        others = list(four)
        try:
            for card in required:
                others.remove(card)
        except ValueError:
            continue
        if all(card in rest.split() for card in others):
            found.append((name, points))
    return found


def result(hand: tuple[str, ...], widow_dismissed: bool) -> tuple[int, str | None]:
    """W10.2 to W10.7, in this order: a hand's result and title."""
    for name, four, points in CHIEFS:
        if set(hand) == four:
            return sum(VALUES[card] for card in hand) + points, name
    kept = list(hand)
    if "ME" in hand or "GE" in hand:
        kept = [card for card in hand if VALUES[card] >= 3 or (card == "HW" and not widow_dismissed)]
    points = sum(VALUES[card] for card in kept)
    choices: list[tuple[str | None, int]] = []
    if "HD" in kept:
        choices.append((None, 0))
        if len(kept) == 4:
            for stand_in in VALUES:
                if stand_in not in ("HD", "HW"):
                    choices += titles_of([stand_in if card == "HD" else card for card in kept])
    elif len(kept) == 4:
        choices += titles_of(kept)
    outcomes = [(signed(points + more, "HW" in kept), name) for name, more in choices or [(None, 0)]]
    return max(outcomes, key=lambda outcome: outcome[0])


def signed(total: int, widow: bool) -> int:
    """W10.7."""
    return -total if widow and total > 0 else total


RANKS = ["C2", "C3", "C4", "C5", "C6", "IM", "HE"]


def settle(order: list[int], laid: dict[int, str], cancelled: int | None) -> tuple[int | None, list[str], list[int]]:
    """W7.4 to W7.6: whose bribe counts, which bribes are spent, and who gets a card back.

    `order` has the other seats in the order in which they were asked.
    """
    left = [(RANKS.index(laid[seat]), place, seat) for place, seat in enumerate(order) if seat in laid]
    left = [entry for entry in left if entry[2] != cancelled]
    spent = [] if cancelled is None else [laid[cancelled]]
    if not left:
        return None, spent, []
    counts = max(left)[2]
    return counts, [*spent, laid[counts]], sorted(seat for _, _, seat in left if seat != counts)


class Walkway:
    """W3 with lists: the piles from bottom to top, the village from left to right."""

    def __init__(self, left: list[str], village: list[str], right: list[str], left_draws: bool) -> None:
        self.left, self.village, self.right, self.left_draws = left, village, right, left_draws

    @property
    def draw(self) -> list[str]:
        return self.left if self.left_draws else self.right

    @property
    def discard(self) -> list[str]:
        return self.right if self.left_draws else self.left

    def turnabout(self) -> None:
        """W3.3."""
        if not self.draw:
            self.left_draws = not self.left_draws

    def forward(self) -> None:
        """W3.2."""
        if self.left_draws:
            self.discard.append(self.village.pop())
            self.village.insert(0, self.draw.pop())
        else:
            self.discard.append(self.village.pop(0))
            self.village.append(self.draw.pop())
        self.turnabout()

    def backward(self) -> None:
        """W3.6, W3.7."""
        if not self.discard:
            return
        if self.left_draws:
            self.draw.append(self.village.pop(0))
            self.village.append(self.discard.pop())
        else:
            self.draw.append(self.village.pop())
            self.village.insert(0, self.discard.pop())

    def march(self, back: bool, halt: bool) -> None:
        """W3.1, W3.8."""
        if halt:
            return
        if back:
            self.backward()
        else:
            self.forward()

    def come_here(self, place: int) -> None:
        """W8.2."""
        self.discard.append(self.village[place])
        self.village[place] = self.draw.pop()
        self.turnabout()

    def call(self, card: str) -> str:
        """W5."""
        self.discard.append(card)
        drawn = self.draw.pop()
        self.turnabout()
        return drawn

    def recruit(self, place: int, card: str) -> str:
        """W7.12."""
        taken, self.village[place] = self.village[place], card
        return taken
