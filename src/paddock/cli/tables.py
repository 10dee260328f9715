"""`paddock tables`: the tables in a server's database."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import click

from paddock import files
from paddock.cli.command_line import Argument, CommandGroup, Option
from paddock.cli.output import print_table, say
from paddock.core.errors import PaddockError

if TYPE_CHECKING:
    from paddock.server.store import Store

NAME = "tables"
app = CommandGroup(
    NAME, "List, export, import, verify, back up, clean up and unfreeze stored tables."
)
Db = Annotated[
    str,
    Option(metavar="URL", envvar="PADDOCK_DB", help="The database: a file, or postgresql://…"),
]
Id = Annotated[str, Argument(metavar="TABLE", help="The id of a table.")]


class Unsound(PaddockError):
    """A stored table that cannot be replayed."""


def open_store(db: str) -> Store:
    from paddock.server.store import Store

    return Store(db)


@app.subcommand("list")
def listing(db: Db = "paddock.db") -> None:
    """List the tables, last changed first."""
    from paddock.server import admin

    rows = []
    for one in admin.listing(open_store(db)):
        seen = one.summary
        names = ", ".join(place.name or "–" for place in seen.places)
        rows.append(
            (one.id, one.game, seen.edition, one.state, str(one.version + 1), names, seen.frozen)
        )
    print_table(("table", "game", "edition", "state", "rows", "seats", ""), rows)


@app.subcommand()
def export(table: Id, db: Db = "paddock.db") -> None:
    """Print the record of a table, under the edition it was played by."""
    from paddock.server import admin

    click.echo(admin.export(open_store(db), table), nl=False)


@app.subcommand()
def tidy(
    db: Db = "paddock.db",
    vacuum: Annotated[bool, Option(help="Also free unused space in the file (SQLite).")] = False,
) -> None:
    """Close unused tables, pack finished ones, delete those that never started.

    A server does this by itself; the times are its settings (PADDOCK_PACK_DAYS and the others).
    """
    from paddock.server.live.retention import RetentionResult, apply_retention
    from paddock.server.settings import from_environment

    store, settings, total = open_store(db), from_environment({}), RetentionResult()
    while (done := apply_retention(store, settings)).any:
        total.closed += done.closed
        total.packed += done.packed
        total.deleted += done.deleted
        total.saved += done.saved
    if vacuum and store.is_sqlite:
        store.vacuum()
    say(
        f"{total.closed} tables closed, {total.packed} packed ({total.saved / 1024:.0f} KiB less), "
        f"{total.deleted} forgotten"
    )


@app.subcommand()
def thaw(table: Id, db: Db = "paddock.db") -> None:
    """Unfreeze a table that replays correctly again, for example after undoing an update."""
    from paddock.server import admin

    say(f"{table} is {admin.thaw(open_store(db), table).state}")


@app.subcommand()
def backup(
    file: Annotated[Path, Argument(help="The new file; it must not exist yet.")],
    db: Db = "paddock.db",
) -> None:
    """Copy a SQLite file, also while a server writes to it. The copy is as secret as the file."""
    from paddock.server import admin

    admin.back_up(db, file)
    say(f"{file}: {file.stat().st_size / 1024:.0f} KiB")


@app.subcommand("import")
def bring_in(
    file: Annotated[Path, Argument(help="A record written by export.")],
    db: Db = "paddock.db",
) -> None:
    """Create a table from a record."""
    from paddock.server import admin
    from paddock.server.common.ids import new_id

    made = admin.import_record(open_store(db), files.read_text(file), new_id())
    say(made.id)


@app.subcommand()
def verify(db: Db = "paddock.db") -> None:
    """Replay everything stored, with the rules installed here.

    Run it with a new Paddock before it is deployed: it names the races that would be frozen, and
    complains by its exit code. A file of an older Paddock is looked at in a copy.
    """
    from paddock.server import admin

    counted: Counter[str] = Counter()
    with admin.open_read_only(db) as store:
        for verdict in admin.verify(store):
            counted[verdict.kind] += 1
            if verdict.why:
                say(f"{verdict.table} ({verdict.game}) {verdict.kind}: {verdict.why}")
    bad = counted["freezes"] + counted["wrong"]
    if bad:
        raise Unsound(
            f"{bad} of {counted.total()} tables: {counted['freezes']} would be frozen, "
            f"{counted['wrong']} do not add up"
        )
    say(f"{counted.total()} tables add up")
