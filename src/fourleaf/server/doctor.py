"""What `fourleaf doctor` finds: what is so, how well that is, and what to do about it; nothing is changed."""

from __future__ import annotations

import ipaddress
import platform
import shutil
import sqlite3
import time
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final, Literal, TypeAlias

import msgspec
from sqlalchemy import URL, Connection, func, select, text

import fourleaf
from fourleaf import native
from fourleaf.engine import state
from fourleaf.server.settings import Settings
from fourleaf.server.storage import schema
from fourleaf.server.storage.chains import ENTRY, PROMISE, Chains
from fourleaf.server.storage.entries import Created, LogRow
from fourleaf.server.storage.log import BrokenLog, read_rows
from fourleaf.server.storage.looking import rows_in, servers_on, snapshot
from fourleaf.server.storage.opening import NoDatabase, must_be_ours, newest_step, read_url, shown, step_of
from fourleaf.server.tables.table_state import TableState

Level: TypeAlias = Literal["ok", "look", "wrong"]
Progress: TypeAlias = Callable[[str, int, int], None]
SAMPLE: Final = 200
"""Tables that a quick look follows, the newest ones."""
LITTLE_ROOM: Final = 200 << 20
"""Bytes below which a disk will soon be full."""
LARGE_WAL: Final = 64 << 20
"""Bytes of the log of SQLite beyond which something keeps it from being written into its file."""
SKEW: Final = 5.0
"""Seconds that two clocks may differ."""
NAMED: Final = 3
"""Tables of a kind that are named; of the others there is a number."""
CLIENT: Final = Path(__file__).parent / "client" / "index.html"


class Diagnosis(msgspec.Struct, frozen=True):
    """One line."""

    level: Level
    about: str
    words: str
    advice: str = ""


def examine(settings: Settings, quick: bool, progress: Progress) -> Iterator[Diagnosis]:
    """Everything, one finding after the other."""
    yield from _program()
    yield from _settings(settings)
    url = read_url(settings.database_url)
    try:
        with snapshot(url) as connection:
            must_be_ours(connection, shown(url))
            yield from _database(connection, url)
            if step_of(connection) == newest_step():
                yield from _clock(connection)
                yield from _logs(connection, quick, progress)
    except NoDatabase as error:
        yield Diagnosis("wrong", "database", str(error), "is the server's --database the same?")
    if url.get_backend_name() == "sqlite":
        yield from _room(Path(str(url.database)))


def _program() -> Iterator[Diagnosis]:
    version = f"Fourleaf {fourleaf.__version__} on Python {platform.python_version()}"
    if native.is_compiled(state):
        yield Diagnosis("ok", "engine", f"{version}, compiled")
    else:
        yield Diagnosis("look", "engine", f"{version}, interpreted", "rules and bots are many times slower; compile it")
    if not CLIENT.is_file():
        yield Diagnosis("wrong", "client", "there are no pages for browsers in this installation", "install a wheel")


def _settings(settings: Settings) -> Iterator[Diagnosis]:
    found = list(_doubtful(settings))
    yield from found or [Diagnosis("ok", "settings", f"listens on {settings.host}, port {settings.port}")]


def _doubtful(settings: Settings) -> Iterator[Diagnosis]:
    alone = settings.host == "localhost" or _is_loopback(settings.host)
    if not alone and not settings.public_url:
        words = f"whoever reaches {settings.host} may come, without TLS"
        yield Diagnosis("look", "settings", words, "well at home; elsewhere put a proxy in front, and --public-url")
    if settings.public_url and not settings.secure:
        words = f"--public-url {settings.public_url} has no https"
        yield Diagnosis("look", "settings", words, "whoever is on the way can take somebody's seat; get a certificate")
    if settings.secure and not settings.proxies:
        words = "TLS comes from a proxy, and no --trusted-proxies names it"
        yield Diagnosis("look", "settings", words, "all people count as one address, and share its limits")
    if any(ipaddress.ip_network(proxy).prefixlen == 0 for proxy in settings.proxies):
        words = "--trusted-proxies trusts everybody"
        yield Diagnosis("wrong", "settings", words, "anybody can claim any address; name the proxy alone")
    if settings.hooks_to_private:
        yield Diagnosis("look", "settings", "webhooks may go to private addresses", "only where you trust all people")
    if settings.nodes > 1 and not settings.database.startswith("postgres"):
        yield Diagnosis("wrong", "settings", "several --nodes need a PostgreSQL", "give --database, or one node")


