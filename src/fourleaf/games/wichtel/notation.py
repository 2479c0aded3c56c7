"""A whole position of the gnomes in one line, and back."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final, Literal, TypeAlias, get_args

from librt.vecs import vec
from mypy_extensions import i64

from fourleaf.engine.counts import MOST, holds, how_many, listed_kinds, size_of, unit
from fourleaf.engine.errors import BadPosition, listed
from fourleaf.engine.options import Options
from fourleaf.games.wichtel import board, rules
from fourleaf.games.wichtel.board import EVENT_CODES, GNOME_CODES, KINDS, LEFT, NONE, RIGHT, ROOM, UNSEEN
from fourleaf.games.wichtel.moves import BRIBE_CODES, DICE, PLACES, SEATS
from fourleaf.games.wichtel.rules import Wichtel

# Positions. Twenty-one words; seats are parted by / and - is nothing:
#     options (target, -stay if the Widow is not dismissed, -peek) · phase · round.turn · the seat that is asked ·
#     totals · left pile, bottom first · > or <, the way of the march · village · right pile · hands · events · spent ·
#     abducted or free, +back, +halt · place · swap as partner:offer:returned · bribes laid · the one that counts as
#     seat:card · die, +look · sure as observer>seat:gnomes · shown · hands of past rounds, parted by ;
# In a pile 12? are twelve unseen gnomes, FA is known to all, FA@2 was given up by seat 2 in a call.

Phase: TypeAlias = Literal[
    "deal",
    "village",
    "events",
    "reveal",
    "draw",
    "show",
    "turn",
    "roll",
    "hands",
    "start",
    "action",
    "reply",
    "bribe",
    "nix",
    "look",
    "give",
    "replace",
    "claim",
    "end",
    "over",
]
PHASES: Final[tuple[Phase, ...]] = get_args(Phase)
TARGETS: Final = (99, 50)
"""The totals that may end a game, the usual one first."""
WINDOWS: Final = {rules.AT_START: "-start", rules.AT_END: "-end", rules.ACTS: "", NONE: ""}
EXAMPLE: Final = (
    "99 start 1.1 0 0/0/0 16? > HSKSFA 1? FAFAHSHS/HFHFKSKS/SWSWFAHS C2.C2.C3.NIX/C2.C4.IM.HE/C3.C3.C5.HERE "
    "- abducted - - -/-/- - - - -/-/- -"
)


def write(state: Wichtel) -> str:
    """The whole position in one line."""
    options = f"{state.target}{'' if state.widow_dismissed else '-stay'}{'-peek' if state.swap_peek else ''}"
    supervisor = f"{'free' if state.free else 'abducted'}{'+back' * state.back}{'+halt' * state.halt}"
    swap = "-" if state.partner == NONE else f"{state.partner}:{_code(state.offer)}:{_code(state.returned)}"
    return " ".join(
        (
            options,
            PHASES[state.phase] + WINDOWS[state.window],
            f"{state.round + 1}.{state.turn + 1}",
            str(state.asked),
            "/".join(str(total) for total in state.totals),
            _write_pile(state, LEFT),
            ">" if state.square.drawing == LEFT else "<",
            "".join(_code(kind, "--") for kind in state.square.village),
            _write_pile(state, RIGHT),
            "/".join(_gnomes(hand) for hand in state.hands),
            "/".join(_events(cards) for cards in state.events),
            _events(state.spent),
            supervisor,
            "-" if state.place == NONE else str(state.place + 1),
            swap,
            "/".join("-" if card == NONE else EVENT_CODES[card] for card in state.laid),
            "-" if state.briber == NONE else f"{state.briber}:{EVENT_CODES[state.bribe]}",
            ("-" if state.die == 0 else str(state.die)) + "+look" * state.looked,
            _write_sure(state),
            "/".join(_events(cards) for cards in state.shown),
            ";".join(_write_round(state, past) for past in range(state.rounds_over())) or "-",
        )
    )


def _write_round(state: Wichtel, past: int) -> str:
    return "/".join(_gnomes(hand) for hand in state.laid_down(past))


def _code(kind: int, nothing: str = "-") -> str:
    return nothing if kind == NONE else GNOME_CODES[kind]


def _gnomes(cards: int) -> str:
    return "".join(GNOME_CODES[kind] for kind in listed_kinds(cards)) or "-"


def _events(cards: int) -> str:
    return ".".join(EVENT_CODES[kind] for kind in listed_kinds(cards)) or "-"


def _write_pile(state: Wichtel, pile: int) -> str:
    words: list[str] = []
    unseen = 0
    for slot in list(state.square.slots)[pile * ROOM : pile * ROOM + state.square.sizes[pile]]:
        if slot == UNSEEN:
            unseen += 1
            words[len(words) - (unseen > 1) :] = [f"{unseen}?"]
        else:
            unseen = 0
            caller = slot // KINDS - 1
            words.append(GNOME_CODES[slot % KINDS] + (f"@{caller}" if caller >= 0 else ""))
    return ".".join(words) or "-"


def _write_sure(state: Wichtel) -> str:
    entries = []
    for observer, name in enumerate([*SEATS[: state.seats], "w"]):
        for seat in range(state.seats):
            cards = state.memory.sure[observer * state.seats + seat]
            if cards:
                entries.append(f"{name}>{seat}:{_gnomes(cards)}")
    return ",".join(entries) or "-"


def read(text: str) -> Wichtel:
    """The position that a line stands for."""
    words = text.split()
    if len(words) != len(EXAMPLE.split()):
        raise BadPosition(f"a position has {len(EXAMPLE.split())} words, like {EXAMPLE}; this has {len(words)}")
    totals = words[4].split("/")
    if len(totals) not in range(board.FEWEST_SEATS, board.MOST_SEATS + 1):
        raise BadPosition(f"three to five seats have totals, like 0/12/-3, not {words[4]!r}")
    state = _read_options(words[0], len(totals))
    state.totals = vec[i64](_number(total, "a total") for total in totals)
    _read_turn(state, *words[1:4])
    _read_cards(state, words)
    _read_table(state, words)
    _check(state)
    return state


def options_of(state: Wichtel) -> Options:
    """The options that a position is played with."""
    return {
        "target": int(state.target),
        "widow_dismissed": state.widow_dismissed,
        "swap_peek": state.swap_peek,
    }


def _read_options(text: str, seats: int) -> Wichtel:
    found = re.fullmatch(rf"({'|'.join(map(str, TARGETS))})(-stay)?(-peek)?", text)
    if not found:
        raise BadPosition(f"the options read like 99 or 50-stay-peek, not {text!r}")
    return Wichtel(seats, int(found[1]), found[2] is None, found[3] is not None)


def _read_turn(state: Wichtel, phase: str, when: str, asked: str) -> None:
    phase, dash, window = phase.partition("-")
    state.phase = _place_in(PHASES, phase, "a phase")
    if state.phase == rules.REVEALS:
        state.window = {"": rules.ACTS, "start": rules.AT_START, "end": rules.AT_END}.get(window, NONE)
    if (state.window == NONE) == (state.phase == rules.REVEALS) or (dash and state.phase != rules.REVEALS):
        raise BadPosition(f"a gnome comes in reveal, reveal-start or reveal-end, not in {phase}{dash}{window}")
    found = re.fullmatch(r"(\d{1,3})\.(\d{1,3})", when)
    turns = board.LAP_LIMIT * state.seats
    if not found or not 1 <= int(found[1]) <= board.MAX_ROUNDS or not 1 <= int(found[2]) <= turns + 1:
        raise BadPosition(
            f"round and turn read like 1.1, up to round {board.MAX_ROUNDS} and turn {turns}, not {when!r}"
        )
    state.round, state.turn = int(found[1]) - 1, int(found[2]) - 1
    state.active = (state.round + state.turn) % state.seats
    state.asked = _place_in(SEATS[: state.seats], asked, "a seat")


def _read_cards(state: Wichtel, words: list[str]) -> None:
    state.square.slots = vec[i64]([UNSEEN] * (2 * ROOM))
    state.square.sizes = vec[i64]([_read_pile(state, LEFT, words[5]), _read_pile(state, RIGHT, words[8])])
    state.square.drawing = _place_in((">", "<"), words[6], "a way of the march")
    state.square.village = vec[i64](_read_kinds(words[7], state.seats))
    state.hands = vec[i64](_handful(hand) for hand in _by_seat(words[9], state.seats))
    state.events = vec[i64](_event_handful(cards) for cards in _by_seat(words[10], state.seats))
    state.spent = _event_handful(words[11])
    state.shown = vec[i64](_event_handful(cards) for cards in _by_seat(words[19], state.seats))
    if words[20] != "-":
        rounds = words[20].split(";")
        state.past_hands = vec[i64](_handful(hand) for past in rounds for hand in _by_seat(past, state.seats))
    state.memory.sure = vec[i64]([0] * (state.seats * (state.seats + 1)))
    for entry in words[18].split(",") if words[18] != "-" else ():
        found = re.fullmatch(r"(\w)>(\d):(\w+)", entry)
        if not found:
            raise BadPosition(f"what is sure reads like 1>0:WWVA, or w>0:WW for a watcher, not {entry!r}")
        observer = _place_in([*SEATS[: state.seats], "w"], found[1], "an observer")
        seat = _place_in(SEATS[: state.seats], found[2], "a seat")
        if observer == seat:
            raise BadPosition(f"what seat {seat} knows of its own hand is not written down: {entry!r}")
        state.memory.sure[observer * state.seats + seat] = _handful(found[3])


def _read_pile(state: Wichtel, pile: int, text: str) -> int:
    slots: list[int] = []
    for word in text.split(".") if text != "-" else ():
        found = re.fullmatch(r"(\d{1,2})\?|([A-Z]{2})(?:@(\d))?", word)
        if not found:
            raise BadPosition(f"a pile reads like 12?.FA.HS@2, from the bottom, not {text!r}")
        if found[1]:
            slots += [UNSEEN] * int(found[1])
        else:
            caller = _place_in(SEATS[: state.seats], found[3], "a seat") if found[3] else NONE
            slots.append(KINDS * (1 + caller) + _place_in(GNOME_CODES, found[2], "a gnome"))
    if len(slots) > ROOM:
        raise BadPosition(f"a pile holds at most {ROOM} gnomes, not {len(slots)}")
    for place, slot in enumerate(slots):
        state.square.slots[pile * ROOM + place] = slot
    return len(slots)


def _read_table(state: Wichtel, words: list[str]) -> None:
    supervisor, *marks = words[12].split("+")
    if supervisor not in ("free", "abducted") or marks not in ([], ["back"], ["halt"], ["back", "halt"]):
        raise BadPosition(f"the supervisor is abducted or free, then +back and +halt, not {words[12]!r}")
    state.free, state.back, state.halt = supervisor == "free", "back" in marks, "halt" in marks
    state.place = NONE if words[13] == "-" else _place_in(PLACES[: state.seats], words[13], "a place")
    if words[14] != "-":
        partner, offer, returned = _parts(words[14], 3, "a swap reads like 1:FA:-")
        state.partner = _place_in(SEATS[: state.seats], partner, "a seat")
        state.offer = NONE if offer == "-" else _place_in(GNOME_CODES, offer, "a gnome")
        state.returned = NONE if returned == "-" else _place_in(GNOME_CODES, returned, "a gnome")
    laid = _by_seat(words[15], state.seats)
    state.laid = vec[i64](NONE if card == "-" else _place_in(BRIBE_CODES, card, "a bribe") for card in laid)
    if words[16] != "-":
        briber, bribe = _parts(words[16], 2, "the bribe that counts reads like 1:C3")
        state.briber = _place_in(SEATS[: state.seats], briber, "a seat")
        state.bribe = _place_in(BRIBE_CODES, bribe, "a bribe")
    die, plus, look = words[17].partition("+")
    state.die = 0 if die == "-" else _place_in(DICE, die, "a roll") + 1
    state.looked = look == "look"
    if plus and not (state.looked and state.die):
        raise BadPosition(f"a roll reads like 4, or 4+look when the card was played, not {words[17]!r}")


def _check(state: Wichtel) -> None:
    """Refuse what could not lie on a table, and find what lies nowhere."""
    dealing = state.phase in (rules.DEAL_HANDS, rules.DEAL_VILLAGE, rules.DEAL_EVENTS)
    _check_piles(state)
    _check_hands(state, dealing)
    empty = [place for place, kind in enumerate(state.square.village) if kind == NONE]
    if not dealing and empty != ([state.place] if state.phase == rules.REVEALS else []):
        raise BadPosition("the village has a gnome on every place, and none where one is about to come")
    if dealing:
        _check_deal(state)
    _check_table(state)
    _check_past(state)
    _check_bribes(state)
    _find_the_rest(state, dealing)


def _check_piles(state: Wichtel) -> None:
    on_the_way = state.phase in (rules.REVEALS, rules.DRAWS)
    held = list(state.square.sizes)
    if sum(held) != board.in_piles(state.seats) + on_the_way or held[state.square.drawing] == 0:
        raise BadPosition(
            f"both piles together hold {board.in_piles(state.seats)} gnomes, one more while one is about to come, and "
            f"the draw pile is not empty; here they hold {listed(held)}"
        )
    if state.square.sizes[state.source()] == 0:
        raise BadPosition("a gnome is about to come from a pile that is empty")


def _check_hands(state: Wichtel, dealing: bool) -> None:
    for seat in range(state.seats):
        hand = board.RETINUE - (state.phase == rules.DRAWS and seat == state.active)
        if size_of(state.hands[seat]) != hand and not dealing:
            raise BadPosition(f"seat {seat} holds {hand} gnomes here, not {size_of(state.hands[seat])}")
        if size_of(state.events[seat]) + (state.laid[seat] != NONE) > board.EVENTS_EACH:
            raise BadPosition(f"a seat has at most {board.EVENTS_EACH} events; seat {seat} has more")
        in_hand = state.events[seat] + (unit(state.laid[seat]) if state.laid[seat] >= 0 else 0)
        if not holds(in_hand, state.shown[seat]):
            raise BadPosition(f"seat {seat} was shown to hold {_events(state.shown[seat])}, but does not")
    for entry, cards in enumerate(state.memory.sure):
        seat = entry % state.seats
        if not holds(state.hands[seat], cards):
            raise BadPosition(
                f"nobody can be sure of {_gnomes(cards)} in the hand of seat {seat}, who does not hold it"
            )


def _check_deal(state: Wichtel) -> None:
    """W2.1 to W2.7: while cards are dealt nothing else has happened, and everybody is dealt to in turn."""
    rows = {rules.DEAL_HANDS: (state.hands, board.RETINUE), rules.DEAL_EVENTS: (state.events, board.EVENTS_EACH)}
    village = [kind != NONE for kind in state.square.village]
    if state.phase == rules.DEAL_VILLAGE:
        in_turn = state.asked == state.active and village == [place < state.place for place in range(state.seats)]
    else:
        dealt, full = rows[state.phase]
        due = [full if state.distance(s) < state.distance(state.asked) else 0 for s in range(state.seats)]
        sizes = [size_of(cards) for cards in dealt]
        due[state.asked] = min(sizes[state.asked], full - 1)
        in_turn = sizes == due and all(village) == any(village) == (state.phase == rules.DEAL_EVENTS)
    hands = state.phase == rules.DEAL_HANDS or all(size_of(hand) == board.RETINUE for hand in state.hands)
    events = state.phase == rules.DEAL_EVENTS or not any(state.events)
    fresh = Wichtel(state.seats, state.target, widow_dismissed=True, swap_peek=False)
    fresh.square.lay_out(state.seats)
    laid_out = list(fresh.square.sizes) == list(state.square.sizes) and fresh.square.drawing == state.square.drawing
    hidden = all(slot == UNSEEN for slot in state.square.slots) and not any(state.memory.sure) and not any(state.shown)
    untouched = not (state.turn or state.spent or state.free or state.back or state.halt)
    if not (in_turn and hands and events and laid_out and hidden and untouched):
        raise BadPosition(
            f"in {PHASES[state.phase]} everybody is dealt to in turn, the seat that starts first, "
            "and nothing has been played"
        )


def _check_past(state: Wichtel) -> None:
    """Refuse hands of past rounds that nobody can have laid down, and hands that are being laid down unseen."""
    finished = state.phase == rules.FINISHED
    most = int(state.round) + finished
    if state.rounds_over() > most:
        raise BadPosition(f"in round {state.round + 1} hands of at most {most} rounds have been laid down")
    for past in range(state.rounds_over()):
        hands = state.laid_down(past)
        _left(board.ALL_GNOMES, [kind for hand in hands for kind in listed_kinds(hand)], GNOME_CODES)
        if any(size_of(hand) != board.RETINUE for hand in hands):
            raise BadPosition(f"everybody lays down {board.RETINUE} gnomes, not so in {_write_round(state, past)}")
    open_hands = state.asked if state.phase == rules.LAYS_DOWN else state.seats if finished else 0
    for entry, cards in enumerate(state.memory.sure):
        observer, seat = divmod(entry, state.seats)
        if seat < open_hands and observer != seat and cards != state.hands[seat]:
            raise BadPosition(f"seat {seat} has laid down its hand, and everybody is sure of it")


def _check_bribes(state: Wichtel) -> None:
    """Refuse bribes that lie, were shown or count against the order in which seats are asked (W7.2 to W7.11)."""
    for seat in range(state.seats):
        waits = state.phase == rules.BRIBES_NOW and state.distance(seat) >= state.distance(state.asked)
        if state.laid[seat] != NONE and (seat == state.active or waits):
            raise BadPosition(f"seat {seat} has not been asked for a bribe yet, and none can lie before it")
        shown = listed_kinds(state.shown[seat])
        if len(set(shown)) < len(shown) or not all(EVENT_CODES[kind] in BRIBE_CODES for kind in shown):
            raise BadPosition(f"each kind of bribe is shown once, not {_events(state.shown[seat])}")
        if state.turned_up(seat) and state.laid[seat] not in shown:
            raise BadPosition(f"the bribe of seat {seat} has been turned up, so that everybody knows of it")
    rolling = state.phase in (rules.ROLLS, rules.MAY_LOOK)
    need = state.need() if rolling else 0
    faults = {
        "a bribe that counts is another seat's, and spent": state.briber != NONE
        and (state.briber == state.active or not how_many(state.spent, state.bribe)),
        "somebody rolls against thalers, or against no bribe": rolling and need == 0,
        "a die lies there from the roll to the claim": state.die != 0
        and state.phase not in (rules.ROLLS, rules.MAY_LOOK, rules.REPLACES, rules.MAY_CLAIM),
        "a die lies there before a look, and a second roll comes after one": (
            state.phase == rules.MAY_LOOK and (state.looked or not 0 < state.die < need)
        )
        or (state.phase == rules.ROLLS and (state.die != 0) != state.looked),
        "whoever rolls again has spent the card for it": state.looked and not how_many(state.spent, board.LOOK_CARD),
        "whoever gives is the briber": state.phase == rules.GIVES and state.asked != state.briber,
        "a bribe is refused where one lies": state.phase == rules.MAY_NIX and state.counting() == NONE,
        "a partner is asked to swap": state.phase in (rules.REPLIES, rules.SHOWS) and state.asked != state.partner,
        "a supervisor who is not free judges nobody": state.phase == rules.MAY_CLAIM and not state.free,
        "after a swap or a call those two or that one may claim": state.phase == rules.MAY_CLAIM
        and state.place == NONE
        and state.asked not in (state.active, state.partner),
    }
    _refuse(state, faults)


def _check_table(state: Wichtel) -> None:
    """Refuse a table that does not go with the phase."""
    phase = state.phase
    laying = phase in (rules.BRIBES_NOW, rules.TURNS_UP, rules.MAY_NIX)
    settled = phase in (rules.ROLLS, rules.MAY_LOOK, rules.GIVES, rules.REPLACES)
    swapping = phase in (rules.REPLIES, rules.SHOWS)
    claiming = phase == rules.MAY_CLAIM
    placed = laying or settled or phase in (rules.DEAL_VILLAGE, rules.REVEALS)
    returned = phase == rules.SHOWS and not state.swap_peek
    hands = {state.offer: state.hands[state.active], state.returned: state.hands[state.partner]}
    faults = {
        "a place is named while a gnome is dealt, comes or is recruited": (state.place != NONE) != placed
        and not claiming,
        "a swap is named in reply and show": (state.partner != NONE) != swapping and not claiming,
        "nobody swaps with itself": state.partner == state.active,
        "an offer lies there in reply and show": (state.offer != NONE) != swapping,
        "a gnome is returned in show, unless the offer is looked at first": (state.returned != NONE) != returned,
        "only cards of a hand are swapped": any(k != NONE and not how_many(hand, k) for k, hand in hands.items()),
        "bribes lie there in bribe, turn and nix": any(card != NONE for card in state.laid) and not laying,
        "the seat that is asked has a bribe to turn up": phase == rules.TURNS_UP and state.laid[state.asked] == NONE,
        "a bribe counts from roll to claim": state.briber != NONE and not (settled or claiming),
        "only He's the Best! gives": phase == rules.GIVES and state.bribe != board.HE,
        "the game is over when hands have been laid down": not state.past_hands and phase == rules.FINISHED,
    }
    _refuse(state, faults)
    of_the_turn = (rules.AT_START, rules.ACTS, rules.MAY_NIX, rules.MAY_LOOK, rules.AT_END, rules.REVEALS, rules.DRAWS)
    if phase in of_the_turn:
        if state.asked != state.active:
            raise BadPosition(f"seat {state.active} has the turn and is asked, not seat {state.asked}")
    elif phase in (rules.BRIBES_NOW, rules.TURNS_UP, rules.REPLIES, rules.SHOWS) and state.asked == state.active:
        raise BadPosition(f"seat {state.active} has the turn; another seat is asked now")


def _refuse(state: Wichtel, faults: dict[str, bool]) -> None:
    for what, wrong in faults.items():
        if wrong:
            raise BadPosition(f"in a position {what}; not so in {write(state)}")


def _find_the_rest(state: Wichtel, dealing: bool) -> None:
    known = list(state.square.village) + [slot % KINDS for slot in state.square.slots if slot != UNSEEN]
    gnomes = list(known) + [kind for hand in state.hands for kind in listed_kinds(hand)]
    state.pool = _left(board.ALL_GNOMES, gnomes, GNOME_CODES)
    in_piles = list(state.square.slots)[: state.square.sizes[LEFT]]
    in_piles += list(state.square.slots)[ROOM : ROOM + state.square.sizes[RIGHT]]
    unseen = in_piles.count(UNSEEN)
    if not dealing and size_of(state.pool) != unseen:
        raise BadPosition(f"{size_of(state.pool)} gnomes lie nowhere, but {unseen} are unseen in the piles")
    events = [kind for cards in (*state.events, state.spent) for kind in listed_kinds(cards)] + list(state.laid)
    state.left_over = _left(board.ALL_EVENTS, events, EVENT_CODES)


def _left(deck: int, kinds: list[int], codes: list[str]) -> int:
    for kind, code in enumerate(codes):
        if kinds.count(kind) > how_many(deck, kind):
            raise BadPosition(f"there are {how_many(deck, kind)} cards {code}, not {kinds.count(kind)}")
    return deck - sum(unit(kind) for kind in kinds if kind != NONE)


def _number(word: str, what: str) -> int:
    if not re.fullmatch(r"-?\d{1,6}", word):
        raise BadPosition(f"{what} is a whole number, not {word!r}")
    return int(word)


def _parts(word: str, parts: int, rule: str) -> list[str]:
    found = word.split(":")
    if len(found) != parts:
        raise BadPosition(f"{rule}, not {word!r}")
    return found


def _by_seat(text: str, seats: int) -> list[str]:
    parts = text.split("/")
    if len(parts) != seats:
        raise BadPosition(f"{seats} seats are parted by /, not {len(parts)}: {text!r}")
    return parts


def _place_in(names: Sequence[str], word: str, what: str) -> int:
    if word not in names:
        raise BadPosition(f"{word!r} is not {what}; there are {listed(names)}")
    return names.index(word)


def _read_kinds(text: str, places: int) -> list[int]:
    if len(text) != 2 * places:
        raise BadPosition(f"the village has {places} places of two letters, like HSKSFA or HS--FA, not {text!r}")
    codes = [text[at : at + 2] for at in range(0, len(text), 2)]
    return [NONE if code == "--" else _place_in(GNOME_CODES, code, "a gnome") for code in codes]


def _handful(text: str) -> int:
    if text == "-":
        return 0
    kinds = [_place_in(GNOME_CODES, text[at : at + 2], "a gnome") for at in range(0, len(text), 2)]
    return _counted(kinds, text)


def _event_handful(text: str) -> int:
    if text == "-":
        return 0
    return _counted([_place_in(EVENT_CODES, word, "an event") for word in text.split(".")], text)


def _counted(kinds: list[int], text: str) -> int:
    if any(kinds.count(kind) > MOST for kind in kinds):
        raise BadPosition(f"no deck has so many cards of a kind: {text!r}")
    return sum(unit(kind) for kind in kinds)
