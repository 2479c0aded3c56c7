"""The Treasure race with one deliberate defect each: what any game can get wrong."""

from __future__ import annotations

import dataclasses
import math
from typing import Any

import msgspec
from librt.random import Random
from librt.vecs import vec
from mypy_extensions import i32, i64

from fourleaf import Game, Match, Move, Record, State
from fourleaf.engine.errors import NotAMove
from fourleaf.engine.game import Refusal
from fourleaf.engine.luck import Luck
from fourleaf.engine.options import Option, Options
from fourleaf.engine.picture import Ink, Picture
from fourleaf.engine.record import USUAL, Beginning
from fourleaf.engine.sentences import seat_name, spoken
from fourleaf.engine.state import CHANCE, HIDDEN, OVER
from fourleaf.engine.tensor import bits_of_float
from fourleaf.games.treasure import GAME
from fourleaf.games.treasure.board import CARDS, COLOUR_NAMES, EXCHANGE, HAND, PLAY
from fourleaf.games.treasure.imagine import draw_colours_again
from fourleaf.games.treasure.moves import TakeCard
from fourleaf.games.treasure.rules import PLAY_CARD
from tests.kit.mutants.masks import Answers, Mask, Mutant, behind
from tests.kit.walks import Table

SEATS = 3


class LeakyGlimpse(Mask):
    def glimpse(self, action: i64, seat: i64) -> i64:
        return action


class BlindGlimpse(Mask):
    """Nobody sees even their own cards come."""

    def glimpse(self, action: i64, seat: i64) -> i64:
        return super().glimpse(action, seat) if self.true.actor() >= 0 else HIDDEN


class ForgetsItsOwnDecision(Mask):
    def glimpse(self, action: i64, seat: i64) -> i64:
        return HIDDEN if seat == self.true.actor() else super().glimpse(action, seat)


class KeepsAHand(Mask):
    """Imagines colours anew but leaves every hand as it is."""

    def imagine(self, seat: i64, rng: Random) -> State:
        world = self.true.clone()
        draw_colours_again(world, seat, rng)
        return type(self)(world)


class ForgetsItsOwnHand(Mask):
    """Imagines even the hand of the seat that imagines."""

    def imagine(self, seat: i64, rng: Random) -> State:
        return type(self)(self.true.imagine((seat + 1) % self.true.seats, rng))


class EncodesAHand(Mask):
    """Writes the next seat's first card where the bank should stand."""

    def encode(self, seat: i64, out: vec[i32], at: i64 = 0) -> i64:
        end = super().encode(seat, out, at)
        rival = (seat + 1) % self.true.seats
        out[end - 1] = bits_of_float(self.true.hands[rival * CARDS] / 3)
        return end


class EncodesNoFigures(Mask):
    """Leaves out where the hunters are."""

    def encode(self, seat: i64, out: vec[i32], at: i64 = 0) -> i64:
        end = super().encode(seat, out, at)
        for name in ("figures", "runs"):
            part = GAME.observation(self.true.seats)[name]
            for place in range(at + part.start, at + part.stop):
                out[place] = 0
        return end


class EncodesTheSquare(Mask):
    """Counts squares, and not shares of the track."""

    def encode(self, seat: i64, out: vec[i32], at: i64 = 0) -> i64:
        end = super().encode(seat, out, at)
        first = at + GAME.observation(self.true.seats)["figures"].start
        for colour, square in enumerate(self.true.figures):
            out[first + colour] = bits_of_float(float(square))
        return end


class NumbersColours(Mask):
    """Gives all cards of a colour one number."""

    def decision(self, action: i64) -> i64:
        return super().decision(action) // 3


class Unsorted(Mask):
    def legal(self) -> vec[i32]:
        return vec[i32](reversed(list(self.true.legal())))


class SharedBuffer(Mask):
    def clone(self) -> State:
        twin = self.true.clone()
        twin.figures = self.true.figures
        return type(self)(twin)


