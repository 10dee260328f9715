"""`paddock games`: list the games."""

from __future__ import annotations

from typing import Any

from paddock.cli.common import Json, Lang, language_of, print_json
from paddock.cli.output import print_table, say
from paddock.core.game_spec import AnyGameSpec
from paddock.core.options import Field, option_fields
from paddock.core.seats import Language

NAME = "games"


def command(lang: Lang = "en", json: Json = False) -> None:
    """List the games with their options.

    Example: `paddock games --lang it`
    """
    from paddock.games import all_specs

    language = language_of(lang)
    if json:
        print_json([describe_game(spec, language) for spec in all_specs().values()])
        return
    for spec in all_specs().values():
        card = spec.card
        least, most = card.seats
        say(f"{card.id}  {card.title} ({card.year}), {least}–{most}")
        say(f"  {spec.words.tell(card.goal, language)}")
        rows = [
            (f"-o {option.name}={show_value(option.default)}", values(option), option.help)
            for option in option_fields(spec.options, spec.words, language)
        ]
        print_table(("", "", ""), rows, indent="  ")


def values(option: Field) -> str:
    """The possible values of an option."""
    match option.kind:
        case "switch":
            return "yes|no"
        case "choice" | "list":
            return "|".join(choice for choice, _ in option.choices)
        case "number" if option.least is not None and option.most is not None:
            return f"{option.least}–{option.most}"
        case _:
            return option.kind


def show_value(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return ",".join(map(str, value)) if isinstance(value, tuple) else str(value)


def describe_game(spec: AnyGameSpec, language: Language) -> dict[str, Any]:
    card = spec.card
    return {
        "id": card.id,
        "title": card.title,
        "year": card.year,
        "seats": card.seats,
        "edition": card.edition,
        "goal": spec.words.tell(card.goal, language),
        "options": option_fields(spec.options, spec.words, language),
    }
