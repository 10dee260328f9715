"""A whole race of each game by a player who only follows the prompts, compared with stored
transcripts.

After a change of the screen, `python -m tests.terminal.test_whole_races` rewrites them.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Mapping
from pathlib import Path

import pytest

from tests.terminal.reader import Choice, Option, Screen, race

FOLDER = Path(__file__).parent / "transcripts"
WHO = ("--seats", "human,random", "--names", "alex,bob", "--seed", "7")


def street(screen: Screen) -> str | None:
    """As fast as the chips allow, and an attack where the odds are good."""
    if "Drive, swap hand cards" in screen.prompt:
        return screen.best(r"^Drive: (?!.*you must brake)", lambda o: o.number(r"\((\d+) mph"))
    for option in screen.options:
        speeds = re.search(r"(\d+) against (\d+) mph", option.told)
        if speeds and int(speeds[1]) > int(speeds[2]):
            return option.code
    return None


def heat(screen: Screen) -> str | None:
    """The fastest plan that cannot spin out, with as little Heat as possible; cool down whenever
    asked."""
    if "Choose your gear" in screen.prompt:
        return screen.best(
            r"^Gear (?!.*spin-out)",
            lambda o: o.number(r"speed (\d+)") - 2 * o.number(r"(\d+) Heat for corners"),
        )
    return screen.best(r"^Cool", lambda o: o.number(r"Cool\D*(\d+)"))


def circus(screen: Screen) -> str | None:
    """The highest speed that no corner strains; then straight ahead up to where it says more."""
    if "speed" in screen.prompt and all(o.code.isdecimal() for o in screen.options):
        return screen.best(r"no corner risk on the way", lambda o: float(o.code))
    left = re.search(r"(\d+) movement points? left", screen.prompt)
    if left and any(re.match(r"Forward(?!.*final)", o.told) for o in screen.options):
        return f"forward {left[1]}"
    return None


def winds(screen: Screen) -> str | None:
    """The highest speed at which no curve is too fast, and the best line where it is offered."""
    if "Plan your speed" in screen.prompt:
        safe = r"^Plan (?!.*(too fast|extra point)).*\([1-9]"
        return screen.best(safe, lambda o: o.number(r"Plan (\d+) km/h"))
    return screen.best(r"^Go .*best line", lambda o: 1)


NAME = re.compile(r"[·•■◆▪]([^·•■◆▪=+①②]+?)(?=[=+①②]|  | [·•■◆▪]|$)")
"""A place on the map: the text after a sign."""


class Traveller:
    """Learns rows and paths from the screen, and heads for the farthest row read so far."""

    def __init__(self) -> None:
        self.rows: dict[str, int] = {}
        self.ways: dict[str, list[str]] = {}
        self.here = ""
        self.engine = 5.0

    def __call__(self, screen: Screen) -> str | None:
        self.read(screen)
        if "Planning" in screen.prompt:
            return "0 2 0"
        if "Buy fuel" in screen.prompt:
            return (
                screen.best(r"^Financing", lambda o: 1)
                or screen.best(r"^Buy", lambda o: o.number(r"Buy (\d+)"))
                or (screen.best(r"^Mechanic: repair", lambda o: 1) if self.engine < 3 else None)
                or screen.best(r"^Mechanic: drive", lambda o: 1)
            )
        if "Drive on" in screen.prompt:
            there = re.escape(self.next_step())
            return screen.best(rf"^To (the )?{there}  (?!.*danger, final)", lambda o: 1)
        return screen.best(r"^Engine .*bought", lambda o: o.number(r"Engine .(\d)"))

    def read(self, screen: Screen) -> None:
        listing = False
        for line in screen.lines:
            if listing and (way := re.match(r"^[ 1-3] ([^:]+): (.+)$", line)):
                name = re.split(r", | ■| ◆", way[1])[0]
                self.ways[name] = [there for there in way[2].split(", ") if " F" not in there]
                continue
            listing = line.startswith("Ways from here")
            if row := re.match(r"^( \d|1\d) +[·•■◆▪]", line):
                for name in NAME.findall(line[2:]):
                    self.rows[name] = int(row[1])
            elif mine := re.match(r"^① alex +\S+ +(.+?)  +row", line):
                self.here = mine[1]
                gauges = screen.lines[screen.lines.index(line) + 1]
                self.engine = Option.read(gauges, r"engine \S* ?(\d)")

    def next_step(self) -> str:
        """The first step of the shortest path to the farthest row."""
        before = {self.here: ""}
        for at in (queue := [self.here]):
            for there in self.ways.get(at, []):
                if there not in before:
                    before[there] = at
                    queue.append(there)
        goal = max(queue, key=lambda name: self.rows.get(name.partition(" (")[0], 0))
        while before[goal] not in ("", self.here):
            goal = before[goal]
        return goal


RACES: Mapping[str, tuple[str, Choice, tuple[str, ...]]] = {
    "street-illegal": ("street-illegal", street, WHO),
    "heat": ("heat", heat, (*WHO, "-o", "laps=1", "-o", "garage=quick", "-o", "legends=1")),
    "circus-maximus": ("circus-maximus", circus, (*WHO, "-o", "field=2", "-o", "two_laps=yes")),
    "winds-of-war": ("winds-of-war", winds, (*WHO, "-o", "laps=1")),
    "great-race": ("great-race", Traveller(), WHO),
}


def play_transcript(name: str) -> str:
    game, choose, arguments = RACES[name]
    return race(game, choose, *arguments)


@pytest.mark.parametrize("name", RACES)
def test_somebody_who_follows_the_prompts_comes_to_the_end(name: str) -> None:
    said = play_transcript(name)
    kept = (FOLDER / f"{name}.txt").read_text("utf-8")
    changed = difflib.unified_diff(kept.splitlines(), said.splitlines(), "kept", "now", lineterm="")
    assert said == kept, "\n".join([*changed][:40])
    assert "The race is over" in said
    assert "none of your choices" not in said


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for name in RACES:
        (FOLDER / f"{name}.txt").write_text(play_transcript(name), "utf-8")
