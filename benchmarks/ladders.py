"""Whether each level beats the one below, in every game at every table: `make ladders`.

What was measured is kept in ladders.json with what the two did to get there and the sources that they did it by, so a
run goes on where the last one ended and measures again only what a change has touched. A change after which the bots
provably choose the same moves (choices.py) carries the figures over; after any other they say that they were measured
before it, until they are measured again. The tables and the picture of docs/bots.md are made from them.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any, Final, NamedTuple, TypeAlias

import msgspec

from benchmarks.choices import found, look_again, sources_of
from benchmarks.levels_picture import picture
from fourleaf.arena import ladder
from fourleaf.arena.estimates import Estimate
from fourleaf.arena.tournament import Rung
from fourleaf.bots.levels import LEVELS
from fourleaf.engine.game import Game
from fourleaf.engine.plan import SearchPlan
from fourleaf.games import GAMES

FOLDER: Final = Path(__file__).parent
KEPT: Final = FOLDER / "ladders.json"
PAGE: Final = FOLDER.parent / "docs" / "bots.md"
PICTURE: Final = FOLDER.parent / "docs" / "pictures" / "levels.svg"
BEGINNING: Final = "<!-- `make ladders` writes what follows -->\n"
END: Final = "<!-- `make ladders` wrote this -->\n"
SEED: Final = 7
FRESH_SEED: Final = 8
"""For comparisons of a set length, unless told otherwise: other luck than that of the trials that found the levels."""
Pairs: TypeAlias = tuple[tuple[str, str], ...]
RUNGS: Final[Pairs] = (("easy", "medium"), ("medium", "hard"), ("hard", "master"))
YARDSTICKS: Final[Pairs] = (("greedy", "hard"), ("greedy", "master"), ("random", "master"))


class Question(NamedTuple):
    """Whether one beats the other in a game with so many seats."""

    game: str
    seats: int
    weaker: str
    stronger: str

    @property
    def how(self) -> str:
        """What both do in this game and by which rules, which makes an answer stale when it changes."""
        game = GAMES[self.game]
        plan = game.advice.SEARCH
        both = " v ".join(_effort(name, self.game, self.seats) for name in (self.stronger, self.weaker))
        # With two seats it comes to the same whether the loser is second or nothing.
        one_winner = ", one winner" if game.one_winner and self.seats > 2 else ""
        side_by_side = ", side by side" if plan.paired else ""
        rules = f", rules {game.version}" if game.version > 1 else ""
        return f"{both}, {_how_far(plan)}{side_by_side}{one_winner}{rules}"

    @property
    def name(self) -> str:
        """What stands in the file and before the bar."""
        return f"{self.game} {self.seats}: {self.stronger} v {self.weaker}"


class Answer(msgspec.Struct, frozen=True, omit_defaults=True):
    """What came out, what both did for it, and with which luck."""

    how: str
    rung: Rung
    sources: str
    seed: int = SEED

    @property
    def is_set(self) -> bool:
        """Whether the number of games was set before the first, with other luck than that of the trials."""
        return self.seed != SEED


def _effort(name: str, game: str, seats: int) -> str:
    if name not in LEVELS:
        return name
    effort = GAMES[game].advice.SEARCH.levels[name]
    return f"{effort.passes}/{effort.slack_with(seats)}"


def _how_far(plan: SearchPlan) -> str:
    turns = f" and {plan.horizon.turns} turns" if plan.horizon.turns else ""
    whims = "" if plan.whim == SearchPlan().whim else f", {plan.whim} whims"
    return f"{plan.horizon.decisions}{turns} on{whims}"


def questions() -> Iterator[Question]:
    """The levels first; what the yardsticks say of them after."""
    for pairs in (RUNGS, YARDSTICKS):
        for game in GAMES.values():
            for seats in _tables(game, pairs):
                for weaker, stronger in pairs:
                    yield Question(game.name, seats, weaker, stronger)


def _tables(game: Game[Any, Any], pairs: Pairs) -> list[int]:
    """Alone at the table the levels differ too; the yardsticks are for play against others."""
    return [seats for seats in game.seats if seats > 1 or pairs is RUNGS]


def kept() -> dict[str, Answer]:
    """What was measured before and still holds."""
    if not KEPT.exists():
        return {}
    answers = msgspec.json.decode(KEPT.read_bytes(), type=dict[str, Answer])
    return {
        question.name: answers[question.name]
        for question in questions()
        if question.name in answers and answers[question.name].how == question.how
    }


def carry_over(answers: dict[str, Answer]) -> dict[str, Answer]:
    """The same answers, by the sources of today wherever the bots choose as they did by the old ones."""
    carried = dict(answers)
    for game in GAMES.values():
        before = found()[game.name]
        now = look_again(game)
        if now.choices == before.choices:
            for name, answer in answers.items():
                if name.split()[0] == game.name and answer.sources == before.sources:
                    carried[name] = msgspec.structs.replace(answer, sources=now.sources)
    return carried


def is_old(name: str, answer: Answer) -> bool:
    """Whether the bots have chosen otherwise since this was measured."""
    return answer.sources != found()[name.split()[0]].sources


def keep(answers: dict[str, Answer]) -> None:
    """Write the figures down, and the tables for people."""
    in_order = {question.name: answers[question.name] for question in questions() if question.name in answers}
    KEPT.write_bytes(msgspec.json.format(msgspec.json.encode(in_order), indent=1) + b"\n")
    PAGE.write_text(page(answers), "utf-8")
    PICTURE.write_text(drawn(answers), "utf-8")


def drawn(answers: dict[str, Answer]) -> str:
    """The rungs as a picture."""
    tables = {
        f"{game.title} †" if game.name in _old_in(answers) else game.title: {
            seats: [_score(answers.get(Question(game.name, seats, *pair).name)) for pair in RUNGS]
            for seats in _tables(game, RUNGS)
        }
        for game in GAMES.values()
    }
    return picture([f"{stronger} over {weaker}" for weaker, stronger in RUNGS], tables)


def _score(answer: Answer | None) -> Estimate | None:
    return None if answer is None else answer.rung.score


def page(answers: dict[str, Answer]) -> str:
    """The page for people, with these figures in its tables."""
    before, _, rest = PAGE.read_text("utf-8").partition(BEGINNING)
    _, _, after = rest.partition(END)
    tables = "\n".join((_table(RUNGS, answers), _table(YARDSTICKS, answers), _said_of_old(answers), _times(answers)))
    return f"{before}{BEGINNING}\n{tables}\n{END}{after}"


def _table(pairs: Pairs, answers: dict[str, Answer]) -> str:
    lines = [
        "| | seats | " + " | ".join(f"`{stronger}` over `{weaker}`" for weaker, stronger in pairs) + " |",
        "| --- | --- |" + " --- |" * len(pairs),
    ]
    for game in GAMES.values():
        for seats in _tables(game, pairs):
            names = [Question(game.name, seats, *pair).name for pair in pairs]
            cells = (_cell(name, answers.get(name)) for name in names)
            lines.append(f"| {game.title} | {seats} | {' | '.join(cells)} |")
    return "\n".join(lines) + "\n"


def _said_of_old(answers: dict[str, Answer]) -> str:
    """Which figures were measured before a change of what the bots choose."""
    old = _old_in(answers)
    lines = [
        f"† {game.title}: measured before {found()[game.name].since}, when the bots began to choose otherwise there."
        for game in GAMES.values()
        if game.name in old
    ]
    return "\n".join(f"{line}\n" for line in lines)


def _old_in(answers: dict[str, Answer]) -> set[str]:
    """The games of which a figure is old."""
    return {name.split()[0] for name, answer in answers.items() if is_old(name, answer)}


def _times(answers: dict[str, Answer]) -> str:
    """How long the levels thought, at the tables where they took longest."""
    levels = [stronger for _, stronger in RUNGS]
    lines = [
        "Milliseconds a move where there was a choice, mean and longest, by the clock on the wall (what else the",
        "machine did counts too, unlike in a level's limit, which is time of one core):\n",
        "| | " + " | ".join(f"`{level}`" for level in levels) + " |",
        "| --- |" + " --- |" * len(levels),
    ]
    for game in GAMES.values():
        cells = []
        for level in levels:
            rungs = [answer.rung for name, answer in answers.items() if name.startswith(game.name)]
            times = [rung.times for rung in rungs if rung.stronger == level and rung.times is not None]
            longest = max((each.longest for each in times), default=0.0)
            mean = max((each.mean for each in times), default=0.0)
            cells.append(f"{1000 * mean:.0f}, {1000 * longest:.0f}" if times else "–")
        lines.append(f"| {game.title} | {' | '.join(cells)} |")
    return "\n".join(lines) + "\n"


def _cell(name: str, answer: Answer | None) -> str:
    if answer is None:
        return "–"
    score = answer.rung.score
    at_least = 0.0 if score.at_least is None else score.at_least
    # Rounded down: a bound just above one half must not read like more, nor one just below it like one half.
    games = f"={answer.rung.games}" if answer.is_set else f"{answer.rung.games}"
    if answer.is_set and answer.seed != FRESH_SEED:
        games += f", seed {answer.seed}"
    old = " †" if is_old(name, answer) else ""
    told = f"{score.mean:.2f} ≥ {int(1000 * at_least) / 1000:.3f} ({games}){old}"
    return told if score.verdict == "beats" else f"{told} *{score.verdict}*"


def _is_settled(name: str, answer: Answer | None, games: int, is_set: bool) -> bool:
    """An open one is settled too when no more games may be played; a set number is played although the bet was won."""
    if answer is None or (is_set and not answer.is_set) or is_old(name, answer):
        return False
    return answer.rung.score.verdict != "open" or answer.rung.games >= games


def _progress(title: str, _what: str, done: int, of: int) -> None:
    if sys.stdout.isatty():
        print(f"\r{title}  {done} of at most {of} games", end="", flush=True)


def main() -> None:
    """Answer what is open, the questions in their order."""
    parser = argparse.ArgumentParser(description="Measure whether each level beats the one below.")
    parser.add_argument("--games", type=int, default=3000, help="games of a comparison at most (3000)")
    parser.add_argument(
        "--set",
        type=int,
        nargs="?",
        const=FRESH_SEED,
        metavar="SEED",
        help=f"play exactly so many, decided or not, with luck of their own (seed {FRESH_SEED})",
    )
    parser.add_argument("--only", default="", metavar="WORDS", help="comparisons whose name has these words")
    parser.add_argument("--carry", action="store_true", help="play nothing, only look if the bots choose as before")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="processes that play (one a core)")
    args = parser.parse_args()
    is_set = args.set is not None
    if args.set == SEED:
        parser.error(f"seed {SEED} was that of the trials; give another, such as {FRESH_SEED}")
    seed = args.set if is_set else SEED
    answers = carry_over(kept())
    keep(answers)
    todo = [
        question
        for question in questions()
        if args.only in question.name
        and not args.carry
        and not _is_settled(question.name, answers.get(question.name), args.games, is_set)
    ]
    for place, question in enumerate(todo, 1):
        title = f"{place} of {len(todo)}  {question.name}"
        found = ladder(
            question.game,
            [question.weaker, question.stronger],
            args.games,
            seats=[question.seats],
            until_decided=not is_set,
            seed=seed,
            jobs=args.jobs,
            watch=partial(_progress, title),
        )
        (rung,) = found.rungs
        answers[question.name] = Answer(question.how, rung, sources_of(question.game), seed)
        keep(answers)
        print(f"\r{title}  {_cell(question.name, answers[question.name])}  {found.seconds:.0f} s", flush=True)


if __name__ == "__main__":
    main()
