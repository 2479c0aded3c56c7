"""The printed matter of Der Herr der Wichtel: gnomes, events and titles, as numbers made from board.toml.

A handful of cards of one deck is a bag of engine/counts.py.
"""

from __future__ import annotations

from itertools import combinations_with_replacement
from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i32, i64

from fourleaf.engine.box import open_box
from fourleaf.engine.counts import bag_of, bits_of, holds, how_many, one_of_each, size_of, unit, worth
from fourleaf.games.wichtel.box import Box

BOX: Final = open_box(__package__, Box)

# How many there are of a kind shapes the action numbers, and a literal costs nothing at run time; what they are is
# read from the box.
FEWEST_SEATS: Final = 3
MOST_SEATS: Final = 5
KINDS: Final = 11
"""The kinds of gnomes."""
FA: Final = 0
ME: Final = 4
GE: Final = 8
HD: Final = 9
HW: Final = 10
EVENTS: Final = 12
"""The kinds of events; those that bribe come first."""
BRIBES: Final = 7
IM: Final = 5
HE: Final = 6
HERE_CARD: Final = 7
BACK_CARD: Final = 8
HALT_CARD: Final = 9
LOOK_CARD: Final = 10
NIX_CARD: Final = 11
RETINUE: Final = 4
"""The gnomes of a hand."""
NONE: Final = -1

GNOME_CODES: Final[list[str]] = [gnome["code"] for gnome in BOX["gnome"]]
EVENT_CODES: Final[list[str]] = [event["code"] for event in BOX["event"]]
LANGUAGES: Final = ("en", "de", "it")
"""The languages of the names; the first is the usual one."""
GNOME_NAMES: Final[dict[str, list[str]]] = {
    tongue: [gnome["name"][tongue] for gnome in BOX["gnome"]] for tongue in LANGUAGES
}
EVENT_NAMES: Final[dict[str, list[str]]] = {
    tongue: [event["name"][tongue] for event in BOX["event"]] for tongue in LANGUAGES
}
TITLE_NAMES: Final = {tongue: [title["name"][tongue] for title in BOX["title"]] for tongue in LANGUAGES}
TITLES: Final[i64] = len(BOX["title"])

FACES: Final[i64] = BOX["die"]["faces"]
EVENTS_EACH: Final[i64] = BOX["setup"]["events_each"]
FIRST_DISCARD: Final[i64] = BOX["setup"]["first_discard"]
LAP_LIMIT: Final[i64] = BOX["limits"]["lap_limit"]
MAX_ROUNDS: Final[i64] = BOX["limits"]["max_rounds"]
DISMISS_BELOW: Final[i64] = BOX["scoring"]["dismiss_below"]
BEST_BONUS: Final[i64] = BOX["scoring"]["best_bonus"]
WORST_BONUS: Final[i64] = BOX["scoring"]["worst_bonus"]
FREE_ROLL_NEED: Final[i64] = BOX["scoring"]["free_roll_need"]

VALUE_OF: Final[vec[i64]] = vec[i64]([gnome["value"] for gnome in BOX["gnome"]])
RANK_OF: Final[vec[i64]] = vec[i64]([event.get("rank", 0) for event in BOX["event"]])
NEED_OF: Final[vec[i64]] = vec[i64]([event.get("need", 0) for event in BOX["event"]])
TITLE_POINTS: Final[vec[i64]] = vec[i64]([title["points"] for title in BOX["title"]])

# Handfuls


def _handful(codes: list[str], known: list[str]) -> i64:
    cards: i64 = 0
    for code in codes:
        cards += unit(known.index(code))
    return cards


def _cards_for(first: int, last: int) -> i64:
    cards: i64 = 0
    for kind in range(first, last + 1):
        cards += ALL_EVENTS & bits_of(unit(kind))
    return cards


ALL_GNOMES: Final[i64] = bag_of([gnome["count"] for gnome in BOX["gnome"]])
ALL_EVENTS: Final[i64] = bag_of([event["count"] for event in BOX["event"]])
GNOMES: Final[i64] = size_of(ALL_GNOMES)
FOR_MOVEMENT: Final[i64] = _cards_for(HERE_CARD, HALT_CARD)
FOR_BRIBE: Final[i64] = _cards_for(0, HE)
FOR_NIX: Final[i64] = _cards_for(NIX_CARD, NIX_CARD)
FOR_LOOK: Final[i64] = _cards_for(LOOK_CARD, LOOK_CARD)

