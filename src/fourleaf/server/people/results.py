"""Results and ratings are written in the transaction that ends a table, so that each match counts once."""

from __future__ import annotations

import contextlib
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from statistics import fmean
from typing import Final

import msgspec
from sqlalchemy import Connection, insert, select, update
from sqlalchemy.exc import IntegrityError

from fourleaf.arena.ratings import Rating, merged
from fourleaf.server.people.ratings import BOT, MODEL, Strength
from fourleaf.server.storage import schema
from fourleaf.server.tables.table_state import TableState
from fourleaf.server.tables.terms import AWAY, LEFT, end_of, was_decided

REMEMBERED: Final = 30 * 24 * 3600.0
"""Seconds for which two who have met weigh less against each other."""
AGAIN: Final = 0.9
"""What each meeting leaves of the weight of the next: all of them together weigh less than ten first ones."""
Pair = frozenset[str]


class Player(msgspec.Struct, frozen=True, kw_only=True):
    """A seat of a rated match as it ended."""

    key: str
    """Whose rating it is: a person's, or a bot's of the server."""
    side: str
    """Who stands behind it: of an outside bot its owner."""
    rank: int
    end: int
    """STAYED, AWAY or LEFT."""


def settling(state: TableState) -> Callable[[Connection], None]:
    """Writes how everybody ended and, at a rated table, what they are rated now."""
    ending = state.ending
    assert ending is not None

    def work(connection: Connection) -> None:
        after = _rate(connection, state, ending.ranks) if state.created.rated and state.match is not None else {}
        rows = [
            {
                "table": state.table,
                "seat": seat,
                "person": person,
                "game": state.created.game,
                "why": ending.why,
                "score": ending.scores[seat],
                "rank": ending.ranks[seat],
                "seats": len(state.seats),
                "mu": after[person].mu if person in after else None,
                "sigma": after[person].sigma if person in after else None,
                "ended_at": state.changed_at,
            }
            for seat, person in state.people.items()
        ]
        if rows:
            connection.execute(insert(schema.results), rows)

    return work


# What a match is worth


def concerned(players: Sequence[Player], decided: bool) -> set[str]:
    """Whose rating a match may change: everybody's, but of one that came to nothing only that of whoever left."""
    people = [player.side for player in players if not player.key.startswith(BOT)]
    if len(set(people)) < len(people) or not people or len(players) < 2:
        return set()
    return {player.key for player in players if decided or player.end == LEFT}


def rated(
    players: Sequence[Player], before: Mapping[str, Strength], decided: bool, meetings: Mapping[Pair, int]
) -> dict[str, Strength]:
    """The new standings of all whom the match concerns."""
    due = concerned(players, decided)
    seats = [
        (player.key, _changed(players, seat, before, decided))
        for seat, player in enumerate(players)
        if player.key in due
    ]
    after = {}
    for key, new in merged(seats).items():
        old, weight = before[key], weight_of(key, players, meetings)
        after[key] = Strength(
            old.name,
            old.mu + weight * (new.mu - old.mu),
            old.sigma + weight * (new.sigma - old.sigma),
            old.played + 1,
        )
    return after


def weight_of(key: str, players: Sequence[Player], meetings: Mapping[Pair, int]) -> float:
    """How much a match moves somebody: the mean over everybody whom they met in it."""
    mine = next(player.side for player in players if player.key == key)
    others = {player.side for player in players} - {mine}
    met = [pair for pair in (frozenset({mine, other}) for other in others) if not _is_of_bots(pair)]
    return fmean(AGAIN ** meetings.get(pair, 0) for pair in met)


