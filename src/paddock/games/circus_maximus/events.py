"""What the table is told. Sentences are in words.toml; chariots go by their colours."""

from __future__ import annotations

from typing import ClassVar, TypeAlias

from msgspec import Struct

from paddock.core.seats import Language, Names, Seat
from paddock.core.words import Show, Words
from paddock.games.circus_maximus import data
from paddock.games.circus_maximus.card import R
from paddock.games.circus_maximus.rules.track import square_name


class Owned(Struct, frozen=True, tag=True, gc=False):
    """A colour was drawn."""

    seat: Seat
    chariot: int
    clause: ClassVar[str] = R("B3.3")


class LinedUp(Struct, frozen=True, tag=True, gc=False):
    chariot: int
    lane: int
    row: int
    clause: ClassVar[str] = R("B3.2")


class Prepared(Struct, frozen=True, tag=True, gc=False):
    """All chariots of a seat are prepared, in secret."""

    seat: Seat
    clause: ClassVar[str] = R("B3.6")


class Built(Struct, frozen=True, tag=True, gc=False):
    """What the dice made of the points."""

    chariot: int
    driver: int
    hits: int
    weight: int
    horses: tuple[int, ...]
    endurance: int
    clause: ClassVar[str] = R("B3.6")


class TurnBegan(Struct, frozen=True, tag=True, gc=False):
    turn: int
    clause: ClassVar[str] = R("B5.1")


class Sky(Struct, frozen=True, tag=True, gc=False):
    """The weather."""

    sky: int
    mud: bool
    clause: ClassVar[str] = R("GO11")

    @property
    def variant(self) -> str:
        return "mud" if self.mud else ""


class Sealed(Struct, frozen=True, tag=True, gc=False):
    """All speeds of a seat are written."""

    seat: Seat
    clause: ClassVar[str] = R("B5.1")


class Showed(Struct, frozen=True, tag=True, gc=False):
    chariot: int
    speed: int
    whip: bool
    clause: ClassVar[str] = R("X2")

    @property
    def variant(self) -> str:
        return "whip" if self.whip else ""


class PhaseBegan(Struct, frozen=True, tag=True, gc=False):
    """Its colour was drawn."""

    chariot: int
    clause: ClassVar[str] = R("B5.2")


class Started(Struct, frozen=True, tag=True, gc=False):
    """What the dead start costs."""

    chariot: int
    loss: int
    clause: ClassVar[str] = R("B6.S1")


class Whipped(Struct, frozen=True, tag=True, gc=False):
    chariot: int
    mf: int
    clause: ClassVar[str] = R("B6.52")


class CutLoose(Struct, frozen=True, tag=True, gc=False):
    chariot: int
    horse: int
    cost: int
    clause: ClassVar[str] = R("B9.53")


class CutFailed(Struct, frozen=True, tag=True, gc=False):
    chariot: int
    cost: int
    clause: ClassVar[str] = R("B9.53")


class SetOff(Struct, frozen=True, tag=True, gc=False):
    """Total speed and MFs are fixed."""

    chariot: int
    total: int
    mf: int
    clause: ClassVar[str] = R("X3")


class Stepped(Struct, frozen=True, tag=True, gc=False):
    chariot: int
    square: int
    clause: ClassVar[str] = R("B6.3")


class Changed(Struct, frozen=True, tag=True, gc=False):
    chariot: int
    side: int
    square: int
    clause: ClassVar[str] = R("B6.4")


class Slid(Struct, frozen=True, tag=True, gc=False):
    """The wet sand carries it on."""

    chariot: int
    clause: ClassVar[str] = R("GO11")


class Slipped(Struct, frozen=True, tag=True, gc=False):
    """A sideslip by choice."""

    chariot: int
    side: int
    square: int
    clause: ClassVar[str] = R("B6.7")


class Braked(Struct, frozen=True, tag=True, gc=False):
    chariot: int
    clause: ClassVar[str] = R("B6.61")


class Lapsed(Struct, frozen=True, tag=True, gc=False):
    """MFs that are lost."""

    chariot: int
    mf: int
    clause: ClassVar[str] = R("X14")


class Strained(Struct, frozen=True, tag=True, gc=False):
    chariot: int
    points: int
    paid: int
    roll: int
    result: int
    clause: ClassVar[str] = R("B7.32")


class Forced(Struct, frozen=True, tag=True, gc=False):
    """Pushed a lane aside."""

    chariot: int
    side: int
    square: int
    clause: ClassVar[str] = R("B7.33")


class Jostled(Struct, frozen=True, tag=True, gc=False):
    chariot: int
    cdm: int
    clause: ClassVar[str] = R("B7.35")


