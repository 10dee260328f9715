"""Notation of the race: moves and positions as text and back. Chariots are named by colour, squares
like 4f12."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import Enum, IntEnum
from functools import lru_cache
from typing import Any

from msgspec.structs import replace

from paddock.core.chance import Chance
from paddock.core.errors import UnreadableScenario
from paddock.core.flow import settle
from paddock.core.game import Step
from paddock.core.notation import NUMBER, Facts, Notation, Word, row, word
from paddock.core.seats import Names
from paddock.games.circus_maximus import data
from paddock.games.circus_maximus import events as ev
from paddock.games.circus_maximus import moves as mv
from paddock.games.circus_maximus.data.kinds import (
    EMPTY,
    RUNAWAY,
    Along,
    Condition,
    CriticalResult,
    Driver,
    JumpResult,
    Knives,
    LashResult,
    Litter,
    Part,
    Side,
    Sky,
    StrainResult,
    Weapon,
    WeaponResult,
    Weight,
    Whip,
    name_of,
)
from paddock.games.circus_maximus.events import Event, Events
from paddock.games.circus_maximus.moves import Move
from paddock.games.circus_maximus.phases import (
    Cup,
    Drawn,
    Drive,
    EndOfMove,
    Over,
    Prepare,
    foot,
    turn,
)
from paddock.games.circus_maximus.phases.bolt import Bolt
from paddock.games.circus_maximus.rules.log import Flight, Jump, is_on_track, put_chariot
from paddock.games.circus_maximus.rules.speed import maximum
from paddock.games.circus_maximus.rules.track import (
    LETTERS,
    NOWHERE,
    TRACKS,
    named_square,
    square_name,
)
from paddock.games.circus_maximus.state import (
    Chariot,
    Options,
    Race,
    State,
)

VERBS: Mapping[type, str] = {
    mv.Allot: "allot",
    mv.Buy: "buy",
    mv.Write: "write",
    mv.GiveUp: "give-up",
    mv.Begin: "begin",
    mv.Forward: "forward",
    mv.Change: "change",
    mv.Slip: "slip",
    mv.Brake: "brake",
    mv.Attack: "attack",
    mv.Crash: "crash",
    mv.Hold: "hold",
    mv.Contest: "contest",
    mv.Back: "back",
    mv.Evade: "evade",
    mv.Pay: "pay",
    mv.Bear: "bear",
    mv.Run: "run",
    mv.Stay: "stay",
}


def enum_word(kind: type[Enum]) -> Word:
    """An enum member by its name: ON_FOOT is `on-foot`."""
    members = {name_of(member): member for member in kind}
    texts = {member: text for text, member in members.items()}
    return Word(lambda value, _: texts[value], lambda text, _: members[text])


def letter_word(letters: Sequence[str], kind: type[Enum]) -> Word:
    """An enum member by a letter, in the order of the members."""
    members = dict(zip(letters, kind, strict=True))
    texts = {member: text for text, member in members.items()}
    return Word(lambda value, _: texts[value], lambda text, _: members[text])


def number_word(kind: type[IntEnum]) -> Word:
    """An enum member by its number."""
    return Word(lambda value, _: str(int(value)), lambda text, _: kind(int(text)))


def refuse_reading(text: str, names: Names) -> object:
    raise UnreadableScenario(f"{text!r} is told and never read")


YES_NO = Word(
    lambda value, _: "yes" if value else "no", lambda text, _: ("no", "yes").index(text) == 1
)
SQUARE = Word(lambda value, _: square_name(value), lambda text, _: named_square(text))
NUMBERS = row(NUMBER)
COLOUR = word(data.COLOURS)
JUMP = Word(
    lambda j, _: f"{square_name(j.square)}/{j.modifier}/{j.unpaid}/{j.team}",
    lambda text, _: Jump(
        named_square(text.split("/")[0]),
        *(int(n) for n in text.split("/")[1:]),
    ),
)
LITTER = enum_word(Litter)
THING = Word(
    lambda t, names: f"{square_name(t[0])}/{LITTER.show(t[1], names)}",
    lambda text, names: (
        named_square(text.split("/")[0]),
        LITTER.read(text.split("/")[1], names),
    ),
)
CAR_IN_AIR = Word(
    lambda f, _: f"{data.COLOURS[f.chariot]}/{square_name(f.square)}/{f.edge}",
    lambda text, _: Flight(
        data.COLOURS.index(text.split("/")[0]),
        named_square(text.split("/")[1]),
        int(text.split("/")[2]),
    ),
)
FIELDS: Mapping[str, Word] = {
    "chariot": COLOUR,
    "target": COLOUR,
    "side": letter_word(("in", "out"), Side),
    "weapon": enum_word(Weapon),
    "part": enum_word(Part),
    "item": word(data.SHOP),
    "square": SQUARE,
    "whip": YES_NO,
    "cut": YES_NO,
    "hit": YES_NO,
    "must": YES_NO,
    "mud": YES_NO,
    "sky": enum_word(Sky),
    "weight": enum_word(Weight),
    "result": letter_word(data.STRAIN_NAMES, StrainResult),
    "horses": NUMBERS,
    "lash": letter_word(tuple(LashResult), LashResult),
    "critical": enum_word(CriticalResult),
    "effect": enum_word(WeaponResult),
    "jump": enum_word(JumpResult),
    "horse": Word(lambda value, _: str(value + 1), lambda text, _: int(text) - 1),
    "to": Word(lambda i, names: COLOUR.show(i, names) if i >= 0 else "nobody", refuse_reading),
    "eye_of": COLOUR,
    "car_at": SQUARE,
    "foot": SQUARE,
    "condition": enum_word(Condition),
    "driver_state": enum_word(Driver),
    "whip_now": enum_word(Whip),
    "knives": number_word(Knives),
    "blades": NUMBERS,
    "boxes": NUMBERS,
    **dict.fromkeys(("dust", "spear", "arm", "held_out"), YES_NO),
    "pace": Word(lambda p, _: f"{p.written}/{p.total}/{p.mf}", refuse_reading),
    "running": row(Word(lambda r, _: f"{data.COLOURS[r.chariot]}/{r.cdm}", refuse_reading)),
    "jumps": row(JUMP),
    "litter": row(THING),
    "flying": row(CAR_IN_AIR),
}


def face(label: str, drawn: object) -> str:
    """A random result as text: a colour, or a number."""
    assert isinstance(drawn, int)
    return data.COLOURS[drawn] if label in ("cup", "colour", "grid") else str(drawn)


# ---------------------------------------------------------------- positions

LOG: Mapping[str, Word] = {
    "team": SQUARE,
    "car": SQUARE,
    "condition": enum_word(Condition),
    "man": enum_word(Driver),
    "weight": enum_word(Weight),
    "whip": number_word(Whip),
    "knives": number_word(Knives),
    "horses": NUMBERS,
    "blades": NUMBERS,
    "wheels": NUMBERS,
    "boxes": NUMBERS,
    "foot": SQUARE,
    "shed": SQUARE,
    "flipped": Word(lambda value, _: str(int(value)), lambda text, _: text == "1"),
    "way": number_word(Along),
    "jumps": row(JUMP),
}
"""How fields of the log sheet are written that are neither numbers nor yes/no."""
TABLE: Mapping[str, Word] = {
    "litter": row(THING),
    "flying": row(CAR_IN_AIR),
    "sky": enum_word(Sky),
    "spared": row(
        Word(
            lambda pair, names: f"{data.COLOURS[pair[0]]}/{names[pair[1]]}",
            lambda text, names: (
                data.COLOURS.index(text.split("/")[0]),
                list(names).index(text.split("/")[1]),
            ),
        )
    ),
    "mover": Word(
        lambda m, _: data.COLOURS[m] if m >= 0 else "nobody",
        lambda text, _: -1 if text == "nobody" else data.COLOURS.index(text),
    ),
}
OLD_FIELD_NAMES = {
    "segments": "half",
    "driver": "man",
    "most_hits": "most",
    "whip_written": "strains",
    "whip_mf": "ran",
    "prepaid": "cost",
    "last_total": "last",
    "barred_until": "barred",
    "straight_on": "straight",
    "safe_paid": "lowest",
    "carcass_cut": "shed",
    "just_flipped": "flipped",
    "along_wall": "way",
    "mf_over": "left",
    "crossed_as": "order",
    "weather_laps": "laps",
    "corners_led": "led",
    "wet_corners": "wet",
    "went_forward": "advanced",
    "idle_turns": "idle",
    "last_turn": "final",
}
"""Field names in scenarios and in record hashes, which are older than the current names."""
LOG_FIELDS = {
    OLD_FIELD_NAMES.get(field, field): field
    for field in Chariot.__struct_fields__
    if field not in ("owner", "name")  # a driver's name does not change the position
}
TABLE_FIELDS = {
    OLD_FIELD_NAMES.get(field, field): field
    for field in Race.__struct_fields__
    if field not in ("options", "seats", "chariots")
}
SHOWN_IF_SET = ("straight_later", "bribed", "spared")
"""Shown only if set: the hashes of records are older than these fields."""
NEVER_SHOWN = ("wrecked",)
"""Read but never shown, for the same reason; a season shows it itself."""
DEFAULT_CHARIOT = Chariot(0)


def word_for(words: Mapping[str, Word], name: str, value: object) -> Word:
    return words.get(name) or (YES_NO if isinstance(value, bool) else NUMBER)


@lru_cache(maxsize=1 << 10)
def log_facts(c: Chariot, names: Names) -> dict[str, str]:
    """The log sheet of a chariot; cached, because most are unchanged after a move."""
    known = {"owner": names[c.owner]}
    for name, field in LOG_FIELDS.items():
        value = getattr(c, field)
        if name in NEVER_SHOWN or (name in SHOWN_IF_SET and not value):
            continue
        known[name] = word_for(LOG, name, value).show(value, names)
    return known


def facts(state: State, names: Names) -> Facts:
    """One line for each chariot with its whole log sheet, and one for the table."""
    found: Facts = {}
    for i, c in enumerate(state.chariots):
        found[data.COLOURS[i]] = {**log_facts(c, names), "most-speed": str(maximum(state, c))}
    table = {}
    for name, field in TABLE_FIELDS.items():
        value = getattr(state, field)
        if name in SHOWN_IF_SET and not value:
            continue
        table[name] = word_for(TABLE, name, value).show(value, names)
    found["table"] = table
    return found


def place(given: Facts, options: Options, names: Names) -> State:
    """A position in the middle of a race: the named chariots, in the order of the colours.

    Defaults: a normal car behind 4444, endurance 40, a driver of modifier 0 with 6 hits, lane after
    lane on square 10 of the front straight, the first lap, turn 2. The car stands behind the team;
    a given modifier is also the current one.
    """
    known = [colour for colour in data.COLOURS if colour in given]
    number = max([data.COLOURS.index(colour) + 1 for colour in known], default=len(names))
    chariots = tuple(
        read_log(given.get(data.COLOURS[i], {}), i, options, names) for i in range(number)
    )
    state = State(options, len(names), chariots, phase=Over((), "finish"), turn=2)
    changes: dict[str, Any] = {}
    for name, text in given.get("table", {}).items():
        if name not in TABLE_FIELDS:
            raise UnreadableScenario(f"nothing is called {name!r} on the table")
        field = TABLE_FIELDS[name]
        changes[field] = word_for(TABLE, name, getattr(state, field)).read(text, names)
    return replace(state, **changes)


def read_log(known: Mapping[str, str], i: int, options: Options, names: Names) -> Chariot:
    lane = 1 + i % 8
    owner = list(names).index(known["owner"]) if "owner" in known else i % len(names)
    changes: dict[str, Any] = {}
    for name, text in known.items():
        if name in ("owner", "most-speed"):
            continue
        if name not in LOG_FIELDS:
            raise UnreadableScenario(f"nothing is called {name!r} on a log sheet")
        field = LOG_FIELDS[name]
        changes[field] = word_for(LOG, name, getattr(DEFAULT_CHARIOT, field)).read(text, names)
    changes.setdefault("team", named_square(f"{lane}f10"))
    team = changes["team"]
    if team != NOWHERE:
        changes.setdefault("segments", LETTERS.index(square_name(team)[1]))
    changes.setdefault("cdm", changes.get("dm", 0))
    changes.setdefault("most_hits", changes.get("hits", 6))
    changes.setdefault("blown", changes.get("endurance", 40) == 0)
    changes.setdefault("dust", options.book == "epic")
    c = Chariot(owner, **changes)
    if "car" in changes or team == NOWHERE or c.condition == RUNAWAY:
        return c
    return replace(c, car=TRACKS[options.track].back(team, c.segments))


def begin(state: State, part: str, chance: Chance) -> Step[State, Event]:
    """Starts a part and plays on to the next question."""
    events: list[Event] = []
    return settle(begin_part(state, part, events, chance), events, chance)


def begin_part(state: State, part: str, events: Events, chance: Chance) -> State:
    """Starts `prepare`, `turn`, `cup`, `foot` or `end`; `phase red` draws red, `drive red` gives it
    the MFs left."""
    name, *rest = part.split()
    cup = Cup((), ())
    i = data.COLOURS.index(rest[0]) if rest else -1
    match name:
        case "prepare":
            return replace(state, phase=Prepare(((),) * len(state.chariots)))
        case "turn":
            return turn.start_turn(replace(state, turn=state.turn - 1), events, chance)
        case "cup":
            waiting = tuple(j for j, c in enumerate(state.chariots) if is_on_track(c))
            return replace(state, phase=Cup(waiting, ()))
        case "foot":
            return foot.begin(state, events)
        case "end":
            return turn.end_turn(state, events, chance)
        case "phase":
            events.append(ev.PhaseBegan(i))
            return replace(state, phase=Drawn(i, EndOfMove(i, cup)), mover=i)
        case "drive":
            c = state.chariots[i]
            c = replace(c, moved=True, total=c.total or c.mf)
            then = EndOfMove(i, cup)
            wild = c.condition in (EMPTY, RUNAWAY)
            top = Bolt(i, (), then) if wild else Drive(i, (), False, then)
            return replace(put_chariot(state, i, c), phase=top, mover=i)
        case _:
            raise UnreadableScenario(
                f"no part {name!r}: prepare, turn, cup, phase, drive, foot, end"
            )


# Event names in scenarios, which are older than the class names.
EVENT_NAMES: dict[type, str] = {ev.SkyChanged: "sky", ev.WasHit: "weapon", ev.SawAgain: "saw"}
NOTATION: Notation[State, Move, Options] = Notation(
    VERBS, FIELDS, face, facts, place, begin, events=EVENT_NAMES
)
