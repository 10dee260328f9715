"""The rows of tables that are done are packed."""

import json
import zlib

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"

packed = sa.table("packed", sa.column("table_id", sa.String), sa.column("rows", sa.LargeBinary))
log = sa.table(
    "log",
    sa.column("table_id", sa.String),
    sa.column("n", sa.Integer),
    sa.column("kind", sa.String),
    sa.column("body", sa.LargeBinary),
    sa.column("at", sa.BigInteger),
)


def upgrade() -> None:
    op.create_table(
        "packed",
        sa.Column("table_id", sa.String(24), primary_key=True),
        sa.Column("last", sa.Integer, nullable=False),
        sa.Column("rows", sa.LargeBinary, nullable=False),
    )


def downgrade() -> None:
    connection = op.get_bind()
    for table, rows in connection.execute(sa.select(packed.c.table_id, packed.c.rows)).all():
        for n, at, entry in json.loads(zlib.decompress(bytes(rows))):
            body = json.dumps(entry, separators=(",", ":"), ensure_ascii=False).encode()
            kind = entry["type"]
            values = {"table_id": table, "n": n, "kind": kind, "body": body, "at": at}
            connection.execute(sa.insert(log).values(values))
    op.drop_table("packed")
