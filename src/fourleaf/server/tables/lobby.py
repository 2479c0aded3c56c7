"""Before the match: a table is set up, people and bots take seats, and all of them start together."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, NamedTuple

from sqlalchemy import Connection

import fourleaf
from fourleaf.engine.errors import BadStart, listed
from fourleaf.engine.fairluck import ENTROPY, seat_commitment
from fourleaf.engine.game import Game
from fourleaf.engine.luck import ByHand
from fourleaf.engine.options import Options, settle
from fourleaf.engine.record import USUAL, Beginning
from fourleaf.server import wire
from fourleaf.server.errors import Malformed, NotNow, NotYours
from fourleaf.server.storage import entries as log
from fourleaf.server.storage.entries import NOTHING_KNOWN, About, AnyEntry
from fourleaf.server.storage.log import promise
from fourleaf.server.tables.bots import bot_names, is_bot
from fourleaf.server.tables.luck import luck_of, opened, server_commitment, server_entropy
from fourleaf.server.tables.table import Requester, Table
from fourleaf.server.tables.table_state import TableState
from fourleaf.server.texts import clean_name
from fourleaf.server.values import Source

ONE_SEAT: Final = "at a rated table everybody has one seat"


class Start(NamedTuple):
    """Where a table begins, and how that is told."""

    beginning: Beginning = USUAL
    source: Source | None = None


def opening(
    table: str, wish: wire.CreateTable, person: str, name: str, about: About, start: Start, secret: bytes
) -> tuple[list[AnyEntry], str]:
    """The first entries of a new table, and what it commits to its secret with."""
    game = fourleaf.game(wish.game)
    if len(wish.seats) not in game.seats:
        raise BadStart(f"{game.title} has {game.seats[0]} to {game.seats[-1]} seats, not {len(wish.seats)}")
    if wish.rated and wish.seats.count("me") > 1:
        raise BadStart(ONE_SEAT)
    if wish.rated and len(wish.seats) == 1:
        raise BadStart("a rated table needs somebody to play against")
    options = settle(game.options, {**_options_there(game, start.beginning), **wish.options})
    if start.beginning != USUAL:
        game.start(len(wish.seats), options=options, luck=ByHand(), beginning=start.beginning)
    commitment = luck_of(table, game, options, secret, start.beginning).commitment.hex()
    created = log.Created(
        game=game.name,
        rules_version=game.version,
        options=options,
        seats=len(wish.seats),
        host=person,
        public=wish.public,
        rated=wish.rated,
        hints=wish.hints and not wish.rated,
        clock=wish.clock,
        grace=wish.grace,
        commitment=commitment,
        beginning=start.beginning,
        source=start.source,
    )
    entries: list[AnyEntry] = [created]
    for seat, who in enumerate(wish.seats):
        if who == "me":
            # Whoever plays alone for themselves has their own name.
            called = wish.called[seat] if seat < len(wish.called) and wish.seats.count("me") > 1 else None
            sat = log.Sat(seat=seat, person=person, name=name, about=about, called=called and clean_name(called))
            entries.append(sat)
        elif who != "open":
            entries.append(log.Given(seat=seat, bot=checked_bot(who)))
    return entries, commitment


def _options_there(game: Game[Any, Any], beginning: Beginning) -> Options:
    """The options that a match is played with which begins from a position."""
    return {} if beginning.position is None else game.notation.options_of(game.position(beginning.position))


def checked_bot(name: str) -> str:
    """A bot's name, if there is one."""
    if not is_bot(name):
        raise Malformed(f"a seat is open, me or one of {listed(bot_names())}, not {name!r}")
    return name


def must_gather(table: Table) -> None:
    """Seats change only before the match starts."""
    if table.state.status == "over":
        raise NotNow("this table is over")
    if table.state.status != "gathering":
        raise NotNow("seats change only before the match starts")


def must_host(table: Table, person: str) -> None:
    """Some things only the host does."""
    if table.state.created.host != person:
        raise NotYours("only the host of this table can do that")


def must_be_welcome(table: Table, person: str | None) -> None:
    """Not everybody can sit down without an invite."""
    if table.state.is_welcome(person):
        return
    if table.state.was_sent_away(person):
        raise NotYours("the host sent you away from this table; only a new invite of theirs lets you in again")
    raise NotYours("this table is not public: ask its host for an invite")


