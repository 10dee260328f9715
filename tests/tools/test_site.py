"""The site without a server: what is in its folder, and that Python runs from it."""

from __future__ import annotations

import gzip
import hashlib
import json
import shutil
import zipfile
from importlib.metadata import PathDistribution
from pathlib import Path

import msgspec
import pytest
import sqlalchemy as sa
from tools.site import build, compare, licences, python_files
from tools.site.build import ONE_THREAD, PyodideFailed, Site, run_in_site
from tools.site.python_files import MissingFile

import paddock
from paddock.cli.site import BadSite, write_site
from paddock.server.store import Store, migrate
from paddock.server.store.engine import connect
from paddock.server.tables import code_hash
from tests import needs
from tests.server.test_migrations import downgrade
from tests.server.test_one_thread import check_walk, columns

MAX_FIRST_VISIT_BYTES = 14_000_000
OPTIONAL = ("litestar.plugins.", "yaml.cyaml")
"""Modules that their own package tries to import, and does without."""
built = pytest.mark.needs("site")


def read_site(folder: Path) -> Site:
    return msgspec.json.decode((folder / "site.json").read_bytes(), type=Site)


@built
def test_the_list_names_every_file_and_its_hash() -> None:
    folder = needs.find("site")
    site = read_site(folder)
    there = {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()}
    assert there == {file.path for file in site.files} | {"site.json"}
    for file in site.files:
        data = (folder / file.path).read_bytes()
        assert (file.sha256, file.size) == (hashlib.sha256(data).hexdigest(), len(data)), file.path
    assert {"index.html", "404.html", "licences.txt", "service_worker.js"} <= there
    assert site.version == paddock.__version__
    assert f'self.paddockBuild = "{site.build}"' in (folder / "service_worker.js").read_text()
    first = [
        file.gzip
        for file in site.files
        if file.path.startswith((site.runtime, site.library, site.archives["paddock"], "assets/"))
    ]
    assert sum(first) <= MAX_FIRST_VISIT_BYTES


def test_what_paddock_imports_is_shipped() -> None:
    """If this fails: `python -m tools.site --trace`."""
    assert python_files.forgotten_modules() == []


def test_imports_for_types_alone_are_not_counted() -> None:
    source = b"if TYPE_CHECKING:\n  import a\nimport b\ndef f():\n  from c import d\n"
    assert set(python_files.imports_of(source)) == {"b", "c", "c.d"}


@built
def test_the_licences_are_those_of_everything_in_it() -> None:
    text = (needs.find("site") / "licences.txt").read_text("utf-8")
    for name in (
        *python_files.PACKAGES,
        *python_files.MIGRATION_PACKAGES,
        *python_files.COMPILED_FOR_BROWSER,
    ):
        assert f"\n{name} " in text, name
    for title in ("Paddock", "Pyodide", "Python", "svelte", "markdown-it", "@fontsource/barlow"):
        assert f"\n{title}" in text, title
    assert "Mozilla Public License" in text
    assert "PYTHON SOFTWARE FOUNDATION LICENSE" in text


def test_a_package_without_a_licence_text_fails_the_build(tmp_path: Path) -> None:
    (tmp_path / "METADATA").write_text("Name: bare\nVersion: 1\n")
    (tmp_path / "RECORD").write_text("bare.py,,\n")
    with pytest.raises(MissingFile, match="bare comes without a licence"):
        licences.of_distribution("bare", PathDistribution(tmp_path))
    with pytest.raises(MissingFile, match=r"nothing\.txt is missing"):
        licences.read(tmp_path / "nothing.txt")


@built
@pytest.mark.needs("pyodide")
@pytest.mark.needs("node")
def test_the_same_sources_give_the_same_bytes_as_before(tmp_path: Path) -> None:
    """Part of them: in `make night`, `python -m tools.site --twice` builds all of it two times."""
    content = python_files.library_content()
    some = {name: content[name] for name in content if name.startswith(("asyncio/", "json/"))}
    packed = build.pack_archives({"more.zip": some}, tmp_path)["more.zip"]
    folder = needs.find("site")
    with (
        zipfile.ZipFile(folder / read_site(folder).library) as before,
        zipfile.ZipFile(packed) as now,
    ):
        assert len(now.namelist()) == len(some)
        for file in now.infolist():
            assert now.read(file) == before.read(file.filename), file.filename
            assert file.date_time == before.getinfo(file.filename).date_time


