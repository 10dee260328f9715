"""`paddock rules`: the rules in our own words, and where they live."""

from __future__ import annotations

import sys
from typing import Annotated

import typer
from rich.table import Table

from paddock.cli.common import Game, Json, Lang, console, err, language_of, print_json
from paddock.core.citing import UnknownClause
from paddock.core.errors import PaddockError
from paddock.core.house import AnyHouse
from paddock.core.seats import Language

NAME = "rules"


class NoClause(PaddockError):
    pass


def command(
    game: Game,
    clause: Annotated[str | None, typer.Argument(help="A clause, like S3.2; else all.")] = None,
    lang: Lang = "en",
    matrix: Annotated[bool, typer.Option("--matrix", help="Clause, code, scenarios.")] = False,
    json: Json = False,
) -> None:
    """Print the rules of a game, one clause and those under it, or the matrix.

    `--matrix --json` is a list of `clause`, `title`, `code`, `scenarios`; `--json` alone of
    `clause`, `title`, `text`. With `--matrix` the exit code is 1 if a clause has a gap.

    Example: `paddock rules street-illegal S3 --lang it`
    """
    from paddock.games import find

    house, language = find(game), language_of(lang)
    ids = chosen(house, clause)
    if matrix:
        show_matrix(house, ids, json=json)
    elif json:
        print_json(clauses_of(house, ids, language))
    elif clause is None:
        sys.stdout.write(house.rulebook.whole(language).rstrip() + "\n")
    else:
        for entry in clauses_of(house, ids, language):
            typer.echo(f"{entry['clause']} {entry['title']}\n{entry['text']}\n".rstrip() + "\n")


def chosen(house: AnyHouse, clause: str | None) -> tuple[str, ...]:
    """A clause with those under it, or all."""
    if clause is None:
        return tuple(house.rulebook.clauses)
    try:
        return house.rulebook.within(clause)
    except UnknownClause:
        raise NoClause(
            f"{house.card.title} has no clause {clause!r}; see `paddock rules {house.card.id}`"
        ) from None


def clauses_of(house: AnyHouse, ids: tuple[str, ...], language: Language) -> list[dict[str, str]]:
    clauses = [house.rulebook.translated(id, language) for id in ids]
    return [{"clause": one.id, "title": one.title, "text": one.text} for one in clauses]


def show_matrix(house: AnyHouse, ids: tuple[str, ...], *, json: bool) -> None:
    """The matrix, and on the other channel what it lacks."""
    from paddock.lab.matrix import gaps, matrix

    lines = [line for line in matrix(house) if line.clause in ids]
    if json:
        print_json(lines)
    else:
        table = Table(box=None)
        for title in ("clause", "title", "code", "scenarios"):
            table.add_column(title, overflow="fold")
        for line in lines:
            shown = "\n".join(line.scenarios)
            table.add_row(line.clause, line.title, "\n".join(line.code), shown)
        console().print(table)
    lacking = gaps(house, lines)
    for gap in lacking:
        err().print(gap, markup=False)
    if lacking:
        raise typer.Exit(1)
