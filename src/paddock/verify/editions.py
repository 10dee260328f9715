"""An edition is a promise: as long as it stays the same, every recorded race plays out the same.

`python -m paddock.verify.editions` takes the golden races as they were (at the last release, else
where this branch left the main one, else before the last change) and plays them by the rules of
here. One that comes out otherwise needs a new edition on the card of its game, and a line in the
changelog. Golden races do not come by every rule, so the scenarios of before are played as well,
those of houses whose code has changed.
"""

from __future__ import annotations

import argparse
import io
import re
import shutil
import subprocess
import sys
import tarfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from paddock import games
from paddock.core import record
from paddock.core.errors import PaddockError, RulesBug
from paddock.core.game import Card
from paddock.core.game_spec import AnyGameSpec
from paddock.core.referee import AnyReferee, Referee
from paddock.verify import scenario

RACES_FOLDER = "tests/games"
GAMES_FOLDER = "src/paddock/games"
RULES_FOLDERS = ("src/paddock/core", GAMES_FOLDER)
MAIN_BRANCHES = ("main", "origin/main", "origin/HEAD")


class NotCompared(PaddockError):
    """There is nothing to compare with; said loudly, because it proves nothing."""


class Departure(Struct, frozen=True):
    """A recorded race, or an example of a rule, that plays out otherwise than it did."""

    race: str  # the file it lies in
    game: str
    edition: str  # it was played under
    why: str


def find_departures(
    races: Mapping[str, str], find: Callable[[str], AnyGameSpec] = games.find_spec
) -> Iterator[Departure]:
    """Those of these records that do not lead where they say, by the rules of here."""
    for name, text in races.items():
        why = explain_departure(text, find)
        if why:
            head: record.RecordHeader = record.decode_line(
                text.partition("\n")[0], record.RecordHeader, name
            )
            yield Departure(name, head.game, head.edition, why)


def explain_departure(text: str, find: Callable[[str], AnyGameSpec]) -> str:
    """What comes out otherwise when a record is played by the rules of here; nothing if it is the
    same."""
    try:
        spec, found, closing = record.read_any_edition(text, find)
        referee: AnyReferee = Referee.replay(spec.game, found)
    except (PaddockError, RulesBug) as wrong:
        return str(wrong)
    if referee.outcome() != closing.outcome:
        return f"the outcome was {closing.outcome} and is {referee.outcome()}"
    if not closing.matches_state(record.fingerprint(spec, referee.state, len(found.names))):
        return "it ends in another position"
    return ""


def find_changed_examples(
    examples: Mapping[str, str],
    editions: Mapping[str, str],
    find: Callable[[str], AnyGameSpec] = games.find_spec,
) -> Iterator[Departure]:
    """Those of these scenarios whose moves lead elsewhere by the rules of here. What is offered,
    refused or played for the absent may change: no recorded race plays out differently for it."""
    for name, text in examples.items():
        try:
            file = scenario.parse_file(text, Path(name))
        except PaddockError:
            continue  # written in a way that is not understood any more
        for one in file.scenario:
            spec = find(scenario.spec_of(Path(name), one.game or file.game).card.id)
            if one.refused:
                continue
            edition = editions.get(spec.card.id, spec.card.edition)
            moved = scenario.run(spec, replace(one, asked=None, options=None, usual=()))
            if not moved.passed:
                yield Departure(f"{name}: {one.name!r}", spec.card.id, edition, moved.problems[0])


def broken_promises(
    departed: Sequence[Departure],
    changelog: str,
    find: Callable[[str], AnyGameSpec] = games.find_spec,
) -> list[str]:
    """What is missing for rules to have changed in order, one line each."""
    out = []
    for one in departed:
        try:
            card = find(one.game).card
        except PaddockError as gone:
            out.append(f"{one.race}: {gone}")
            continue
        where = f"{one.race} plays out differently ({one.why})"
        if card.edition == one.edition:
            out.append(f"{where}, and {card.title} is still edition {card.edition}")
        elif not is_announced(card, changelog):
            line = f'"*Rules*: {card.title}, edition {card.edition}: …"'
            out.append(f"{where}, and CHANGELOG.md has no line {line}")
    return out


def is_announced(card: Card, changelog: str) -> bool:
    """Whether a line of the changelog tells of this edition."""
    edition = re.compile(rf"\bedition {re.escape(card.edition)}(?![\w.-])")
    return any(
        "*Rules*" in line and card.title in line and edition.search(line)
        for line in changelog.splitlines()
    )


# ---------------------------------------------------------------- what was there before


