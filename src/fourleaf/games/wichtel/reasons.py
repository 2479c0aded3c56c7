"""Why a wish is illegal, with its clause, and what speaks for a move."""

from __future__ import annotations

from typing import Final, NamedTuple

from fourleaf.engine.counts import listed_kinds, unit
from fourleaf.engine.errors import listed
from fourleaf.engine.game import Refusal
from fourleaf.engine.sentences import seat_name
from fourleaf.games.wichtel import board, rules
from fourleaf.games.wichtel.board import KINDS
from fourleaf.games.wichtel.moves import event, gnome, hand_words
from fourleaf.games.wichtel.rules import Wichtel

# Why not

START: Final = rules.AT_START
END: Final = rules.AT_END


class Kind(NamedTuple):
    """A kind of wish: its first action, the phases it belongs to, and what to say at any other time."""

    first: int
    phases: tuple[int, ...]
    otherwise: Refusal


KINDS_OF_WISHES: Final = (
    Kind(board.GNOME, (), Refusal("gnomes are dealt, turned up and drawn as chance has it", "W3.2")),
    Kind(board.EVENT, (), Refusal("events are dealt before the round, and never again", "W2.5")),
    Kind(board.SHOW, (), Refusal("nothing has been offered that is to be looked at now", "W6.3")),
    Kind(board.TURN, (), Refusal("bribes are turned up when all seats have had their turn to lay one", "W7.3")),
    Kind(board.ROLL, (), Refusal("the die is rolled when a gnome is recruited, and shows what it will", "W7.7")),
    Kind(board.MARCH, (START,), Refusal("the village marches once in a turn, and has done so", "W3.1")),
    Kind(board.HERE, (START, END), Refusal("Come Here! is played at the start or at the end of your own turn", "W4.3")),
    Kind(board.BACK, (START, END), Refusal("Come Back! is played at the start or at the end of your own turn", "W4.3")),
    Kind(board.HALT, (START, END), Refusal("Stand Still! is played at the start or at the end of your turn", "W4.3")),
    Kind(board.CALL, (rules.ACTS,), Refusal("a call is the action of a turn, after the march", "W4.1")),
    Kind(board.SWAP, (rules.ACTS,), Refusal("a swap is the action of a turn, after the march", "W4.1")),
    Kind(board.RECRUIT, (rules.ACTS,), Refusal("to recruit is the action of a turn, after the march", "W4.1")),
    Kind(board.RETURN, (rules.REPLIES,), Refusal("nobody has offered you a gnome", "W6.2")),
    Kind(
        board.PASS,
        (rules.BRIBES_NOW, rules.MAY_NIX, rules.MAY_LOOK),
        Refusal("there is nothing to pass: a turn must have its action", "W4.2"),
    ),
    Kind(board.BRIBE, (rules.BRIBES_NOW,), Refusal("bribes are laid by the others when a gnome is recruited", "W4.5")),
    Kind(board.NIX, (rules.MAY_NIX,), Refusal("Nothing Doing! is played against bribes that were turned up", "W7.4")),
    Kind(board.LOOK, (rules.MAY_LOOK,), Refusal("Let Me Look Again! is played after a roll that failed", "W7.11")),
    Kind(board.GIVE, (rules.GIVES,), Refusal("only He's the Best! gives a gnome away", "W7.10")),
    Kind(board.PUT, (rules.REPLACES,), Refusal("only who takes a recruited gnome puts one in its place", "W7.12")),
    Kind(board.CONTINUE, (rules.MAY_CLAIM,), Refusal("there is no claim to let go by", "W9.3")),
    Kind(board.JUDGE, (rules.MAY_CLAIM,), Refusal("only who has just received a gnome may end the round", "W9.3")),
    Kind(board.DONE, (END,), Refusal("a turn is done when its action is", "W4.1")),
    Kind(board.FREE, (END,), Refusal("the supervisor is freed at the end of a turn", "W9.1")),
    Kind(board.HAND, (), Refusal("hands are laid open when the round is judged", "W10.1")),
)
INSTEAD_OF_PASS: Final = {
    START: Refusal("say march: that is how the start of a turn goes by", "W4.3"),
    END: Refusal("say done: that is how the end of a turn goes by", "W4.4"),
    rules.REPLIES: Refusal("a swap cannot be refused: one of your four must be returned", "W6.2"),
    rules.GIVES: Refusal("somebody must take the gnome", "W7.10"),
    rules.REPLACES: Refusal("one of your four must take the place of the gnome", "W7.12"),
    rules.MAY_CLAIM: Refusal("say continue: that is how the round goes on", "W9.3"),
}
FIRST: Final = {
    rules.DEAL_HANDS: Refusal("first the gnomes are dealt", "W2.2"),
    rules.DEAL_VILLAGE: Refusal("first the village is dealt", "W2.3"),
    rules.DEAL_EVENTS: Refusal("first the events are dealt", "W2.5"),
    rules.REVEALS: Refusal("first the gnome that comes is turned up, and it is another one", "W3.2"),
    rules.DRAWS: Refusal("first a gnome is drawn, and it is another one", "W5.1"),
    rules.SHOWS: Refusal("first the gnome that was offered is looked at", "W6.3"),
    rules.TURNS_UP: Refusal("first the bribes are turned up as they were laid", "W7.3"),
    rules.ROLLS: Refusal("first the die is rolled", "W7.7"),
    rules.LAYS_DOWN: Refusal("first all hands are laid open as they are", "W10.1"),
    rules.FINISHED: Refusal("the game is over", "W11.2"),
}


