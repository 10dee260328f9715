"""Tracks are offered to everybody."""

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"


def upgrade() -> None:
    with op.batch_alter_table("tracks") as tracks:
        tracks.add_column(
            sa.Column("offered", sa.Boolean, nullable=False, server_default=sa.false())
        )


def downgrade() -> None:
    with op.batch_alter_table("tracks") as tracks:
        tracks.drop_column("offered")
