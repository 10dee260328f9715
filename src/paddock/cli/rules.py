"""`paddock rules`: the rules in plain words, and the code of each."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import click
from msgspec import Struct

from paddock.cli.command_line import Argument, Option
from paddock.cli.common import Game, Json, Lang, language_of, print_json
from paddock.cli.output import print_table, warn
from paddock.core.citations import UnknownClause
from paddock.core.errors import PaddockError
from paddock.core.game_spec import AnyGameSpec
from paddock.core.seats import Language

NAME = "rules"


class NoClause(PaddockError):
    pass


def command(
    game: Game,
    clause: Annotated[str | None, Argument(help="A clause, like S3.2. Default: all.")] = None,
    lang: Lang = "en",
    matrix: Annotated[bool, Option("--matrix", help="Clause, code, scenarios.")] = False,
    json: Json = False,
) -> None:
    """Print the rules of a game, a clause with its subclauses, or the matrix.

    Below a clause is its code: where it is decided first, then where it is refused, asked,
    told (in an event), named or foreseen (for a number next to an option, or by a bot). `--json` is
    a list of `clause`, `title`, `text`, `code` (its `how`, `name`, `file`, `line`); `--matrix
    --json` of `clause`, `title`, `code` (names), `scenarios`. With `--matrix` the exit code is 1 if
    a clause has a gap.

    Example: `paddock rules street-illegal S3 --lang it`
    """
    from paddock.games import find_spec

    spec, language = find_spec(game), language_of(lang)
    ids = chosen_clauses(spec, clause)
    if matrix:
        show_matrix(spec, ids, json=json)
    elif json:
        print_json(clauses_of(spec, ids, language))
    elif clause is None:
        sys.stdout.write(spec.rulebook.full_text(language).rstrip() + "\n")
    else:
        for entry in clauses_of(spec, ids, language):
            click.echo(f"{entry.clause} {entry.title}\n{entry.text}\n".rstrip() + "\n")
            for place in entry.code:
                click.echo(f"  {place.how:<8} {place.file}:{place.line}  {place.name}")
            click.echo()


def chosen_clauses(spec: AnyGameSpec, clause: str | None) -> tuple[str, ...]:
    """A clause with its subclauses, or all clauses."""
    if clause is None:
        return tuple(spec.rulebook.clauses)
    try:
        return spec.rulebook.within(clause)
    except UnknownClause:
        raise NoClause(
            f"{spec.card.title} has no clause {clause!r}; see `paddock rules {spec.card.id}`"
        ) from None


class Place(Struct, frozen=True):
    """A place in the code that cites a clause, with a path relative to the current folder."""

    how: str
    name: str
    file: str
    line: int


class Entry(Struct, frozen=True):
    """A clause and its code."""

    clause: str
    title: str
    text: str
    code: tuple[Place, ...]


def clauses_of(spec: AnyGameSpec, ids: tuple[str, ...], language: Language) -> list[Entry]:
    from paddock.verify.matrix import find_citations, package_folder

    code = find_citations(package_folder(spec))

    def entry(id: str) -> Entry:
        clause = spec.rulebook.clause_in(id, language)
        places = [Place(c.how, c.name, from_here(c.file), c.line) for c in code.get(id, ())]
        return Entry(clause.id, clause.title, clause.text, tuple(places))

    return [entry(id) for id in ids]


def from_here(file: Path) -> str:
    here = Path.cwd()
    return str(file.relative_to(here) if file.is_relative_to(here) else file)


def show_matrix(spec: AnyGameSpec, ids: tuple[str, ...], *, json: bool) -> None:
    """Print the matrix, and its gaps to stderr."""
    from paddock.verify.matrix import find_gaps, make_matrix

    lines = [line for line in make_matrix(spec) if line.clause in ids]
    if json:
        print_json(
            [
                {
                    "clause": line.clause,
                    "title": line.title,
                    "code": [citation.name for citation in line.code],
                    "scenarios": line.scenarios,
                }
                for line in lines
            ]
        )
    else:
        rows = []
        for line in lines:
            code = "\n".join(citation.name for citation in line.code)
            rows.append((line.clause, line.title, code, "\n".join(line.scenarios)))
        print_table(("clause", "title", "code", "scenarios"), rows)
    lacking = find_gaps(spec, lines)
    for gap in lacking:
        warn(gap)
    if lacking:
        raise click.exceptions.Exit(1)