class DeadEnd(Mask):
    """Offers nothing to a seat that holds a pair."""

    def legal(self) -> vec[i32]:
        legal = super().legal()
        return vec[i32]() if self.true.phase == PLAY_CARD and len(legal) < HAND else legal


class OneSeatTooMany(Mask):
    """The turn passes to a seat that is not there."""

    def actor(self) -> i64:
        actor = super().actor()
        return actor + 1 if actor >= 0 else actor


class NoOdds(Mask):
    """An outcome that is among the legal ones and never comes."""

    def odds(self) -> vec[i32]:
        odds = list(self.true.odds())
        return vec[i32]([0, *odds[1:]])


class BiasedDraw(Mask):
    def draw(self, rng: Random) -> i64:
        return max(super().draw(rng), super().draw(rng))


class RunsForEver(Mask):
    """Whoever arrives has to begin anew."""

    def apply(self, action: i64) -> None:
        self.true.apply(action)
        if self.true.actor() == OVER:
            self.true = GAME.rules.begin(self.true.seats, {})


class OddRanks(Mask):
    """Everybody who has no point counts as first as well."""

    def ranks(self) -> vec[i64]:
        return vec[i64]([0] * self.true.seats)


class RollsItsOwnDice(Mask):
    """Draws a card that the action does not name."""

    shared = Random(5)

    def apply(self, action: i64) -> None:
        if self.true.actor() == CHANCE:
            action = self.true.draw(self.shared)
        self.true.apply(action)


class LosesACard(Mask):
    """A card that is played leaves the world."""

    def apply(self, action: i64) -> None:
        self.true.apply(action)
        for place in range(len(self.true.played)):
            self.true.played[place] = 0


# Positions and moves


def without_dice(state: Any) -> str:
    words = GAME.notation.write(state).split()
    return " ".join([*words[:2], "-", *words[3:]])


def read_without_dice(text: str) -> State:
    words = text.split()
    if words[0] in ("card", "whirl", "draw"):
        words[2] = "1+1"
    return GAME.notation.read(" ".join(words))


def read_no_capitals(text: str) -> Move:
    if text.isupper():
        raise NotAMove("write small")
    return GAME.moves.read(text)


def tell_as_to_the_turn(state: Any, action: int, seat: int) -> str:
    return GAME.moves.tell(state, action, state.turn)


# Views and prompts


def view_with_a_hand(state: Any, seat: int) -> Any:
    """The view of a watcher holds the hand of seat 0."""
    shown = GAME.view.view(state, seat)
    return msgspec.structs.replace(shown, hand=shown.hand or GAME.view.view(state, 0).hand)


def view_with_a_colour(state: Any, seat: int) -> Any:
    """Everybody sees the colour card of seat 1."""
    shown = GAME.view.view(state, seat)
    seats = list(shown.seats)
    colour = state.colours[1]
    seats[1] = msgspec.structs.replace(seats[1], colour=COLOUR_NAMES[colour] if colour >= 0 else None)
    return msgspec.structs.replace(shown, seats=tuple(seats))


def prompt_for_a_card_only(view: Any) -> str:
    """Whoever is to exchange figures is asked for a card."""
    words = GAME.view.prompt(view)
    return "Play a card, and its figure runs." if view.phase == "whirl" and view.seat == view.actor else words


def prompt_for_nothing(view: Any) -> str:
    """Whoever is to decide hears no more than that."""
    return "It is your turn." if view.seat == view.actor else GAME.view.prompt(view)


def prompt_without_a_name(view: Any) -> str:
    """Whoever waits does not hear for whom."""
    words = GAME.view.prompt(view)
    return words if view.seat == view.actor else words.replace(f"{seat_name(view.turn).capitalize()} is", "Somebody is")


def prompt_with_a_bare_seat(view: Any) -> str:
    """No name can be put where a seat is."""
    return spoken(GAME.view.prompt(view))


