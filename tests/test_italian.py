"""Italian texts: consistent words, nothing left in English."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from importlib import resources

import pytest

from paddock.core.languages import sentences
from paddock.core.words import read_messages
from paddock.games import PACKAGES, all_specs
from paddock.games.great_race import data
from paddock.games.great_race.words import WORDS as GREAT_RACE
from paddock.games.winds_of_war.words import WORDS as WINDS_OF_WAR

GAME_PACKAGES = [f"paddock.games.{spec}" for spec in PACKAGES]
HOMES = [
    "paddock.core",
    "paddock.terminal",
    "paddock.server",
    "paddock.server.pages",
    *GAME_PACKAGES,
]

NAMES = ("space.", "option.circuit")  # names that are the same in every language
SHARED = {"Africa", "Auto", "Italia", "Link", "Miglia", "Mille", "Pampa", "Ranger", "Replay"}
SHARED |= {"Stress", "Webhook", "Studio", "Chicane"}
SHARED |= {"Round", "round", "stop", "lire", "Heavy", "Rain", "Tunnel", "Vision", "Rocky", "Roads"}
ENGLISH = re.compile(
    r"\b(the(?! general)|and|with|your|you|driver|works|speed|cards?|turn|race|horse|not tested)\b",
    re.IGNORECASE,
)
ELSEWHERE = {
    "great_race": r"benzina|\bfondi\b|schermo|finanziari[oi]\b|tombouctou|carburanti|sacchetto",
    "heat": r"\bgarage\b|\bali\b|traiettoria",
    "winds_of_war": r"scocca|\btelaio\b|ingaggiat[ae]|ritirare il dado|Works",
    "": r"registrazione|tavoliere|\britirare? la mossa",
}
"""Words with a preferred Italian word in a package; the last line is for all packages."""
PLACES = "space|start|goal|first|second"
PEOPLE = f"seat|whom|by|name|chariot|target|{PLACES}"
UNJOINED = re.compile(rf"\b(?:[Aa]d? \{{(?:{PEOPLE})|(?:[Ss]u|[Ii]n) \{{(?:{PLACES}))\}}")
COUNTED = re.compile(
    r"(?<! a )\{\w+\} (?:punti|carte|caselle|turni|giri|gettoni|spazi|pezzi|corsie|tessere)\b"
)


def all_messages(home: str) -> Iterator[tuple[str, str, str]]:
    """Every message: id, English, Italian."""
    for id, message in read_messages(home).items():
        yield id, message["en"], message["it"]


def guide_texts(home: str) -> dict[str, str]:
    """The texts of the guides."""
    found: dict[str, str] = {}

    def walk(value: object) -> None:
        if isinstance(value, dict) and isinstance(italian := value.get("it"), str):
            found[f"guide {len(found)}"] = italian
        if isinstance(value, dict | list):
            for inner in value.values() if isinstance(value, dict) else value:
                walk(inner)

    page = resources.files(home).joinpath("guides/first.toml")
    if page.is_file():
        walk(tomllib.loads(page.read_text("utf-8")))
    return found


def plain_text(text: str) -> str:
    """Text without arguments and typed codes."""
    return re.sub(r"\{[^}]*\}|`[^`]*`", "", text)


@pytest.mark.parametrize("home", HOMES)
def test_no_sentence_is_left_in_english(home: str) -> None:
    for id, text in guide_texts(home).items():
        assert not ENGLISH.search(plain_text(text)), f"{id}: {text}"
    for id, english, italian in all_messages(home):
        assert not ENGLISH.search(plain_text(italian)), f"{id}: {italian}"
        if english == italian and not id.startswith(NAMES):
            words = set(re.findall(r"[A-Za-z]{4,}", plain_text(italian)))
            assert words <= SHARED, f"{id} is the same in both: {italian}"


@pytest.mark.parametrize("home", GAME_PACKAGES)
def test_no_heading_of_the_rules_is_left_in_english(home: str) -> None:
    page = resources.files(home).joinpath("rulebook.it.md").read_text("utf-8")
    for line in page.splitlines():
        if line.startswith("##"):
            assert not ENGLISH.search(line), line
            assert "no code" not in line, "tests read the first language"


@pytest.mark.parametrize("home", HOMES)
def test_one_word_for_one_thing(home: str) -> None:
    """In the sentences, on the boards and in the rules."""
    spec = home.rpartition(".")[2]
    texts = {id: italian for id, _, italian in all_messages(home)} | guide_texts(home)
    page = resources.files(home).joinpath("rulebook.it.md")
    if page.is_file():
        texts["rulebook"] = page.read_text("utf-8")
    others = [ELSEWHERE[key] for key in (spec, "") if key in ELSEWHERE]
    for id, text in texts.items():
        found = re.search("|".join(others), text, re.IGNORECASE)
        assert found is None, f"{home} {id}: {found[0]}"


@pytest.mark.parametrize("home", HOMES)
def test_names_are_joined_and_numbers_have_their_plurals(home: str) -> None:
    for id, _, italian in all_messages(home):
        assert not UNJOINED.search(italian), f"{id}: ad Anna, nel Kalahari: {italian}"
        if "in media" not in italian and "lire" not in italian:
            assert not COUNTED.search(italian), f"{id}: 1 punto, 2 punti: {italian}"


@pytest.mark.parametrize(
    ("space", "at", "to", "on"),
    [
        ("GAO", "a Gao", "a Gao", "su Gao"),
        ("ALB", "ad Albertville", "ad Albertville", "su Albertville"),
        ("a6", "a Timbuctù", "a Timbuctù", "su Timbuctù"),
        ("a36", "nel Kalahari", "al Kalahari", "sul Kalahari"),
        ("a8", "nell'Hoggar (Tamanrasset)", "all'Hoggar (Tamanrasset)", "sull'Hoggar"),
        ("a20", "nella foresta del Gabon", "alla foresta del Gabon", "sulla foresta del Gabon"),
        ("s16", "nello Xingu", "allo Xingu", "sullo Xingu"),
    ],
)
def test_regions_have_articles(space: str, at: str, to: str, on: str) -> None:
    place = GREAT_RACE.show("space", data.SPACE_ID.index(space), "it", ())
    for how, said in (("at", at), ("to", to), ("on", on)):
        assert sentences("it").format_value(place, f"@{how}").startswith(said)


def test_a_final_choice_does_not_sound_like_a_rule() -> None:
    pages, terminal = read_messages("paddock.server.pages"), read_messages("paddock.terminal")
    assert pages["final"]["it"] == terminal["final"]["it"] == "scelta definitiva"
    assert "annullare" not in pages["finalHelp"]["it"]


def test_titles_and_drivers_are_told_in_italian() -> None:
    titles = {spec.title("it") for spec in all_specs().values()}
    assert {"Heat: il campionato", "Winds of War: il campionato"} <= titles
    assert WINDS_OF_WAR.messages["driver.works-driver"]["it"] == "Pilota ufficiale"
