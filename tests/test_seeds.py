"""The seed of a test run comes from the commit, and can be set."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.seeds import ROOT, VARIABLE, find_seed


def git(folder: Path, *arguments: str) -> str:
    who = ["-c", "user.name=Ann", "-c", "user.email=ann@paddock.example"]
    done = subprocess.run(
        ["git", *who, *arguments], cwd=folder, capture_output=True, text=True, check=True
    )
    return done.stdout.strip()


def test_every_commit_has_a_seed_of_its_own(tmp_path: Path) -> None:
    git(tmp_path, "init", "--quiet")
    seeds = {}
    for number in range(3):
        git(tmp_path, "commit", "--quiet", "--allow-empty", "--message", str(number))
        seed, source = find_seed(tmp_path, {})
        assert source == f"commit {git(tmp_path, 'rev-parse', 'HEAD')[:12]}"
        assert find_seed(tmp_path, {})[0] == seed
        seeds[seed] = source
    assert len(seeds) == 3
    assert all(0 <= seed < 1 << 31 for seed in seeds)


@pytest.mark.parametrize("begun", [True, False])
def test_without_a_commit_the_seed_comes_from_the_version(
    begun: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if begun:
        git(tmp_path, "init", "--quiet")
    monkeypatch.setattr("tests.seeds.__version__", "1.2.3")
    first, source = find_seed(tmp_path, {})
    assert source == "version 1.2.3"
    monkeypatch.setattr("tests.seeds.__version__", "1.2.4")
    assert find_seed(tmp_path, {})[0] != first


def test_an_unpacked_sdist_inside_another_checkout_has_no_commit(tmp_path: Path) -> None:
    git(tmp_path, "init", "--quiet")
    git(tmp_path, "commit", "--quiet", "--allow-empty", "--message", "another project")
    (tmp_path / "paddock").mkdir()
    assert find_seed(tmp_path / "paddock", {})[1].startswith("version ")


def test_the_seed_can_be_set(tmp_path: Path) -> None:
    assert find_seed(tmp_path, {VARIABLE: "7"}) == (7, VARIABLE)


@pytest.mark.parametrize("given", ["", "7"])
def test_the_first_line_of_a_run_tells_the_seed(given: str) -> None:
    environment = os.environ | {VARIABLE: given}
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-n0", "--collect-only", "--no-header", __file__],
        cwd=ROOT,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    seed, source = find_seed(ROOT, {VARIABLE: given})
    first = done.stdout.splitlines()[0]
    assert first == f"seed {seed} from {source} (the same races again: {VARIABLE}={seed} make test)"
