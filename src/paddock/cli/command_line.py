"""Commands from functions: the annotations of a function say what the command takes.

`Annotated[int, Option(min=1, help="How many.")]` is an option of that type, `Argument` a word
without a name. Click does the rest.
"""

from __future__ import annotations

import importlib
import inspect
import re
import types
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Annotated, Any, TypeVar, Union, get_args, get_origin, get_type_hints

import click

F = TypeVar("F", bound=Callable[..., Any])


class Argument:
    """A word of the command line, by its place."""

    def __init__(self, *, metavar: str | None = None, help: str = "") -> None:
        self.metavar, self.help = metavar, help


class Option:
    """An option of the command line. Without names it is called like its parameter."""

    def __init__(
        self,
        *names: str,
        help: str = "",
        metavar: str | None = None,
        min: float | None = None,
        max: float | None = None,
        envvar: str | None = None,
    ) -> None:
        self.names, self.help, self.metavar = names, help, metavar
        self.min, self.max, self.envvar = min, max, envvar


def make_command(name: str, function: Callable[..., Any]) -> click.Command:
    """The command that calls a function."""
    hints = get_type_hints(function, include_extras=True)
    parameters = [
        make_parameter(parameter, hints[parameter.name])
        for parameter in inspect.signature(function).parameters.values()
    ]
    return click.Command(
        name,
        params=parameters,
        callback=function,
        help=help_text(function),
        context_settings={"show_default": True},
    )


def help_text(function: Callable[..., Any]) -> str:
    """The docstring, with each example on a line of its own."""
    text = inspect.getdoc(function) or ""
    return re.sub(r"^(Example: .*)$", r"\n\b\n\1", text, flags=re.MULTILINE)


def make_parameter(parameter: inspect.Parameter, hint: Any) -> click.Parameter:
    kind, taken = get_args(hint)[:2] if get_origin(hint) is Annotated else (hint, Option())
    kind, several = item_type(kind)
    required = parameter.default is inspect.Parameter.empty
    default = None if required or parameter.default == [] else parameter.default
    # For Click a default of None is a default: then nothing is missing.
    defaults: dict[str, Any] = {} if required else {"default": default}
    name = parameter.name
    if isinstance(taken, Argument):
        return click.Argument(
            [name],
            type=value_type(kind, None, None),
            required=required,
            nargs=-1 if several else 1,
            metavar=taken.metavar,
            **defaults,
        )
    dashed = f"--{name.replace('_', '-')}"
    is_flag = kind is bool
    names = taken.names or ((f"{dashed}/--no-{dashed[2:]}",) if is_flag else (dashed,))
    return click.Option(
        [*names, name],
        type=None if is_flag else value_type(kind, taken.min, taken.max),
        is_flag=is_flag or None,
        required=required,
        show_default=default not in (None, "", False),
        multiple=several,
        help=taken.help,
        metavar=taken.metavar,
        envvar=taken.envvar,
        **defaults,
    )


def item_type(kind: Any) -> tuple[Any, bool]:
    """The type of one value, and whether there may be several."""
    if get_origin(kind) in (Union, types.UnionType):
        kind = next(one for one in get_args(kind) if one is not types.NoneType)
    return (get_args(kind)[0], True) if get_origin(kind) is list else (kind, False)


def value_type(kind: Any, least: float | None, most: float | None) -> click.ParamType[Any]:
    if kind is Path:
        return click.Path(path_type=Path)
    if kind not in (int, float):
        return click.STRING
    if least is None and most is None:
        return click.INT if kind is int else click.FLOAT
    if kind is float:
        return click.FloatRange(least, most)
    low, high = (None if bound is None else int(bound) for bound in (least, most))
    return click.IntRange(low, high)


class CommandGroup(click.Group):
    """Commands under a common name. `modules` are imported when their command is used."""

    def __init__(self, name: str, help: str, modules: Sequence[str] = ()) -> None:
        super().__init__(name, help=help, no_args_is_help=True)
        self.modules = {module.rpartition(".")[2]: module for module in modules}

    def subcommand(self, name: str = "") -> Callable[[F], F]:
        """Make a command of a function, named like it unless given a name."""

        def add(function: F) -> F:
            self.add_command(make_command(name or function.__name__, function))
            return function

        return add

    def list_commands(self, ctx: click.Context) -> list[str]:
        return [*self.modules, *super().list_commands(ctx)]

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in self.modules:
            return super().get_command(ctx, cmd_name)
        module = importlib.import_module(self.modules[cmd_name])
        group: CommandGroup | None = getattr(module, "app", None)
        return make_command(module.NAME, module.command) if group is None else group