class HorseHurt(Struct, frozen=True, tag=True, gc=False):
    chariot: int
    horse: int
    points: int
    clause: ClassVar[str] = R("B9.51")


class HorseDied(Struct, frozen=True, tag=True, gc=False):
    chariot: int
    horse: int
    clause: ClassVar[str] = R("B9.52")


class Blown(Struct, frozen=True, tag=True, gc=False):
    """The endurance has reached nought."""

    chariot: int
    clause: ClassVar[str] = R("B8.44")


class WheelHurt(Struct, frozen=True, tag=True, gc=False):
    chariot: int
    side: int
    points: int
    clause: ClassVar[str] = R("B9.55")


class WheelHeld(Struct, frozen=True, tag=True, gc=False):
    chariot: int
    side: int
    roll: int
    clause: ClassVar[str] = R("B7.4")


class WheelLost(Struct, frozen=True, tag=True, gc=False):
    chariot: int
    side: int
    clause: ClassVar[str] = R("B7.4")


class Attacked(Struct, frozen=True, tag=True, gc=False):
    chariot: int
    target: int
    weapon: int
    part: int
    clause: ClassVar[str] = R("B9.1")


class RanInto(Struct, frozen=True, tag=True, gc=False):
    """An involuntary ram."""

    chariot: int
    target: int
    part: int
    clause: ClassVar[str] = R("B9.6")


class Contested(Struct, frozen=True, tag=True, gc=False):
    chariot: int
    target: int
    attack: int
    defence: int
    clause: ClassVar[str] = R("B9.32")


class BackedUp(Struct, frozen=True, tag=True, gc=False):
    chariot: int
    square: int
    clause: ClassVar[str] = R("B6.62")


class Evaded(Struct, frozen=True, tag=True, gc=False):
    chariot: int
    side: int
    square: int
    clause: ClassVar[str] = R("B9.31")


class HorsesLashed(Struct, frozen=True, tag=True, gc=False):
    chariot: int
    mf: int
    must: bool
    clause: ClassVar[str] = R("B9.41")

    @property
    def variant(self) -> str:
        return "must" if self.must else ""


class DriverLashed(Struct, frozen=True, tag=True, gc=False):
    chariot: int
    factor: int
    lash: str
    clause: ClassVar[str] = R("B9.43")


class Slowed(Struct, frozen=True, tag=True, gc=False):
    chariot: int
    loss: int
    clause: ClassVar[str] = R("B9.43")


class Wounded(Struct, frozen=True, tag=True, gc=False):
    chariot: int
    hits: int
    clause: ClassVar[str] = R("B9.43")


class Died(Struct, frozen=True, tag=True, gc=False):
    """The driver."""

    chariot: int
    clause: ClassVar[str] = R("B9.43")


class WhipGrabbed(Struct, frozen=True, tag=True, gc=False):
    chariot: int
    target: int
    clause: ClassVar[str] = R("B9.43")


class WhipLost(Struct, frozen=True, tag=True, gc=False):
    chariot: int
    clause: ClassVar[str] = R("B13.1")


class Critical(Struct, frozen=True, tag=True, gc=False):
    chariot: int
    critical: str
    clause: ClassVar[str] = R("B13.1")


class Pulled(Struct, frozen=True, tag=True, gc=False):
    """Out of his car."""

    chariot: int
    clause: ClassVar[str] = R("B13.1")


class Threw(Struct, frozen=True, tag=True, gc=False):
    chariot: int
    target: int
    weapon: int
    hit: bool
    clause: ClassVar[str] = R("GO4")

    @property
    def variant(self) -> str:
        return "hit" if self.hit else ""


class Weapon(Struct, frozen=True, tag=True, gc=False):
    """What dust, knife or spear does."""

    chariot: int
    effect: str
    clause: ClassVar[str] = R("GO4")


class NoDamage(Struct, frozen=True, tag=True, gc=False):
    chariot: int
    target: int
    clause: ClassVar[str] = R("B9.54")


class Saw(Struct, frozen=True, tag=True, gc=False):
    """Sees again."""

    chariot: int
    clause: ClassVar[str] = R("GO4")


class Collided(Struct, frozen=True, tag=True, gc=False):
    chariot: int
    target: int
    clause: ClassVar[str] = R("B6.74")


class Flipped(Struct, frozen=True, tag=True, gc=False):
    chariot: int
    clause: ClassVar[str] = R("B7.33")


class Landed(Struct, frozen=True, tag=True, gc=False):
    chariot: int
    square: int
    clause: ClassVar[str] = R("B12.2")


