"""`fourleaf play GAME`: the table in a terminal."""

from __future__ import annotations

import argparse
from datetime import datetime
from pathlib import Path
from typing import Any, Final

import msgspec
from platformdirs import user_data_path
from rich.columns import Columns
from rich.console import Console
from rich.markdown import Markdown

from fourleaf.bots import BOTS, UnknownBot, bot
from fourleaf.bots.bot import Bot
from fourleaf.bots.hint import hint
from fourleaf.cli.drawing import drawn, told
from fourleaf.cli.rules import print_passages
from fourleaf.cli.words import INTERRUPTED, add_options, chosen_options
from fourleaf.engine.errors import BadStart, FourleafError, IllegalMove, listed
from fourleaf.engine.game import Game
from fourleaf.engine.luck import fresh_seed
from fourleaf.engine.match import Match
from fourleaf.engine.record import Record
from fourleaf.engine.state import WATCHER
from fourleaf.games import game as game_of
from fourleaf.games import play_from, replay

HUMAN: Final = "human"
USUAL_SEATS: Final = 3
HELP: Final = """\
Type the number of a move, or the move itself. Also:

- `?` this help, `? T2.5` a clause, `? whirl` every clause with that word, `rules` the whole rulebook
- `log` everything that has happened so far
- `hint` what a strong player would do in your place, and why
- `undo` take back your last decision
- `quit` save the match and leave; it can be resumed (so does ctrl-C)
"""