def _is_loopback(host: str) -> bool:
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def _database(connection: Connection, url: URL) -> Iterator[Diagnosis]:
    servers = servers_on(connection, url)
    used = "no server uses it now" if not servers else f"{servers} server{'s use' if servers > 1 else ' uses'} it now"
    if url.get_backend_name() == "sqlite":
        yield Diagnosis("ok", "database", f"{shown(url)}, SQLite {sqlite3.sqlite_version}; {used}")
    else:
        size = (connection.scalar(text("SELECT pg_database_size(current_database())")) or 0) / (1 << 20)
        version = connection.scalar(text("SHOW server_version"))
        yield Diagnosis("ok", "database", f"{shown(url)}, PostgreSQL {version}, {size:,.0f} MB; {used}")
        for name in ("fsync", "full_page_writes", "synchronous_commit"):
            if connection.scalar(text(f"SHOW {name}")) == "off":
                words = f"{name} of PostgreSQL is off"
                yield Diagnosis("wrong", "database", words, "a power cut loses what was acknowledged; turn it on")
    step, newest = step_of(connection), newest_step()
    if step is None:
        yield Diagnosis("look", "schema", "empty: no server has ever used it", "the first start sets it up")
    elif step != newest:
        words = f"at step {step}; this Fourleaf brings it to {newest} when it starts"
        yield Diagnosis("look", "schema", words, "make a backup first; nothing else is looked at before that")
    else:
        yield Diagnosis("ok", "schema", f"at step {step}, the newest")


def _clock(connection: Connection) -> Iterator[Diagnosis]:
    now, newest = time.time(), connection.scalar(select(func.max(schema.tables.c.changed_at)))
    if newest is not None and newest > now + SKEW:
        words = f"something happened {newest - now:,.0f} seconds from now, by this machine's clock"
        yield Diagnosis("wrong", "clock", words, "it was set back; days of grace and idle tables are counted wrongly")
        return
    if connection.dialect.name == "postgresql":
        theirs = float(connection.scalar(text("SELECT extract(epoch FROM clock_timestamp())")) or now)
        if abs(theirs - time.time()) > SKEW:
            words = f"PostgreSQL's machine and this one differ by {abs(theirs - time.time()):,.0f} seconds"
            yield Diagnosis("look", "clock", words, "let both be set by the network")
            return
    yield Diagnosis("ok", "clock", time.strftime("%Y-%m-%d %H:%M:%S UTC", time.gmtime(now)))


def _logs(connection: Connection, quick: bool, progress: Progress) -> Iterator[Diagnosis]:
    if not quick and connection.dialect.name == "sqlite":
        said = str(connection.scalar(text("PRAGMA quick_check(1)")))
        if said != "ok":
            yield Diagnosis("wrong", "file", said.partition("\n")[0], "stop the server and restore a backup")
    tables = schema.tables.c
    lost = select(tables.id).where(tables.id.not_in(select(schema.entries.c.table).where(schema.entries.c.seq == 1)))
    if without := list(connection.scalars(lost)):
        yield Diagnosis("wrong", "logs", f"{_some(without)} without a log", "restore a backup")
    followed = _followed(connection, quick, progress)
    broken = followed.broken if quick else {**_broken(connection, progress), **followed.broken}
    if broken:
        named = [f"{name or 'the list of promises'} ({words})" for name, words in list(broken.items())[:NAMED]]
        words = f"{len(broken)} not what was written: {', '.join(named)}"
        yield Diagnosis("wrong", "logs", words, "somebody or something changed them; a backup may have them whole")
    else:
        count = connection.scalar(select(func.count()).select_from(schema.tables)) or 0
        looked = f"the newest {min(count, SAMPLE):,} of {count:,} tables" if quick else f"all {count:,} tables"
        yield Diagnosis("ok", "logs", f"{looked} are what was written, hash by hash")
    if followed.frozen:
        words = f"{_some(followed.frozen)} of {followed.open:,} open cannot go on"
        yield Diagnosis("wrong", "frozen", words, "report them with the place that the server's log names")
    else:
        yield Diagnosis("ok", "frozen", f"none of {followed.open:,} open tables")
    yield from _rules(followed.versions)


