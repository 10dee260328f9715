"""The package without modules and functions that only some systems have."""

from __future__ import annotations

import ast
import os
import subprocess
import sys
from pathlib import Path

import pytest

import paddock
from paddock.server.store import leases

UNIX_ONLY = {"curses", "fcntl", "grp", "posix", "pty", "pwd", "resource", "termios", "tty"}
WITHOUT = """
import os, sys
sys.modules["resource"] = None
for name in ("nice", "fork", "sysconf", "sched_getaffinity"):
    if hasattr(os, name):
        delattr(os, name)
"""
IMPORTS = """
import importlib, pkgutil
import paddock
for module in pkgutil.walk_packages(paddock.__path__, "paddock."):
    if ".migrations" not in module.name and not module.name.endswith("__main__"):
        importlib.import_module(module.name)
from paddock.server.sockets.uvicorn_protocols import DEFAULT_CONNECTIONS, connection_budget
from paddock.server.workers.worker_pool import processor_time
assert connection_budget() == DEFAULT_CONNECTIONS
assert processor_time(None) > 0
"""
WORKER = """
import multiprocessing
from paddock.server.workers.worker_main import serve
ours, theirs = multiprocessing.Pipe()
ours.close()
serve(theirs, 10)
"""


@pytest.mark.parametrize("code", [IMPORTS, WORKER], ids=["import", "worker"])
def test_modules_of_one_system_are_not_needed(code: str) -> None:
    done = subprocess.run(
        [sys.executable, "-c", WITHOUT + code], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr


def test_no_module_imports_what_only_unix_has() -> None:
    for file in Path(paddock.__file__).parent.rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            names += [node.module or ""] if isinstance(node, ast.ImportFrom) else []
            assert not UNIX_ONLY & {name.partition(".")[0] for name in names}, file


def test_no_signal_is_sent_on_windows(monkeypatch: pytest.MonkeyPatch) -> None:
    """Signal 0 asks whether a process exists; on Windows it would be Ctrl+C."""
    sent: list[tuple[int, int]] = []
    monkeypatch.setattr(os, "kill", lambda pid, signal: sent.append((pid, signal)))
    holder = leases.new_holder()
    assert leases.is_dead(holder)
    assert sent == [(os.getpid(), 0)]
    monkeypatch.setattr(os, "name", "nt")
    assert not leases.is_dead(holder)
    assert len(sent) == 1
