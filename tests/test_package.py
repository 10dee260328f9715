"""The installed package is complete, and plays a race with only its declared dependencies."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tarfile
import venv
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from email import message_from_bytes
from importlib.metadata import Distribution, distribution
from pathlib import Path

import httpx
import pytest
from packaging.requirements import Requirement
from tools.fetch import unpack

from tests import plain
from tests.needs import missing
from tests.ports import reserve_port
from tests.server.site import Guest, Site, until
from tests.test_repository import ROOT, tracked_files

PAGES = ROOT / "src/paddock/server/static"
NAMED = re.compile(rb"[\w.-]+-[\w-]{8}\.(?:js|css|woff2?)\b")


def build(root: Path, to: Path, *targets: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "hatchling", "build", "-d", str(to)]
    asked = [f"-t{target}" for target in targets]
    return subprocess.run([*command, *asked], cwd=root, capture_output=True, text=True, check=False)


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the wheel and the sdist of this tree."""
    if not (PAGES / "index.html").is_file():
        missing("pages", "run `make web`")
    folder = tmp_path_factory.mktemp("built")
    done = build(ROOT, folder, "sdist", "wheel")
    assert done.returncode == 0, done.stderr
    return folder


def one(folder: Path, pattern: str) -> Path:
    (found,) = folder.glob(pattern)
    return found


def names(wheel: Path) -> set[str]:
    return set(zipfile.ZipFile(wheel).namelist())


def below(folder: str) -> set[str]:
    """The files in git below a folder, with relative names."""
    files = tracked_files() or missing("git", "this test looks at the files of a git checkout")
    under = ROOT / folder
    return {path.relative_to(under).as_posix() for path in files if path.is_relative_to(under)}


def pages() -> set[str]:
    return {path.relative_to(PAGES).as_posix() for path in PAGES.rglob("*") if path.is_file()}


# ---------------------------------------------------------------- what is in it


def test_the_wheel_holds_code_data_and_pages(built: Path) -> None:
    """Rulebooks, texts, tables and the browser's pages are in the wheel."""
    packed = names(one(built, "*.whl"))
    assert below("src") - packed == set()
    assert {f"paddock/server/static/{page}" for page in pages()} - packed == set()


def test_the_sdist_holds_the_sources_of_the_pages_and_makes_the_same_wheel(
    built: Path, tmp_path: Path
) -> None:
    with tarfile.open(one(built, "*.tar.gz")) as packed:
        unpack(packed, tmp_path)
    (root,) = tmp_path.iterdir()
    there = {p.relative_to(root).as_posix() for p in root.rglob("*") if p.is_file()}
    assert {f"web/{name}" for name in below("web")} - there == set()
    assert not [name for name in there if "node_modules" in name]
    done = build(root, tmp_path / "again", "wheel")
    assert done.returncode == 0, done.stderr
    assert names(one(tmp_path / "again", "*.whl")) == names(one(built, "*.whl"))


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """The files needed to build the package, without the pages."""
    root = tmp_path / "checkout"
    shutil.copytree(ROOT / "src", root / "src", ignore=shutil.ignore_patterns("static"))
    for name in ("pyproject.toml", "hatch_build.py", "README.md", "LICENSE", "NOTICE"):
        shutil.copy(ROOT / name, root)
    return root


@pytest.mark.parametrize("target", ["wheel", "sdist"])
def test_without_pages_nothing_is_built_and_it_says_what_to_do(
    checkout: Path, tmp_path: Path, target: str
) -> None:
    done = build(checkout, tmp_path / "dist", target)
    assert done.returncode != 0
    assert "src/paddock/server/static lacks index.html" in done.stderr
    assert "make web" in done.stderr
    assert not list(tmp_path.glob("dist/*"))


def test_with_a_page_missing_nothing_is_built(checkout: Path, tmp_path: Path, built: Path) -> None:
    """Also if only another page refers to it."""
    shutil.copytree(PAGES, checkout / PAGES.relative_to(ROOT))
    lost = one(checkout, "src/paddock/server/static/assets/TablePage-*.js")
    lost.unlink()
    done = build(checkout, tmp_path / "dist", "wheel")
    assert done.returncode != 0
    assert lost.name in done.stderr


def test_a_checkout_is_installed_without_pages(checkout: Path, tmp_path: Path) -> None:
    done = build(checkout, tmp_path / "dist", "wheel:editable")
    assert done.returncode == 0, done.stderr


# ---------------------------------------------------------------- what it does


def requirements_of(wheel: Path, *extras: str) -> Iterator[Distribution]:
    """The requirements of the wheel and its extras, with their own, as found in this
    environment."""
    with zipfile.ZipFile(wheel) as packed:
        (metadata,) = (name for name in packed.namelist() if name.endswith("/METADATA"))
        asked = message_from_bytes(packed.read(metadata)).get_all("Requires-Dist") or []
    open = [(Requirement(text), frozenset({"", *extras})) for text in asked]
    seen: set[tuple[str, str]] = set()
    while open:
        wanted, inside = open.pop()
        if wanted.marker and not any(wanted.marker.evaluate({"extra": e}) for e in inside):
            continue
        inner = frozenset({"", *wanted.extras})
        news = {(wanted.name.lower(), extra) for extra in inner} - seen
        if not news:
            continue
        seen |= news
        found = distribution(wanted.name)
        yield found
        open += [(Requirement(text), inner) for text in found.requires or []]