# What a hand is worth

REQUIRED_BY: Final[vec[i64]] = vec[i64]([_handful(title["required"], GNOME_CODES) for title in BOX["title"]])
REST_OF: Final[vec[i64]] = vec[i64]([bits_of(_handful(title["rest"], GNOME_CODES)) for title in BOX["title"]])
"""The bits of all kinds that may stand beside the required cards."""


def _companions() -> i64:
    small: i64 = 0
    for kind in range(KINDS):
        if VALUE_OF[kind] < DISMISS_BELOW:
            small |= bits_of(unit(kind))
    return small


COMPANIONS: Final[i64] = _companions()
"""The bits of all kinds that the Master and the General send away."""


@final
class Judgement:
    """What a hand is worth, and how that comes about."""

    def __init__(self, dismissed: i64, points: i64, title: i64, joker: i64, widow: bool) -> None:
        self.dismissed: i64 = dismissed
        self.points: i64 = points
        """What the cards that stay are worth."""
        self.title: i64 = title
        self.joker: i64 = joker
        """The kind that the Witch Doctor stands for, if that makes a title."""
        self.result: i64 = points
        if title != NONE:
            self.result += TITLE_POINTS[title]
        self.turned: bool = widow and self.result > 0
        """Whether the Widow turns the result negative."""
        # W10.7 She turns what is positive; what is not stays as it is.
        if self.turned:
            self.result = -self.result


def judge(hand: i64, widow_dismissed: bool) -> Judgement:
    """What four gnomes are worth together."""
    # W10.2 The four cards of a chief title count in full: nobody is sent away, nothing is turned.
    chief = _chief_title(hand)
    if chief != NONE:
        return Judgement(0, worth(hand, VALUE_OF), chief, NONE, False)
    # W10.3 A Master or General sends away who is worth less than 3.
    dismissed: i64 = 0
    if how_many(hand, ME) > 0 or how_many(hand, GE) > 0:
        dismissed = hand & COMPANIONS
        if not widow_dismissed:
            dismissed &= ~bits_of(unit(HW))
    kept = hand - dismissed
    # W10.4 Who was sent away counts for nothing.
    points = worth(kept, VALUE_OF)
    widow = how_many(kept, HW) > 0
    if how_many(kept, HD) == 0:
        return Judgement(dismissed, points, career_title(kept), NONE, widow)
    # W10.6 The Witch Doctor stands for whoever makes the most of the hand, or for nobody.
    best = Judgement(dismissed, points, NONE, NONE, widow)
    for kind in range(HD):
        title = career_title(kept - unit(HD) + unit(kind))
        if title != NONE:
            other = Judgement(dismissed, points, title, kind, widow)
            if other.result > best.result:
                best = other
    return best


def career_title(cards: i64) -> i64:
    """The title that the cards earn, if they are four; the Widow counts as Family."""
    # W10.5 Every required card must be there, and every other card must be of the title's rest.
    if size_of(cards) != RETINUE:
        return NONE
    if how_many(cards, HW) > 0:
        cards += unit(FA) - unit(HW)
    for title in range(TITLES):
        required = REQUIRED_BY[title]
        if one_of_each(cards) & required == required and (cards - required) & ~REST_OF[title] == 0:
            return title
    return NONE


def _chief_title(hand: i64) -> i64:
    for title in range(TITLES):
        if REST_OF[title] == 0 and REQUIRED_BY[title] == hand:
            return title
    return NONE


def _every_hand() -> list[int]:
    hands: list[int] = []
    for kinds in combinations_with_replacement(range(KINDS), RETINUE):
        hand: i64 = 0
        for kind in kinds:
            hand += unit(kind)
        if holds(ALL_GNOMES, hand):
            hands.append(hand)
    return hands


EVERY_HAND: Final[list[int]] = _every_hand()
HANDS: Final[i64] = len(EVERY_HAND)
"""How many different hands of four gnomes there are."""
HAND_NUMBER: Final[dict[int, int]] = {hand: number for number, hand in enumerate(EVERY_HAND)}
# FAST: all results are found once, those with the Widow dismissed first.
RESULTS: Final[vec[i64]] = vec[i64](
    [judge(hand, True).result for hand in EVERY_HAND] + [judge(hand, False).result for hand in EVERY_HAND]
)


