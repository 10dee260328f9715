"""The frozen layouts: `python -m tools.layouts` writes tests/env/layouts.txt, or says what may not
change.

A layout that changed needs a new version. The last line of each is a digest of the numbers along a
random race, which finds numbers that mean something else than before. The race itself may change
with the rules: with a new edition, or say `--rules`.
"""

from __future__ import annotations

import argparse
import hashlib
import random
import sys
from array import array
from collections.abc import Iterator
from pathlib import Path

from paddock.core.chance import UnrecordedChance
from paddock.core.game_spec import AnyGameSpec
from paddock.core.layout import Layout
from paddock.env.rules import layout_of
from paddock.games import all_specs

FROZEN = Path(__file__).parents[1] / "tests" / "env" / "layouts.txt"
DECISIONS = 400
SEATS = 3


def digest(spec: AnyGameSpec, layout: Layout) -> str:
    """A short hash of all numbers and ids along one random race."""
    game, luck, choice = spec.game, UnrecordedChance(random.Random(1)), random.Random(2)
    state = game.setup(spec.options(), SEATS, luck).state
    found = hashlib.sha256()
    for _ in range(DECISIONS):
        asks = game.asks(state)
        if not asks:
            break
        ask = choice.choice(asks)
        view = game.view(state, ask.seat)
        numbers = layout.observe(view, ask.seat, ask) + layout.action_ids(view, ask)
        found.update(array("i", numbers).tobytes())
        state = game.play(state, ask.seat, choice.choice(ask.candidates), luck).state
    return found.hexdigest()[:16]


def describe(spec: AnyGameSpec) -> Iterator[str]:
    layout = layout_of(spec)
    yield from layout.describe()
    yield f"  edition {spec.card.edition}: {digest(spec, layout)}"


def sections(text: str) -> dict[str, list[str]]:
    """The lines of each version."""
    found: dict[str, list[str]] = {}
    for line in text.splitlines():
        if line and not line.startswith(" "):
            found[line.partition(":")[0]] = lines = []
        if line:
            lines.append(line)
    return found


def current_text() -> str:
    return "\n".join("\n".join(describe(spec)) + "\n" for spec in all_specs().values())


def find_faults(frozen: str, now: str, *, rules: bool = False) -> list[str]:
    """The layouts that changed without a new version. `rules`: the races may have changed."""
    before, faults = sections(frozen), []
    for version, lines in sections(now).items():
        old = before.get(version)
        if old is None or old == lines:
            continue
        edition, was = lines[-1].partition(":")[0], old[-1].partition(":")[0]
        if old[:-1] == lines[:-1] and (rules or edition != was):
            continue  # another race, the same layout
        line = next((new for new, kept in zip(lines, old, strict=False) if new != kept), lines[-1])
        faults.append(f"{version} changed at {line.strip()!r}: give it a new version")
    return faults


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rules", action="store_true", help="the rules of a game changed")
    rules = parser.parse_args().rules
    now = current_text()
    frozen = FROZEN.read_text("utf-8") if FROZEN.exists() else ""
    faults = find_faults(frozen, now, rules=rules)
    for fault in faults:
        print(fault, file=sys.stderr)  # noqa: T201
    if not faults:
        FROZEN.write_text(now, "utf-8")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
