"""Reports on tracks are kept."""

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"


def upgrade() -> None:
    op.create_table(
        "reports",
        sa.Column("mark", sa.String(64), primary_key=True),
        sa.Column("edition", sa.String(60), nullable=False),
        sa.Column("changed", sa.BigInteger, nullable=False),
        sa.Column("done", sa.Boolean, nullable=False),
        sa.Column("body", sa.LargeBinary, nullable=False),
    )


def downgrade() -> None:
    op.drop_table("reports")
