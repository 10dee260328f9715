"""A third language is data: rules, server and pages speak it, and English where it lacks a word."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from playwright.sync_api import Browser, expect

from tests import another_language, plain
from tests.another_language import CODE, NAME, spoken
from tests.needs import find, missing
from tests.ports import reserve_port
from tests.server.site import TIMEOUT_SECONDS, Guest, Site, until

pytestmark = [
    pytest.mark.needs("node"),
    pytest.mark.needs("chromium"),
    pytest.mark.slow("another language"),  # its pages are built once
]

ASKED = """
import json, random, sys
from paddock.core.chance import Dealer
from paddock.core.languages import languages
from paddock.games.template import RACE
from paddock.games.template.events import Rolled
from paddock.games.template.moves import Choose

words, names, cs = RACE.words, ("Ada", "Bo"), "cs"
ask = RACE.game.asks(RACE.game.setup(RACE.options(), 2, Dealer(random.Random(1))).state)[0]
json.dump({
    "languages": {id: one.name for id, one in languages().items()},
    "rolled": [words.say(Rolled(0, n), names, cs) for n in (1, 3, 5)],
    "prompt": words.prompt(ask, names, cs),
    "label": words.label(Choose(2), names, cs),
    "clauses": [RACE.rulebook.clause_in(id, cs).title for id in ("T1", "Q1")],
    "gaps": words.missing_messages(),
}, sys.stdout)
"""


@pytest.fixture(scope="module")
def tree(tmp_path_factory: pytest.TempPathFactory) -> Path:
    if not (another_language.ROOT / "web/node_modules").is_dir():
        missing("pages", "run `make web`")
    return another_language.tree(tmp_path_factory.mktemp("another"))


def environment(tree: Path) -> dict[str, str]:
    path = f"{find('node').parent}{os.pathsep}{os.environ['PATH']}"
    return os.environ | {"PYTHONPATH": str(tree / "src"), "PATH": path}


def english(package: str) -> dict[str, Any]:
    return tomllib.loads((another_language.ROOT / "src" / package / "words.toml").read_text())


def test_rules_speak_it(tree: Path) -> None:
    ran = subprocess.run(
        [sys.executable, "-c", ASKED], env=environment(tree), capture_output=True, check=True
    )
    told = json.loads(ran.stdout)
    words = english("paddock/games/template")
    assert told["languages"] == {"en": "English", "it": "Italiano", CODE: NAME}
    assert [re.sub(r".*\d ", "", text) for text in told["rolled"]] == [
        "space1.",
        "spaces2.",
        "spaces3.",
    ]
    assert told["prompt"] == spoken(words["ask"]["gear"]["en"]).replace("{gear}", "1")
    assert told["label"] == spoken(words["move"]["Choose"]["en"]).replace("{gear}", "2")
    assert told["gaps"] == []
    assert told["clauses"] == ["Sét-úp", "Cars side by side"]


def test_what_it_lacks_is_told_in_english(tree: Path) -> None:
    source = (tree / "src/paddock/games/template/words.toml").read_text("utf-8")
    lacking = [
        id
        for id, message in flat(tomllib.loads(source)).items()
        if CODE not in message and "{" not in message["en"]
    ]
    assert lacking
    script = (
        "import sys; from paddock.games.template import RACE\n"
        f"print([RACE.words.tell(id, {CODE!r}) for id in sys.argv[1:]])"
    )
    command = [sys.executable, "-c", script, *lacking]
    ran = subprocess.run(command, env=environment(tree), capture_output=True, check=True, text=True)
    messages = flat(english("paddock/games/template"))
    assert ran.stdout.strip() == str([messages[id]["en"] for id in lacking])


def flat(table: dict[str, Any], prefix: str = "") -> dict[str, dict[str, str]]:
    found = {}
    for key, value in table.items():
        if isinstance(value, dict):
            if "en" in value:
                found[prefix + key] = value
            found |= flat(value, f"{prefix}{key}.")
    return found


@pytest.fixture(scope="module")
def site(tree: Path) -> Iterator[Site]:
    """The server of that tree, with pages that were built from it."""
    env = environment(tree)
    subprocess.run([sys.executable, "-m", "paddock.cli", "types"], cwd=tree, env=env, check=True)
    subprocess.run(["npm", "run", "--silent", "build"], cwd=tree / "web", env=env, check=True)
    port = reserve_port()
    command = [sys.executable, "-m", "paddock.cli", "serve", "--port", str(port)]
    server = subprocess.Popen(
        [*command, "--db", str(tree / "paddock.db"), "--log", "error"], cwd=tree, env=env
    )
    try:
        found = Site(port)
        until(lambda: server.poll() is not None or answers(found))
        yield found
    finally:
        server.terminate()
        server.wait(TIMEOUT_SECONDS)


def answers(site: Site) -> bool:
    try:
        return plain.get(f"{site.url}/health").status_code == 200
    except httpx.HTTPError:
        return False


def test_the_server_speaks_it(site: Site) -> None:
    words = english("paddock/games/template")
    cards = plain.get(f"{site.url}/api/games", headers={"accept-language": f"{CODE}-CZ"}).json()
    (card,) = (card for card in cards if card["id"] == "template")
    assert card["goal"] == spoken(words["goal"]["en"])
    guest = Guest(site, "Ada")
    table = guest.open("me", "random", game="template")
    with guest.socket(table) as connection:
        connection.send(json.dumps({"type": "Hello", "eye": 0, "language": CODE}))
        whole = json.loads(connection.recv(TIMEOUT_SECONDS))
    assert whole["now"]["asks"][0]["prompt"].startswith("Chóóšé")
    guest.http.close()


def test_the_pages_offer_and_speak_it(site: Site, browser: Browser) -> None:
    words = english("paddock/server/pages")
    context = browser.new_context(base_url=site.url, locale="en-GB", reduced_motion="reduce")
    page = context.new_page()
    page.goto("/")
    expect(page.get_by_text(words["openTables"]["en"], exact=True)).to_be_visible()
    page.get_by_role("button", name=words["settings"]["en"]).click()
    page.get_by_label(NAME).check()
    expect(page.get_by_text(spoken(words["openTables"]["en"]), exact=True)).to_be_visible()
    expect(page.locator("html")).to_have_attribute("lang", CODE)
    page.reload()
    expect(page.get_by_text(spoken(words["openTables"]["en"]), exact=True)).to_be_visible()
    context.close()
    czech = browser.new_context(base_url=site.url, locale="cs-CZ")
    page = czech.new_page()
    page.goto("/")
    expect(page.get_by_text(spoken(words["openTables"]["en"]), exact=True)).to_be_visible()
    czech.close()
