"""No code names a language: languages and their texts are data."""

from __future__ import annotations

import re
from pathlib import Path

from paddock.core.languages import complete_languages, first_language, languages
from paddock.server.pages import WORDS as PAGES
from paddock.server.rendering.render import WORDS as SERVER
from paddock.terminal.race import WORDS as TERMINAL

ROOT = Path(__file__).parents[1]
NOT_YET = {
    "src/paddock/games/heat/board.py",
}
"""Files that still do. Remove a file here when it is fixed."""

OTHERS = "|".join(id for id in languages() if id != first_language())
NAMED = re.compile(
    rf"""["'](?:{OTHERS})["']"""  # any language but the first
    r"""|language\s*[!=]==?\s*["']"""  # comparison
    rf"""|["']?\b{first_language()}["']?\s*:\s*["'({{\[]"""  # a text as a value
)


def sources() -> list[Path]:
    found = [path for kind in ("py", "ts", "svelte") for path in ROOT.glob(f"src/**/*.{kind}")]
    found += [path for kind in ("ts", "svelte") for path in ROOT.glob(f"web/src/**/*.{kind}")]
    return [p for p in found if "generated" not in p.parts and not p.name.endswith(".test.ts")]


def test_no_code_names_a_language() -> None:
    named = {
        path.relative_to(ROOT).as_posix(): [
            line.strip() for line in path.read_text("utf-8").splitlines() if NAMED.search(line)
        ]
        for path in sources()
    }
    assert {path: lines for path, lines in named.items() if lines and path not in NOT_YET} == {}
    assert {path for path in NOT_YET if not named.get(path)} == set()


def test_what_is_said_around_the_games_lacks_nothing() -> None:
    for words in (PAGES, SERVER, TERMINAL):
        assert words.missing_messages() == []


def test_a_word_that_the_pages_lack_is_found() -> None:
    id, language = "startRace", complete_languages()[-1]
    whole = PAGES.messages[id]
    PAGES.messages[id] = {one: text for one, text in whole.items() if one != language}
    try:
        assert PAGES.missing_messages() == [f"{id}: no words in {language}"]
    finally:
        PAGES.messages[id] = whole