def tell_in_codes(state: Any, action: int, seat: int) -> str:
    """A card is called what the program calls it."""
    line = GAME.moves.tell(state, action, seat)
    return f"{line}: {GAME.moves.spell(state, action)}" if PLAY <= action < EXCHANGE else line


def prompt_that_crowns_the_first_seat(view: Any) -> str:
    return f"{seat_name(0).capitalize()} wins." if view.phase == "over" else GAME.view.prompt(view)


def picture_too_wide(view: Any) -> Picture:
    return [[Ink("~" * 101)], *GAME.picture.picture(view)]


# Advice


def held_by_the_next_seat(state: Any) -> list[int]:
    other = (state.turn + 1) % state.seats
    return list(state.hands)[other * CARDS : (other + 1) * CARDS]


def merit_with_a_hint(state: Any, action: int) -> str:
    return f"it is good against {held_by_the_next_seat(state)}"


def refusal_with_a_hint(state: Any, action: int) -> Refusal:
    return Refusal(f"no, and beware of {held_by_the_next_seat(state)}", "T2.2")


# Matches


class LaxMatch(Match):
    """Plays whatever it is told."""

    def play(self, wish: Any) -> None:
        self._apply(wish)


class ForgetfulMatch(Match):
    """Its record loses the options."""

    def record(self) -> Record:
        return msgspec.structs.replace(super().record(), options={})


class GreedyUndo(Match):
    """Takes back two actions instead of one."""

    def undo(self) -> Move:
        undone = super().undo()
        if self.actions:
            super().undo()
        return undone


def with_match(kind: type[Match], *options: Option) -> Game[Any, Any]:
    class Changed(Game[Any, Any]):
        def _match(self, seats: int, options: Options, luck: Luck, beginning: Beginning | None = USUAL) -> Match:
            return kind(self, self.rules.begin(seats, options), seats, options, luck, beginning)

    fields = {field.name: getattr(GAME, field.name) for field in dataclasses.fields(GAME)}
    return Changed(**{**fields, "options": options})


def wrong(law: str, mask: type[Mask] = Mask, **answers: Answers) -> Mutant:
    return Mutant(Table(behind(GAME, mask, **answers), SEATS), law)


def wrong_match(law: str, kind: type[Match]) -> Mutant:
    return Mutant(Table(with_match(kind), SEATS), law)


class BareCard(TakeCard, frozen=True, tag="take"):
    """A card whose face lies open even to those who do not see it."""

    OPEN = ("card",)


def spell_cards_openly(state: Any, action: int) -> Move:
    move = GAME.moves.spell(state, action)
    return BareCard(move.card) if isinstance(move, TakeCard) else move


LATE = Option("late", (False, True), "", "", ("", ""))