def why(state: Wichtel, action: int) -> Refusal:
    """Why an action is not legal now, from what the actor may know."""
    if state.phase in FIRST:
        return FIRST[state.phase]
    kind = max((kind for kind in KINDS_OF_WISHES if kind.first <= action), key=lambda kind: kind.first)
    if state.phase in kind.phases:
        return _why_not_this_one(state, kind.first, action - kind.first)
    if kind.first == board.PASS and state.phase in INSTEAD_OF_PASS:
        return INSTEAD_OF_PASS[state.phase]
    if kind.first == board.BRIBE and state.asked == state.active:
        return Refusal("bribes are for the others: you have the turn", "W4.5")
    if kind.first == board.DONE and state.phase in (START, rules.ACTS):
        return Refusal("a turn cannot end without its action", "W4.2")
    if kind.first == board.JUDGE and not state.free:
        return Refusal("nobody can be judged while the supervisor is abducted", "W9.3")
    if kind.first == board.FREE and state.free:
        return Refusal("the supervisor is free already", "W9.2")
    return kind.otherwise


def _why_not_this_one(state: Wichtel, first: int, which: int) -> Refusal:
    """It is the moment for such a wish, but not for this one."""
    seat = which // KINDS if first == board.SWAP else which
    if first in (board.SWAP, board.NIX, board.GIVE) and seat >= state.seats:
        return Refusal(f"there is no such seat; there are {listed(map(seat_name, range(state.seats)))}", "W1.1")
    if first in (board.HERE, board.RECRUIT) and which >= state.seats:
        return Refusal(f"the village has places 1 to {state.seats}, not {which + 1}", "W2.3")
    if first == board.SWAP and seat == state.active:
        return Refusal("you cannot swap with yourself", "W6.1")
    if first == board.GIVE:
        return Refusal("another seat must take the gnome, not you", "W7.10")
    if first == board.NIX and state.holds(state.active, board.NIX_CARD):
        return Refusal(f"no bribe of {seat_name(seat)} was turned up", "W7.4")
    if first == board.FREE:
        return Refusal("the supervisor is free already", "W9.2")
    if first in GNOME_CLAUSES:
        return _why_not_this_gnome(state, first, which % KINDS)
    return _why_not_this_card(state, first, which)


GNOME_CLAUSES: Final = {board.CALL: "W5.1", board.SWAP: "W6.1", board.RETURN: "W6.2", board.PUT: "W7.12"}
CARDS: Final = {
    board.HERE: (board.HERE_CARD, "W8.2"),
    board.BACK: (board.BACK_CARD, "W3.6"),
    board.HALT: (board.HALT_CARD, "W3.8"),
    board.NIX: (board.NIX_CARD, "W7.4"),
    board.LOOK: (board.LOOK_CARD, "W7.11"),
}


def _why_not_this_gnome(state: Wichtel, first: int, kind: int) -> Refusal:
    if first == board.PUT and kind == state.square.village[state.place]:
        return Refusal(f"{gnome(kind)} is the gnome that you take; one of your former four must go", "W7.12")
    held = hand_words(state.hands[state.asked])
    return Refusal(f"you do not hold {gnome(kind)}; you hold {held}", GNOME_CLAUSES[first])


def _why_not_this_card(state: Wichtel, first: int, which: int) -> Refusal:
    card, clause = (which, "W7.2") if first == board.BRIBE else CARDS[first]
    held = listed(event(kind) for kind in listed_kinds(state.events[state.asked]))
    return Refusal(f"you do not hold {event(card)}; you hold {held}", clause)


# What speaks for a move


