"""How events, moves and questions are put into words."""

from __future__ import annotations

import msgspec

from paddock.core.seats import Language, Names
from paddock.core.words import Show, Words
from paddock.games.circus_maximus import data
from paddock.games.circus_maximus import moves as mv
from paddock.games.circus_maximus.rules.track import square_name

ITALIAN_COLOURS = (
    "giallo",
    "verde",
    "viola",
    "nero",
    "bianco",
    "blu",
    "rosso",
    "arancio",
    "marrone",
    "bordeaux",
    "grigio",
    "giada",
    "azzurro",
    "verde chiaro",
    "rosa",
    "sabbia",
)
SHOWN: dict[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "chariot": (
        tuple(name.replace("-", " ").capitalize() for name in data.COLOURS),
        tuple(name.capitalize() for name in ITALIAN_COLOURS),
    ),
    "side": (("inside", "outside"), ("interno", "esterno")),
    "weapon": (
        ("lash", "ram", "knife", "small knife", "dust", "spear"),
        ("frusta", "speronamento", "coltello", "coltellino", "polvere", "lancia"),
    ),
    "part": (("team", "car", "dragged man"), ("tiro", "carro", "uomo trascinato")),
    "weight": (("light", "normal", "heavy"), ("leggero", "normale", "pesante")),
    "sky": (
        ("clear", "unsettled", "rain", "cleared up"),
        ("sereno", "incerto", "pioggia", "rasserenato"),
    ),
    "result": (
        (
            "nothing happens",
            "it slips a lane",
            "it slips two lanes",
            "the driver is jostled",
            "the left horse is hurt",
            "the right horse is hurt",
            "it flips",
        ),
        (
            "non succede nulla",
            "scivola di una corsia",
            "scivola di due corsie",
            "l'auriga è sbalzato",
            "il cavallo sinistro è ferito",
            "il cavallo destro è ferito",
            "si ribalta",
        ),
    ),
    "item": (
        (
            "the driver's modifier",
            "the driver's hits",
            "horse 1",
            "horse 4",
            "horse 2",
            "horse 3",
            "a whip",
            "the left wheel",
            "the right wheel",
            "endurance",
            "scythe blades",
            "a pouch of dust",
            "a knife",
            "a spear",
        ),
        (
            "il modificatore dell'auriga",
            "i punti dell'auriga",
            "il cavallo 1",
            "il cavallo 4",
            "il cavallo 2",
            "il cavallo 3",
            "la frusta",
            "la ruota sinistra",
            "la ruota destra",
            "la resistenza",
            "le lame falcate",
            "un sacchetto di polvere",
            "un coltello",
            "una lancia",
        ),
    ),
}
RESULTS: dict[str, tuple[str, str]] = {
    "-": ("nothing", "nulla"),
    "B": ("it must brake back", "deve frenare indietro"),
    "S": ("it swerves", "sbanda"),
    "M": ("it loses speed", "perde velocità"),
    "W": ("the driver is wounded", "l'auriga è ferito"),
    "G": ("the whip is grabbed", "la frusta è afferrata"),
    "pulled": ("he is pulled from his car", "è strappato dal carro"),
    "severe": ("a severe wound", "una ferita grave"),
    "arm": ("his whip arm is hurt", "il braccio della frusta è ferito"),
    "eye": ("an eye is hurt", "un occhio è ferito"),
    "surprise": ("he is taken by surprise", "è colto di sorpresa"),
    "deep": ("a deep wound", "una ferita profonda"),
    "nothing": ("no more than that", "nient'altro"),
    "match": ("a pulling match", "una prova di forza"),
    "fall": ("he falls from his car", "cade dal carro"),
    "into": ("he swerves into the attacker", "sbanda contro l'attaccante"),
    "away": ("he swerves two lanes away", "sbanda via di due corsie"),
    "blind": ("he is blinded", "è accecato"),
    "wind": ("the wind blows it back", "il vento la ricaccia"),
    "killed": ("the driver is killed", "l'auriga è ucciso"),
    "major": ("a bad wound", "una brutta ferita"),
    "minor": ("a scratch", "un graffio"),
    "horse": ("a horse is killed", "un cavallo è ucciso"),
    "major-horse": ("a horse is badly hurt", "un cavallo è gravemente ferito"),
    "minor-horse": ("a horse is scratched", "un cavallo è graffiato"),
    "jostled": ("the driver is jostled", "l'auriga è sbalzato"),
    "car": ("the wheels suffer", "le ruote ne soffrono"),
    "hobbled": ("the horses stumble", "i cavalli inciampano"),
    "seriously": ("the horses stumble badly", "i cavalli inciampano malamente"),
    "danger": ("it nearly flips", "quasi si ribalta"),
    "flip": ("it flips", "si ribalta"),
}


BOUGHT: dict[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "driver": (("±0", "+1", "+2", "+3"),) * 2,
    "whip": (("none", "regular", "long"), ("nessuna", "normale", "lunga")),
    "blades": (
        (
            "none",
            "left",
            "right",
            "long left",
            "long right",
            "both",
            "long left, right",
            "left, long right",
            "both long",
        ),
        (
            "nessuna",
            "sinistra",
            "destra",
            "lunga a sinistra",
            "lunga a destra",
            "due",
            "lunga a sinistra, destra",
            "sinistra, lunga a destra",
            "due lunghe",
        ),
    ),
    **dict.fromkeys(("dust", "knife", "spear"), (("no", "yes"), ("no", "sì"))),
}
"""What the levels of the shop are called where a number does not say it."""


def bought(item: int, language: Language) -> tuple[str, ...]:
    """The levels of a thing of the shop, in words."""
    name = data.SHOP[item]
    if name in BOUGHT:
        return BOUGHT[name][language == "it"]
    return tuple(str(level) for level in data.LEVELS[item])


def shown_by_table(name: str) -> Show:
    english, italian = SHOWN[name]
    return lambda value, language, names: (english if language == "en" else italian)[value]


def result_shown(value: str, language: Language, names: Names) -> str:
    return RESULTS[value][language == "it"]


class CircusWords(Words):
    """A thing of the shop is labelled with what it is and what it costs."""

    def label(self, move: msgspec.Struct, names: Names, language: Language = "en") -> str:
        if not isinstance(move, mv.Buy):
            return super().label(move, names, language)
        value = bought(move.item, language)[move.level]
        cost = data.COSTS[move.item][move.level]
        level = self.tell("bought", language, value=value, cost=cost)
        return self.tell("move.Buy", language, names, item=move.item, level=level)


WORDS = CircusWords(
    "paddock.games.circus_maximus",
    shows={
        **{name: shown_by_table(name) for name in SHOWN},
        "target": shown_by_table("chariot"),
        **dict.fromkeys(("lash", "critical", "effect", "jump"), result_shown),
        "square": lambda square, *_: square_name(square),
        "horse": lambda horse, *_: str(horse + 1),
        "horses": lambda horses, *_: "-".join(str(speed) for speed in horses),
        "row": lambda row, *_: str(row + 1),
    },
)