MUTANTS: dict[str, Mutant] = {
    "an unsorted legal list": wrong("legal_actions_are_ascending_and_none_only_at_the_end", Unsorted),
    "a dead end": wrong("legal_actions_are_ascending_and_none_only_at_the_end", DeadEnd),
    "a turn of nobody": wrong("the_actor_is_a_seat_or_chance_or_nobody", OneSeatTooMany),
    "an outcome without odds": wrong("chance_has_odds_for_every_outcome", NoOdds),
    "a biased draw": wrong("chance_draws_by_its_odds", BiasedDraw),
    "a game without an end": wrong("every_game_comes_to_an_end", RunsForEver),
    "a non-deterministic apply": wrong("the_same_action_has_the_same_effect", RollsItsOwnDice),
    "a shared buffer in clone": wrong("a_clone_shares_nothing", SharedBuffer),
    "a card that vanishes": wrong("nothing_is_lost_and_nothing_appears", LosesACard),
    "a position without its dice": wrong(
        "a_position_reads_as_it_was_written",
        notation={"write": without_dice, "read": read_without_dice},
    ),
    "a move that cannot be typed": wrong("a_move_reads_as_it_was_written", moves={"read": read_no_capitals}),
    "a picture that is too wide": wrong(
        "everybody_gets_a_prompt_a_picture_and_a_small_view", picture={"picture": picture_too_wide}
    ),
    "a prompt for a move that is not there": wrong(
        "a_prompt_names_what_may_be_done_and_nothing_else", view={"prompt": prompt_for_a_card_only}
    ),
    "a prompt that hides a move": wrong(
        "a_prompt_names_what_may_be_done_and_nothing_else", view={"prompt": prompt_for_nothing}
    ),
    "a prompt that names nobody": wrong(
        "whoever_waits_is_told_for_whom_and_for_what", view={"prompt": prompt_without_a_name}
    ),
    "a prompt with a false winner": wrong(
        "the_last_prompt_says_who_won", view={"prompt": prompt_that_crowns_the_first_seat}
    ),
    "a log that is silent": wrong(
        "the_log_has_a_line_for_every_action", moves={"tell": lambda state, action, seat: " "}
    ),
    "a prompt with a seat that cannot be named": wrong(
        "no_sentence_has_a_code_or_a_number_for_a_name", view={"prompt": prompt_with_a_bare_seat}
    ),
    "a log in codes": wrong("no_sentence_has_a_code_or_a_number_for_a_name", moves={"tell": tell_in_codes}),
    "a record that loses an option": Mutant(
        Table(with_match(ForgetfulMatch, LATE), SEATS, {"late": True}), "a_record_replays_to_the_same_match"
    ),
    "an apply that accepts an illegal action through Match": wrong_match(
        "an_illegal_wish_is_refused_with_a_clause_and_changes_nothing", LaxMatch
    ),
    "a refusal that names no clause of the rulebook": wrong(
        "an_illegal_wish_is_refused_with_a_clause_and_changes_nothing",
        reasons={"why": lambda state, action: Refusal("no", "T9.9")},
    ),
    "an undo that takes back too much": wrong_match("undo_takes_back_exactly_one_decision", GreedyUndo),
    "a score that disagrees with ranks": wrong("ranks_follow_scores", OddRanks),
    "an advice that is no number": wrong(
        "advice_is_a_number_for_every_seat_and_move", advice={"priority": lambda state, action: math.nan}
    ),
    "a decision that its own seat does not see": wrong("a_seat_sees_its_own_decisions", ForgetsItsOwnDecision),
    "a leak in view: a hand": wrong("an_imagined_world_looks_the_same", view={"view": view_with_a_hand}),
    "a leak in view: a colour card": wrong("an_imagined_world_looks_the_same", view={"view": view_with_a_colour}),
    "a leak in a refusal": wrong("an_imagined_world_looks_the_same", reasons={"why": refusal_with_a_hint}),
    "a leak in a merit": wrong("an_imagined_world_looks_the_same", reasons={"merit": merit_with_a_hint}),
    "a leak in glimpse": wrong("a_glimpse_tells_no_more_than_the_view", LeakyGlimpse),
    "a leak in the log": wrong(
        "worlds_that_look_alike_stay_alike_while_their_glimpses_do", moves={"tell": tell_as_to_the_turn}
    ),
    "a leak in a hidden move": wrong(
        "what_is_shown_of_a_move_depends_on_its_glimpse_alone", moves={"spell": spell_cards_openly}
    ),
    "a glimpse that hides too much": wrong("worlds_that_look_alike_stay_alike_while_their_glimpses_do", BlindGlimpse),
    "an imagine that keeps a secret": wrong("what_a_seat_imagines_depends_on_what_it_knows_alone", KeepsAHand),
    "an imagine that breaks a known fact": wrong("an_imagined_world_looks_the_same", ForgetsItsOwnHand),
    "a leak in an observation": wrong("worlds_that_look_alike_are_encoded_alike", EncodesAHand),
    "an observation without the hunters": wrong("what_looks_different_is_encoded_differently", EncodesNoFigures),
    "an observation beyond its range": wrong("an_observation_keeps_its_length_and_its_range", EncodesTheSquare),
    "two decisions with one number": wrong("a_decision_has_one_number_and_a_number_one_decision", NumbersColours),
}
