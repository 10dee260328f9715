"""The unit tests of the browser's sources, run with the Node of the environment."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

from tests.needs import find, missing

WEB = Path(__file__).parents[2] / "web"


@pytest.mark.needs("node")
def test_npm_run() -> None:
    if not (WEB / "node_modules").is_dir():
        missing("pages", "run `make web`")
    path = f"{find('node').parent}{os.pathsep}{os.environ['PATH']}"
    ran = subprocess.run(
        ["npm", "run", "--silent", "test"],
        cwd=WEB,
        env=os.environ | {"PATH": path},
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.returncode == 0, ran.stdout + ran.stderr
