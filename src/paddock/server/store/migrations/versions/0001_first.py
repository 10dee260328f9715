"""The first shape: log, tables, sitters, asked, leases, persons, keys."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None

TABLE = sa.String(24)
MOMENT = sa.BigInteger


def upgrade() -> None:
    op.create_table(
        "log",
        sa.Column("table_id", TABLE, primary_key=True),
        sa.Column("n", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("seat", sa.Integer),
        sa.Column("id", sa.String(120)),
        sa.Column("body", sa.LargeBinary, nullable=False),
        sa.Column("at", MOMENT, nullable=False),
        sa.UniqueConstraint("table_id", "id", name="log_once"),
    )
    op.create_table(
        "tables",
        sa.Column("id", TABLE, primary_key=True),
        sa.Column("game", sa.String(60), nullable=False),
        sa.Column("state", sa.String(12), nullable=False),
        sa.Column("listed", sa.Boolean, nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("created", MOMENT, nullable=False),
        sa.Column("changed", MOMENT, nullable=False),
        sa.Column("summary", sa.LargeBinary, nullable=False),
    )
    op.create_index("tables_by_state", "tables", ["state", "changed"])
    op.create_index("tables_by_change", "tables", ["changed"])
    op.create_table(
        "sitters",
        sa.Column("table_id", TABLE, primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("person", sa.String(24), nullable=False),
    )
    op.create_index("sitters_by_person", "sitters", ["person"])
    op.create_table(
        "asked",
        sa.Column("table_id", TABLE, primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("bot", sa.Boolean, nullable=False),
        sa.Column("deadline", MOMENT),
    )
    op.create_index("asked_by_deadline", "asked", ["deadline"])
    op.create_index("asked_by_bot", "asked", ["bot"])
    op.create_table(
        "leases",
        sa.Column("table_id", TABLE, primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("holder", sa.String(40), nullable=False),
        sa.Column("until", MOMENT, nullable=False),
    )
    op.create_table(
        "persons",
        sa.Column("id", TABLE, primary_key=True),
        sa.Column("name", sa.String(24), nullable=False),
        sa.Column("login", sa.String(32), unique=True),
        sa.Column("password", sa.String(200)),
        sa.Column("webhook", sa.String(500)),
        sa.Column("created", MOMENT, nullable=False),
    )
    op.create_table(
        "keys",
        sa.Column("name", sa.String(24), primary_key=True),
        sa.Column("value", sa.String(128), nullable=False),
    )


def downgrade() -> None:
    for name in ("keys", "persons", "leases", "asked", "sitters", "tables", "log"):
        op.drop_table(name)
