"""Database migrations, run once by the first process. Alembic is imported only if there is
something to migrate."""

from __future__ import annotations

from pathlib import Path

import sqlalchemy as sa
from sqlalchemy.engine import Connection, Engine

from paddock.server.store import schema
from paddock.server.store.engine import BadDatabase, connect

FOLDER = Path(__file__).parent / "migrations"
LOCK_ID = 7_225_362  # advisory lock id, the same in every process
NEWEST = "0016"  # revision of `schema`, the last file in the folder
VERSIONS = sa.Table(
    "alembic_version",
    sa.MetaData(),  # not of the schema: the table is Alembic's
    sa.Column("version_num", sa.String(32), nullable=False),
    sa.PrimaryKeyConstraint("version_num", name="alembic_version_pkc"),
)


def upgrade(engine: Engine, *, from_schema: bool = False) -> None:
    """Run the missing migrations, in one transaction under a lock. With `from_schema` a new
    database gets its tables at once, which needs no Alembic."""
    with engine.connect().execution_options(writes=True) as connection, connection.begin():
        if engine.dialect.name == "postgresql":
            connection.execute(sa.select(sa.func.pg_advisory_xact_lock(LOCK_ID)))
        here = revision(connection)
        if here == NEWEST:
            return
        if here is not None and here > NEWEST:
            raise BadDatabase(f"the database is of a newer Paddock (revision {here})")
        if here is None and from_schema:
            create(connection)
        else:
            migrate(connection)


def migrate(connection: Connection) -> None:
    try:
        from alembic import command
        from alembic.config import Config
    except ImportError:
        raise BadDatabase("the database is of an older Paddock, and Alembic is missing") from None

    config = Config()
    config.set_main_option("script_location", str(FOLDER).replace("%", "%%"))
    config.attributes["connection"] = connection
    command.upgrade(config, "head")


def create(connection: Connection) -> None:
    """Create all tables of the newest schema in an empty database."""
    schema.METADATA.create_all(connection)
    VERSIONS.create(connection)
    connection.execute(sa.insert(VERSIONS).values(version_num=NEWEST))


def needs_alembic(url: str) -> bool:
    """Whether a SQLite file has an older schema: a browser loads Alembic before it opens one."""
    engine = connect(url, inline=True)
    try:
        with engine.connect() as connection:
            here = revision(connection)
    finally:
        engine.dispose()
    return here is not None and here < NEWEST


def is_older(engine: Engine) -> bool:
    """Whether a database has an older schema, so that opening it would migrate it."""
    with engine.connect() as connection:
        here = revision(connection)
    return here is not None and here != NEWEST


def revision(connection: Connection) -> str | None:
    """Revision of a database; None if it is new."""
    if not sa.inspect(connection).has_table(VERSIONS.name):
        return None
    found: str | None = connection.execute(sa.select(VERSIONS.c.version_num)).scalar()
    return found
