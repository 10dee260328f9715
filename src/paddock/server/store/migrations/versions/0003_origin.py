"""Tables know who opened them, and a mark of the address they were opened from."""

import json

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"

tables = sa.table(
    "tables", sa.column("id", sa.String), sa.column("host"), sa.column("summary", sa.LargeBinary)
)


def upgrade() -> None:
    host = sa.Column("host", sa.String(24), nullable=False, server_default="")
    origin = sa.Column("origin", sa.String(16), nullable=False, server_default="")
    with op.batch_alter_table("tables") as batch:
        batch.add_column(host)
        batch.add_column(origin)
    connection = op.get_bind()
    for id, summary in connection.execute(sa.select(tables.c.id, tables.c.summary)).all():
        found = json.loads(bytes(summary)).get("host", "")
        connection.execute(sa.update(tables).where(tables.c.id == id).values(host=found))
    with op.batch_alter_table("tables") as batch:
        batch.alter_column("host", server_default=None)
        batch.alter_column("origin", server_default=None)
        batch.create_index("tables_by_host", ["host"])
        batch.create_index("tables_by_origin", ["origin"])


def downgrade() -> None:
    with op.batch_alter_table("tables") as batch:
        batch.drop_index("tables_by_origin")
        batch.drop_index("tables_by_host")
        batch.drop_column("origin")
        batch.drop_column("host")
