"""Forks refer to the rows of their parent. Forks of before have all their rows, and stay so."""

import sqlalchemy as sa
from alembic import op

from paddock.server.store import log_rows

revision = "0013"
down_revision = "0012"


def upgrade() -> None:
    op.create_table(
        "forks",
        sa.Column("table_id", sa.String(24), primary_key=True),
        sa.Column("parent", sa.String(24)),
        sa.Column("at", sa.Integer, nullable=False),
        sa.Column("last", sa.Integer, nullable=False),
        sa.Column("same_luck", sa.Boolean, nullable=False),
        sa.Column("depth", sa.Integer, nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
    )
    op.create_index("forks_by_parent", "forks", ["parent"])
    op.create_index("forks_by_created", "forks", ["created"])


def downgrade() -> None:
    connection = op.get_bind()
    for (table,) in connection.execute(sa.text("SELECT table_id FROM forks")).all():
        log_rows.detach(connection, table)
    op.drop_table("forks")
