"""A rule does not change unnoticed: golden races of before against the rules of here."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

from paddock.core.game_spec import AnyGameSpec
from paddock.verify import editions
from tests.needs import missing
from tests.planted import MoreFuel, finder, template

ROOT = Path(__file__).parents[2]
REPLAYS = Path("tests/games/template/replays")
SCENARIOS = Path("tests/games/template/scenarios")


def git(root: Path, *arguments: str) -> None:
    program = shutil.which("git") or missing("git", "install the package git")
    who = ["-c", "user.name=Ann", "-c", "user.email=ann@example.org", "-c", "init.defaultBranch=x"]
    subprocess.run([program, *who, *arguments], cwd=root, check=True, capture_output=True)


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A repository with golden races of the template, and a second commit on top."""
    git(tmp_path, "init", "-q")
    shutil.copytree(ROOT / REPLAYS, tmp_path / REPLAYS)
    (tmp_path / "CHANGELOG.md").write_text("# Changelog\n")
    git(tmp_path, "add", ".")
    git(tmp_path, "commit", "-qm", "first")
    (tmp_path / "CHANGELOG.md").write_text("# Changelog\n\n## Unreleased\n")
    git(tmp_path, "commit", "-qam", "second")
    return tmp_path


def wrong(checkout: Path, spec: AnyGameSpec) -> tuple[str, ...]:
    return editions.check(checkout, find=finder(spec)).wrong


def test_no_recorded_race_departs_without_an_edition_and_a_line_that_says_so() -> None:
    try:
        found = editions.check(ROOT)
    except editions.NotCompared as why:
        missing("the past of the repository", str(why))
    assert found.races > 50
    assert found.wrong == ()


def test_the_same_rules_keep_their_promise(checkout: Path) -> None:
    found = editions.check(checkout, find=finder(template()))
    assert (found.races, found.departed, found.wrong) == (4, (), ())


def test_a_rule_changed_without_an_edition_is_found(checkout: Path) -> None:
    found = wrong(checkout, template(MoreFuel))
    assert found
    assert all("plays out differently" in line for line in found)
    assert all("Three Bends is still edition 1" in line for line in found)


def test_a_rule_that_no_golden_race_comes_by_is_found_by_its_example(checkout: Path) -> None:
    kept = {path.name: path.read_text() for path in (checkout / REPLAYS).glob("*.race")}
    for departed in editions.find_departures(kept, finder(template(MoreFuel))):
        (checkout / REPLAYS / departed.race).unlink()
    shutil.copytree(ROOT / SCENARIOS, checkout / SCENARIOS)
    rules = checkout / "src/paddock/games/template/rules.py"
    rules.parent.mkdir(parents=True)
    rules.write_text("FUEL = 3\n")
    git(checkout, "add", ".")
    git(checkout, "commit", "-qm", "[template] Examples")
    rules.write_text("FUEL = 4\n")
    found = wrong(checkout, template(MoreFuel))
    assert found
    assert all(str(SCENARIOS) in line and "is still edition 1" in line for line in found)
    assert wrong(checkout, template()) == ()


def test_a_new_edition_needs_a_line_in_the_changelog(checkout: Path) -> None:
    changed = template(MoreFuel, "2")
    assert all("*Rules*: Three Bends, edition 2" in line for line in wrong(checkout, changed))
    changelog = checkout / "CHANGELOG.md"
    changelog.write_text("- *Rules*: Three Bends, edition 21: no.\n- *Rules*: Heat, edition 2.\n")
    assert wrong(checkout, changed)
    changelog.write_text("- *Rules*: Three Bends, edition 2: everybody has more fuel (T1).\n")
    assert wrong(checkout, changed) == ()


def test_golden_races_made_again_do_not_hide_the_change(checkout: Path) -> None:
    """What counts is how they were, not how they are."""
    shutil.rmtree(checkout / REPLAYS)
    git(checkout, "commit", "-qam", "[template] Regenerate golden races")
    assert len(wrong(checkout, template(MoreFuel))) == 3


def test_the_last_release_is_kept_to_whatever_came_since(checkout: Path) -> None:
    git(checkout, "tag", "v1.0")
    shutil.rmtree(checkout / REPLAYS)
    git(checkout, "commit", "-qam", "third")
    git(checkout, "commit", "-q", "--allow-empty", "-m", "fourth")
    assert editions.check(checkout, find=finder(template())).races == 4


def test_without_a_past_it_is_said_that_nothing_was_compared(
    tmp_path: Path,
    checkout: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    bare = tmp_path / "sdist"
    bare.mkdir()
    shallow = tmp_path / "shallow"
    git(tmp_path, "clone", "-q", "--depth", "1", checkout.as_uri(), str(shallow))
    for root, why in ((bare, "no git checkout"), (shallow, "shallow")):
        monkeypatch.setattr("sys.argv", ["editions", "--root", str(root)])
        assert editions.main() == 0
        told = capsys.readouterr().err
        assert "EDITIONS WERE NOT COMPARED" in told
        assert why in told


def test_the_command_complains_by_its_exit_code(
    checkout: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.argv", ["editions", "--root", str(checkout)])
    assert editions.main() == 0
    assert "of 4 golden races" in capsys.readouterr().out
    race = checkout / REPLAYS / "no-blocking.race"
    race.write_text(race.read_text().replace('"places": [', '"places": [9, '))
    git(checkout, "commit", "-qam", "a wrong race")
    git(checkout, "commit", "-q", "--allow-empty", "-m", "after it")
    assert editions.main() == 1
    assert "the outcome was" in capsys.readouterr().err