def _rules(versions: Counter[tuple[str, int]]) -> Iterator[Diagnosis]:
    newest = {name: fourleaf.game(name).version for name in fourleaf.games()}
    later = sum(count for (game, version), count in versions.items() if version > newest.get(game, 0))
    said = ", ".join(f"{name} {version}" for name, version in newest.items())
    if later:
        words = f"{later} open tables are played by newer rules than {said}"
        yield Diagnosis("wrong", "rules", words, "install the Fourleaf that they began with; they wait for it")
    else:
        yield Diagnosis("ok", "rules", said)


class _Followed(msgspec.Struct):
    """What came of following tables entry by entry, as a server does."""

    open: int = 0
    frozen: list[str] = msgspec.field(default_factory=list)
    broken: dict[str, str] = msgspec.field(default_factory=dict)
    versions: Counter[tuple[str, int]] = msgspec.field(default_factory=Counter)


def _followed(connection: Connection, quick: bool, progress: Progress) -> _Followed:
    query = select(schema.tables.c.id).order_by(schema.tables.c.changed_at.desc())
    names = list(connection.scalars(query.limit(SAMPLE) if quick else query.where(schema.is_open)))
    found = _Followed()
    for done, table in enumerate(names):
        progress("following tables", done, len(names))
        try:
            rows = read_rows(connection, table)
            after = _after(connection, table, rows)
        except BrokenLog as broken:
            found.broken[table] = str(broken)
            continue
        except Exception:
            after = None
        if after is not None and after.status == "over":
            continue
        found.open += 1
        if after is None or after.broken_by is not None:
            found.frozen.append(table)
        begun = rows[0].line.entry if rows else None
        if isinstance(begun, Created):
            found.versions[begun.game, begun.rules_version] += 1
    return found


def _after(connection: Connection, table: str, rows: list[LogRow]) -> TableState:
    query = select(schema.secrets.c.commitment, schema.secrets.c.secret).where(schema.secrets.c.table == table)
    followed = TableState(table, {row.commitment: row.secret for row in connection.execute(query)})
    for row in rows:
        followed.follow_if_possible(row)
    return followed


def _broken(connection: Connection, progress: Progress) -> dict[str, str]:
    chains = Chains()
    total = connection.scalar(select(func.count()).select_from(schema.entries)) or 0
    for row in rows_in(connection, schema.entries, [schema.entries.c[name] for name in ENTRY]):
        chains.follow_entry(*tuple(row))
        if chains.entries % 1000 == 0:
            progress("checking logs", chains.entries, total)
    for row in rows_in(connection, schema.promises, [schema.promises.c[name] for name in PROMISE]):
        chains.follow_promise(*tuple(row))
    return chains.broken


def _some(tables: list[str]) -> str:
    more = f" and {len(tables) - NAMED:,} more" if len(tables) > NAMED else ""
    return f"{', '.join(tables[:NAMED])}{more}"


def _room(file: Path) -> Iterator[Diagnosis]:
    if not file.is_file():
        return
    free, size, log = shutil.disk_usage(file.parent).free, file.stat().st_size, Path(f"{file}-wal")
    waiting = log.stat().st_size if log.exists() else 0
    words = (
        f"{free / (1 << 20):,.0f} MB free beside {size / (1 << 20):,.0f} MB and a log of {waiting / (1 << 20):,.0f} MB"
    )
    if free < LITTLE_ROOM:
        yield Diagnosis("wrong", "room", words, "no move is taken once the disk is full; make room")
    elif free < 2 * size:
        yield Diagnosis("look", "room", words, "a copy of it hardly fits; make room, or back up to another disk")
    elif waiting > LARGE_WAL:
        yield Diagnosis(
            "look", "room", words, "the log shrinks when the server stops; if it grows, something reads for ever"
        )
    else:
        yield Diagnosis("ok", "room", words)