def add_to(commands: argparse._SubParsersAction[Any]) -> None:
    """Put the command on the command line."""
    command = commands.add_parser("play", help="play in the terminal against bots or friends")
    command.add_argument("game", nargs="?")
    command.add_argument("--seats", help="who sits where: human,greedy,random (you against greedy bots)")
    command.add_argument("--seed", type=int, help="the same seed gives the same luck")
    command.add_argument("--resume", metavar="RECORD", help="go on with a match that was saved")
    command.add_argument(
        "--from", dest="origin", metavar="RECORD", help="go on from a moment of a match, with new luck"
    )
    command.add_argument("--at", type=int, metavar="PLY", help="the moment, as `fourleaf replay` numbers it")
    command.add_argument("--as", dest="eyes", type=int, metavar="SEAT", help="deal anew what this seat could not know")
    command.add_argument("--record", metavar="FILE", help="where to save the match (in your data folder)")
    add_options(command)
    command.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Seat everybody and play until the end or until somebody quits."""
    match, who = _begun(args)
    if len(who) != match.seats:
        raise BadStart(f"the record has {match.seats} seats; --seats names {len(who)}")
    path = Path(args.record or args.resume or _new_path(match.game.name))
    terminal = Terminal(match, who, path)
    try:
        terminal.play()
    except KeyboardInterrupt:
        terminal.leave()
        return INTERRUPTED
    return 0


def _begun(args: argparse.Namespace) -> tuple[Match, tuple[str, ...]]:
    """The match that was asked for, and who sits where."""
    if [args.game, args.resume, args.origin].count(None) != 2:
        raise BadStart("name a game to start, a record to --resume or one to go on --from, one of the three")
    if (args.origin is None) != (args.at is None) or (args.eyes is not None and args.origin is None):
        raise BadStart("--from takes a record and --at the ply to go on from; --as goes with both")
    if args.resume:
        record = Record.load(args.resume)
        return replay(record), _who(args.seats, game_of(record.game), record.who)
    if args.origin:
        match = play_from(Record.load(args.origin), args.at, args.eyes, args.seed)
        usual = tuple(HUMAN if seat == (args.eyes or 0) else "medium" for seat in range(match.seats))
        return match, _who(args.seats, match.game, usual)
    game = game_of(args.game)
    who = _who(args.seats, game, ())
    return game.start(len(who), seed=args.seed, options=chosen_options(game, args.option)), who


def _who(words: str | None, game: Game[Any, Any], recorded: tuple[str, ...]) -> tuple[str, ...]:
    if words is None:
        seats = max(game.seats[0], min(USUAL_SEATS, game.seats[-1]))
        return recorded or (HUMAN, *["medium"] * (seats - 1))
    who = tuple(word.strip() for word in words.split(","))
    for name in who:
        try:
            _ = name == HUMAN or bot(name, seed=0)
        except UnknownBot:
            raise BadStart(f"{name!r} cannot sit down; a seat is taken by {listed([HUMAN, *BOTS])}") from None
    return who


def _new_path(game: str) -> Path:
    folder = user_data_path("fourleaf") / "records"
    folder.mkdir(parents=True, exist_ok=True)
    return folder / f"{game}-{datetime.now():%Y%m%d-%H%M%S}.json"


class Terminal:
    """One match at a terminal, with people and bots in its seats."""

    def __init__(self, match: Match, who: tuple[str, ...], path: Path) -> None:
        self.match = match
        self.who = who
        self.path = path
        self.console = Console(highlight=False)
        seed = fresh_seed()
        self.bots: dict[int, Bot] = {seat: bot(name, seed + seat) for seat, name in enumerate(who) if name != HUMAN}
        self.told = dict.fromkeys(range(match.seats), 0)
        """Up to which ply each seat has heard the log."""
        self.last_human: int | None = None
        self.settled = match.ply
        """The ply at which nothing was on its way."""

    @property
    def humans(self) -> list[int]:
        """The seats in which people sit."""
        return [seat for seat in range(self.match.seats) if seat not in self.bots]

    def play(self) -> None:
        """Play until the game is over or somebody quits."""
        self.console.print(f"[bold green]{self.match.game.title}[/] by {self.match.game.credit}")
        self.console.print(self.match.game.summary, "Type [bold]?[/] for help.\n")
        if self.match.origin is not None:
            self.console.print(f"{self.match.origin.words}\n", style="dim")
        while not self.match.is_over:
            self.settled = self.match.ply
            seat = self.match.actor
            if seat in self.bots:
                self.match.play(self.bots[seat].choose(self.match.knowledge(seat)))
            elif not self._human_turn(seat):
                self.settled = self.match.ply
                self.leave()
                return
        self._finish()

    def leave(self) -> None:
        """Keep the match and say how to go on, wherever somebody has left it."""
        if self.match.ply > self.settled:
            # Somebody may have left in the middle of a move: it is played again, with the same luck.
            self.match.rewind(self.settled)
        self._save()
        self.console.print(f"\nSaved. Go on with: fourleaf play --resume {self.path}", markup=False, soft_wrap=True)

    def _human_turn(self, seat: int) -> bool:
        """Let a person decide; whether the match goes on."""
        if len(self.humans) > 1 and self.last_human != seat:
            self._hand_over(seat)
        self.last_human = seat
        self.show(seat)
        ply = self.match.ply
        while self.match.ply == ply:
            try:
                words = self.console.input("[bold gold1]> [/]").strip()
            except EOFError:
                return False
            if words.casefold() in ("q", "quit"):
                return False
            try:
                self._obey(seat, words)
            except IllegalMove as refused:
                self._refuse(refused)
            except FourleafError as error:
                self.console.print(f"{error}.", style="red", markup=False)
        return True

    def _hand_over(self, seat: int) -> None:
        """Hide what the last person saw before the next one looks."""
        if self.last_human is not None:
            self.console.clear()
        self.console.print(f"Seat {seat}, it is your turn. Press Enter when nobody else is looking.", style="bold")
        try:
            self.console.input()
        except EOFError:
            return

    def show(self, seat: int) -> None:
        """Tell a seat what has happened, draw what it sees, and list what it may do."""
        self._tell(seat)
        self.console.print(drawn(self.match, seat))
        self.console.print(self.match.prompt(seat), style="bold gold1", markup=False)
        moves = [f"[bold]{number:>3}[/]  {move}" for number, move in enumerate(self.match.moves, 1)]
        self.console.print(Columns(moves, padding=(0, 3), column_first=True))

    def _tell(self, seat: int) -> None:
        for line in self.match.log(seat, since=self.told[seat]):
            self.console.print(f"  {line}", style="dim", markup=False)
        self.told[seat] = self.match.ply

    def _obey(self, seat: int, words: str) -> None:
        command, _, rest = words.partition(" ")
        match command.casefold():
            case "":
                return
            case "?" | "help" | "h" if not rest:
                self.console.print(Markdown(HELP))
            case "?" | "help":
                print_passages(self.console, self.match.game.rulebook, rest)
            case "rules":
                self.console.print(told(self.match.game))
            case "log":
                for line in self.match.log(seat):
                    self.console.print(f"  {line}", markup=False)
            case "hint":
                self._hint(seat)
            case "undo" | "u":
                self._undo(seat)
            case number if number.isdecimal() and not rest:
                self.match.play(self._numbered(int(number)))
            case _:
                self.match.play(words)

    def _numbered(self, number: int) -> int:
        legal = self.match.legal
        if not 1 <= number <= len(legal):
            raise FourleafError(f"there is no move {number}; the moves are 1 to {len(legal)}")
        return legal[number - 1]

    def _hint(self, seat: int) -> None:
        """What a strong player would do; the first is the best."""
        for found in hint(self.match, seat):
            number = self.match.legal.index(found.action) + 1
            self.console.print(f"{number:>3}  {found.move}: {found.why}", style="gold1", markup=False)

    def _undo(self, seat: int) -> None:
        """Take back everything down to this seat's last decision, or nothing if there is none."""
        attempt = self.match.copy()
        attempt.undo()
        while attempt.actor != seat:
            attempt.undo()
        self.match.rewind(attempt.ply)
        self.told = {heard: min(ply, self.match.ply) for heard, ply in self.told.items()}
        self.console.print("Taken back.", style="dim")

    def _refuse(self, refused: IllegalMove) -> None:
        """Say why, and quote the rulebook."""
        self.console.print(f"No: {refused}.", style="bold red", markup=False)
        quoted = self.match.game.rulebook.clauses.get(refused.clause)
        if quoted:
            self.console.print(f"  {refused.clause}  {quoted}", style="italic", markup=False)

    def _finish(self) -> None:
        seat = self.humans[0] if len(self.humans) == 1 else WATCHER
        self.console.print()
        if seat >= 0:
            self._tell(seat)
        self.console.print(drawn(self.match, seat))
        self.console.print(self.match.prompt(seat), style="bold gold1", markup=False)
        for place, name in enumerate(self.who):
            rank = (self.match.ranks or [])[place]
            self.console.print(f"  {'★' if rank == 0 else ' '} seat {place} ({name}): {self.match.scores[place]}")
        self._save()
        self.console.print(f"The record is in {self.path}", style="dim", markup=False, soft_wrap=True)

    def _save(self) -> None:
        msgspec.structs.replace(self.match.record(), who=self.who).save(self.path)