class LandedOn(Struct, frozen=True, tag=True, gc=False):
    chariot: int
    target: int
    part: int
    clause: ClassVar[str] = R("B12.4")


class JumpBegan(Struct, frozen=True, tag=True, gc=False):
    chariot: int
    square: int
    due: int
    clause: ClassVar[str] = R("B14.2")


class JumpPaid(Struct, frozen=True, tag=True, gc=False):
    chariot: int
    paid: int
    clause: ClassVar[str] = R("B14.2")


class Jumped(Struct, frozen=True, tag=True, gc=False):
    chariot: int
    roll: int
    jump: str
    clause: ClassVar[str] = R("B14.2")


class CutHimselfFree(Struct, frozen=True, tag=True, gc=False):
    chariot: int
    square: int
    clause: ClassVar[str] = R("B16.2")


class StillDragged(Struct, frozen=True, tag=True, gc=False):
    chariot: int
    clause: ClassVar[str] = R("B16.2")


class DraggedHurt(Struct, frozen=True, tag=True, gc=False):
    chariot: int
    hits: int
    clause: ClassVar[str] = R("B16.3")


class Trampled(Struct, frozen=True, tag=True, gc=False):
    chariot: int
    target: int
    hits: int
    clause: ClassVar[str] = R("B16.5")


class RunDown(Struct, frozen=True, tag=True, gc=False):
    chariot: int
    target: int
    cost: int
    clause: ClassVar[str] = R("B17.4")


class Dodged(Struct, frozen=True, tag=True, gc=False):
    chariot: int
    square: int
    clause: ClassVar[str] = R("E2.14.2")


class Ran(Struct, frozen=True, tag=True, gc=False):
    chariot: int
    square: int
    clause: ClassVar[str] = R("B17.2")


class Climbed(Struct, frozen=True, tag=True, gc=False):
    chariot: int
    clause: ClassVar[str] = R("B17.3")


class Abandoned(Struct, frozen=True, tag=True, gc=False):
    chariot: int
    square: int
    clause: ClassVar[str] = R("E2.12.2")


class HorsesGone(Struct, frozen=True, tag=True, gc=False):
    chariot: int
    clause: ClassVar[str] = R("X33")


class MarkerFell(Struct, frozen=True, tag=True, gc=False):
    chariot: int
    marker: int
    clause: ClassVar[str] = R("B10.1")


class Crossed(Struct, frozen=True, tag=True, gc=False):
    chariot: int
    mf: int
    clause: ClassVar[str] = R("B10.3")


class Vanished(Struct, frozen=True, tag=True, gc=False):
    """A driverless team over the line."""

    chariot: int
    clause: ClassVar[str] = R("X49")


class TurnEnded(Struct, frozen=True, tag=True, gc=False):
    turn: int
    clause: ClassVar[str] = R("B5.2")


class Placed(Struct, frozen=True, tag=True, gc=False):
    chariot: int
    place: int
    clause: ClassVar[str] = R("E2.15.2")


Event: TypeAlias = (
    Owned
    | LinedUp
    | Prepared
    | Built
    | TurnBegan
    | Sky
    | Sealed
    | Showed
    | PhaseBegan
    | Started
    | Whipped
    | CutLoose
    | CutFailed
    | SetOff
    | Stepped
    | Changed
    | Slid
    | Slipped
    | Braked
    | Lapsed
    | Strained
    | Forced
    | Jostled
    | HorseHurt
    | HorseDied
    | Blown
    | WheelHurt
    | WheelHeld
    | WheelLost
    | Attacked
    | RanInto
    | Contested
    | BackedUp
    | Evaded
    | HorsesLashed
    | DriverLashed
    | Slowed
    | Wounded
    | Died
    | WhipGrabbed
    | WhipLost
    | Critical
    | Pulled
    | Threw
    | Weapon
    | NoDamage
    | Saw
    | Collided
    | Flipped
    | Landed
    | LandedOn
    | JumpBegan
    | JumpPaid
    | Jumped
    | CutHimselfFree
    | StillDragged
    | DraggedHurt
    | Trampled
    | RunDown
    | Dodged
    | Ran
    | Climbed
    | Abandoned
    | HorsesGone
    | MarkerFell
    | Crossed
    | Vanished
    | TurnEnded
    | Placed
)
Told: TypeAlias = list[Event]

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


def shown_by_table(name: str) -> Show:
    english, italian = SHOWN[name]
    return lambda value, language, names: (english if language == "en" else italian)[value]


def result_shown(value: str, language: Language, names: Names) -> str:
    return RESULTS[value][language == "it"]


WORDS = Words(
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
