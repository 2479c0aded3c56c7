"""The written language of the game: moves, lines of the log, and whole positions in one line."""

from __future__ import annotations

import re
from typing import Final

from fourleaf.engine.counts import listed_kinds
from fourleaf.engine.errors import IllegalMove, listed
from fourleaf.engine.move import Move, Vocabulary, every
from fourleaf.engine.sentences import seat_name
from fourleaf.engine.state import CHANCE
from fourleaf.games.wichtel import board, rules
from fourleaf.games.wichtel.board import EVENT_CODES, GNOME_CODES, KINDS, NONE
from fourleaf.games.wichtel.rules import Wichtel

SEATS: Final = [str(seat) for seat in range(board.MOST_SEATS)]
PLACES: Final = [str(place + 1) for place in range(board.MOST_SEATS)]
BRIBE_CODES: Final = EVENT_CODES[: board.BRIBES]
DICE: Final = [str(face + 1) for face in range(board.FACES)]
HAND_NAMES: Final = ["-".join(GNOME_CODES[kind] for kind in listed_kinds(hand)) for hand in board.EVERY_HAND]


class Gnome(Move, frozen=True, tag="gnome"):
    """A gnome is dealt, turned up or drawn."""

    what: str


class Event(Move, frozen=True, tag="event"):
    """An event is dealt."""

    what: str


class Show(Move, frozen=True, tag="show"):
    """The gnome offered in a swap is looked at."""

    what: str


class TurnUp(Move, frozen=True, tag="turn"):
    """A bribe is turned up."""

    what: str


class Roll(Move, frozen=True, tag="roll"):
    """The die is rolled."""

    what: str


class March(Move, frozen=True, tag="march"):
    """The village marches."""


class ComeHere(Move, frozen=True, tag="here"):
    """Come Here! is played to a gnome of the village."""

    what: str


class ComeBack(Move, frozen=True, tag="back"):
    """Come Back! is played."""


class StandStill(Move, frozen=True, tag="halt"):
    """Stand Still! is played."""


class Call(Move, frozen=True, tag="call"):
    """A seat gives up a gnome and draws one."""

    what: str


class Swap(Move, frozen=True, tag="swap"):
    """A seat offers another one a gnome."""

    seat: int
    gnome: str
    OPEN = ("seat",)


class Recruit(Move, frozen=True, tag="recruit"):
    """A seat puts the die on a place of the village."""

    what: str


class Return(Move, frozen=True, tag="return"):
    """A seat gives a gnome for the one that it was offered."""

    what: str


class Pass(Move, frozen=True, tag="pass"):
    """A seat lets a window go by."""


class Bribe(Move, frozen=True, tag="bribe"):
    """A seat lays a bribe face down."""

    what: str


class Nix(Move, frozen=True, tag="nix"):
    """Nothing Doing! is played against the bribe of a seat."""

    what: str


class Look(Move, frozen=True, tag="look"):
    """Let Me Look Again! is played."""


class Give(Move, frozen=True, tag="give"):
    """A seat must take the recruited gnome."""

    what: str


class Put(Move, frozen=True, tag="put"):
    """The taker puts one of its gnomes in the place of the recruited one."""

    what: str


class Continue(Move, frozen=True, tag="continue"):
    """A seat lets the round go on."""


class JudgeAll(Move, frozen=True, tag="judge"):
    """A seat has everybody judged."""


class Done(Move, frozen=True, tag="done"):
    """The turn is over."""


class Free(Move, frozen=True, tag="free"):
    """The supervisor is freed, and the turn is over."""


class LayDown(Move, frozen=True, tag="hand"):
    """A seat lays down its hand at the end of a round."""

    what: str


MOVES: Final = Vocabulary(
    every(Gnome, what=GNOME_CODES),
    every(Event, what=EVENT_CODES),
    every(Show, what=GNOME_CODES),
    every(TurnUp, what=BRIBE_CODES),
    every(Roll, what=DICE),
    every(March),
    every(ComeHere, what=PLACES),
    every(ComeBack),
    every(StandStill),
    every(Call, what=GNOME_CODES),
    every(Swap, seat=range(board.MOST_SEATS), gnome=GNOME_CODES),
    every(Recruit, what=PLACES),
    every(Return, what=GNOME_CODES),
    every(Pass),
    every(Bribe, what=BRIBE_CODES),
    every(Nix, what=SEATS),
    every(Look),
    every(Give, what=SEATS),
    every(Put, what=GNOME_CODES),
    every(Continue),
    every(JudgeAll),
    every(Done),
    every(Free),
    every(LayDown, what=HAND_NAMES),
    examples="call FA, swap 1 FA, recruit 2 or bribe C3",
)


def _bare(text: str) -> str:
    return " ".join(re.sub(r"[!?:;,.]", " ", text.casefold()).split())


def _codes() -> dict[str, str]:
    """The code of every card by its name in every language."""
    codes: dict[str, str] = {}
    for tongue in board.LANGUAGES:
        names = [*board.GNOME_NAMES[tongue], *board.EVENT_NAMES[tongue]]
        codes |= {_bare(name): code.casefold() for name, code in zip(names, GNOME_CODES + EVENT_CODES, strict=True)}
    return codes


CODES: Final = _codes()
# Longer names come first, so that no name hides in another.
NAME: Final = re.compile(rf"\b(?:{'|'.join(map(re.escape, sorted(CODES, key=len, reverse=True)))})\b")
FILLING: Final = re.compile(r"\b(?:with|seat|place|the|an?|to|for)\b")
WISHES: Final = {
    "refuse": ("whoever is offered a swap or given a gnome cannot refuse", "W6.2"),
    "draw": ("a gnome is drawn by a call, and one of your own is given up first", "W5.1"),
    "draw event": ("hands of events are never refilled", "W2.5"),
    "shuffle": ("piles are never shuffled during a round", "W3.4"),
}
"""What people ask for and no rule knows."""
SAME: Final = {"end": "done", "end turn": "done", "skip": "pass", "go on": "continue", "free supervisor": "free"}


