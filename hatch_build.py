"""The browser's pages belong in a package: without them building fails, and says what to do."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

PAGES = "src/paddock/server/static"
FIRST = "index.html"
NAME = re.compile(r"[\w.-]+-[\w-]{8}\.(?:js|css|woff2?|svg|png|webp)\b")
"""How the pages name each other, wherever it stands: a name, a hash of the content, a kind."""


class Pages(BuildHookInterface[Any]):
    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if version == "editable":  # a checkout is set up before its pages are built
            return
        wrong = lacking(Path(self.root) / PAGES)
        if wrong:
            raise RuntimeError(f"{PAGES} lacks {', '.join(wrong)}: build the pages with `make web`")


def lacking(pages: Path) -> list[str]:
    """What the pages ask for and is not there, beginning with the first page."""
    there = {path.name: path for path in pages.rglob("*") if path.is_file()}
    looked, open = {FIRST}, [FIRST]
    while open:
        name = open.pop()
        if name in there and Path(name).suffix in (".html", ".js", ".css"):
            named = set(NAME.findall(there[name].read_text("utf-8")))
            open += sorted(named - looked)
            looked |= named
    return sorted(looked - there.keys())
