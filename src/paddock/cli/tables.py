"""`paddock tables`: what a server has stored."""

from __future__ import annotations

import secrets
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.table import Table

from paddock.cli.common import console
from paddock.core.errors import PaddockError

if TYPE_CHECKING:
    from paddock.server.store import Store

NAME = "tables"
app = typer.Typer(help="List, export, import and verify what a server has stored.")
Db = Annotated[
    str,
    typer.Option(
        metavar="URL", envvar="PADDOCK_DB", help="The database: a file, or postgresql://…"
    ),
]
Id = Annotated[str, typer.Argument(metavar="TABLE", help="The id of a table.")]


class Unsound(PaddockError):
    """Something stored does not play through."""


def opened(db: str) -> Store:
    from paddock.server.store import Store

    return Store(db)


@app.command("list")
def listing(db: Db = "paddock.db") -> None:
    """The tables, last changed first."""
    from paddock.server import admin

    rows = Table(box=None)
    for title in ("table", "game", "state", "rows", "seats"):
        rows.add_column(title)
    for one in admin.listing(opened(db)):
        names = ", ".join(place.name or "–" for place in one.summary.places)
        rows.add_row(one.id, one.game, one.state, str(one.version + 1), names)
    console().print(rows)


@app.command()
def export(table: Id, db: Db = "paddock.db") -> None:
    """Print the record of a table."""
    from paddock.server import admin

    typer.echo(admin.export(opened(db), table), nl=False)


@app.command("import")
def bring_in(
    file: Annotated[Path, typer.Argument(help="A record, as export writes it.")],
    db: Db = "paddock.db",
) -> None:
    """Make a table of a record."""
    from paddock.server import admin

    made = admin.bring_in(opened(db), file.read_text("utf-8"), secrets.token_urlsafe(9))
    console().print(made.id)


@app.command()
def verify(db: Db = "paddock.db") -> None:
    """Play everything through that is stored; complains if anything does not add up."""
    from paddock.server import admin

    good, bad = 0, []
    for verdict in admin.verify(opened(db)):
        if verdict.wrong:
            bad.append(verdict)
            console().print(f"{verdict.table} ({verdict.game}): {verdict.wrong}")
        else:
            good += 1
    if bad:
        raise Unsound(f"{len(bad)} of {good + len(bad)} tables do not add up")
    console().print(f"{good} tables add up")
