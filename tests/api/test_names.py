"""The public names of `paddock`, with their parameters: a change here is a change for others."""

from __future__ import annotations

import inspect
import re
import subprocess
import sys
from pathlib import Path

import pytest

import paddock
from paddock import env
from tests.test_repository import ROOT

LISTED = Path(__file__).with_name("public_names.txt")


def describe(name: str, home: object = paddock) -> list[str]:
    """A name with its parameters and public members."""
    found = getattr(home, name)
    if inspect.isfunction(found):
        return [f"{name}{inspect.signature(found)}"]
    if not inspect.isclass(found):
        return [name]
    if issubclass(found, Exception):
        return [f"{name}({found.__bases__[0].__name__})"]
    lines = [name]
    if fields := getattr(found, "__struct_fields__", ()):
        lines = [f"{name}({', '.join(fields)})"]
    for member, value in sorted(vars(found).items()):
        if member.startswith("_") or member in fields:
            continue
        if inspect.isfunction(value):
            lines.append(f"  {name}.{member}{inspect.signature(value)}")
        elif isinstance(value, property) or inspect.ismemberdescriptor(value):
            lines.append(f"  {name}.{member}")
    return lines


def test_public_names_change_only_on_purpose() -> None:
    """If this fails on purpose: write the new list, docs/python.md and the changelog."""
    lines = [line for name in sorted(paddock.__all__) for line in describe(name)]
    lines += [f"env.{line}" for name in sorted(env.__all__) for line in describe(name, env)]
    assert "".join(f"{line}\n" for line in lines) == LISTED.read_text("utf-8")


def test_the_manual_lists_the_public_names() -> None:
    text = (ROOT / "docs/python.md").read_text("utf-8").split("## All names", 1)[1]
    assert re.findall(r"`(\w+)`", text) == sorted(paddock.__all__)


def test_every_name_has_a_docstring_and_is_found_by_dir() -> None:
    assert set(paddock.__all__) <= set(dir(paddock))
    undocumented = [
        name
        for name in paddock.__all__
        if not inspect.getdoc(getattr(paddock, name)) and name != "Draw"
    ]
    assert undocumented == []
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        _ = paddock.nothing  # type: ignore[attr-defined]


def test_the_type_checker_and_the_interpreter_know_the_same_names() -> None:
    text = (ROOT / "src/paddock/__init__.py").read_text("utf-8")
    typed = re.findall(r"^    from (\S+) import (\w+) as \w+$", text, re.MULTILINE)
    assert {name: module for module, name in typed} == paddock.HOMES


def modules_after(program: str) -> set[str]:
    done = subprocess.run(
        [sys.executable, "-c", f"{program}; import sys; print(*sys.modules, file=sys.stderr)"],
        capture_output=True,
        text=True,
        check=True,
    )
    return set(done.stderr.split())


def test_importing_paddock_loads_nothing_else() -> None:
    loaded = modules_after("import paddock")
    assert {name for name in loaded if name.startswith("paddock")} == {"paddock"}
    assert "msgspec" not in loaded


HEAVY = {"rich", "textual", "litestar", "sqlalchemy", "uvicorn", "httpx", "polars", "babel"}


@pytest.mark.parametrize(
    "program",
    [
        "import paddock; paddock.simulate('template', ['greedy', 'random'], races=1, seed=1)",
        "from paddock.cli import run; run(['sim', 'template', '--races', '1'])",
        "from paddock.cli import run; run(['bench', 'template', '--slices', '1'])",
        "from paddock.cli import run; run(['games'])",
    ],
)
def test_simulation_loads_no_server_terminal_or_heavy_package(program: str) -> None:
    loaded = modules_after(program)
    tops = {".".join(name.split(".")[:2]) for name in loaded}
    assert not {"paddock.server", "paddock.terminal"} & tops
    assert not HEAVY & {name.partition(".")[0] for name in loaded}
