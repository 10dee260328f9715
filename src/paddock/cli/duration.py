"""`paddock duration`: the length of a race, and the number of decisions."""

from __future__ import annotations

from typing import Annotated

from msgspec.structs import asdict

from paddock.cli.command_line import Argument, Option
from paddock.cli.common import Json, print_json
from paddock.cli.output import print_table
from paddock.core.game_spec import AnyGameSpec
from paddock.measure.duration import Duration, measure

NAME = "duration"
DEFAULT_SEATS = 4


def command(
    ids: Annotated[list[str] | None, Argument(metavar="GAME…", help="Default: all.")] = None,
    races: Annotated[int, Option(min=1, help="Races of each kind.")] = 3,
    json: Json = False,
) -> None:
    """Estimate how long a race takes a person, from the questions bots are asked.

    First the one-click race, then the usual one for four. `--json` has, by id, `quick` and
    `usual`, each with `decisions`, `turns`, `kinds` (of questions), `minutes` and `bits`.

    Example: `paddock duration heat --races 10`
    """
    from paddock.games import all_specs, find_spec

    chosen = [find_spec(id) for id in ids] if ids else list(all_specs().values())
    found = {spec.card.id: measure_both(spec, races) for spec in chosen}
    if json:
        print_json(
            {id: {kind: asdict(one) for kind, one in of.items()} for id, of in found.items()}
        )
        return
    rows = [
        (id, kind, *(f"{value:.0f}" for value in values(one)))
        for id, of in found.items()
        for kind, one in of.items()
    ]
    titles = ("game", "race", "decisions", "turns", "questions", "minutes", "bits")
    print_table(titles, rows, left=2)


def values(one: Duration) -> tuple[float, ...]:
    return (one.decisions, one.turns, one.kinds, one.minutes, one.bits)


def measure_both(spec: AnyGameSpec, races: int) -> dict[str, Duration]:
    least, most = spec.card.seats
    usual = measure(spec, spec.options(), min(most, max(least, DEFAULT_SEATS)), races)
    if spec.quick is None:
        return {"usual": usual}
    quick = measure(spec, spec.quick.options, min(most, spec.quick.rivals + 1), races)
    return {"quick": quick, "usual": usual}