@pytest.mark.slow("site")
@built
@pytest.mark.needs("node")
def test_everything_in_it_can_be_imported_and_databases_are_met(tmp_path: Path) -> None:
    """Then a race, a review and a lesson: a native server reads the same and gives the same."""
    shutil.copyfile(ONE_THREAD, tmp_path / ONE_THREAD.name)
    for name in ("older.db", "newer.db"):
        Store(str(tmp_path / name), inline=True).close()
    downgrade(str(tmp_path / "older.db"), "0009")
    set_revision(tmp_path / "newer.db", "9999")
    program = Path(__file__).with_name("in_site.py")
    found = json.loads(run_in_site(needs.find("site"), program, files=tmp_path))
    assert {"paddock.server.app", "sqlalchemy.engine", "litestar.app"} <= set(found["modules"])
    optional = [name for name in found["optional"] if not name.startswith(OPTIONAL)]
    assert optional == [], "these need a package that is not shipped"
    older, newer = found["refused"]
    assert "older Paddock, and Alembic is missing" in older
    assert "newer Paddock (revision 9999)" in newer
    assert found["needs_alembic"] == [True, False, False]
    Store(str(tmp_path / "fresh.db"), inline=True).close()
    assert columns(tmp_path / "older.db") == columns(tmp_path / "fresh.db")
    assert found["hashes"] == [code_hash.rules_hash(), code_hash.table_code_hash()]
    check_walk(found["walk"], tmp_path / "one.db")


def set_revision(path: Path, revision: str) -> None:
    engine = connect(str(path))
    with engine.connect().execution_options(writes=True) as connection, connection.begin():
        connection.execute(sa.update(migrate.VERSIONS).values(version_num=revision))
    engine.dispose()


@pytest.mark.slow("site")
@built
@pytest.mark.needs("node")
def test_frames_of_a_race_are_those_of_a_native_server() -> None:
    """One game; `make night` compares whole races of all games and modes."""
    assert list(compare.differences(needs.find("site"), ["heat"], most=40)) == []


@built
def test_a_program_that_fails_says_why(tmp_path: Path) -> None:
    program = tmp_path / "wrong.py"
    program.write_text("raise LookupError('nobody')")
    with pytest.raises(PyodideFailed, match="nobody"):
        run_in_site(needs.find("site"), program)


def small_site(folder: Path, version: str) -> Path:
    """A package's files with one page."""
    page = b"<p>Paddock</p>"
    (folder / "assets").mkdir(parents=True)
    (folder / "assets" / "page.html").write_bytes(page)
    file = build.SiteFile(
        path="assets/page.html",
        sha256=hashlib.sha256(page).hexdigest(),
        size=len(page),
        gzip=len(gzip.compress(page)),
    )
    found = {"version": version, "files": [file]}
    (folder / "site.json").write_bytes(msgspec.json.encode(found))
    return folder


def test_the_command_writes_the_package_and_checks_it(tmp_path: Path) -> None:
    files = small_site(tmp_path / "files", paddock.__version__)
    assert write_site(files, tmp_path / "out") == 2
    assert (tmp_path / "out" / "assets" / "page.html").read_bytes() == b"<p>Paddock</p>"
    with pytest.raises(BadSite, match="not empty"):
        write_site(files, tmp_path / "out")
    (files / "assets" / "page.html").write_bytes(b"something else")
    with pytest.raises(BadSite, match="is damaged"):
        write_site(files, tmp_path / "other")
    old = small_site(tmp_path / "old", "0.0.1")
    with pytest.raises(BadSite, match=r"version 0\.0\.1"):
        write_site(old, tmp_path / "third")
