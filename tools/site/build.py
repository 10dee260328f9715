"""Puts the site together: pages, Pyodide's runtime, Python archives, licences, list of files."""

from __future__ import annotations

import gzip
import hashlib
import json
import shutil
import subprocess
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path

import msgspec
from msgspec import Struct
from msgspec.structs import replace
from tests import needs
from tests.server import one_thread

import paddock
from paddock.server.tables import code_hash
from tools.fetch import PYODIDE
from tools.site import answers, licences, python_files
from tools.site.python_files import Content, MissingFile

HERE = Path(__file__).parent
PAGES = Path("build/pages")
PAGE, SERVICE_WORKER = "index.html", "service_worker.js"
RUNTIME_FILES = ("pyodide.asm.mjs", "pyodide.asm.wasm", "pyodide.mjs")
LOCK = "pyodide-lock.json"
SHIPPED = "packages.json"  # the npm packages in the pages, written by their build
HASH_LENGTH = 10
ONE_THREAD = Path(one_thread.__file__)


class PyodideFailed(Exception):
    """A program in Pyodide ended with an error."""


class SiteFile(Struct, frozen=True, kw_only=True):
    """A file of the site."""

    path: str
    sha256: str
    size: int
    gzip: int  # size as most hosts send it


class Site(Struct, frozen=True, kw_only=True):
    """`site.json`: what the pages and the service worker need to know."""

    version: str
    build: str  # changes with every file
    pyodide: str
    python: str
    runtime: str  # folder of pyodide.mjs, for `indexURL`
    library: str  # Python's library, for `stdLibURL`
    archives: Mapping[str, str]  # paddock: all that a race needs; migrations: an older database
    files: tuple[SiteFile, ...]


def build(out: Path) -> Site:
    """Build the site in a folder that is replaced when everything is there."""
    out.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=out.parent) as making:
        made = Path(making) / "site"
        copy_pages(made)
        site = fill(made, Path(making) / "work")
        shutil.rmtree(out, ignore_errors=True)
        made.rename(out)
    return site


def copy_pages(folder: Path) -> None:
    if not (PAGES / PAGE).is_file():
        raise MissingFile(f"there are no pages in {PAGES}: run `make site`")
    shutil.copytree(PAGES, folder)


def fill(folder: Path, work: Path) -> Site:
    """Everything besides the pages."""
    site = write_python(folder, work)
    answers.write(folder)
    shipped = folder / SHIPPED
    packages = json.loads(shipped.read_bytes())
    shipped.unlink()
    (folder / "licences.txt").write_text(licences.all_texts(packages), "utf-8")
    build = digest("".join(f"{file.path} {file.sha256}\n" for file in list_files(folder)).encode())
    mark_service_worker(folder / SERVICE_WORKER, build)
    site = replace(site, build=build, files=list_files(folder))
    write_site(folder, site)
    return site


def write_python(folder: Path, work: Path, *, whole: bool = False) -> Site:
    """Pyodide's runtime and the archives; `whole`: also with modules that are not used."""
    lock = reduced_lock()
    runtime = copy_runtime(folder, lock)
    paths = {
        name.partition(".")[0]: keep_with_hash(path, folder / "python", name)
        for name, path in pack_archives(all_contents(whole=whole), work).items()
    }
    archives = {name: path.relative_to(folder).as_posix() for name, path in paths.items()}
    return Site(
        version=paddock.__version__,
        build="",
        pyodide=PYODIDE.partition("@")[2],
        python=json.loads(lock)["info"]["python"],
        runtime=f"{runtime.relative_to(folder).as_posix()}/",
        library=archives.pop("library"),
        archives=archives,
        files=(),
    )


def write_site(folder: Path, site: Site) -> None:
    text = msgspec.json.format(msgspec.json.encode(site), indent=1)
    (folder / "site.json").write_bytes(text + b"\n")


def reduced_lock() -> bytes:
    """Pyodide's list of packages without any: the archives hold them all."""
    found = json.loads((python_files.RUNTIME / LOCK).read_bytes())
    return json.dumps({"info": found["info"], "packages": {}}).encode()