def places(table: Table, seat: int | None, person: str | None, about: About) -> list[int]:
    """The seats that somebody takes who wishes for this one or for any: all that are kept for them, or one."""
    must_gather(table)
    if table.state.created.rated:
        _must_be_a_side(table, person, about)
    free = table.state.open_to(person)
    if not free:
        raise NotNow("every seat is taken")
    kept = table.state.kept_for(person)
    first = free[0] if seat is None else seat
    _must_exist(table, first)
    if first not in free:
        raise NotNow(_why_not(table, first, free, kept=bool(kept)))
    return [first, *(other for other in kept if other != first)]


async def sit(
    table: Table,
    wish: wire.Join,
    person: str,
    name: str,
    also: Callable[[Connection], None] | None = None,
    about: About = NOTHING_KNOWN,
) -> int:
    """Take a seat, or all those that are kept for this person; the number of the first."""
    held = table.state.seats_of(person)
    if held and wish.seat is None and not table.state.created.rated:
        must_gather(table)
        return held[0]
    first, *others = places(table, wish.seat, person, about)
    await table.append(
        *[
            log.Sat(
                seat=seat,
                person=person,
                name=name,
                # A commitment is bound to one seat; the others of a hot seat get theirs by `commit`.
                commitment=wish.commitment if seat == first else None,
                about=about,
                called=clean_name(wish.called) if wish.called and held else table.state.seats[seat].called,
            )
            for seat in sorted([first, *others])
        ],
        by=Requester(person),
        also=also,
    )
    return first


def _must_be_a_side(table: Table, person: str | None, about: About) -> None:
    """At a rated table nobody plays on two sides: not with two seats, and not with an outside bot of one's own."""
    if table.state.seats_of(person):
        raise NotNow(ONE_SEAT)
    mine = about.owner or person
    for held in table.state.seats:
        if held.person is not None and held.side == mine:
            whose = "yours" if about.owner is None else "your owner's" if held.about.owner else "your owner"
            name = table.state.called(held.person, held.name)
            raise NotNow(
                f"{name} is {whose}: a bot and its owner, or two bots of one owner, cannot meet at a rated table"
            )


def _why_not(table: Table, seat: int, free: list[int], *, kept: bool) -> str:
    seats = [one + 1 for one in free]
    choice = f"{listed(seats)} {'are' if len(free) > 1 else 'is'} {'kept for you' if kept else 'open'}"
    waits_for = _asked_by_name(table.state, seat)
    return f"seat {seat + 1} is {f'kept for {waits_for}' if waits_for else 'taken'}; {choice}"


def _asked_by_name(state: TableState, seat: int) -> str:
    return state.called(state.seats[seat].kept_for, state.seats[seat].kept_name) or ""


async def give(table: Table, wish: wire.GiveSeat, person: str) -> None:
    """The host gives a seat in which nobody sits to a bot or opens it; one kept for somebody is kept no more."""
    must_host(table, person)
    must_gather(table)
    _must_exist(table, wish.seat)
    if table.state.seats[wish.seat].person is not None:
        raise NotNow(f"somebody sits in seat {wish.seat + 1}")
    await table.append(log.Given(seat=wish.seat, bot=None if wish.who == "open" else checked_bot(wish.who)))


async def get_up(table: Table, person: str) -> None:
    """Leave all one's seats before the match starts, or say no to those that are kept for one."""
    kept = table.state.kept_for(person)
    if kept:
        must_gather(table)
        declined = [log.Declined(seat=seat, name=_asked_by_name(table.state, seat)) for seat in kept]
        await table.append(*declined, by=Requester(person))
        return
    seats = table.state.seats_of(person)
    if not seats:
        raise NotNow("you have no seat at this table")
    must_gather(table)
    await table.append(*[log.Left(seat=seat) for seat in seats], by=Requester(person))


async def kick(table: Table, seat: int, person: str) -> None:
    """The host sends somebody away before the match starts."""
    must_host(table, person)
    must_gather(table)
    _must_exist(table, seat)
    if table.state.seats[seat].person is None:
        raise NotNow(f"nobody sits in seat {seat + 1}")
    await table.append(log.Kicked(seat=seat), by=Requester(person))


async def close(table: Table, person: str) -> None:
    """The host closes a table before the match starts: nothing was played, and its luck is shown all the same."""
    must_host(table, person)
    must_gather(table)
    seats = len(table.state.seats)
    await table.append(table.ended("closed", [0] * seats, [1] * seats), by=Requester(person))


async def commit(table: Table, seat: int, commitment: str, by: Requester) -> wire.Ack:
    """fairluck1, step 2."""
    must_gather(table)
    _must_hold(table, seat, by.person)
    return await table.append(log.Committed(seat=seat, commitment=commitment), by=by)


