"""`paddock site`: Paddock without a server, as a folder of files."""

from __future__ import annotations

import hashlib
from importlib import resources
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Annotated

import msgspec
from msgspec import Struct

import paddock
from paddock.cli.command_line import Option
from paddock.cli.output import say
from paddock.core.errors import PaddockError

NAME = "site"
PACKAGE, FILES, LIST = "paddock_site", "files", "site.json"


class BadSite(PaddockError):
    """The site cannot be written."""


class ListedFile(Struct, frozen=True):
    path: str
    sha256: str


class FileList(Struct, frozen=True):
    """What this command reads of `site.json`."""

    version: str
    files: tuple[ListedFile, ...]


def command(
    out: Annotated[Path, Option(metavar="DIR", help="The new folder; it must be empty.")],
) -> None:
    """Write Paddock without a server: files for any web space. Python runs in the browser.

    Example: `paddock site --out public`
    """
    files = resources.files(PACKAGE) / FILES
    count = write_site(files, out)
    say(f"{out}: {count} files. Put them on any web space (docs/without-a-server.md).")


def write_site(files: Traversable, out: Path) -> int:
    """Copy the built site, and check every file of it."""
    listed = (files / LIST).read_bytes()
    site = msgspec.json.decode(listed, type=FileList)
    if site.version != paddock.__version__:
        raise BadSite(
            f"the package paddock-site is of version {site.version}, this is {paddock.__version__}:"
            f" pip install 'paddock-site=={paddock.__version__}'"
        )
    if out.exists() and any(out.iterdir()):
        raise BadSite(f"{out} is not empty")
    for file in site.files:
        data = files.joinpath(*file.path.split("/")).read_bytes()
        if hashlib.sha256(data).hexdigest() != file.sha256:
            raise BadSite(f"{file.path} is damaged: install the package paddock-site again")
        target = out / file.path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(data)
    (out / LIST).write_bytes(listed)  # last: with it the folder is complete
    return len(site.files) + 1
