"""Databases for the tests of the server: SQLite always, and a real PostgreSQL where it is installed."""

from __future__ import annotations

import contextlib
import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from fourleaf import native
from fourleaf.engine import state

# Where two worlds are told differently, the first difference is shown.
pytest.register_assert_rewrite("tests.server.two_worlds")


def binary(name: str) -> str | None:
    found = shutil.which(name)
    if found:
        return found
    folders = sorted(Path("/usr/lib/postgresql").glob(f"*/bin/{name}"))
    return str(folders[-1]) if folders else None


@pytest.fixture(scope="session")
def postgres() -> Iterator[str]:
    """The URL of a PostgreSQL server of our own, up to the name of the database."""
    if binary("initdb") is None or binary("postgres") is None:
        pytest.skip("PostgreSQL is not installed")
    with running_postgres() as address:
        yield address


@contextlib.contextmanager
def running_postgres() -> Iterator[str]:
    """A PostgreSQL server for as long as it is needed."""
    initdb, serve = binary("initdb") or "initdb", binary("postgres") or "postgres"
    # PostgreSQL does not run as root, and a socket's path must be short.
    owner = "postgres" if os.getuid() == 0 else None
    with tempfile.TemporaryDirectory(prefix="pg") as folder:
        if owner:
            shutil.chown(folder, owner)
        data = f"{folder}/data"
        subprocess.run(
            [initdb, "-D", data, "-U", "fourleaf", "-A", "trust", "--no-sync"],
            user=owner,
            check=True,
            capture_output=True,
        )
        words = [serve, "-D", data, "-k", folder, "-c", "listen_addresses="]
        with subprocess.Popen(words, user=owner, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as server:
            ready = binary("pg_isready") or "pg_isready"
            while subprocess.run([ready, "-q", "-h", folder], check=False).returncode:
                assert server.poll() is None, "PostgreSQL did not start"
            try:
                yield f"postgresql+psycopg://fourleaf@/{{name}}?host={folder}"
            finally:
                server.terminate()


@pytest.fixture
def postgres_url(postgres: str, request: pytest.FixtureRequest) -> str:
    """A database of this test's own."""
    import psycopg

    name = f"t{abs(hash(request.node.nodeid))}"
    address = postgres.replace("+psycopg", "").format(name="postgres")
    with psycopg.connect(address, autocommit=True) as connection:
        connection.execute(f'CREATE DATABASE "{name}"')
    return postgres.format(name=name)


@pytest.fixture(params=["sqlite", "postgres"])
def database_url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """An empty database of each kind."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'club.sqlite'}"
    url: str = request.getfixturevalue("postgres_url")
    return url


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Interpreted, the server proves nothing new: its own code is never compiled."""
    if native.is_compiled(state):
        return
    for item in items:
        if "tests/server" in str(item.path):
            item.add_marker(pytest.mark.skip(reason="the server is the same interpreted; `make pure` proves the games"))
