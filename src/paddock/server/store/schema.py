"""Database schema: one numbered log per table, and an index for lists and clocks.

The log is authoritative; rows of finished tables are in `packed`. `tables`, `sitters` and `asked`
are written in the same transaction as the row that changes them, and can be recomputed from it at
any time.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import sqlalchemy as sa

METADATA = sa.MetaData()
Moment = sa.BigInteger  # milliseconds since 1970, by the clock of the database


def define_table(
    name: str,
    columns: Sequence[sa.Column[Any]],
    indexes: Sequence[sa.Index | sa.UniqueConstraint] = (),
) -> sa.Table:
    """A table of the database. Changing one needs a migration in `migrations/versions`."""
    return sa.Table(name, METADATA, *columns, *indexes)


log = define_table(
    "log",
    columns=[
        sa.Column("table_id", sa.String(24), primary_key=True),
        sa.Column("n", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("seat", sa.Integer),
        sa.Column("id", sa.String(120)),  # client's id: the same id counts once
        # JSON of paddock.server.tables.table_log
        sa.Column("body", sa.LargeBinary, nullable=False),
        sa.Column("at", Moment, nullable=False),
    ],
    indexes=[
        sa.UniqueConstraint("table_id", "id", name="log_once"),
    ],
)

packed = define_table(
    "packed",
    columns=[
        sa.Column("table_id", sa.String(24), primary_key=True),
        sa.Column("last", sa.Integer, nullable=False),  # number of its last row
        sa.Column("rows", sa.LargeBinary, nullable=False),  # compressed rows of a finished table
    ],
)

forks = define_table(
    "forks",
    columns=[
        sa.Column("table_id", sa.String(24), primary_key=True),
        sa.Column("parent", sa.String(24)),  # table whose rows it refers to; none: it has its own
        sa.Column("at", sa.Integer, nullable=False),  # moment of the parent it continues from
        sa.Column("last", sa.Integer, nullable=False),  # its last row that is the parent's
        sa.Column("same_luck", sa.Boolean, nullable=False),
        # forks between it and a table with all rows
        sa.Column("depth", sa.Integer, nullable=False),
        sa.Column("created", Moment, nullable=False),
    ],
    indexes=[
        sa.Index("forks_by_parent", "parent"),
        sa.Index("forks_by_created", "created"),
    ],
)

snapshots = define_table(
    "snapshots",
    columns=[
        sa.Column("table_id", sa.String(24), primary_key=True),
        # edition and code hash: valid only for the same
        sa.Column("maker", sa.String(120), nullable=False),
        sa.Column("n", sa.Integer, nullable=False),  # its last row
        sa.Column("body", sa.LargeBinary, nullable=False),  # paddock.server.tables.snapshot
    ],
)

tables = define_table(
    "tables",
    columns=[
        sa.Column("id", sa.String(24), primary_key=True),
        sa.Column("game", sa.String(60), nullable=False),
        sa.Column("state", sa.String(12), nullable=False),
        sa.Column("listed", sa.Boolean, nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("created", Moment, nullable=False),
        sa.Column("changed", Moment, nullable=False),
        # JSON of paddock.server.tables.table.Summary
        sa.Column("summary", sa.LargeBinary, nullable=False),
        sa.Column("host", sa.String(24), nullable=False),  # person who opened it
        # hash of the address it was opened from
        sa.Column("origin", sa.String(16), nullable=False),
    ],
    indexes=[
        sa.Index("tables_by_state", "state", "changed"),
        sa.Index("tables_by_change", "changed"),
        sa.Index("tables_by_host", "host"),
        sa.Index("tables_by_origin", "origin"),
    ],
)

sitters = define_table(
    "sitters",
    columns=[
        sa.Column("table_id", sa.String(24), primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("person", sa.String(24), nullable=False),
        # whether the person made a move of their own there
        sa.Column("moved", sa.Boolean, nullable=False, server_default=sa.false()),
        # hash of the address the seat was taken from; empty: unknown
        sa.Column("origin", sa.String(16), nullable=False, server_default=""),
    ],
    indexes=[
        sa.Index("sitters_by_person", "person"),
        sa.Index("sitters_by_origin", "origin"),
    ],
)

asked = define_table(
    "asked",
    columns=[
        sa.Column("table_id", sa.String(24), primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("bot", sa.Boolean, nullable=False),
        sa.Column("deadline", Moment),
    ],
    indexes=[
        sa.Index("asked_by_deadline", "deadline"),
        sa.Index("asked_by_bot", "bot"),
    ],
)

programs = define_table(
    "programs",
    columns=[
        sa.Column("table_id", sa.String(24), primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("rev", sa.Integer, nullable=False),  # one more with each change
        # JSON of paddock.server.tables.prepared.Prepared
        sa.Column("body", sa.LargeBinary, nullable=False),
        sa.Column("changed", Moment, nullable=False),
    ],
    indexes=[
        sa.Index("programs_by_change", "changed"),
    ],
)

leases = define_table(
    "leases",
    columns=[
        sa.Column("table_id", sa.String(24), primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("holder", sa.String(40), nullable=False),
        sa.Column("until", Moment, nullable=False),
    ],
)

reviews = define_table(
    "reviews",
    columns=[
        sa.Column("table_id", sa.String(24), primary_key=True),
        sa.Column("edition", sa.String(60), nullable=False),  # of the rules and of reviews
        sa.Column("changed", Moment, nullable=False),  # while a job runs: its last renewal
        sa.Column("done", sa.Boolean, nullable=False),
        # JSON of paddock.server.workers.reviews.StoredReview
        sa.Column("body", sa.LargeBinary, nullable=False),
    ],
)

reports = define_table(
    "reports",
    columns=[
        sa.Column("mark", sa.String(64), primary_key=True),  # hash of the track, as in `tracks`
        sa.Column("edition", sa.String(60), nullable=False),  # of the rules and of reports
        sa.Column("changed", Moment, nullable=False),  # while a job runs: its last renewal
        sa.Column("done", sa.Boolean, nullable=False),
        # JSON of paddock.analysis.track_trials.Report
        sa.Column("body", sa.LargeBinary, nullable=False),
    ],
)

processes = define_table(
    "processes",
    columns=[
        sa.Column("id", sa.String(40), primary_key=True),
        sa.Column("seen", Moment, nullable=False),  # last heartbeat
    ],
)

presence = define_table(
    "presence",
    columns=[
        sa.Column("process", sa.String(40), primary_key=True),
        sa.Column("table_id", sa.String(24), primary_key=True),
        sa.Column("person", sa.String(24), primary_key=True),
        sa.Column("until", Moment, nullable=False),
    ],
)

outages = define_table(
    "outages",
    columns=[
        sa.Column("began", Moment, primary_key=True, autoincrement=False),
        sa.Column("ended", Moment, nullable=False),
    ],
)

persons = define_table(
    "persons",
    columns=[
        sa.Column("id", sa.String(24), primary_key=True),
        sa.Column("name", sa.String(24), nullable=False),
        sa.Column("login", sa.String(32), unique=True),
        sa.Column("password", sa.String(200)),
        sa.Column("created", Moment, nullable=False),
    ],
)

channels = define_table(
    "channels",
    columns=[
        sa.Column("id", sa.String(24), primary_key=True),
        sa.Column("person", sa.String(24), nullable=False),
        sa.Column("kind", sa.String(8), nullable=False),  # push, mail or webhook
        sa.Column("address", sa.String(1000), nullable=False),  # URL or mail address
        sa.Column("keys", sa.String(200), nullable=False),  # of a push subscription; else empty
        sa.Column("label", sa.String(120), nullable=False),  # what its owner calls it
        sa.Column("site", sa.String(300), nullable=False),  # address of this site, for links
        sa.Column("state", sa.String(8), nullable=False),  # waiting for confirmation, on, off
        sa.Column("turns", sa.Boolean, nullable=False),  # not only digests and running clocks
        sa.Column("created", Moment, nullable=False),
        sa.Column("result", sa.String(24), nullable=False),  # of the last attempt; empty: none yet
        sa.Column("result_at", Moment, nullable=False),
        sa.Column("failures", sa.Integer, nullable=False),  # in a row
        sa.Column("retry_at", Moment, nullable=False),  # nothing is sent before
    ],
    indexes=[
        sa.Index("channels_by_person", "person"),
    ],
)

notice_settings = define_table(
    "notice_settings",
    columns=[
        sa.Column("person", sa.String(24), primary_key=True),
        sa.Column("language", sa.String(12), nullable=False),
        sa.Column("zone", sa.String(60), nullable=False),  # time zone: Europe/Rome
        sa.Column("quiet_from", sa.Integer, nullable=False),  # hours of the local day
        sa.Column("quiet_to", sa.Integer, nullable=False),
        sa.Column("digest", sa.Boolean),  # none: only if mail is the only channel
        sa.Column("digest_day", sa.String(10), nullable=False),  # local day of the last one
        sa.Column("last_at", Moment, nullable=False),  # last message to this person
    ],
)

notices = define_table(
    "notices",
    columns=[
        sa.Column("person", sa.String(24), primary_key=True),
        sa.Column("table_id", sa.String(24), primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("kind", sa.String(12), primary_key=True),
        # of the ask or row it is about: the same one counts once
        sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("urgent", sa.Boolean, nullable=False),  # is not collected
        sa.Column("at", Moment, nullable=False),
        sa.Column("due", Moment, nullable=False),
        sa.Column("told", Moment),  # kept until its person visits the table
    ],
    indexes=[
        sa.Index("notices_by_due", "told", "due"),
        sa.Index("notices_by_table", "table_id"),
    ],
)

messages = define_table(
    "messages",
    columns=[
        sa.Column("id", sa.String(24), primary_key=True),  # receivers recognise a repetition by it
        sa.Column("channel", sa.String(24), nullable=False),
        sa.Column("person", sa.String(24), nullable=False),
        sa.Column("body", sa.LargeBinary, nullable=False),  # JSON of paddock.server.people.notice
        sa.Column("created", Moment, nullable=False),
        sa.Column("due", Moment, nullable=False),  # of the next attempt
        sa.Column("attempts", sa.Integer, nullable=False),
        sa.Column("holder", sa.String(40), nullable=False),  # process that sends it
        sa.Column("until", Moment, nullable=False),  # and until when
    ],
    indexes=[
        sa.Index("messages_by_due", "due"),
        sa.Index("messages_by_channel", "channel"),
        sa.Index("messages_by_person", "person"),
    ],
)

sessions = define_table(
    "sessions",
    columns=[
        sa.Column("id", sa.String(64), primary_key=True),  # hash of the cookie's token
        sa.Column("person", sa.String(24), nullable=False),
        sa.Column("created", Moment, nullable=False),
        sa.Column("seen", Moment, nullable=False),
        sa.Column("agent", sa.String(120), nullable=False),  # User-Agent
    ],
    indexes=[
        sa.Index("sessions_by_person", "person"),
        sa.Index("sessions_by_seen", "seen"),
    ],
)

tracks = define_table(
    "tracks",
    columns=[
        sa.Column("id", sa.String(24), primary_key=True),  # its link
        sa.Column("person", sa.String(24), nullable=False),
        sa.Column("game", sa.String(60), nullable=False),
        sa.Column("name", sa.String(60), nullable=False),
        sa.Column("mark", sa.String(64), nullable=False),  # hash of game and text
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("driven", sa.Boolean, nullable=False),  # by its author, to the end
        # listed in the lobby
        sa.Column("offered", sa.Boolean, nullable=False, server_default=sa.false()),
        sa.Column("created", Moment, nullable=False),
    ],
    indexes=[
        sa.Index("tracks_by_person", "person"),
        sa.Index("tracks_by_mark", "mark"),
    ],
)

codes = define_table(
    "codes",
    columns=[
        sa.Column("person", sa.String(24), primary_key=True),
        sa.Column("code", sa.String(64), nullable=False),  # hash of the code
        sa.Column("until", Moment, nullable=False),
    ],
)

attempts = define_table(
    "attempts",
    columns=[
        sa.Column("key", sa.String(80), primary_key=True),
        sa.Column("count", sa.Integer, nullable=False),
        sa.Column("until", Moment, nullable=False),  # end of the window
    ],
    indexes=[
        sa.Index("attempts_by_until", "until"),
    ],
)

keys = define_table(
    "keys",
    columns=[
        sa.Column("name", sa.String(24), primary_key=True),
        sa.Column("value", sa.String(128), nullable=False),
    ],
)
