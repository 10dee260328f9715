"""People keep tracks of their own."""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"


def upgrade() -> None:
    op.create_table(
        "tracks",
        sa.Column("id", sa.String(24), primary_key=True),
        sa.Column("person", sa.String(24), nullable=False),
        sa.Column("game", sa.String(60), nullable=False),
        sa.Column("name", sa.String(60), nullable=False),
        sa.Column("mark", sa.String(64), nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("driven", sa.Boolean, nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
    )
    op.create_index("tracks_by_person", "tracks", ["person"])
    op.create_index("tracks_by_mark", "tracks", ["mark"])


def downgrade() -> None:
    op.drop_table("tracks")