def merit(state: Wichtel, action: int) -> str:
    """What speaks for a legal action, in words that the actor may hear."""
    if action < board.CALL:
        return _merit_of_movement(state, action)
    if action < board.RECRUIT:
        kind = (action - board.CALL) % KINDS
        if action < board.SWAP:
            return _merit_of_call(state, kind)
        return f"you give {seat_name((action - board.SWAP) // KINDS)} {_valued(kind)}, and it chooses what you get"
    if action < board.RETURN:
        return _merit_of_gnome(state, state.square.village[action - board.RECRUIT])
    if action < board.PASS:
        return _merit_of_return(state, action - board.RETURN)
    if action < board.PUT:
        return _merit_of_event(state, action)
    if action < board.CONTINUE:
        four = state.hands[state.asked] + unit(state.square.village[state.place]) - unit(action - board.PUT)
        return f"your four then count {board.result_of(four, state.widow_dismissed)}"
    return _merit_of_the_end(state, action)


def _merit_of_the_end(state: Wichtel, action: int) -> str:
    """What the end of a turn, or of the round, is to the seat."""
    count = board.result_of(state.hands[state.asked], state.widow_dismissed)
    if action == board.JUDGE:
        return f"it ends the round while your four count {count}"
    if action == board.CONTINUE:
        return f"you let the round go on, and your four count {count} now"
    after = state.clone()
    after.apply(action)
    if after.phase == rules.LAYS_DOWN:
        # W9.8 The last turn of a round.
        return f"the round is over, and your four count {count}"
    if action == board.FREE:
        return f"from now on whoever gets a gnome may end the round; your four count {count}"
    return f"your turn is over, and your four count {count}"


def _valued(kind: int) -> str:
    return f"{gnome(kind)} (worth {board.VALUE_OF[kind]})"


def _merit_of_movement(state: Wichtel, action: int) -> str:
    if action == board.MARCH:
        after = state.clone()
        after.apply(action)
        return f"the village {'stands still' if after.phase == rules.ACTS else 'marches'}, and then you act"
    if action < board.BACK:
        gone = gnome(state.square.village[action - board.HERE])
        return f"{gone} leaves the village, and the top of the pile comes instead"
    if action == board.HALT or state.halt:
        return "the next march is left out"
    return "the next march is to go backwards"


def _merit_of_call(state: Wichtel, given: int) -> str:
    """What is on top of the pile, if the seat knows it."""
    after = state.clone()
    after.apply(board.CALL + given)
    slot = after.square.top(after.source())
    if not board.knows(state.observer(state.active), slot):
        return f"you give up {_valued(given)} for the top of the pile, which you do not know"
    drawn = slot % KINDS
    four = state.hands[state.active] + unit(drawn) - unit(given)
    name = gnome(drawn)
    return f"{name} is on top of the pile, and with it your four count {board.result_of(four, state.widow_dismissed)}"


def _merit_of_gnome(state: Wichtel, kind: int) -> str:
    return f"with {gnome(kind)} your four could count {_best_with(state, kind)}"


def _best_with(state: Wichtel, kind: int) -> int:
    """W7.12 One of the four former gnomes goes for a new one."""
    hand = state.hands[state.asked]
    counts = [int(board.result_of(hand + unit(kind) - unit(put), state.widow_dismissed)) for put in listed_kinds(hand)]
    return max(counts)


def _merit_of_return(state: Wichtel, given: int) -> str:
    if not state.offer_known(state.asked):
        return f"you give {_valued(given)} for a gnome that you have not seen"
    four = state.hands[state.asked] + unit(state.offer) - unit(given)
    offer = gnome(state.offer)
    return f"with {offer} for {_valued(given)} your four count {board.result_of(four, state.widow_dismissed)}"


def _merit_of_event(state: Wichtel, action: int) -> str:
    if action == board.PASS:
        return PASSES[state.phase]
    if action == board.LOOK:
        return f"you roll once more and need {state.need()}"
    if action < board.NIX:
        return _merit_of_bribe(state, action - board.BRIBE)
    if action < board.LOOK:
        seat = action - board.NIX
        return f"it cancels {event(state.laid[seat])} of {seat_name(seat)}"
    taken = gnome(state.square.village[state.place])
    return f"{seat_name(action - board.GIVE)} must take {taken}"


PASSES: Final = {
    rules.BRIBES_NOW: "you keep your cards",
    rules.MAY_NIX: "the bribes stand as they are",
    rules.MAY_LOOK: "the roll stands",
}


def _merit_of_bribe(state: Wichtel, card: int) -> str:
    kind = state.square.village[state.place]
    if card == board.HE:
        return f"if it counts you say who must take {gnome(kind)}"
    return f"if it wins, {_merit_of_gnome(state, kind)}"
