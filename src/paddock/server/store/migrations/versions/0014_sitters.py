"""A seat at the table of another host counts until the first own move, by person and by address.

People in races of before count as if they had moved.
"""

import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision = "0013"


def upgrade() -> None:
    moved = sa.Column("moved", sa.Boolean, nullable=False, server_default=sa.false())
    origin = sa.Column("origin", sa.String(16), nullable=False, server_default="")
    op.add_column("sitters", moved)
    op.add_column("sitters", origin)
    op.create_index("sitters_by_origin", "sitters", ["origin"])
    sitters = sa.table("sitters", sa.column("table_id"), sa.column("moved", sa.Boolean))
    tables = sa.table("tables", sa.column("id"), sa.column("state"))
    begun = sa.select(tables.c.id).where(tables.c.state != "gathering")
    op.execute(sitters.update().where(sitters.c.table_id.in_(begun)).values(moved=sa.true()))


def downgrade() -> None:
    op.drop_index("sitters_by_origin", "sitters")
    op.drop_column("sitters", "origin")
    op.drop_column("sitters", "moved")
