"""Random options of a game, from its form."""

from __future__ import annotations

import random
from typing import Any

from paddock.core.errors import BadOption
from paddock.core.game_spec import AnyGameSpec
from paddock.core.options import Field, convert_options, option_fields

MAX_TRIES = 100
UNBOUNDED_RANGE = 4
"""How far above its least a number goes that has no most."""


def random_options(spec: AnyGameSpec, generator: random.Random) -> Any:
    """Options at random; some combinations a game refuses, so it is tried again."""
    known = option_fields(spec.options, spec.words)
    for _ in range(MAX_TRIES):
        tree: dict[str, Any] = {}
        for field in known:
            set_value(tree, field, random_value(field, generator))
        try:
            return convert_options(spec.options, tree)
        except BadOption:
            continue
    return spec.options()


def set_value(tree: dict[str, Any], field: Field, value: Any) -> None:
    *path, last = field.name.split(".")
    for part in path:
        tree = tree.setdefault(part, {})
    tree[last] = value


def random_value(field: Field, generator: random.Random) -> Any:
    """Any value of one option; every other time the usual one, so that races stay usual too."""
    if generator.random() < 0.5:
        return field.default
    match field.kind:
        case "switch":
            return generator.random() < 0.5
        case "number":
            least = field.default if field.least is None else field.least
            most = least + UNBOUNDED_RANGE if field.most is None else field.most
            return generator.randint(least, most)
        case "choice":
            return convert_choice(field, generator.choice(field.choices)[0])
        case "list":
            return [c for c, _ in field.choices if generator.random() < 0.5]
        case _:
            return field.default


def convert_choice(field: Field, value: str) -> Any:
    """A choice as its option has it: choices of a form are texts."""
    numeric = isinstance(field.default, int) and not isinstance(field.default, bool)
    return int(value) if numeric else value
