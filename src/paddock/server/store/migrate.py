"""Database migrations, run once by the first process."""

from __future__ import annotations

import functools
from pathlib import Path

import sqlalchemy as sa
from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy.engine import Connection, Engine

from paddock.server.store.engine import BadDatabase

FOLDER = Path(__file__).parent / "migrations"
LOCK_ID = 7_225_362  # advisory lock id, the same in every process


@functools.cache
def scripts() -> ScriptDirectory:
    """Alembic's script directory."""
    return ScriptDirectory(str(FOLDER))


def upgrade(engine: Engine) -> None:
    """Run the missing migrations, in one transaction under a lock."""
    newest = scripts().get_current_head()
    with engine.connect().execution_options(writes=True) as connection, connection.begin():
        if engine.dialect.name == "postgresql":
            connection.execute(sa.select(sa.func.pg_advisory_xact_lock(LOCK_ID)))
        here = revision(connection)
        if here == newest:
            return
        known = {script.revision for script in scripts().walk_revisions()}
        if here is not None and here not in known:
            raise BadDatabase(f"the database is of a newer Paddock (revision {here})")
        config = Config()
        config.set_main_option("script_location", str(FOLDER).replace("%", "%%"))
        config.attributes["connection"] = connection
        command.upgrade(config, "head")


def is_older(engine: Engine) -> bool:
    """Whether a database has an older schema, so that opening it would migrate it."""
    newest = scripts().get_current_head()
    with engine.connect() as connection:
        here = revision(connection)
    return here is not None and here != newest


def revision(connection: Connection) -> str | None:
    return MigrationContext.configure(connection).get_current_revision()
