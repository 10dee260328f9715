"""How the values of events and moves are told in a sentence."""

from __future__ import annotations

from paddock.core.words import Show, Words
from paddock.games.winds_of_war.data import BOX, DRIVERS, EVENTS, MODELS, SPARES, TUNINGS

GAUGES = {
    "en": ("engine damage", "heat", "brake damage", "bodywork damage", "tyre damage"),
    "it": (
        "danni al motore",
        "calore",
        "danni ai freni",
        "danni alla carrozzeria",
        "danni alle gomme",
    ),
}
TESTS = {
    "en": (
        "overheating test",
        "test for the extra point",
        "great start",
        "test of the curve",
        "broken part",
    ),
    "it": (
        "prova di surriscaldamento",
        "prova del punto extra",
        "partenza lampo",
        "prova in curva",
        "parte rotta",
    ),
}
GROUNDS = {
    "en": ("grass", "a wall", "trees", "spectators", "crops", "bales of hay", "a parked vehicle"),
    "it": (
        "erba",
        "un muro",
        "alberi",
        "spettatori",
        "campi",
        "balle di fieno",
        "un veicolo fermo",
    ),
}
FAILURE = {
    "en": ("puncture", "spark plug failure", "headlight failure"),
    "it": ("foratura", "candele guaste", "fari guasti"),
}
JOB = {
    "en": (
        "one point of the engine",
        "cooling down",
        "cooling down with water",
        "brakes, with drums",
        "one point of bodywork",
        "a tyre",
        "spark plugs",
        "headlights",
        "rain treads fitted",
    ),
    "it": (
        "un punto di motore",
        "raffreddamento",
        "raffreddamento con acqua",
        "freni, coi tamburi",
        "un punto di carrozzeria",
        "una gomma",
        "candele",
        "fari",
        "gomme da pioggia montate",
    ),
}
WAY = {
    "en": {-1: "left", 0: "ahead", 1: "right"},
    "it": {-1: "sinistra", 0: "avanti", 1: "destra"},
}
KIND = {
    "en": {
        "plug": "spark plug failure", "crash": "crash", "rough": "rough surface",
        "puncture": "puncture", "brakes": "brakes failure", "engine": "engine wear",
        "overheating": "sudden overheating", "spin": "spin", "brake-wear": "brake wear",
        "weather": "the weather changes",
    },
    "it": {
        "plug": "candele guaste", "crash": "incidente", "rough": "fondo sconnesso",
        "puncture": "foratura", "brakes": "freni rotti", "engine": "usura del motore",
        "overheating": "surriscaldamento improvviso", "spin": "testacoda",
        "brake-wear": "usura dei freni", "weather": "il tempo cambia",
    },
}  # fmt: skip
EXTRA = {"en": ", with the extra point", "it": ", col punto extra"}
WET = {"en": ("dry", "wet"), "it": ("asciutta", "bagnata")}
WARNING = {"en": ("blank", "a warning"), "it": ("bianco", "un avvertimento")}

SHOWS: dict[str, Show] = {
    "model": lambda model, _, __: MODELS[model].name,
    "driver": lambda driver, _, __: DRIVERS[driver].name,
    "card": lambda card, _, __: TUNINGS[card].name,
    "part": lambda part, _, __: SPARES[part].name,
    "speed": lambda speed, _, __: f"{speed * BOX} km/h",
    "extra": lambda extra, language, _: EXTRA[language] if extra else "",
    "gauge": lambda gauge, language, _: GAUGES[language][gauge],
    "test": lambda test, language, _: TESTS[language][test],
    "ground": lambda ground, language, _: GROUNDS[language][ground],
    "failure": lambda failure, language, _: FAILURE[language][failure],
    "job": lambda job, language, _: JOB[language][job],
    "way": lambda way, language, _: WAY[language].get(way, str(way)),
    "ways": lambda ways, language, _: ", ".join(WAY[language].get(w, str(w)) for w in ways),
    "wet": lambda wet, language, _: WET[language][wet],
    "warning": lambda warning, language, _: WARNING[language][warning],
    "event": lambda event, language, _: f"{event}, {KIND[language][EVENTS[event].kind]}",
    "seconds": lambda seconds, _, __: f"{seconds:02d}",
}
SEATS = ("seat", "by", "whom", "grid", "order", "seats")
WORDS = Words("paddock.games.winds_of_war", shows=SHOWS, seats=SEATS)