def install(wheel: Path, folder: Path, *extras: str) -> Path:
    """A new environment with this wheel and copies of the packages declared for it and its extras;
    the folder of its programs."""
    venv.create(folder, symlinks=True)
    pip = [sys.executable, "-m", "pip", "--python", str(folder / "bin/python"), "install", "-qq"]
    offline = ["--no-index", "--no-deps", "--no-compile", "--disable-pip-version-check"]
    subprocess.run([*pip, *offline, str(wheel)], check=True, env=clean())
    site = one(folder, "lib/python3*/site-packages")
    for found in requirements_of(wheel, *extras):
        for top in {file.parts[0] for file in found.files or []} - {"..", "__pycache__"}:
            if not (site / top).exists():
                (site / top).symlink_to(str(found.locate_file(top)))
    return folder / "bin"


def clean() -> dict[str, str]:
    """An environment without this tree and the user's settings."""
    kept = {k: v for k, v in os.environ.items() if not k.startswith(("PYTHON", "PADDOCK", "PIP"))}
    return kept | {"PADDOCK_BOT_PAUSE": "0"}


@contextmanager
def serving(bin: Path, folder: Path) -> Iterator[Site]:
    site = Site(reserve_port())
    command = [str(bin / "paddock"), "serve", "--port", str(site.port), "--log", "warning"]
    with subprocess.Popen(command, cwd=folder, env=clean(), stdout=subprocess.DEVNULL) as server:
        try:
            until(lambda: server.poll() is not None or answers(site))
            yield site
        finally:
            server.terminate()


def answers(site: Site) -> bool:
    try:
        return plain.get(f"{site.url}/health").status_code == 200
    except httpx.HTTPError:
        return False


def missing_pages(site: Site) -> list[str]:
    """Pages that others refer to and the server does not have; it answers with the app instead."""
    with plain.Client(base_url=site.url) as http:
        seen, open, wrong = {"/"}, ["/"], []
        while open:
            path = open.pop()
            answer = http.get(path)
            app = answer.headers["content-type"].startswith("text/html")
            if answer.status_code != 200 or (app and path != "/"):
                wrong.append(path)
                continue
            named = {f"/assets/{name.decode()}" for name in NAMED.findall(answer.content)}
            open += sorted(named - seen)
            seen |= named
    assert len(seen) > 20, "there are more pages than that"
    return wrong


def test_an_installed_wheel_serves_its_pages_and_plays_a_race(built: Path, tmp_path: Path) -> None:
    """The search for missing pages also finds one that is missing."""
    bin = install(one(built, "*.whl"), tmp_path / "installed", "server")
    look = "import paddock, sys; print(paddock.__file__, *sys.path, sep='\\n')"
    ask = [str(bin / "python"), "-c", look]
    told = subprocess.run(ask, cwd=tmp_path, env=clean(), capture_output=True, check=True)
    found, *path = told.stdout.decode().split()
    assert Path(found).is_relative_to(bin.parent)
    assert not [entry for entry in path if Path(entry).is_relative_to(ROOT)]
    with serving(bin, tmp_path) as site:
        assert missing_pages(site) == []
        guest = Guest(site, "Tazio")
        table = guest.open("me", "random", "greedy", game="street-illegal")
        with guest.at(table, 0) as viewer:
            assert viewer.play_out() > 10
            assert viewer.now["state"] == "over"
        guest.http.close()
        page = one(bin.parent, "lib/python3*/site-packages/paddock/server/static/assets/Me-*.js")
        page.unlink()
        assert missing_pages(site) == [f"/assets/{page.name}"]


TEN_LINES = re.compile(r"```python\n(.*?)```", re.DOTALL)


def test_a_light_install_simulates_and_names_missing_extras(built: Path, tmp_path: Path) -> None:
    """Rules, bots and simulation need two packages; README's ten lines run with them."""
    wheel = one(built, "*.whl")
    assert {found.name.lower() for found in requirements_of(wheel)} == {"click", "msgspec"}
    bin = install(wheel, tmp_path / "installed")

    def run(*command: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [str(bin / command[0]), *command[1:]],
            cwd=tmp_path,
            env=clean(),
            capture_output=True,
            text=True,
            check=False,
        )

    (lines,) = TEN_LINES.findall((ROOT / "README.md").read_text("utf-8"))
    done = run("python", "-c", lines)
    assert done.returncode == 0, done.stderr
    done = run("paddock", "sim", "template", "--races", "20", "--seed", "1", "--workers", "2")
    assert "20 races of template, seed 1" in done.stdout, done.stderr
    for extra, *command in (
        ("server", "serve"),
        ("server", "tables", "list"),
        ("measure", "sim", "template", "--out", "races.parquet"),
    ):
        done = run("paddock", *command)
        assert done.returncode == 2
        assert done.stderr.count("\n") == 1
        assert f"pip install 'paddock[{extra}]'" in done.stderr
