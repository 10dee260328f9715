"""Runs in Pyodide: compiles Python files and packs them, with the interpreter that will read them.

`/work` holds a folder for each archive. The same sources give the same bytes.
"""

from __future__ import annotations

import importlib
import io
import json
import tarfile
import zipfile
from importlib._bootstrap_external import _code_to_hash_pyc  # type: ignore[attr-defined]
from pathlib import Path
from typing import Any

zstd: Any = importlib.import_module("compression.zstd")  # of Python 3.14
WORK = Path("/work")
KEEP_ASSERTS = ("paddock/", "pyodide/", "_pyodide/")
"""The rest is compiled without docstrings and asserts, which is a tenth smaller."""
SOURCES = (
    "anyio/__init__.py",  # anyio reads its own source
    "anyio/abc/__init__.py",
    "paddock/server/store/migrations/",  # Alembic looks for sources
    "_sysconfigdata",
)
DATE = (1980, 1, 1, 0, 0, 0)  # the earliest that a zip can hold
LEVEL = zstd.CompressionParameter.compression_level
WINDOW = zstd.CompressionParameter.window_log
OPTIONS = {LEVEL: 19, WINDOW: 23}  # a browser needs the window's 8 MB while it unpacks


def compile_file(name: str, data: bytes) -> tuple[str, bytes]:
    if not name.endswith(".py") or name.startswith(SOURCES):
        return name, data
    level = 0 if name.startswith(KEEP_ASSERTS) else 2
    code = compile(data, name, "exec", dont_inherit=True, optimize=level)
    return f"{name}c", bytes(_code_to_hash_pyc(code, bytes(8), False))


def compile_folder(folder: Path) -> dict[str, bytes]:
    paths = sorted(path for path in folder.rglob("*") if path.is_file())
    return dict(
        compile_file(path.relative_to(folder).as_posix(), path.read_bytes()) for path in paths
    )


def pack_tar(files: dict[str, bytes]) -> bytes:
    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode="w", format=tarfile.USTAR_FORMAT) as archive:
        for name, data in files.items():
            entry = tarfile.TarInfo(name)
            entry.size = len(data)
            archive.addfile(entry, io.BytesIO(data))
    return bytes(zstd.compress(packed.getvalue(), options=OPTIONS))


def pack_zip(files: dict[str, bytes]) -> bytes:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for name, data in files.items():
            archive.writestr(zipfile.ZipInfo(name, DATE), data, zipfile.ZIP_DEFLATED, 9)
    return packed.getvalue()


PACKERS = {"tar.zst": pack_tar, "zip": pack_zip}


def run() -> None:
    for name in json.loads((WORK / "plan.json").read_text("utf-8")):
        stem, _, kind = name.partition(".")
        (WORK / name).write_bytes(PACKERS[kind](compile_folder(WORK / stem)))