async def start(table: Table, person: str) -> None:
    """fairluck1, step 3: fix the seats; where no seat brings entropy of its own the match begins at once."""
    must_host(table, person)
    must_gather(table)
    open_seats = [number for number, seat in enumerate(table.state.seats) if not seat.taken]
    if open_seats:
        raise NotNow(f"seat {listed([one + 1 for one in open_seats])} is open: invite somebody, or give it to a bot")
    if table.state.asked:
        names = dict.fromkeys(_asked_by_name(table.state, seat) for seat in table.state.asked)
        has = "has" if len(names) == 1 else "have"
        raise NotNow(f"{listed(names)} {has} not said yet whether to play again: wait, or give the seat away")
    locked = _locked(table)
    if len(locked.server_made) == len(table.state.seats):
        await table.append(locked, _started(table, locked, {}))
    else:
        await table.append(locked)


async def open_entropy(table: Table, seat: int, entropy: str, by: Requester) -> wire.Ack:
    """fairluck1, step 4: when the last seat opens the match begins."""
    state = table.state
    if state.status != "locked":
        raise NotNow("entropy is opened between the lock and the first move")
    _must_hold(table, seat, by.person)
    promised = state.seats[seat].commitment
    brought = seat_commitment(table.id.encode(), bytes.fromhex(state.commitment), seat, bytes.fromhex(entropy)).hex()
    if state.seats[seat].server_made or brought != promised:
        raise NotNow(f"seat {seat} has not committed to this entropy")
    table.opened[seat] = entropy
    if set(table.opened) | _server_made(table) == set(range(len(state.seats))):
        locked = log.Locked(
            commitments=tuple(seat.commitment or "" for seat in state.seats),
            server_made=tuple(sorted(_server_made(table))),
            roster=state.roster or "",
        )
        opened_now, table.opened = table.opened, {}
        try:
            await table.append(_started(table, locked, opened_now))
        except Exception:
            table.opened = opened_now
            raise
    return wire.Ack(id=by.client_id or "")


async def void(table: Table) -> None:
    """A seat did not open in time: back to the beginning with a new secret."""
    state = table.state
    missing = set(range(len(state.seats))) - set(table.opened) - _server_made(table)
    secret = table.environment.random_bytes(ENTROPY)
    luck = luck_of(table.id, state.game, state.created.options, secret, state.created.beginning)
    commitment = luck.commitment.hex()
    table.opened = {}
    table.state.secrets[commitment] = secret
    await table.append(
        log.Voided(missing=tuple(sorted(missing)), commitment=commitment),
        also=promise(table.id, commitment, secret, table.clock.wall()),
    )


def _locked(table: Table) -> log.Locked:
    state = table.state
    secret = state.secrets[state.commitment]
    luck = luck_of(table.id, state.game, state.created.options, secret, state.created.beginning)
    server_made = tuple(number for number, seat in enumerate(state.seats) if seat.commitment is None)
    commitments = tuple(
        seat.commitment or server_commitment(luck, secret, table.id, number) for number, seat in enumerate(state.seats)
    )
    roster = luck.lock([bytes.fromhex(promised) for promised in commitments])
    return log.Locked(commitments=commitments, server_made=server_made, roster=roster.hex())


def _started(table: Table, locked: log.Locked, brought: dict[int, str]) -> log.Started:
    state = table.state
    secret = state.secrets[state.commitment]
    entropy = tuple(
        brought[seat] if seat in brought else server_entropy(secret, table.id, seat).hex()
        for seat in range(len(state.seats))
    )
    game: Game[Any, Any] = state.game
    promised = luck_of(table.id, game, state.created.options, secret, state.created.beginning)
    luck = opened(promised, locked.commitments, entropy)
    beginning = state.created.beginning or USUAL
    match = game.start(len(state.seats), options=state.created.options, luck=luck, beginning=beginning)
    return log.Started(entropy=entropy, chance=match.actions)


def _server_made(table: Table) -> set[int]:
    return {number for number, seat in enumerate(table.state.seats) if seat.server_made}


def _must_hold(table: Table, seat: int, person: str | None) -> None:
    _must_exist(table, seat)
    if person is None or table.state.seats[seat].person != person:
        raise NotYours(f"seat {seat} is not yours")


def _must_exist(table: Table, seat: int) -> None:
    if seat >= len(table.state.seats):
        raise Malformed(f"there is no seat {seat}; the seats are {listed(range(len(table.state.seats)))}")
