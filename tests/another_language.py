"""A language that nobody speaks, to prove that adding one touches data only.

The tree is copied and nothing but `languages.toml`, the `words.toml` files and one rulebook page
change in it: English with other letters, three forms for numbers, and some messages left out.
"""

from __future__ import annotations

import re
import shutil
from pathlib import Path

ROOT = Path(__file__).parents[1]
CODE = "cs"  # counts by one, few (2 to 4) and other
NAME = "Pšeudo"
PLURAL = '{ one = "i = 1 and v = 0", few = "i = 2..4 and v = 0", many = "v != 0" }'
LETTERS = str.maketrans("aeiouycnrsz", "áéíóúýčňřšž")

TEXT = re.compile(r"""^(?P<before>.*?\ben = )(?P<text>"(?:[^"\\]|\\.)*")(?P<after>.*)$""")
HOLE = re.compile(r"\{(\w+)(?::([^}|#%@]*)\|([^}]*))?(?::[#%@.][^}]*)?\}")
HEADING = re.compile(r"\[?([\w.-]+)")
LEFT_OUT = ("refusal", "reason", "offline")
"""Messages that begin so are not translated."""


def spoken(english: str) -> str:
    """A text in the other language: other letters, and numbers in three forms."""
    out, at = [], 0
    for hole in HOLE.finditer(english):
        out.append(letters(english[at : hole.start()]))
        name, one, other = hole.groups()
        forms = f"one={one}1|few={other}2|other={other}3" if one is not None else ""
        out.append(f"{{{name}:{forms}}}" if forms else hole[0])
        at = hole.end()
    return "".join([*out, letters(english[at:])])


def letters(text: str) -> str:
    """Escapes of TOML stay what they are."""
    return "".join(
        part if part.startswith("\\") else part.translate(LETTERS)
        for part in re.split(r"(\\.)", text)
    )


def translate(path: Path) -> None:
    """Adds the language to a words.toml, beside the English of most messages."""
    out: list[str] = []
    id = ""
    for line in path.read_text("utf-8").splitlines():
        found = TEXT.match(line)
        inline = found is not None and "{" in found["before"]  # all of the message in a line
        if (line.startswith("[") or inline) and (heading := HEADING.match(line)):
            id = heading[1]
        if found is None or id.startswith(LEFT_OUT) or line.endswith('"""'):
            out.append(line)
            continue
        added = f'{CODE} = "{spoken(found["text"][1:-1])}"'
        if inline:
            out.append(f"{found['before']}{found['text']}, {added}{found['after']}")
        else:
            out += [line, added]
    path.write_text("\n".join(out) + "\n", "utf-8")


def tree(folder: Path) -> Path:
    """The repository with one more language in its data; the code is as it is."""
    skip = shutil.ignore_patterns("static", "node_modules", ".svelte-kit")
    shutil.copytree(ROOT / "src", folder / "src", ignore=skip)
    shutil.copytree(ROOT / "web", folder / "web", ignore=skip)
    (folder / "web/node_modules").symlink_to(ROOT / "web/node_modules")
    package = folder / "src/paddock"
    with (package / "core/languages.toml").open("a", encoding="utf-8") as listed:
        listed.write(f'\n[{CODE}]\nname = "{NAME}"\ndraft = true\ndecimal = ","\n')
        listed.write(
            'plural = { one = "i = 1 and v = 0", few = "i = 2..4 and v = 0", many = "v != 0" }\n'
        )
    for path in package.rglob("words.toml"):
        translate(path)
    page = package / "games/template/rulebook.md"
    first, *rest = re.split(r"(?m)^(?=## )", page.read_text("utf-8"))
    told = [re.sub(r"(?m)^(#+ \S+ )(.*)$", lambda m: m[1] + letters(m[2]), one) for one in rest]
    (page.parent / f"rulebook.{CODE}.md").write_text(first + "".join(told[:-1]), "utf-8")
    return folder
