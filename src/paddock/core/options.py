"""The options of a race: one source for the command line, the form in the browser and the docs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal, TypeVar, get_args, get_origin, get_type_hints

import msgspec
from msgspec import NODEFAULT, Struct, inspect

from paddock.core.errors import BadOption
from paddock.core.seats import Language
from paddock.core.words import Words

O = TypeVar("O")  # noqa: E741
YES = {"yes": True, "on": True, "true": True, "1": True}
NO = {"no": False, "off": False, "false": False, "0": False}


class Field(Struct, frozen=True):
    """One option as a form shows it."""

    name: str  # dotted when it belongs to an inner race
    kind: Literal["switch", "number", "choice", "list", "text", "track", "tracks"]
    default: Any
    title: str
    help: str
    choices: tuple[tuple[str, str], ...] = ()  # value, label
    least: int | None = None
    most: int | None = None


def option_fields(options: type, words: Words, language: Language = "en") -> tuple[Field, ...]:
    """The options in the order they are declared; those of an inner race have dotted names."""
    return tuple(collect_fields(inspect.type_info(options), "", words, language))


def collect_fields(
    info: inspect.Type, prefix: str, words: Words, language: Language
) -> list[Field]:
    assert isinstance(info, inspect.StructType)
    declared = get_type_hints(info.cls)
    out: list[Field] = []
    for field in info.fields:
        name = f"{prefix}{field.name}"
        if isinstance(field.type, inspect.StructType):
            out += collect_fields(field.type, f"{name}.", words, language)
            continue
        default = field.default if field.default is not NODEFAULT else field.default_factory()
        title = words.tell(f"option.{field.name}", language)
        help = words.tell(f"option.{field.name}.help", language)
        choices = choice_labels(literal_values(declared[field.name]), field.name, words, language)
        out.append(make_field(field.type, name, default, title, help, choices))
    return out


def literal_values(type: object) -> tuple[Any, ...]:
    """The values of a choice or a list of choices, in the order they are declared."""
    inner = get_args(type)
    if get_origin(type) is Literal:
        return inner
    return next((found for one in inner if (found := literal_values(one))), ())


def make_field(
    type: inspect.Type,
    name: str,
    default: Any,
    title: str,
    help: str,
    choices: tuple[tuple[str, str], ...],
) -> Field:
    match type:
        case inspect.Metadata(extra={"kind": "track"}):
            return Field(name, "track", default, title, help)
        case inspect.VarTupleType(item_type=inspect.Metadata(extra={"kind": "track"})):
            return Field(name, "tracks", default, title, help, most=type.max_length)
        case inspect.BoolType():
            return Field(name, "switch", default, title, help)
        case inspect.IntType():
            return Field(name, "number", default, title, help, least=type.ge, most=type.le)
        case inspect.LiteralType():
            return Field(name, "choice", default, title, help, choices)
        case inspect.VarTupleType(item_type=inspect.LiteralType()):
            return Field(name, "list", default, title, help, choices)
        case _:
            return Field(name, "text", default, title, help)


def choice_labels(
    values: Sequence[object], own: str, words: Words, language: Language
) -> tuple[tuple[str, str], ...]:
    return tuple((str(v), words.tell(f"option.{own}.{v}", language)) for v in values)


def parse_options(options: type[O], given: Mapping[str, str | Sequence[str]], words: Words) -> O:
    """Options from `name=value` texts of the command line. A name given several times: all values
    for tracks, else the last."""
    known = {field.name: field for field in option_fields(options, words)}
    tree: dict[str, Any] = {}
    for name, text in given.items():
        field = known.get(name)
        if field is None:
            near = ", ".join(known) or "none"
            raise BadOption(f"no option {name!r}; the options are: {near}")
        inner = tree
        *path, last = name.split(".")
        for part in path:
            inner = inner.setdefault(part, {})
        texts = [text] if isinstance(text, str) else text
        inner[last] = (
            [*filter(None, texts)] if field.kind == "tracks" else parse_value(field, texts[-1])
        )
    return convert_options(options, tree)


def parse_value(field: Field, text: str) -> Any:
    """The value that a text stands for, or a clear error."""
    match field.kind:
        case "switch":
            if text.lower() not in YES | NO:
                raise BadOption(f"option {field.name}: {text!r} is neither yes nor no")
            return (YES | NO)[text.lower()]
        case "number":
            try:
                return int(text)
            except ValueError:
                raise BadOption(f"option {field.name}: {text!r} is not a number") from None
        case "choice":
            return parse_choice(field, text)
        case "list":
            return [parse_choice(field, part) for part in text.replace("+", ",").split(",") if part]
        case _:
            return text


def parse_choice(field: Field, text: str) -> Any:
    choices = [choice for choice, _ in field.choices]
    if text not in choices:
        raise BadOption(f"option {field.name}: {text!r} is not one of {', '.join(choices)}")
    numeric = isinstance(field.default, int) and not isinstance(field.default, bool)
    return int(text) if numeric else text


def convert_options(options: type[O], tree: object) -> O:
    """Options from a decoded tree, strictly; errors are one clear line."""
    try:
        return msgspec.convert(tree, options)
    except (msgspec.ValidationError, ValueError) as wrong:
        raise BadOption(f"options: {wrong}") from None