def result_of(hand: i64, widow_dismissed: bool) -> i64:
    """W10.1 What four gnomes are worth together; nobody has to decide anything."""
    number: i64 = HAND_NUMBER[hand]
    return RESULTS[number if widow_dismissed else number + HANDS]


def round_points(hands: vec[i64], widow_dismissed: bool) -> vec[i64]:
    """What each seat gets for its hand at the end of a round."""
    points = vec[i64]([0] * len(hands))
    for seat in range(len(hands)):
        points[seat] = result_of(hands[seat], widow_dismissed)
    best = points[0]
    worst = points[0]
    for result in points:
        best = max(best, result)
        worst = min(worst, result)
    for seat in range(len(hands)):
        # W11.1 The best get five more, the worst one more; who is both is best.
        if points[seat] == best:
            points[seat] += BEST_BONUS
        elif points[seat] == worst:
            points[seat] += WORST_BONUS
    return points


# The village square and what is remembered

LEFT: Final = 0
RIGHT: Final = 1
ROOM: Final = 18
"""The most gnomes that a pile can hold: all of both piles, and one from the village for which none has come yet."""

# A slot of a pile holds an unseen gnome, or KINDS * (1 + the seat that gave it up in a call) + kind; a gnome that came
# from the village has no such seat, and everybody knows it.
UNSEEN: Final = -1


def in_piles(seats: i64) -> i64:
    """W1.2 How many gnomes are in both piles whenever somebody decides."""
    return GNOMES - (RETINUE + 1) * seats


def knows(observer: i64, slot: i64) -> bool:
    """W12.2 Whether a seat knows what is in a slot: from the village, or from a call of its own."""
    return slot != UNSEEN and (slot < KINDS or slot // KINDS - 1 == observer)


# Every action is one number: the base of its kind plus what it concerns.
GNOME: Final = 0
"""Chance deals, turns up or lets a seat draw the gnome GNOME + kind."""
EVENT: Final = GNOME + KINDS
"""Chance deals the event EVENT + kind."""
SHOW: Final = EVENT + EVENTS
"""The gnome offered in a swap is looked at, SHOW + kind."""
TURN: Final = SHOW + KINDS
"""The next bribe is turned up, TURN + kind."""
ROLL: Final = TURN + BRIBES
"""Chance rolls ROLL + one less than the die shows."""
MARCH: Final[i64] = ROLL + FACES
HERE: Final[i64] = MARCH + 1
"""Come Here! to the gnome on HERE + place."""
BACK: Final[i64] = HERE + MOST_SEATS
HALT: Final[i64] = BACK + 1
CALL: Final[i64] = HALT + 1
"""A seat gives up CALL + kind and draws."""
SWAP: Final[i64] = CALL + KINDS
"""A seat offers SWAP + KINDS * partner + kind."""
RECRUIT: Final[i64] = SWAP + MOST_SEATS * KINDS
"""A seat puts the die on RECRUIT + place."""
RETURN: Final[i64] = RECRUIT + MOST_SEATS
"""A seat gives RETURN + kind for what it was offered."""
PASS: Final[i64] = RETURN + KINDS
BRIBE: Final[i64] = PASS + 1
"""A seat lays the bribe BRIBE + kind face down."""
NIX: Final[i64] = BRIBE + BRIBES
"""The active seat cancels the bribe of NIX + seat."""
LOOK: Final[i64] = NIX + MOST_SEATS
GIVE: Final[i64] = LOOK + 1
"""The recruited gnome goes to GIVE + seat."""
PUT: Final[i64] = GIVE + MOST_SEATS
"""A seat takes the recruited gnome and puts PUT + kind in its place."""
CONTINUE: Final[i64] = PUT + KINDS
JUDGE: Final[i64] = CONTINUE + 1
DONE: Final[i64] = JUDGE + 1
FREE: Final[i64] = DONE + 1
HAND: Final[i64] = FREE + 1
"""At the end of a round the next seat lays down its hand, HAND + number."""
ACTIONS: Final[i64] = HAND + HANDS

ALL_FACES: Final[vec[i32]] = vec[i32](range(ROLL, ROLL + FACES))
EVEN_ODDS: Final[vec[i32]] = vec[i32]([1] * FACES)
