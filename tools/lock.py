"""Write requirements.lock: exact versions, with the SHA-256 of every file of each version.

`make lock` upgrades the environment and then runs `python -m tools.lock`. Versions are those
installed here. Packages that only another platform or Python needs are added with their marker.
Hashes come from the index that pip is set up with; the lock names no address. All files of a
version are listed, so the lock works on every platform the version was published for.
"""

from __future__ import annotations

import json
import os
import re
import ssl
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from html.parser import HTMLParser
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path

import httpx
from packaging.markers import default_environment
from packaging.requirements import Requirement
from packaging.utils import (
    InvalidSdistFilename,
    InvalidWheelFilename,
    canonicalize_name,
    parse_sdist_filename,
    parse_wheel_filename,
)
from packaging.version import Version

ROOT = Path(__file__).parents[1]
LOCK = ROOT / "requirements.lock"
HEADER = """\
# Exact versions of everything that play, tests and development need, for Python 3.11 and newer.
# Written by `make lock` from pyproject.toml. Each version lists the hashes of all its files.
"""
PLATFORMS = (("linux", "Linux", "posix"), ("darwin", "Darwin", "posix"), ("win32", "Windows", "nt"))
PYTHONS = ("3.11.0", "3.11.9", "3.12.9", "3.13.9", "3.14.0")
ACCEPT = "application/vnd.pypi.simple.v1+json, text/html;q=0.5"

Hashes = dict[Version, dict[str, str]]
"""By version: file name to SHA-256."""


class LockError(Exception):
    """The lock cannot be written; the message says which package and why."""


# ---------------------------------------------------------------- which packages


def environments() -> list[dict[str, str]]:
    """Marker environments of the platforms and Pythons the lock is for."""
    found = []
    for platform, system, os_name in PLATFORMS:
        for python in PYTHONS:
            here = {key: str(value) for key, value in default_environment().items()}
            here["sys_platform"], here["platform_system"], here["os_name"] = (
                platform,
                system,
                os_name,
            )
            here["python_full_version"] = python
            here["python_version"] = python.rpartition(".")[0]
            found.append(here)
    return found


def roots(project: Path) -> list[Requirement]:
    """The requirements of the package and of its extra `dev`, with the extras that `dev` names."""
    table = tomllib.loads(project.read_text("utf-8"))["project"]
    extras: dict[str, list[str]] = table["optional-dependencies"]
    texts, waiting, seen = [*table["dependencies"]], ["dev"], {"dev"}
    while waiting:
        for text in extras[waiting.pop()]:
            wanted = Requirement(text)
            if canonicalize_name(wanted.name) == canonicalize_name(table["name"]):
                waiting += sorted(wanted.extras - seen)
                seen |= wanted.extras
            else:
                texts.append(text)
    return [Requirement(text) for text in texts]


def is_needed(wanted: Requirement, extras: frozenset[str], places: list[dict[str, str]]) -> bool:
    """Whether any platform or Python needs this requirement."""
    marker = wanted.marker
    if marker is None:
        return True
    return any(
        marker.evaluate({**place, "extra": extra}) for place in places for extra in {"", *extras}
    )


def resolve(wanted: list[Requirement]) -> tuple[dict[str, Version], dict[str, Requirement]]:
    """Versions installed here, and requirements that are only installed elsewhere."""
    places = environments()
    here: dict[str, Version] = {}
    elsewhere: dict[str, Requirement] = {}
    seen: set[tuple[str, frozenset[str]]] = set()
    waiting = [(one, frozenset[str]()) for one in wanted]
    while waiting:
        requirement, extras = waiting.pop()
        name, inner = canonicalize_name(requirement.name), frozenset(requirement.extras)
        if not is_needed(requirement, extras, places) or (name, inner) in seen:
            continue
        seen.add((name, inner))
        try:
            installed = distribution(name)
        except PackageNotFoundError:
            elsewhere[name] = requirement
            continue
        here[name] = Version(installed.version)
        waiting += [(Requirement(text), inner) for text in installed.requires or []]
    return here, elsewhere


