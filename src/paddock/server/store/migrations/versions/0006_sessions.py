"""Sessions, codes and attempts are kept, so that they can be seen, taken back and counted."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    op.create_table(
        "sessions",
        sa.Column("id", sa.String(64), primary_key=True),
        sa.Column("person", sa.String(24), nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.Column("seen", sa.BigInteger, nullable=False),
        sa.Column("agent", sa.String(120), nullable=False),
    )
    op.create_index("sessions_by_person", "sessions", ["person"])
    op.create_index("sessions_by_seen", "sessions", ["seen"])
    op.create_table(
        "codes",
        sa.Column("person", sa.String(24), primary_key=True),
        sa.Column("code", sa.String(64), nullable=False),
        sa.Column("until", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "attempts",
        sa.Column("key", sa.String(80), primary_key=True),
        sa.Column("count", sa.Integer, nullable=False),
        sa.Column("until", sa.BigInteger, nullable=False),
    )
    op.create_index("attempts_by_until", "attempts", ["until"])


def downgrade() -> None:
    for name in ("attempts", "codes", "sessions"):
        op.drop_table(name)