def _changed(players: Sequence[Player], seat: int, before: Mapping[str, Strength], decided: bool) -> Rating:
    """Strength and doubt after the match. Of somebody who did not stay the strength never rises, the doubt stays."""
    me, old = players[seat], before[players[seat].key]
    ranks = [player.rank if decided else 0 for player in players]
    if me.end == LEFT:
        # Whoever leaves is last, also behind others who left.
        ranks[seat] = max(ranks) + 1
    teams = [[MODEL.rating(before[player.key].mu, before[player.key].sigma)] for player in players]
    [new] = MODEL.rate(teams, ranks=[float(rank) for rank in ranks])[seat]
    if me.end in (AWAY, LEFT):
        return Rating(min(old.mu, new.mu), old.sigma)
    return Rating(new.mu, new.sigma)


# What is read and written


def _rate(connection: Connection, state: TableState, ranks: Sequence[int]) -> dict[str, Strength]:
    players = [
        Player(key=seat.person or f"{BOT}{seat.bot}", side=seat.side or f"{BOT}{seat.bot}", rank=rank, end=end_of(seat))
        for seat, rank in zip(state.seats, ranks, strict=True)
    ]
    names = {
        player.key: seat.bot or state.called(seat.person, seat.name) or ""
        for player, seat in zip(players, state.seats, strict=True)
    }
    decided, game, at = was_decided(state), state.created.game, state.changed_at
    due = concerned(players, decided)
    if not due:
        return {}
    _begin(connection, game, {key: names[key] for key in due}, at)
    before = _standings(connection, game, names)
    after = rated(players, before, decided, _meetings(connection, game, players, at - REMEMBERED))
    for key, standing in after.items():
        columns = schema.ratings.c
        mine = (columns.game == game) & (columns.person == key)
        connection.execute(update(schema.ratings).where(mine).values(changed_at=at, **msgspec.structs.asdict(standing)))
    _meet(connection, state, players, due)
    return after


def _begin(connection: Connection, game: str, names: Mapping[str, str], at: float) -> None:
    """A line for everybody who has none yet: only what is there can be locked."""
    columns = schema.ratings.c
    query = select(columns.person).where(columns.game == game, columns.person.in_(names))
    for key in sorted(set(names) - set(connection.scalars(query))):
        fresh = {"game": game, "person": key, "changed_at": at, **msgspec.structs.asdict(Strength(names[key]))}
        # Another table that ends at the same moment on another node may begin the same line.
        with contextlib.suppress(IntegrityError), connection.begin_nested():
            connection.execute(insert(schema.ratings).values(fresh))


def _standings(connection: Connection, game: str, names: Mapping[str, str]) -> dict[str, Strength]:
    """Everybody's strength so far; locked in one order, so that tables that end at once count one after the other."""
    columns = schema.ratings.c
    query = select(schema.ratings).where(columns.game == game, columns.person.in_(names)).order_by(columns.person)
    known = {
        row.person: Strength(names[row.person], row.mu, row.sigma, row.played)
        for row in connection.execute(query.with_for_update())
    }
    return {key: known.get(key, Strength(name)) for key, name in names.items()}


def _meetings(connection: Connection, game: str, players: Sequence[Player], since: float) -> dict[Pair, int]:
    """How often each two of them have met in rated matches since then."""
    columns, sides = schema.meetings.c, {player.side for player in players}
    query = select(columns.one, columns.other).where(
        columns.game == game, columns.ended_at > since, columns.one.in_(sides), columns.other.in_(sides)
    )
    return Counter(frozenset({row.one, row.other}) for row in connection.execute(query))


def _meet(connection: Connection, state: TableState, players: Sequence[Player], due: set[str]) -> None:
    touched = {player.side for player in players if player.key in due}
    sides = sorted({player.side for player in players}, key=lambda side: (side.startswith(BOT), side))
    rows = [
        {"table": state.table, "one": one, "other": other, "game": state.created.game, "ended_at": state.changed_at}
        for number, one in enumerate(sides)
        for other in sides[number + 1 :]
        if {one, other} & touched and not _is_of_bots({one, other})
    ]
    connection.execute(insert(schema.meetings), rows)


def _is_of_bots(pair: Pair | set[str]) -> bool:
    return all(side.startswith(BOT) for side in pair)