def spell(state: Wichtel, action: int) -> Move:
    """The move that a number stands for."""
    return MOVES[action]


def read(text: str) -> Move:
    """The move that a person typed: `call FA`, `swap Woodcutter with seat 1`, `C3`, `Komm mal her! 2`."""
    words = _bare(text)
    words = NAME.sub(lambda name: CODES[name[0]], words)
    words = " ".join(FILLING.sub(" ", words).split())
    words = re.sub(r"^swap (\w\w) (\d)$", r"swap \2 \1", SAME.get(words, words))
    if words in WISHES:
        raise IllegalMove(text, *WISHES[words])
    if move := MOVES.find(words, f"bribe {words}"):
        return move
    raise MOVES.unknown(text)


# The log


def gnome(kind: int) -> str:
    """A gnome as people call it: Woodcutter."""
    return board.GNOME_NAMES["en"][kind]


def event(kind: int) -> str:
    """An event as people call it: 3 Bark Thalers."""
    return board.EVENT_NAMES["en"][kind]


def hand_words(hand: int) -> str:
    """The gnomes of a hand in a row."""
    return listed(gnome(kind) for kind in listed_kinds(hand))


def about(state: Wichtel, action: int) -> int:
    """The seat that an action is about."""
    if state.phase in (rules.DEAL_VILLAGE, rules.REVEALS):
        return CHANCE
    return int(state.active if state.phase in (rules.DRAWS, rules.ROLLS) else state.asked)


def tell(state: Wichtel, action: int, seat: int) -> str:
    """One line of the log: what a seat hears of an action that is about to be applied."""
    who = seat_name(state.active if state.phase in (rules.DRAWS, rules.ROLLS) else state.asked)
    seen = state.glimpse(action, seat) == action
    if action < board.EVENT:
        return _tell_gnome(state, who, gnome(action - board.GNOME) if seen else "a gnome")
    if action < board.MARCH or action >= board.HAND:
        return f"{who}{_tell_chance(state, action, seen)}"
    if action < board.CALL:
        return f"{who} {_tell_movement(state, action)}"
    if action < board.PASS:
        return f"{who} {_tell_action(state, action, seen)}"
    return f"{who} {_tell_choice(state, action, seen)}"


def _tell_chance(state: Wichtel, action: int, seen: bool) -> str:
    if action < board.SHOW:
        return f" is dealt {event(action - board.EVENT) if seen else 'an event'}"
    if action < board.TURN:
        return f" looks at what it was offered{f': {gnome(action - board.SHOW)}' if seen else ''}"
    if action < board.ROLL:
        return f"'s bribe is turned up: {event(action - board.TURN)}"
    if action < board.MARCH:
        die = action - board.ROLL + 1
        return f" rolls {die}: {'enough' if die >= state.need() else f'{state.need()} was needed'}"
    judged = board.judge(state.hands[state.asked], state.widow_dismissed)
    title = "" if judged.title == NONE else f", title: {board.TITLE_NAMES['en'][judged.title]}"
    return f" lays down {hand_words(state.hands[state.asked])}: {judged.result}{title}"


def _tell_action(state: Wichtel, action: int, seen: bool) -> str:
    if action < board.SWAP:
        return f"gives up {gnome(action - board.CALL) if seen else 'a gnome'} and calls"
    if action < board.RECRUIT:
        partner, kind = divmod(action - board.SWAP, KINDS)
        return f"offers {seat_name(partner)} {gnome(kind) if seen else 'a gnome'}"
    if action < board.RETURN:
        place = action - board.RECRUIT
        return f"puts the die on place {place + 1}: {gnome(state.square.village[place])}"
    return f"returns {gnome(action - board.RETURN) if seen else 'a gnome'}"


def _tell_gnome(state: Wichtel, who: str, what: str) -> str:
    if state.phase in (rules.DEAL_VILLAGE, rules.REVEALS):
        return f"{what} comes to place {state.place + 1} of the village"
    return f"{who} {'draws' if state.phase == rules.DRAWS else 'is dealt'} {what}"


def _tell_movement(state: Wichtel, action: int) -> str:
    if action == board.MARCH:
        return "lets the village march"
    if action == board.BACK:
        return "plays Come Back!: the next step goes backwards"
    if action == board.HALT:
        return "plays Stand Still!: there is no next step"
    return f"plays Come Here! to {gnome(state.square.village[action - board.HERE])} on place {action - board.HERE + 1}"


def _tell_choice(state: Wichtel, action: int, seen: bool) -> str:
    if action == board.PASS:
        return "passes"
    if action < board.NIX:
        return "lays a card face down" + (f": {event(action - board.BRIBE)}" if seen else "")
    if action < board.LOOK:
        other = action - board.NIX
        return f"plays Nothing Doing! against {seat_name(other)}'s {event(state.laid[other])}"
    if action == board.LOOK:
        return "plays Let Me Look Again!"
    if action < board.PUT:
        return f"gives {gnome(state.square.village[state.place])} to {seat_name(action - board.GIVE)}"
    if action < board.CONTINUE:
        return f"takes {gnome(state.square.village[state.place])} and puts {gnome(action - board.PUT)} in its place"
    return {
        board.CONTINUE: "lets the round go on",
        board.JUDGE: "ends the round: all are judged",
        board.DONE: "is done",
        board.FREE: "frees the supervisor: There he is!",
    }[action]
