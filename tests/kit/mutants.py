"""The Treasure race with one deliberate defect each, to show that the kit notices."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
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
from fourleaf.engine.record import USUAL, Beginning
from fourleaf.engine.state import CHANCE, HIDDEN
from fourleaf.games.treasure import GAME
from fourleaf.games.treasure.board import CARDS, COLOUR_NAMES, HAND
from fourleaf.games.treasure.rules import PLAY_CARD, Treasure
from tests.kit.walks import Table


class Honest(State):
    """The race behind a mask: every question goes to a Treasure, and a mutant answers one of them wrongly."""

    def __init__(self, race: Treasure) -> None:
        self.race = race

    def __getattr__(self, name: str) -> Any:
        return getattr(self.race, name)

    def actor(self) -> i64:
        return self.race.actor()

    def legal(self) -> vec[i32]:
        return self.race.legal()

    def odds(self) -> vec[i32]:
        return self.race.odds()

    def draw(self, rng: Random) -> i64:
        return self.race.draw(rng)

    def apply(self, action: i64) -> None:
        self.race.apply(action)

    def clone(self) -> State:
        return type(self)(self.race.clone())

    def glimpse(self, action: i64, seat: i64) -> i64:
        return self.race.glimpse(action, seat)

    def imagine(self, seat: i64, rng: Random) -> State:
        return type(self)(self.race.imagine(seat, rng))

    def scores(self) -> vec[i64]:
        return self.race.scores()

    def ranks(self) -> vec[i64]:
        return self.race.ranks()


class Masked:
    """rules.py and moves.py of the race with masked positions."""

    def __init__(self, mask: type[Honest]) -> None:
        self.mask = mask

    def begin(self, seats: int, options: Options) -> State:
        return self.mask(GAME.rules.begin(seats, options))

    def read_position(self, text: str) -> State:
        return self.mask(GAME.moves.read_position(text))

    def options_of(self, state: Any) -> Options:
        return GAME.moves.options_of(state)

    def write_position(self, state: Any) -> str:
        return GAME.moves.write_position(state)

    def spell(self, state: Any, action: int) -> Move:
        return GAME.moves.spell(state, action)

    def read(self, text: str) -> Move:
        return GAME.moves.read(text)

    def tell(self, state: Any, action: int, seat: int) -> str:
        return GAME.moves.tell(state, action, seat)


class UnmaskedAdvice:
    """advice.py of the race, which is compiled and takes no masks."""

    HORIZON = GAME.advice.HORIZON
    SIDE_BY_SIDE = GAME.advice.SIDE_BY_SIDE
    ONE_WINNER = GAME.advice.ONE_WINNER

    @staticmethod
    def standing(state: Any) -> list[float]:
        return GAME.advice.standing(state.race)

    @staticmethod
    def priority(state: Any, action: int) -> float:
        return GAME.advice.priority(state.race, action)

    @staticmethod
    def merit(state: Any, action: int) -> str:
        return GAME.advice.merit(state.race, action)

    @staticmethod
    def why(state: Any, action: int) -> Refusal:
        return GAME.advice.why(state.race, action)


def game_of(mask: type[Honest], files: type[Masked] = Masked, **changes: Any) -> Game[Any, Any]:
    masked: Any = files(mask)
    return dataclasses.replace(GAME, rules=masked, moves=masked, advice=UnmaskedAdvice, **changes)


class LeakyGlimpse(Honest):
    def glimpse(self, action: i64, seat: i64) -> i64:
        return action


class BlindGlimpse(Honest):
    """Nobody sees even their own cards come."""

    def glimpse(self, action: i64, seat: i64) -> i64:
        return HIDDEN


class KeepsAHand(Honest):
    """Imagines colours anew but leaves every hand as it is."""

    def imagine(self, seat: i64, rng: Random) -> State:
        world = self.race.clone()
        world._draw_colours_again(seat, rng)
        return type(self)(world)


class ForgetsItsOwnHand(Honest):
    """Imagines even the hand of the seat that imagines."""

    def imagine(self, seat: i64, rng: Random) -> State:
        return type(self)(self.race.imagine((seat + 1) % self.race.seats, rng))


class Unsorted(Honest):
    def legal(self) -> vec[i32]:
        return vec[i32](reversed(list(self.race.legal())))


class SharedBuffer(Honest):
    def clone(self) -> State:
        twin = self.race.clone()
        twin.figures = self.race.figures
        return type(self)(twin)


class DeadEnd(Honest):
    """Offers nothing to a seat that holds a pair."""

    def legal(self) -> vec[i32]:
        legal = self.race.legal()
        return vec[i32]() if self.race.phase == PLAY_CARD and len(legal) < HAND else legal


class BiasedDraw(Honest):
    def draw(self, rng: Random) -> i64:
        return max(self.race.draw(rng), self.race.draw(rng))


class OddRanks(Honest):
    """Everybody who has no point counts as first as well."""

    def ranks(self) -> vec[i64]:
        return vec[i64]([0] * self.race.seats)


class RollsItsOwnDice(Honest):
    """Draws a card that the action does not name."""

    shared = Random(5)

    def apply(self, action: i64) -> None:
        if self.race.actor() == CHANCE:
            action = self.race.draw(self.shared)
        self.race.apply(action)


class LosesACard(Honest):
    """A card that is played leaves the world."""

    def apply(self, action: i64) -> None:
        self.race.apply(action)
        for place in range(len(self.race.played)):
            self.race.played[place] = 0


class ForgetsTheDice(Masked):
    """Writes positions without the dice."""

    def write_position(self, state: Any) -> str:
        words = GAME.moves.write_position(state).split()
        return " ".join([*words[:2], "-", *words[3:]])

    def read_position(self, text: str) -> State:
        words = text.split()
        if words[0] in ("card", "whirl", "draw"):
            words[2] = "1+1"
        return super().read_position(" ".join(words))


class TellsTooMuch(Masked):
    def tell(self, state: Any, action: int, seat: int) -> str:
        return GAME.moves.tell(state, action, state.turn)


class ReadsNoCapitals(Masked):
    def read(self, text: str) -> Move:
        if text.isupper():
            raise NotAMove("write small")
        return GAME.moves.read(text)


class _Views:
    @staticmethod
    def prompt(view: Any) -> str:
        return GAME.view.prompt(view)

    @staticmethod
    def picture(view: Any) -> Any:
        return GAME.view.picture(view)


class ShowsAHand(_Views):
    """The view of a watcher holds the hand of seat 0."""

    @staticmethod
    def view(state: Any, seat: int) -> Any:
        shown = GAME.view.view(state, seat)
        return msgspec.structs.replace(shown, hand=shown.hand or GAME.view.view(state, 0).hand)


class ShowsAColour(_Views):
    """Everybody sees the colour card of seat 1."""

    @staticmethod
    def view(state: Any, seat: int) -> Any:
        shown = GAME.view.view(state, seat)
        seats = list(shown.seats)
        colour = state.colours[1]
        seats[1] = msgspec.structs.replace(seats[1], colour=COLOUR_NAMES[colour] if colour >= 0 else None)
        return msgspec.structs.replace(shown, seats=tuple(seats))


class RefusesWithAHint:
    """Tells in a refusal what the next seat holds."""

    HORIZON = GAME.advice.HORIZON
    SIDE_BY_SIDE = GAME.advice.SIDE_BY_SIDE
    ONE_WINNER = GAME.advice.ONE_WINNER
    standing = staticmethod(GAME.advice.standing)
    priority = staticmethod(GAME.advice.priority)
    merit = staticmethod(GAME.advice.merit)

    @staticmethod
    def why(state: Any, action: int) -> Refusal:
        other = (state.turn + 1) % state.seats
        held = list(state.hands)[other * CARDS : (other + 1) * CARDS]
        return Refusal(f"no, and beware of {held}", "T2.2")


class RefusesWithoutAClause:
    HORIZON = GAME.advice.HORIZON
    SIDE_BY_SIDE = GAME.advice.SIDE_BY_SIDE
    ONE_WINNER = GAME.advice.ONE_WINNER
    standing = staticmethod(GAME.advice.standing)
    priority = staticmethod(GAME.advice.priority)
    merit = staticmethod(GAME.advice.merit)

    @staticmethod
    def why(state: Any, action: int) -> Refusal:
        return Refusal("no", "T9.9")


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


def table(game: Game[Any, Any]) -> Table:
    return Table(game, 3)


def _with_option() -> Table:
    return Table(with_match(ForgetfulMatch, Option("late", (False, True), "")), 3, {"late": True})


Mutant = Callable[[], Table]

MUTANTS: dict[str, tuple[Mutant, str]] = {
    "a leak in view: a hand": (
        lambda: table(dataclasses.replace(GAME, view=ShowsAHand)),
        "an_imagined_world_looks_the_same",
    ),
    "a leak in view: a colour card": (
        lambda: table(dataclasses.replace(GAME, view=ShowsAColour)),
        "an_imagined_world_looks_the_same",
    ),
    "a leak in glimpse": (lambda: table(game_of(LeakyGlimpse)), "a_glimpse_tells_no_more_than_the_view"),
    "a glimpse that hides too much": (
        lambda: table(game_of(BlindGlimpse)),
        "worlds_that_look_alike_stay_alike_while_their_glimpses_do",
    ),
    "a leak in the log": (
        lambda: table(game_of(Honest, TellsTooMuch)),
        "worlds_that_look_alike_stay_alike_while_their_glimpses_do",
    ),
    "a leak in a refusal": (
        lambda: table(dataclasses.replace(GAME, advice=RefusesWithAHint)),
        "an_imagined_world_looks_the_same",
    ),
    "an imagine that keeps a secret": (
        lambda: table(game_of(KeepsAHand)),
        "what_a_seat_imagines_depends_on_what_it_knows_alone",
    ),
    "an imagine that breaks a known fact": (
        lambda: table(game_of(ForgetsItsOwnHand)),
        "an_imagined_world_looks_the_same",
    ),
    "an unsorted legal list": (
        lambda: table(game_of(Unsorted)),
        "legal_actions_are_ascending_and_none_only_at_the_end",
    ),
    "a dead end": (lambda: table(game_of(DeadEnd)), "legal_actions_are_ascending_and_none_only_at_the_end"),
    "a shared buffer in clone": (lambda: table(game_of(SharedBuffer)), "a_clone_shares_nothing"),
    "a biased draw": (lambda: table(game_of(BiasedDraw)), "chance_draws_by_its_odds"),
    "a score that disagrees with ranks": (lambda: table(game_of(OddRanks)), "ranks_follow_scores"),
    "a non-deterministic apply": (lambda: table(game_of(RollsItsOwnDice)), "the_same_action_has_the_same_effect"),
    "a card that vanishes": (lambda: table(game_of(LosesACard)), "nothing_is_lost_and_nothing_appears"),
    "a position without its dice": (
        lambda: table(game_of(Honest, ForgetsTheDice)),
        "a_position_reads_as_it_was_written",
    ),
    "a move that cannot be typed": (
        lambda: table(game_of(Honest, ReadsNoCapitals)),
        "a_move_reads_as_it_was_written",
    ),
    "an apply that accepts an illegal action through Match": (
        lambda: table(with_match(LaxMatch)),
        "an_illegal_wish_is_refused_with_a_clause_and_changes_nothing",
    ),
    "a refusal that names no clause of the rulebook": (
        lambda: table(dataclasses.replace(GAME, advice=RefusesWithoutAClause)),
        "an_illegal_wish_is_refused_with_a_clause_and_changes_nothing",
    ),
    "an undo that takes back too much": (
        lambda: table(with_match(GreedyUndo)),
        "undo_takes_back_exactly_one_decision",
    ),
    "a record that loses an option": (_with_option, "a_record_replays_to_the_same_match"),
}
