"""Check commit messages: `[area] Imperative sentence`, at most 60 characters.

python tools/check_commit.py FILE                one message, as the git hook commit-msg gives it
python tools/check_commit.py --range main..HEAD  the commits of a range; merges are left out

Uses the standard library only, so that it runs before anything is installed.
"""

from __future__ import annotations

import argparse
import re
import subprocess
import sys
from pathlib import Path

AREAS = (
    "core",
    "bots",
    "circus",
    "great-race",
    "winds",
    "heat",
    "street",
    "template",
    "server",
    "store",
    "web",
    "terminal",
    "cli",
    "tests",
    "docs",
    "tools",
    "ci",
)
MAX_CHARACTERS = 60
SUBJECT = re.compile(r"\[([^\]]*)\] (\S.*)")
GENERATED = ("Merge ", "Revert ", "fixup! ", "squash! ", "amend! ")
"""Subjects that git writes."""

IMPERATIVES = {"add", "bring", "bind", "embed", "feed", "need", "seed", "speed", "shed", "wed"}
"""Verbs that end like a participle."""
NOT_VERBS = {
    *("a", "an", "the", "this", "that", "these", "it", "we", "i", "you", "they", "who", "what"),
    *("how", "when", "where", "why", "no", "not", "new", "some", "all", "more", "one", "two"),
    *("is", "are", "was", "were", "has", "had", "does", "did", "done", "made", "gone", "now"),
}
VERBS_IN_S = {"pass", "process", "press", "focus", "discuss", "bypass", "address", "compress"}


def is_imperative(word: str) -> bool:
    """Whether a first word may be an imperative. A heuristic: it refuses what cannot be one."""
    plain = word.rstrip(":,").lower()
    if plain in IMPERATIVES or plain in VERBS_IN_S:
        return True
    if plain in NOT_VERBS or not re.fullmatch(r"[a-z][a-z-]+", plain):
        return False
    return not plain.endswith(("ed", "ing")) and not (
        plain.endswith("s") and not plain.endswith("ss")
    )


def check_message(message: str) -> list[str]:
    """What is wrong with a message; nothing if it is in order."""
    lines = [line for line in message.splitlines() if not line.startswith("#")]
    while lines and not lines[0].strip():
        lines.pop(0)
    if not lines:
        return ["the message is empty"]
    subject = lines[0].rstrip()
    if subject.startswith(GENERATED):
        return []
    wrong = []
    if len(subject) > MAX_CHARACTERS:
        wrong.append(f"the subject has {len(subject)} characters, at most {MAX_CHARACTERS} fit")
    if len(lines) > 1 and lines[1].strip():
        wrong.append("an empty line must follow the subject")
    if (found := SUBJECT.fullmatch(subject)) is None:
        return [*wrong, "the subject must be `[area] Imperative sentence`"]
    area, sentence = found.groups()
    if area not in AREAS:
        wrong.append(f"unknown area [{area}]; known areas: {', '.join(AREAS)}")
    first = sentence.split()[0]
    if not is_imperative(first):
        wrong.append(f"{first!r} is no imperative: write `Add`, `Fix`, `Rename`")
    elif not first[0].isupper():
        wrong.append(f"begin with a capital: {first.capitalize()!r}")
    if sentence.endswith("."):
        wrong.append("no full stop at the end of the subject")
    return wrong


def messages_of(commits: str) -> list[tuple[str, str]]:
    """The short hash and message of each commit of a range, without merges."""
    command = ["git", "log", "--no-merges", "--format=%h%x00%B%x01", commits, "--"]
    listed = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    entries = [entry.strip().partition("\0") for entry in listed.split("\1") if entry.strip()]
    return [(name, message) for name, _, message in entries]


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("file", type=Path, nargs="?", help="a file with one message")
    parser.add_argument("--range", dest="commits", metavar="A..B", help="the commits to check")
    given = parser.parse_args(arguments)
    if (given.file is None) == (given.commits is None):
        parser.error("give a message file or --range")
    if given.commits is not None:
        try:
            messages = messages_of(given.commits)
        except subprocess.CalledProcessError as failed:
            sys.stderr.write(failed.stderr)
            return 2
    else:
        messages = [("message", given.file.read_text("utf-8"))]
    wrong = [(name, text, line) for name, text in messages for line in check_message(text)]
    for name, text, line in wrong:
        sys.stderr.write(f"{name}: {line}\n    {text.strip().partition(chr(10))[0]}\n")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
