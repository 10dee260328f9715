"""Texts of the pages and boards, written for the browser."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from paddock.core.game_spec import AnyGameSpec
from paddock.core.languages import languages
from paddock.core.words import Message
from paddock.server.pages import WORDS as PAGES
from paddock.server.types.typescript import HEAD, json_of


def homes(specs: Mapping[str, AnyGameSpec]) -> dict[str, dict[str, Message]]:
    """Texts of the browser, by origin: the pages, and each game."""
    found = {"pages": PAGES.messages}
    heard: list[Message] = []  # a series and a mode use the texts of their race
    for id, spec in specs.items():
        told = spec.words.board_texts()
        new = {id: told[id] for id in told if not any(told[id] is one for one in heard)}
        if new:
            found[id] = new
        heard += new.values()
    return found


def files(homes: Mapping[str, Mapping[str, Message]]) -> dict[str, str]:
    """Text ids, and a file per origin and language."""
    spoken = languages()
    names = "".join(f"  {json_of(id)}: {json_of(one.name)},\n" for id, one in spoken.items())
    parts = [
        HEAD,
        "/** The languages there are, and what each calls itself; the first has every word. */\n"
        f"export const LANGUAGES = {{\n{names}}} as const;\n"
        "export type Language = keyof typeof LANGUAGES;\n",
        "/** How a preposition joins what follows, by its beginning: in `{name:@to}`. */\n"
        "export const JOINS: Partial<Record<string, Record<string, Record<string, string>>>> = "
        f"{json_of({id: one.joins for id, one in spoken.items() if one.joins})};\n",
    ]
    fields = "".join(
        f"  {json_of(home)}: {' | '.join(map(json_of, messages))};\n"
        for home, messages in homes.items()
    )
    parts.append(f"/** The words of each home. */\nexport interface Homes {{\n{fields}}}\n")
    found = {"words.ts": "\n".join(parts)}
    for home, messages in homes.items():
        for language in spoken:
            told = {id: text[language] for id, text in messages.items() if text.get(language)}
            text = msgspec.json.format(msgspec.json.encode(told), indent=1).decode()
            found[f"words/{home}.{language}.json"] = text + "\n"
    return found
