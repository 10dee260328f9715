"""Notices reach people by several channels. A webhook becomes one of them."""

import secrets

import sqlalchemy as sa
from alembic import op

revision = "0015"
down_revision = "0014"

PERSONS = sa.table("persons", sa.column("id"), sa.column("webhook"), sa.column("created"))


def upgrade() -> None:
    op.create_table(
        "channels",
        sa.Column("id", sa.String(24), primary_key=True),
        sa.Column("person", sa.String(24), nullable=False),
        sa.Column("kind", sa.String(8), nullable=False),
        sa.Column("address", sa.String(1000), nullable=False),
        sa.Column("keys", sa.String(200), nullable=False),
        sa.Column("label", sa.String(120), nullable=False),
        sa.Column("site", sa.String(300), nullable=False),
        sa.Column("state", sa.String(8), nullable=False),
        sa.Column("turns", sa.Boolean, nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.Column("result", sa.String(24), nullable=False),
        sa.Column("result_at", sa.BigInteger, nullable=False),
        sa.Column("failures", sa.Integer, nullable=False),
        sa.Column("retry_at", sa.BigInteger, nullable=False),
    )
    op.create_index("channels_by_person", "channels", ["person"])
    op.create_table(
        "notice_settings",
        sa.Column("person", sa.String(24), primary_key=True),
        sa.Column("language", sa.String(12), nullable=False),
        sa.Column("zone", sa.String(60), nullable=False),
        sa.Column("quiet_from", sa.Integer, nullable=False),
        sa.Column("quiet_to", sa.Integer, nullable=False),
        sa.Column("digest", sa.Boolean),
        sa.Column("digest_day", sa.String(10), nullable=False),
        sa.Column("last_at", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "notices",
        sa.Column("person", sa.String(24), primary_key=True),
        sa.Column("table_id", sa.String(24), primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("kind", sa.String(12), primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("urgent", sa.Boolean, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("due", sa.BigInteger, nullable=False),
        sa.Column("told", sa.BigInteger),
    )
    op.create_index("notices_by_due", "notices", ["told", "due"])
    op.create_index("notices_by_table", "notices", ["table_id"])
    op.create_table(
        "messages",
        sa.Column("id", sa.String(24), primary_key=True),
        sa.Column("channel", sa.String(24), nullable=False),
        sa.Column("person", sa.String(24), nullable=False),
        sa.Column("body", sa.LargeBinary, nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.Column("due", sa.BigInteger, nullable=False),
        sa.Column("attempts", sa.Integer, nullable=False),
        sa.Column("holder", sa.String(40), nullable=False),
        sa.Column("until", sa.BigInteger, nullable=False),
    )
    op.create_index("messages_by_due", "messages", ["due"])
    op.create_index("messages_by_channel", "messages", ["channel"])
    op.create_index("messages_by_person", "messages", ["person"])
    move_webhooks()
    with op.batch_alter_table("persons") as persons:
        persons.drop_column("webhook")


def move_webhooks() -> None:
    connection, c = op.get_bind(), PERSONS.c
    channels = sa.Table("channels", sa.MetaData(), autoload_with=connection)
    query = sa.select(c.id, c.webhook, c.created).where(c.webhook.is_not(None))
    for person, url, created in connection.execute(query).all():
        row = {"id": secrets.token_urlsafe(12), "person": person, "kind": "webhook"}
        row |= {"address": url, "keys": "", "label": "", "site": "", "state": "on"}
        row |= {"turns": True, "created": created, "result": "", "result_at": 0}
        connection.execute(channels.insert().values(**row, failures=0, retry_at=0))


def downgrade() -> None:
    with op.batch_alter_table("persons") as persons:
        persons.add_column(sa.Column("webhook", sa.String(500)))
    connection, c = op.get_bind(), PERSONS.c
    channels = sa.Table("channels", sa.MetaData(), autoload_with=connection)
    query = sa.select(channels.c.person, channels.c.address).where(channels.c.kind == "webhook")
    for person, url in connection.execute(query).all():
        if len(url) <= 500:
            change = sa.update(PERSONS).where(c.id == person).values(webhook=url)
            connection.execute(change)
    for name in ("messages", "notices", "notice_settings", "channels"):
        op.drop_table(name)
