"""Names have looks, of which an account's is its own; sessions are replaced; accounts know devices."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from fourleaf.server.storage.names import neutral_name
from fourleaf.server.texts import login_name, look_of

revision = "0004"
down_revision = "0003"
ACCOUNTS = sa.text("kind = 'account'")


def upgrade() -> None:
    """Add the columns, and bring what there is under the same rules as what comes."""
    op.add_column("people", sa.Column("look", sa.String(64)))
    op.add_column("sessions", sa.Column("replaces", sa.LargeBinary(32)))
    op.create_index("ix_sessions_replaces", "sessions", ["replaces"])
    op.create_table(
        "devices",
        sa.Column("hash", sa.LargeBinary(32), primary_key=True),
        sa.Column("person", sa.String(24), sa.ForeignKey("people.id"), nullable=False),
        sa.Column("created_at", sa.Double, nullable=False),
    )
    op.create_index("ix_devices_person", "devices", ["person"])
    op.create_index("ix_people_look", "people", ["look"])
    _accounts(op.get_bind())
    _others(op.get_bind())
    op.create_index("uq_people_look", "people", ["look"], unique=True, sqlite_where=ACCOUNTS, postgresql_where=ACCOUNTS)


PEOPLE = sa.table("people", *[sa.column(name) for name in ("id", "name", "kind", "look", "created_at")])
LOGINS = sa.table("accounts", sa.column("person"), sa.column("login"))


def _accounts(connection: sa.Connection) -> None:
    """Of two accounts that look alike already the older one has the look; the other keeps its name and its login."""
    taken = set(connection.scalars(sa.select(LOGINS.c.login)))
    looks: set[str] = set()
    accounts = sa.select(PEOPLE.c.id, PEOPLE.c.name).where(ACCOUNTS).order_by(PEOPLE.c.created_at, PEOPLE.c.id)
    for person, name in connection.execute(accounts).all():
        look, login = look_of(name), login_name(name)
        if look not in looks:
            looks.add(look)
            connection.execute(sa.update(PEOPLE).where(PEOPLE.c.id == person).values(look=look))
        if login not in taken:
            taken.add(login)
            connection.execute(sa.update(LOGINS).where(LOGINS.c.person == person).values(login=login))


def _others(connection: sa.Connection) -> None:
    """A guest or bot with the name of an account gets a neutral one, as when an account is made."""
    owned = set(connection.scalars(sa.select(PEOPLE.c.look).where(ACCOUNTS)))
    others = sa.select(PEOPLE.c.id, PEOPLE.c.name).where(PEOPLE.c.kind != "account")
    for person, name in connection.execute(others).all():
        kept = name if look_of(name) not in owned else neutral_name(connection)
        change = sa.update(PEOPLE).where(PEOPLE.c.id == person)
        connection.execute(change.values(name=kept, look=look_of(kept)))
