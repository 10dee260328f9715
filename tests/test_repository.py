"""The repository: no machine-specific text, and no broken links."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from urllib.parse import unquote

import pytest

from tests.needs import missing

ROOT = Path(__file__).parent.parent

# Spelt in pieces, so that this file passes its own test.
HOSTS = re.compile(
    "|".join(
        r"[.]".join(parts)
        for parts in (
            ("pypi", "org"),
            ("pythonhosted", "org"),
            ("registry", "npmjs"),
            ("npmjs", "org"),
            ("yarnpkg", "com"),
            ("npmmirror", "com"),
            ("jsdelivr", "net"),
            ("unpkg", "com"),
            ("deb", "debian"),
        )
    )
    + "|".join(("", "index-" + "url", "find-" + "links", "artif" + "actory"))
)
FOLDERS = ("work", "root", "home", "Users", "opt", "mnt", "srv", "media", "Volumes", "var/folders")
MACHINE = re.compile(r"(?<![\w.~-])/(?:" + "|".join(FOLDERS) + r")/|[A-Z]:\\+Users|file:" + "///")

ADDRESS = re.compile(r"https?://(?:[^/\s@\"'`]*@)?([\w.-]+)")
KNOWN = {"github.com", "eslint.org", "www.w3.org", "www.apache.org", "localhost"}
"""Hosts that addresses of this repository may name, apart from IP addresses and `.example`."""

FENCE = re.compile(r"^(```|~~~).*?^\1", re.MULTILINE | re.DOTALL)
LINK = re.compile(r"\[[^\]\n]*\]\(<?([^)\s>]+)>?(?:\s+\"[^\"]*\")?\)")
HEADING = re.compile(r"^#{1,6}\s+(.*?)\s*#*$", re.MULTILINE)


@cache
def tracked_files() -> tuple[Path, ...]:
    """The existing files in git; empty outside a checkout."""
    git = shutil.which("git")
    if git is None or not (ROOT / ".git").exists():
        return ()
    listed = subprocess.run([git, "ls-files", "-z"], cwd=ROOT, capture_output=True, check=True)
    paths = (ROOT / name for name in listed.stdout.decode().split("\0") if name)
    return tuple(path for path in paths if path.is_file())


@pytest.fixture
def files() -> tuple[Path, ...]:
    return tracked_files() or missing("git", "these tests look at the files of a git checkout")


def lines(path: Path) -> Iterator[tuple[int, str]]:
    """The numbered lines of a text file; empty for an image."""
    try:
        text = path.read_text(encoding="utf-8")
    except UnicodeDecodeError:
        return
    yield from enumerate(text.splitlines(), start=1)


def lines_with(pattern: re.Pattern[str], files: tuple[Path, ...]) -> list[str]:
    return [
        f"{path.relative_to(ROOT)}:{number}: {line.strip()[:120]}"
        for path in files
        for number, line in lines(path)
        if pattern.search(line)
    ]


@pytest.mark.parametrize("pattern", [HOSTS, MACHINE], ids=["registry hosts", "machine paths"])
def test_no_file_names(pattern: re.Pattern[str], files: tuple[Path, ...]) -> None:
    assert lines_with(pattern, files) == []


def test_no_file_names_where_it_lies_now(files: tuple[Path, ...]) -> None:
    here = [str(path) for path in (ROOT, Path.home()) if len(path.parts) > 1]
    assert lines_with(re.compile("|".join(map(re.escape, here))), files) == []


def unknown_hosts(line: str) -> list[str]:
    """The hosts in a line that are not allowed."""
    return [
        host
        for host in ADDRESS.findall(line)
        if host not in KNOWN and not host.endswith(".example") and not re.fullmatch(r"[\d.]+", host)
    ]


def test_every_address_leads_where_one_is_meant_to_go(files: tuple[Path, ...]) -> None:
    found = [
        f"{path.relative_to(ROOT)}:{number}: {host}"
        for path in files
        if path.name != "package-lock.json"  # funding addresses of packages are allowed
        and path.parent.name != "licences_kept"  # texts of others stay as they are
        for number, line in lines(path)
        for host in unknown_hosts(line)
    ]
    assert found == []


@pytest.mark.parametrize(
    ("pattern", "line"),
    [
        (HOSTS, "https://" + "pypi." + "org/simple"),
        (HOSTS, "--extra-index-" + "url=somewhere"),
        (HOSTS, '"resolved": "https:' + "//registry.np" + 'mjs.org/x"'),
        (MACHINE, "cd /" + "work/main"),
        (MACHINE, "('/" + "home/ann/paddock')"),
        (MACHINE, "C:\\" + "Users\\ann"),
        (ADDRESS, "http://" + "mirror.intranet:8081/"),
    ],
)
def test_what_belongs_to_a_machine_would_be_found(pattern: re.Pattern[str], line: str) -> None:
    assert pattern.search(line)
    assert pattern is not ADDRESS or unknown_hosts(line)


def test_npm_lock_has_no_addresses(files: tuple[Path, ...]) -> None:
    """Addresses in the lock would send all users to the registry of its author."""
    found = [
        f"{path.relative_to(ROOT)}: {name}"
        for path in files
        if path.name == "package-lock.json"
        for name, package in json.loads(path.read_text(encoding="utf-8"))["packages"].items()
        if "resolved" in package and not package.get("link")
    ]
    assert found == []


def test_lock_has_hashes_and_no_addresses() -> None:
    text = (ROOT / "requirements.lock").read_text(encoding="utf-8")
    pin = re.compile(
        r"[a-z0-9.-]+==[a-z0-9.+!]+(?: ; [^\\\n]+)?(?: \\\n    --hash=sha256:[0-9a-f]{64})+\n"
    )
    pins = "".join(line for line in text.splitlines(True) if not line.startswith("#"))
    assert pin.sub("", pins) == ""
    assert len(pin.findall(pins)) > 50


@cache
def anchors(page: Path) -> frozenset[str]:
    """The anchors a page's headings get, by the rule that code hosts use."""
    seen: dict[str, int] = {}
    found: set[str] = set()
    for title in HEADING.findall(FENCE.sub("", page.read_text(encoding="utf-8"))):
        plain = LINK.sub(lambda m: m[0][1:].partition("]")[0], title).lower()
        slug = re.sub(r"[^\w\- ]", "", plain).replace(" ", "-")
        found.add(f"{slug}-{seen[slug]}" if slug in seen else slug)
        seen[slug] = seen.get(slug, 0) + 1
    return frozenset(found)


