"""A spread of a game's options: whatever its form offers, at random."""

from __future__ import annotations

import random
from typing import Any

from paddock.core.errors import BadOption
from paddock.core.game_spec import AnyGameSpec
from paddock.core.options import Field, convert_options, option_fields

TRIES = 100
WIDE = 4
"""How far above its least a number goes that has no most."""


def any_options(spec: AnyGameSpec, generator: random.Random) -> Any:
    """Options at random; some combinations a game refuses, so it is tried again."""
    known = option_fields(spec.options, spec.words)
    for _ in range(TRIES):
        tree: dict[str, Any] = {}
        for field in known:
            put(tree, field, any_value(field, generator))
        try:
            return convert_options(spec.options, tree)
        except BadOption:
            continue
    return spec.options()


def put(tree: dict[str, Any], field: Field, value: Any) -> None:
    *path, last = field.name.split(".")
    for part in path:
        tree = tree.setdefault(part, {})
    tree[last] = value


def any_value(field: Field, generator: random.Random) -> Any:
    """Any value of one option; every other time the usual one, so that races stay usual too."""
    if generator.random() < 0.5:
        return field.default
    match field.kind:
        case "switch":
            return generator.random() < 0.5
        case "number":
            least = field.default if field.least is None else field.least
            most = least + WIDE if field.most is None else field.most
            return generator.randint(least, most)
        case "choice":
            return typed(field, generator.choice(field.choices)[0])
        case "list":
            return [c for c, _ in field.choices if generator.random() < 0.5]
        case _:
            return field.default


def typed(field: Field, value: str) -> Any:
    """A choice as its option has it: choices of a form are texts."""
    numeric = isinstance(field.default, int) and not isinstance(field.default, bool)
    return int(value) if numeric else value
