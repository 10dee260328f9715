"""What people prepare is kept next to the log. Standing answers of running races become rules with
one named move; their rows stay in the log and are read, but do nothing."""

import json

import sqlalchemy as sa
from alembic import op

revision = "0016"
down_revision = "0015"

log = sa.table(
    "log",
    sa.column("table_id", sa.String),
    sa.column("n", sa.Integer),
    sa.column("kind", sa.String),
    sa.column("seat", sa.Integer),
    sa.column("body", sa.LargeBinary),
    sa.column("at", sa.BigInteger),
)
tables = sa.table("tables", sa.column("id", sa.String), sa.column("state", sa.String))
KINDS = ("StandingAnswer", "Left")


def upgrade() -> None:
    op.create_table(
        "programs",
        sa.Column("table_id", sa.String(24), primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("rev", sa.Integer, nullable=False),
        sa.Column("body", sa.LargeBinary, nullable=False),
        sa.Column("changed", sa.BigInteger, nullable=False),
    )
    op.create_index("programs_by_change", "programs", ["changed"])
    move_standing_answers()


def move_standing_answers() -> None:
    connection, c = op.get_bind(), log.c
    programs = sa.Table("programs", sa.MetaData(), autoload_with=connection)
    running = sa.select(tables.c.id).where(tables.c.state == "racing")
    query = (
        sa.select(c.table_id, c.seat, c.kind, c.body, c.at)
        .where(c.kind.in_(KINDS), c.table_id.in_(running))
        .order_by(c.table_id, c.n)
    )
    found: dict[tuple[str, int], dict[str, object]] = {}
    changed: dict[tuple[str, int], int] = {}
    for table, seat, kind, body, at in connection.execute(query).all():
        entry, mine = json.loads(bytes(body)), found.setdefault((table, seat), {})
        changed[table, seat] = at
        if kind == "Left" and entry["place"].get("person") is None:
            mine.clear()
        elif kind == "StandingAnswer":
            mine.pop(entry["question"], None)
            if entry["move"] is not None:
                mine[entry["question"]] = entry["move"]
    for (table, seat), answers in found.items():
        lines = [line(n, seat, *one) for n, one in enumerate(answers.items(), 1)]
        if lines:
            body = json.dumps({"lines": lines, "next_id": len(lines) + 1}).encode()
            row = {"table_id": table, "seat": seat, "rev": 1, "body": body}
            connection.execute(programs.insert().values(**row, changed=changed[table, seat]))


def line(n: int, seat: int, question: str, move: object) -> dict[str, object]:
    """A standing answer was given whatever it cost, so its person is not asked at a danger."""
    pick = {"how": "named", "moves": [move]}
    body = {"type": "Rules", "question": question, "rules": [{"pick": pick}], "until": "race"}
    return {"id": n, "program": {"seat": seat, "body": body, "wake": []}}


def downgrade() -> None:
    op.drop_table("programs")
