"""What is not needed any more is deleted from a file system in memory."""

from __future__ import annotations

import importlib
import py_compile
import sys
from pathlib import Path

import pytest

from paddock.server.workers.loaded_code import delete_loaded_code, delete_unneeded_packages


def test_only_the_code_of_loaded_modules_is_deleted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is loaded later is still there, also in a package whose own code is deleted."""
    package = tmp_path / "shipped"
    package.mkdir()
    for name in ("__init__", "now", "later"):
        source = tmp_path / "source.py"
        source.write_text(f"NAME = {name!r}\n", "utf-8")
        py_compile.compile(str(source), str(package / f"{name}.pyc"))
    monkeypatch.syspath_prepend(tmp_path)
    for name in ("shipped", "shipped.now", "shipped.later"):
        monkeypatch.delitem(sys.modules, name, raising=False)
    assert importlib.import_module("shipped.now").NAME == "now"
    assert delete_loaded_code(str(tmp_path)) > 0
    assert [file.name for file in package.iterdir()] == ["later.pyc"]
    assert importlib.import_module("shipped.later").NAME == "later"
    assert delete_loaded_code(str(tmp_path)) > 0
    assert delete_loaded_code(str(tmp_path)) == 0


def test_rules_and_bots_stay_where_jobs_run(tmp_path: Path) -> None:
    for name in ("paddock", "msgspec", "litestar"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "__init__.pyc").touch()
    (tmp_path / "multipart.pyc").touch()
    delete_unneeded_packages(str(tmp_path))
    assert sorted(path.name for path in tmp_path.iterdir()) == ["msgspec", "paddock"]