def copy_runtime(folder: Path, lock: bytes) -> Path:
    """Pyodide's files, unchanged, in a folder named by their hash."""
    files = {name: (python_files.RUNTIME / name).read_bytes() for name in RUNTIME_FILES}
    files[LOCK] = lock
    target = folder / "python" / f"runtime-{digest(b''.join(files.values()))}"
    target.mkdir(parents=True)
    for name, data in files.items():
        (target / name).write_bytes(data)
    return target


def all_contents(*, whole: bool = False) -> dict[str, Content]:
    """What each archive holds."""
    if not whole and (forgotten := python_files.forgotten_modules()):
        names = ", ".join(forgotten)
        raise MissingFile(
            f"not in the list of modules: {names}. Run `python -m tools.site --trace`"
        )
    return {
        "library.zip": python_files.library_content(whole=whole),
        "paddock.tar.zst": {**python_files.server_content(whole=whole), **written_hashes()},
        "migrations.tar.zst": python_files.migration_content(),
    }


def pack_archives(contents: Mapping[str, Content], work: Path) -> dict[str, Path]:
    """Compile and pack the archives in Pyodide under Node."""
    for name, content in contents.items():
        for file, data in content.items():
            path = work / name.partition(".")[0] / file
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(data)
    (work / "plan.json").write_text(json.dumps([*contents]), "utf-8")
    run_node(HERE / "compile.mjs", needs.pyodide(), HERE / "compile.py", work)
    return {name: work / name for name in contents}


def run_in_site(folder: Path, program: Path, *arguments: str, files: Path | None = None) -> str:
    """Run `main` of a Python file in Pyodide, from a built site. `files` is /out there: its files
    are brought in, and what is written comes back."""
    return run_node(HERE / "run.mjs", folder.absolute(), program, files or "", *arguments)


def run_node(*command: object) -> str:
    node = needs.node()
    if node is None or needs.pyodide() is None:
        raise MissingFile("Node or Pyodide is missing: run `make fetch`")
    done = subprocess.run(
        [str(node), *map(str, command)], capture_output=True, text=True, check=False
    )
    if done.returncode:
        raise PyodideFailed(done.stderr)
    return done.stdout


def trace_modules(games: Sequence[str] = ("template",)) -> list[str]:
    """The modules that are in use, found in archives with everything."""
    with tempfile.TemporaryDirectory() as making:
        folder, files = Path(making) / "site", Path(making) / "files"
        folder.mkdir()
        files.mkdir()
        write_site(folder, write_python(folder, Path(making) / "work", whole=True))
        shutil.copyfile(ONE_THREAD, files / ONE_THREAD.name)
        return run_in_site(folder, HERE / "trace.py", *games, files=files).split()


def written_hashes() -> dict[str, bytes]:
    """The hashes of our sources, which are not in the archive."""
    return {f"paddock/{code_hash.WRITTEN_HASHES}": code_hash.encode_hashes()}


def keep_with_hash(path: Path, folder: Path, name: str) -> Path:
    """Copy a file under a name that changes with its content."""
    stem, _, kind = name.partition(".")
    data = path.read_bytes()
    folder.mkdir(parents=True, exist_ok=True)
    target = folder / f"{stem}-{digest(data)}.{kind}"
    target.write_bytes(data)
    return target


def mark_service_worker(path: Path, build: str) -> None:
    """Write the build into the service worker: a browser looks for updates in this file alone."""
    text = path.read_text("utf-8")
    path.write_text(f'self.paddockBuild = "{build}";\n{text}', "utf-8")


def digest(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()[:HASH_LENGTH]


def list_files(folder: Path) -> tuple[SiteFile, ...]:
    paths = sorted(path for path in folder.rglob("*") if path.is_file())
    return tuple(site_file(path, folder) for path in paths)


def site_file(path: Path, folder: Path) -> SiteFile:
    data = path.read_bytes()
    return SiteFile(
        path=path.relative_to(folder).as_posix(),
        sha256=hashlib.sha256(data).hexdigest(),
        size=len(data),
        gzip=len(gzip.compress(data, 9, mtime=0)),
    )
