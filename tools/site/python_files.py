"""Which Python files the server needs inside a browser, and where they come from.

Packages come from this environment, without their compiled parts; msgspec, which is compiled, from
a wheel for Pyodide that `tools.fetch` brings. CPython and its library are Pyodide's own.
"""

from __future__ import annotations

import ast
import zipfile
from collections.abc import Iterator, Mapping
from importlib.metadata import distribution
from pathlib import Path

from tests.needs import FETCHED

import paddock

HERE = Path(paddock.__file__).parent
RUNTIME = FETCHED / "pyodide" / "package"
WHEELS = FETCHED / "pyodide" / "wheels"
MIGRATIONS = "server/store/migrations"
LEFT_OUT = (
    "api.py",
    "cli",
    "env",
    "measure",
    "terminal",
    "verify",
    "server/admin.py",
    "server/serving.py",
    "server/sockets/uvicorn_protocols.py",
    "server/static",
    MIGRATIONS,
    "server/types",
    "server/workers/worker_main.py",
    "server/workers/worker_pool.py",
)
"""What needs a terminal, a network, processes or Alembic."""
PACKAGES = (
    "anyio",
    "litestar",
    "multidict",
    "multipart",
    "pyyaml",
    "sniffio",
    "sqlalchemy",
    "typing-extensions",
)
COMPILED_FOR_BROWSER = ("msgspec",)
MIGRATION_PACKAGES = ("alembic", "mako", "markupsafe")
"""Only for a database of an older Paddock."""
UNUSED = (
    "litestar/cli/",
    "litestar/testing/",
    "sqlalchemy/dialects/mssql/",
    "sqlalchemy/dialects/mysql/",
    "sqlalchemy/dialects/oracle/",
    "sqlalchemy/testing/",
)
USED_MODULES = Path(__file__).with_name("used_modules.txt")
"""Modules of Python's library and of the packages that `tools.site --trace` saw in use."""
ONLY_ON_SERVERS = (
    "litestar.channels.backends.psycopg",
    "litestar.channels.backends.redis",
    "litestar.stores.redis",
)
NATIVE = (".so", ".pyd", ".pyc", ".pyx", ".pyi", ".pxd", ".c", ".h", ".typed")
NEEDED_METADATA = "METADATA"  # Litestar asks for its version
Content = Mapping[str, bytes]
"""Names in an archive, and what the files hold, sorted by name."""


class MissingFile(Exception):
    """Something that belongs into the site is not there."""


def paddock_files() -> Iterator[tuple[str, Path]]:
    for left_out in LEFT_OUT:
        if not (HERE / left_out).exists() and left_out != "server/static":  # built by `make web`
            raise MissingFile(f"{HERE / left_out} is to be left out, but is not there")
    for path in HERE.rglob("*"):
        name = path.relative_to(HERE).as_posix()
        if not any(f"{name}/".startswith(f"{one}/") for one in LEFT_OUT):
            yield f"paddock/{name}", path


def migration_files() -> Iterator[tuple[str, Path]]:
    folder = HERE / MIGRATIONS
    for path in folder.rglob("*"):
        yield f"paddock/{MIGRATIONS}/{path.relative_to(folder).as_posix()}", path


def package_files(name: str) -> Iterator[tuple[str, Path]]:
    """Modules of an installed package, and Litestar's metadata."""
    files = distribution(name).files
    if not files:
        raise MissingFile(f"{name} is not installed with a list of its files")
    for file in files:
        is_metadata = file.parts[0].endswith(".dist-info")
        is_needed = name == "litestar" and file.name == NEEDED_METADATA
        outside = ".." in file.parts or file.as_posix().startswith(UNUSED)
        if not outside and (is_needed or not is_metadata):
            yield file.as_posix(), Path(str(file.locate()))


def wheel_files() -> Iterator[tuple[str, Path]]:
    if not (WHEELS / "msgspec").is_dir():
        raise MissingFile(f"there is no msgspec for Pyodide in {WHEELS}: run `make fetch`")
    for path in (WHEELS / "msgspec").rglob("*"):
        if path.suffix not in (".pyc", ".pyi", ".typed"):
            yield path.relative_to(WHEELS).as_posix(), path


def read_files(*groups: Iterator[tuple[str, Path]]) -> Content:
    found = {
        name: path.read_bytes()
        for group in groups
        for name, path in group
        if path.is_file() and not name.endswith(NATIVE)
    }
    return dict(sorted(found.items()))


def used_modules() -> frozenset[str]:
    return frozenset(USED_MODULES.read_text("utf-8").split())


def module_of(name: str) -> str:
    """The module that a file holds."""
    return name.removesuffix(".py").removesuffix("/__init__").replace("/", ".")


def keep_used(content: Content) -> Content:
    """Leave out modules that nothing imports. Other files stay."""
    used = used_modules()
    return {
        name: data
        for name, data in content.items()
        if not name.endswith(".py") or module_of(name) in used
    }


def forgotten_modules() -> list[str]:
    """Modules that Paddock imports and the list of used ones lacks: it is older than the code."""
    library = {module_of(name) for name in whole_library() if name.endswith(".py")}
    packages = {module_of(name) for name in read_files(*map(package_files, PACKAGES))}
    own = [data for name, data in read_files(paddock_files()).items() if name.endswith(".py")]
    imported = {name for data in own for name in imports_of(data)}
    return sorted(imported & (library | packages) - used_modules() - set(ONLY_ON_SERVERS))


def imports_of(source: bytes) -> Iterator[str]:
    """Names that may be imported modules, apart from imports for types alone."""
    todo: list[ast.AST] = [ast.parse(source)]
    while todo:
        match todo.pop():
            case ast.If(test=ast.Name(id="TYPE_CHECKING")):
                continue
            case ast.Import(names=names):
                yield from (one.name for one in names)
            case ast.ImportFrom(module=str(module), names=names, level=0):
                yield module
                yield from (f"{module}.{one.name}" for one in names)
            case other:
                todo += ast.iter_child_nodes(other)


def server_content(*, whole: bool = False) -> Content:
    """All that a race needs; `whole`: with all modules of the packages."""
    packages = read_files(*map(package_files, PACKAGES))
    plain = {**read_files(paddock_files()), **(packages if whole else keep_used(packages))}
    compiled = {name: path.read_bytes() for name, path in wheel_files() if path.is_file()}
    return dict(sorted((plain | compiled).items()))


def migration_content() -> Content:
    """What an older database needs besides."""
    return read_files(migration_files(), *map(package_files, MIGRATION_PACKAGES))


def library_content(*, whole: bool = False) -> Content:
    """Python's own library; `whole`: with all modules."""
    content = whole_library()
    return content if whole else keep_used(content)


def whole_library() -> Content:
    with zipfile.ZipFile(RUNTIME / "python_stdlib.zip") as library:
        names = sorted(name for name in library.namelist() if not name.endswith("/"))
        return {name: library.read(name) for name in names}
