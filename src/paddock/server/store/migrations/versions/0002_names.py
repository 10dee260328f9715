"""Stored rows take the names their kinds have now: standing answers, frozen tables."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"

KINDS = {"Stood": "StandingAnswer", "Broke": "Frozen"}
STATES = {"broken": "frozen"}
log = sa.table(
    "log",
    sa.column("table_id", sa.String),
    sa.column("n", sa.Integer),
    sa.column("kind", sa.String),
    sa.column("body", sa.LargeBinary),
)
tables = sa.table("tables", sa.column("state", sa.String))


def upgrade() -> None:
    rename(KINDS, STATES)


def downgrade() -> None:
    rename(inverse(KINDS), inverse(STATES))


def inverse(names: dict[str, str]) -> dict[str, str]:
    return {after: before for before, after in names.items()}


def rename(kinds: dict[str, str], states: dict[str, str]) -> None:
    connection = op.get_bind()
    for before, after in kinds.items():
        tag, new = f'"type":"{before}"'.encode(), f'"type":"{after}"'.encode()
        found = sa.select(log.c.table_id, log.c.n, log.c.body).where(log.c.kind == before)
        for table, n, body in connection.execute(found).all():
            row = (log.c.table_id == table) & (log.c.n == n)
            values = {"kind": after, "body": bytes(body).replace(tag, new, 1)}
            connection.execute(sa.update(log).where(row).values(values))
    for before, after in states.items():
        connection.execute(sa.update(tables).where(tables.c.state == before).values(state=after))