# ---------------------------------------------------------------- which hashes


class Links(HTMLParser):
    """The links of an index page in HTML: file names with the hash in the fragment."""

    def __init__(self) -> None:
        super().__init__()
        self.files: dict[str, str] = {}

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        for key, value in attrs:
            if tag == "a" and key == "href" and value and "#sha256=" in value:
                address, _, digest = value.partition("#sha256=")
                self.files[address.rpartition("/")[2]] = digest


def read_page(text: str, content_type: str) -> Hashes:
    """The hashes on a page of the simple index, by version; JSON and HTML are understood."""
    if "json" in content_type:
        files = {
            file["filename"]: file["hashes"]["sha256"]
            for file in json.loads(text)["files"]
            if "sha256" in file["hashes"]
        }
    else:
        links = Links()
        links.feed(text)
        files = links.files
    found: Hashes = {}
    for name, digest in files.items():
        version = version_of(name)
        if version is not None:
            found.setdefault(version, {})[name] = digest
    return found


def version_of(name: str) -> Version | None:
    """The version in a file name; None for old kinds of files that pip does not install."""
    try:
        if name.endswith(".whl"):
            return parse_wheel_filename(name)[1]
        return parse_sdist_filename(name)[1]
    except (InvalidWheelFilename, InvalidSdistFilename):
        return None


def index_address() -> str:
    """The index that pip is set up with here."""
    if given := os.environ.get("PIP_INDEX_URL"):
        return given
    pip = [sys.executable, "-m", "pip", "config", "list"]
    listed = subprocess.run(pip, capture_output=True, text=True, check=True).stdout
    if found := re.search(r"^(?:global|install|user|site)\.index.url='(.+)'", listed, re.MULTILINE):
        return found[1]
    default = "from pip._internal.models.index import PyPI; print(PyPI.simple_url)"
    command = [sys.executable, "-c", default]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()


def pins(
    here: dict[str, Version], elsewhere: dict[str, Requirement], index: httpx.Client
) -> Iterator[str]:
    """The entries of the lock, sorted by name."""
    for name in sorted(here.keys() | elsewhere.keys()):
        answer = index.get(f"{name}/", headers={"Accept": ACCEPT})
        answer.raise_for_status()
        found = read_page(answer.text, answer.headers["content-type"])
        marker = ""
        if name in here:
            version = here[name]
        else:
            wanted = elsewhere[name]
            fitting = [one for one in wanted.specifier.filter(found) if not one.is_prerelease]
            if not fitting:
                raise LockError(f"{name}: no version fits {wanted.specifier}")
            version = max(fitting)
            if wanted.marker is not None and "extra" not in str(wanted.marker):
                marker = f" ; {wanted.marker}"
        if version not in found:
            raise LockError(f"{name} {version} is installed here, but the index does not have it")
        yield entry(name, version, marker, found[version])


def entry(name: str, version: Version, marker: str, files: dict[str, str]) -> str:
    """One package as pip reads it in hash-checking mode."""
    hashes = "".join(f" \\\n    --hash=sha256:{digest}" for digest in sorted(set(files.values())))
    return f"{name}=={version}{marker}{hashes}\n"


def main() -> int:
    here, elsewhere = resolve(roots(ROOT / "pyproject.toml"))
    address = index_address().rstrip("/") + "/"
    with httpx.Client(
        base_url=address, verify=ssl.create_default_context(), timeout=60, follow_redirects=True
    ) as index:
        try:
            text = HEADER + "".join(pins(here, elsewhere, index))
        except (LockError, httpx.HTTPError) as wrong:
            sys.stderr.write(f"requirements.lock was not written: {wrong}\n")
            return 1
    LOCK.write_text(text, "utf-8")
    sys.stdout.write(f"{len(here)} packages, and {len(elsewhere)} for other platforms: ")
    sys.stdout.write(", ".join(sorted(elsewhere)) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
