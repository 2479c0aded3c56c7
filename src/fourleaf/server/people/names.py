"""Names: cleaned by one rule for everybody, and whoever has an account is the only one who carries its name."""

from __future__ import annotations

import secrets
import unicodedata
from collections.abc import Callable
from hashlib import sha256

from sqlalchemy import Connection, select, update

from fourleaf.server.errors import Malformed, NotNow
from fourleaf.server.letters import leans_on_nothing, mixed_scripts, plain, shows_nothing, skeleton, without_unseen
from fourleaf.server.limits import MARKS, NAME, clean_line
from fourleaf.server.storage import schema

LONGEST_LOGIN = 100
"""Characters of a name when every ligature in it is spelled out."""
LOOK = 64
"""Characters of what stands for the looks of a name."""


def clean_name(text: str) -> str:
    """A name as it is kept; one that shows nothing or that pretends is refused with the reason."""
    name = " ".join(clean_line(text, NAME, "a name").split())
    mixed = mixed_scripts(name)
    if mixed:
        raise Malformed(f"a name mixes {' and '.join(mixed)} letters in one word; use letters of one script there")
    if len(login_name(name)) > LONGEST_LOGIN:
        raise Malformed(f"a name has at most {LONGEST_LOGIN} letters when its ligatures are spelled out")
    return name


def tidied(text: str) -> str | None:
    """What can be saved of a name that somebody else wrote down; None when nothing of it shows."""
    seen = without_unseen(" ".join(unicodedata.normalize("NFC", text).split()))
    name = " ".join(_without_piles(seen).split())[:NAME].strip()
    return None if shows_nothing(name) or leans_on_nothing(name) else name


def _without_piles(text: str) -> str:
    """As many marks on a letter as a name may have."""
    kept = ""
    for mark in text:
        pile = [unicodedata.category(one).startswith("M") for one in (*kept[-MARKS:], mark)]
        kept += "" if len(pile) > MARKS and all(pile) else mark
    return kept


def login_name(name: str) -> str:
    """How an account is found by its name, however somebody types it."""
    return plain(name)


def look_of(name: str) -> str:
    """The same for names that are taken for each other, and of one size whatever they are made of."""
    return sha256(skeleton(name).encode()).hexdigest()


def must_be_free(connection: Connection, name: str, person: str | None) -> None:
    """A name that belongs to somebody else's account is refused, within the transaction that would take it."""
    columns = schema.people.c
    taken = select(columns.id).where(columns.look == look_of(name), columns.kind == "account")
    if any(owner != person for owner in connection.scalars(taken)):
        raise NotNow(name_taken(name))


def still_free(person: str, kind: str, name: str) -> Callable[[Connection], None]:
    """Refuses the seat to a guest whose name has become an account's since they asked, within its transaction."""

    def work(connection: Connection) -> None:
        if kind != "account":
            must_be_free(connection, name, person)

    return work


def name_taken(name: str) -> str:
    """What somebody is told who wants the name of an account."""
    return f"somebody with an account is called {name} already, or looks so; choose another name"


def send_off(connection: Connection, name: str, owner: str) -> dict[str, str]:
    """Guests and bots who carry the name that an account takes get a neutral one; who is called what now."""
    columns = schema.people.c
    carrying = select(columns.id).where(columns.look == look_of(name), columns.kind != "account", columns.id != owner)
    people = list(connection.scalars(carrying))
    neutral = neutral_name(connection)
    change = update(schema.people).where(columns.id.in_(carrying))
    connection.execute(change.values(name=neutral, look=look_of(neutral)))
    return dict.fromkeys(people, neutral)


def neutral_name(connection: Connection) -> str:
    """A name for somebody who has lost theirs, and which is no account's."""
    columns = schema.people.c
    while True:
        name = f"Guest {secrets.randbelow(10**6):06d}"
        if connection.scalar(select(columns.id).where(columns.look == look_of(name)).limit(1)) is None:
            return name