class Repository:
    """A checkout and its past."""

    def __init__(self, root: Path) -> None:
        git = shutil.which("git")
        if git is None or not (root / ".git").exists():
            raise NotCompared("this is no git checkout")
        self.root, self.program = root, git

    def git(self, *arguments: str) -> bytes | None:
        command = [self.program, "-C", str(self.root), *arguments]
        done = subprocess.run(command, capture_output=True, check=False)  # noqa: S603  # git itself
        return done.stdout if done.returncode == 0 else None

    def commit(self, name: str) -> str | None:
        found = self.git("rev-parse", "--verify", "--quiet", f"{name}^{{commit}}")
        return None if found is None else found.decode().strip()

    def commit_to_compare(self) -> str:
        """The commit whose golden races are kept to."""
        tag = self.git("describe", "--tags", "--abbrev=0", "--match", "v[0-9]*")
        if tag is not None and (found := self.commit(tag.decode().strip())):
            return found
        head = self.commit("HEAD")
        for main in MAIN_BRANCHES:
            base = self.git("merge-base", "HEAD", main)
            if base is not None and base.decode().strip() != head:
                return base.decode().strip()
        if head is not None and self.has_changed("HEAD", *RULES_FOLDERS, RACES_FOLDER):
            return head  # the change is not committed yet
        parent = self.commit("HEAD^")
        if parent is None:
            raise NotCompared("the past of this checkout is not here (a shallow clone?)")
        return parent

    def tests(self, commit: str) -> dict[str, str]:
        """The golden races and scenarios of a commit, by path."""
        packed = self.git("archive", "--format=tar", commit, RACES_FOLDER)
        if packed is None:
            raise NotCompared(f"{commit[:12]} has no {RACES_FOLDER}")
        with tarfile.open(fileobj=io.BytesIO(packed)) as archive:
            return {
                member.name: file.read().decode()
                for member in archive
                if (member.name.endswith(".race") or "/scenarios/" in member.name)
                and (file := archive.extractfile(member))
            }

    def has_changed(self, commit: str, *paths: str) -> bool:
        """Whether anything there is other than it was."""
        return self.git("diff", "--quiet", commit, "--", *paths) is None


class Report(Struct, frozen=True):
    """What the comparison has shown."""

    before: str  # the commit it was made with
    races: int
    examples: int
    departed: tuple[Departure, ...]
    wrong: tuple[str, ...]


def check(
    root: Path, against: str | None = None, find: Callable[[str], AnyGameSpec] = games.find_spec
) -> Report:
    """Play the golden races and examples of before by the rules of here."""
    repository = Repository(root)
    before = repository.commit_to_compare() if against is None else repository.commit(against)
    if before is None:
        raise NotCompared(f"there is no commit {against!r} here")
    tests = repository.tests(before)
    races = {path: text for path, text in tests.items() if path.endswith(".race")}
    core = repository.has_changed(before, "src/paddock/core")
    others = {
        path: text
        for path, text in tests.items()
        if path not in races
        and (core or repository.has_changed(before, f"{GAMES_FOLDER}/{package_of(path)}"))
    }
    departed = (
        *find_departures(races, find),
        *find_changed_examples(others, editions_of(races), find),
    )
    changelog = (root / "CHANGELOG.md").read_text("utf-8")
    wrong = tuple(broken_promises(departed, changelog, find))
    return Report(before, len(races), len(others), departed, wrong)


def package_of(path: str) -> str:
    """The game package that a test file belongs to."""
    return path.removeprefix(f"{RACES_FOLDER}/").partition("/")[0]


def editions_of(races: Mapping[str, str]) -> dict[str, str]:
    """The editions that these races were recorded by; of each game the last."""
    heads = [
        record.decode_line(text.partition("\n")[0], record.RecordHeader, name)
        for name, text in races.items()
    ]
    return {head.game: head.edition for head in sorted(heads, key=lambda head: head.edition)}


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m paddock.verify.editions", description=__doc__)
    parser.add_argument("--against", metavar="COMMIT", help="whose golden races are to be kept to")
    parser.add_argument("--root", type=Path, default=Path.cwd(), help="the checkout")
    given = parser.parse_args()
    try:
        found = check(given.root, given.against)
    except NotCompared as why:
        sys.stderr.write(f"EDITIONS WERE NOT COMPARED: {why}\n")
        return 0
    for line in found.wrong:
        sys.stderr.write(f"{line}\n")
    races = sum(one.race.endswith(".race") for one in found.departed)
    sys.stdout.write(
        f"of {found.races} golden races of {found.before[:12]} {found.races - races} play out as "
        f"they did; {len(found.departed) - races} examples in {found.examples} files do not\n"
    )
    return 1 if found.wrong else 0


if __name__ == "__main__":
    sys.exit(main())