def test_every_link_leads_somewhere(files: tuple[Path, ...]) -> None:
    broken = []
    for page in files:
        if page.suffix != ".md":
            continue
        for target in LINK.findall(FENCE.sub("", page.read_text(encoding="utf-8"))):
            if re.match(r"[a-z]+:", target):
                continue
            name, _, anchor = unquote(target).partition("#")
            there = (page.parent / name).resolve() if name else page
            if not there.exists() or (
                anchor and there.suffix == ".md" and anchor not in anchors(there)
            ):
                broken.append(f"{page.relative_to(ROOT)}: {target}")
    assert broken == []


PLAYS = re.compile(r"\bgame\.play\(")
MAY_PLAY = (
    "core/referee.py",
    "core/runner.py",
    "core/series.py",
    "core/guide.py",
    "core/sheet.py",
    "bots/",
    "analysis/",
    "measure/",
    "verify/",
    "games/",
    "terminal/ways.py",
)


def test_only_the_referee_plays_a_race() -> None:
    """Only the referee plays a stored race. Bots and sheets play imagined states, verify and
    measure play test races, runners play races that nobody keeps, the terminal tries runs of moves,
    and guides are prepared before a race."""
    root = ROOT / "src" / "paddock"
    found = {
        str(path.relative_to(root))
        for path in root.rglob("*.py")
        if PLAYS.search(path.read_text("utf-8"))
    }
    assert {name for name in found if not name.startswith(MAY_PLAY)} == set()
    assert "core/referee.py" in found


NAMED_FUNCTION = re.compile(r"`((?:server|core|games)/[\w/]+\.py): (\w+)`")


def test_functions_named_in_the_architecture_exist() -> None:
    named = NAMED_FUNCTION.findall((ROOT / "docs/architecture.md").read_text())
    assert len(named) >= 5, named
    for path, function in named:
        source = (ROOT / "src/paddock" / path).read_text()
        assert re.search(rf"def {function}\(", source), f"{path} has no {function}"
