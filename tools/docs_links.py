"""MkDocs hook: links to files outside docs/ become plain text, since the site has no such pages."""

from __future__ import annotations

import re
from pathlib import Path, PurePosixPath
from typing import Any

LINK = re.compile(r"(?<!!)\[([^\]\n]+)\]\(((?:\.\./)+[^)\s]+)\)")


def on_page_markdown(markdown: str, *, page: Any, **_: object) -> str:
    """Called by MkDocs with the text of each page."""
    return replace_links(markdown, PurePosixPath(page.file.src_uri))


def replace_links(markdown: str, page: PurePosixPath) -> str:
    """The text with links that lead out of docs/ shown as the text and the path of the file."""
    depth = len(page.parts) - 1

    def plain(found: re.Match[str]) -> str:
        text, target = found[1], found[2].partition("#")[0]
        steps = [part for part in Path(target).parts if part == ".."]
        if len(steps) <= depth:
            return found[0]
        path = "/".join(Path(target).parts[len(steps) :])
        return text if path in text else f"{text} (`{path}`)"

    return LINK.sub(plain, markdown)
