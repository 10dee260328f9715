"""Answers of the app that are the same for everybody, as files: pages that show the games and their
rules need no Python then. The answers about a person and the lobby are those of a first visit."""

from __future__ import annotations

import asyncio
import tempfile
from pathlib import Path

import msgspec

from paddock.core.languages import complete_languages
from paddock.server.api.bodies import Person
from paddock.server.in_browser import BrowserSite
from paddock.server.rendering.render import WORDS

FIRST_VISIT = ("lobby", "tracks")
ABOUT_A_GAME = ("", "/primer", "/rules")
FOLDER = "answers"


async def collect() -> dict[str, bytes]:
    """Paths of files, and their content."""
    with tempfile.TemporaryDirectory() as folder:
        site = BrowserSite(str(Path(folder) / "empty.db"))
        await site.start("en")
        try:
            games = msgspec.json.decode(await ask(site, "games", complete_languages()[0]) or b"")
            about = [f"games/{game['id']}{what}" for game in games for what in ABOUT_A_GAME]
            found: dict[str, bytes] = {}
            for language in complete_languages():
                found[f"{language}/me.json"] = somebody(language)
                for path in ("games", *FIRST_VISIT, *about):
                    if answer := await ask(site, path, language):
                        found[f"{language}/{path}.json"] = answer
            return found
        finally:
            await site.stop()


def somebody(language: str) -> bytes:
    """A visitor before the app has started and given them a number."""
    name = WORDS.tell("guest", language, number="").strip()
    return msgspec.json.encode(Person("", name))


async def ask(site: BrowserSite, path: str, language: str) -> bytes | None:
    """An answer; None if the app refuses it. In the browser it then says so itself."""
    status, _, content = await site.request("GET", f"/api/{path}?lang={language}", "")
    return content if status == 200 else None


def write(folder: Path) -> None:
    for path, content in asyncio.run(collect()).items():
        file = folder / FOLDER / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(content)
