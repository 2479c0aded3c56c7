"""Der Herr der Wichtel: secret retinues of four gnomes, blind swaps, face-down bribes, and an election."""

from __future__ import annotations

from typing import Final

from fourleaf.engine.game import Bounds, Game
from fourleaf.engine.options import Option
from fourleaf.games.wichtel import advice, encode, moves, notation, picture, reasons, rules, view
from fourleaf.games.wichtel.board import (
    ACTIONS,
    EVENTS,
    EVENTS_EACH,
    FACES,
    FEWEST_SEATS,
    KINDS,
    LAP_LIMIT,
    MAX_ROUNDS,
    MOST_SEATS,
    RETINUE,
)

# A round is longest with the most seats. Hands, village and events are dealt, and the hands are laid down again.
DEALT: Final = MOST_SEATS * (RETINUE + 1 + EVENTS_EACH + 1)
# Nothing takes longer than to recruit without a bribe: the march and its newcomer, the die on a place, a question to
# every other seat, the roll, the gnome that is put down, the claim, and the end of the turn.
A_TURN: Final = MOST_SEATS - 1 + 7
# What else happens costs an event for good, a bribe the most of it: every other seat turns one up, and the active one
# may cancel it or roll again.
AN_EVENT: Final = MOST_SEATS - 1 + 2

GAME: Final = Game(
    name="wichtel",
    title="Der Herr der Wichtel",
    summary="Improve a secret retinue of four gnomes by calls, swaps and bribes, until somebody has everybody judged.",
    credit="Ralf Sandfuchs (Krimsus Krimskrams-Kiste, 1998); six values and two limits are of this edition",
    seats=range(FEWEST_SEATS, MOST_SEATS + 1),
    version=1,
    actions=ACTIONS,
    options=(
        Option(
            "target",
            notation.TARGETS,
            "The total that ends the game; with 50 it takes about two rounds.",
            "How long a game lasts",
            (
                "Until somebody has 99 points after a round.",
                "Until somebody has 50 points after a round, which takes about two rounds.",
            ),
        ),
        Option(
            "widow_dismissed",
            (True, False),
            "Whether the Master and the General send the Widow away too; if not, she turns their hand negative.",
            "The Widow beside the Master or the General",
            (
                "They send her away, and she does no harm.",
                "She stays, and a hand that would bring points costs as many.",
            ),
        ),
        Option(
            "swap_peek",
            (False, True),
            "Whether the partner of a swap sees the offered gnome before choosing what to return.",
            "What is seen of a swap",
            (
                "Whoever is offered a gnome returns one of theirs before they see it.",
                "Whoever is offered a gnome sees it and then returns one of theirs.",
            ),
        ),
    ),
    hidden=True,
    one_winner=False,
    bounds=Bounds(
        # W9.8 Ten laps a round, and W11.3 25 rounds.
        plies=MAX_ROUNDS * (DEALT + LAP_LIMIT * MOST_SEATS * A_TURN + EVENTS_EACH * MOST_SEATS * AN_EVENT),
        # W4.2 A call with each gnome, a swap with each for each other seat, or the die on each place.
        choices=MOST_SEATS * RETINUE + MOST_SEATS,
        outcomes=max(KINDS, EVENTS, FACES),
    ),
    # W10 Everybody wishes to see what the hands were and what they brought.
    pauses=frozenset({"hand"}),
    package=__name__,
    rules=rules,
    moves=moves,
    notation=notation,
    view=view,
    picture=picture,
    reasons=reasons,
    advice=advice,
    encode=encode,
    turned=view.turned,
)
