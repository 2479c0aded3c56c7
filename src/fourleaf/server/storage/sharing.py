"""Several nodes on one PostgreSQL: what only one of them may do at a time, and how each hears that something is new.

A notification says where to look and never what is there. Whoever misses all of them finds the same by looking.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Collection, Iterable
from typing import Final

from sqlalchemy import URL, Connection, func, insert, select

from fourleaf.server.storage import schema

PLACE: Final = "coalesce(current_schema(), '')"
"""Another schema of the same database is another place."""
CLAIM: Final = f"SELECT pg_advisory_xact_lock(hashtextextended({PLACE} || ' ' || %s, 0))"
CHANNEL: Final = f"'fourleaf ' || hashtext({PLACE})"
NOTIFY: Final = f"SELECT pg_notify({CHANNEL}, %s)"
MOST_BYTES: Final = 7000
"""Of one notification; PostgreSQL takes 8,000."""
ANNOUNCING: Final = "news"
"""What is claimed by whoever announces something, so that the numbers of announcements grow with time."""
KEPT: Final = 10_000
"""Announcements that are kept for nodes that were away for a while."""
SIGNS_OF_LIFE: Final = {"keepalives_idle": 4, "keepalives_interval": 2, "keepalives_count": 2}
"""After how many seconds a session whose other end has vanished is given up."""


def claim(connection: Connection, names: Collection[str]) -> None:
    """Nobody else has these until the transaction ends; taken in one order, so that nobody waits in a circle."""
    for name in sorted(names):
        connection.exec_driver_sql(CLAIM, (name,))


def tell(connection: Connection, node: str, news: Iterable[str]) -> None:
    """The other nodes hear of this once it is durable."""
    words, size = [node], len(node)
    for one in news:
        if size + len(one) >= MOST_BYTES:
            connection.exec_driver_sql(NOTIFY, (" ".join(words),))
            words, size = [node], len(node)
        words.append(one)
        size += len(one) + 1
    if len(words) > 1:
        connection.exec_driver_sql(NOTIFY, (" ".join(words),))


def announce(connection: Connection, kind: str, who: str) -> None:
    """Something rare that other nodes hold in memory has changed. The transaction has claimed ANNOUNCING."""
    if connection.dialect.name != "postgresql":
        return
    number = (connection.scalar(select(func.max(schema.news.c.number))) or 0) + 1
    connection.execute(insert(schema.news), {"number": number, "kind": kind, "who": who})


class Listening:
    """A session in which one node hears what the others tell."""

    def __init__(self, url: URL, node: str) -> None:
        self._url = url
        self._node = node

    async def heard(self) -> AsyncIterator[list[str]]:
        """What others have told, for as long as the session lives; first nothing, when it has begun to listen."""
        import psycopg

        # What the driver is given by SQLAlchemy as well.
        dialect = self._url.get_dialect()()
        _, given = dialect.create_connect_args(self._url)
        connection = await psycopg.AsyncConnection.connect(**{**SIGNS_OF_LIFE, **given}, autocommit=True)
        async with connection:
            channel = await (await connection.execute(f"SELECT {CHANNEL}")).fetchone()
            assert channel is not None
            await connection.execute(f'LISTEN "{channel[0]}"')
            yield []
            async for notice in connection.notifies():
                node, *news = notice.payload.split(" ")
                if node != self._node:
                    yield news
