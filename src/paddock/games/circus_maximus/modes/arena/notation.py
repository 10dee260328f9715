"""Notation of the arena: moves and positions as text and back."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec.structs import replace

from paddock.core.chance import Chance
from paddock.core.errors import UnreadableScenario
from paddock.core.flow import settle
from paddock.core.game import Step
from paddock.core.notation import NUMBER, Facts, Notation, Word, kebab, row
from paddock.core.seats import Names
from paddock.games.circus_maximus import notation as race
from paddock.games.circus_maximus.data.gladiators import SHIELDS, Area, Kind, Shield
from paddock.games.circus_maximus.modes.arena import moves as mv
from paddock.games.circus_maximus.modes.arena import phases
from paddock.games.circus_maximus.modes.arena.events import Event
from paddock.games.circus_maximus.modes.arena.moves import Move
from paddock.games.circus_maximus.modes.arena.moves import Step as Feet
from paddock.games.circus_maximus.modes.arena.phases import Over
from paddock.games.circus_maximus.modes.arena.rules import (
    Fight,
    Fighter,
    FightResult,
    Plight,
    Result,
)
from paddock.games.circus_maximus.modes.arena.state import Options, State

VERBS: Mapping[type, str] = {
    mv.Choose: "choose",
    mv.Foot: "foot",
    mv.Strike: "strike",
    mv.Throw: "throw",
    mv.Rest: "rest",
    mv.Yield: "yield",
    mv.Cover: "guard",
}
FIVE = row(NUMBER)
NAME = Word(lambda name, _: name.replace(" ", "-"), lambda text, _: text.replace("-", " "))
FIELDS: dict[str, Word] = {
    "kind": race.enum_word(Kind),
    "area": race.enum_word(Area),
    "step": race.enum_word(Feet),
    "ward": race.enum_word(mv.Ward),
    "result": race.enum_word(Result),
    "fate": race.enum_word(Plight),
    "shield": NUMBER,
    "wounds": FIVE,
    "losses": FIVE,
    "fighter": Word(lambda man, names: NAME.show(man.name, names), race.refuse_reading),
    "weapon": race.YES_NO,
    "lands": race.YES_NO,
    "free": race.YES_NO,
    "spared": race.YES_NO,
    "name": NAME,
    "foe": NAME,
}


def show_fight(line: Fight, names: Names) -> str:
    """`3/Felix_Rufus/won/2`: round, foe, result, odds."""
    result = race.enum_word(FightResult).show(line.result, names)
    return f"{line.race}/{line.foe.replace(' ', '_')}/{result}/{line.odds}"


def read_fight(text: str, names: Names) -> Fight:
    at, foe, result, odds = text.split("/")
    ended: FightResult = race.enum_word(FightResult).read(result, names)
    return Fight(int(at), foe.replace("_", " "), ended, int(odds))


SHEET: dict[str, Word] = {
    "name": NAME,
    "kind": race.enum_word(Kind),
    "off": FIVE,
    "up_to": FIVE,
    "shield": race.enum_word(Shield),
    "wounds": FIVE,
    "blows": FIVE,
    "armed": race.YES_NO,
    "netted": race.YES_NO,
    "stunned": race.YES_NO,
    "attacked": race.YES_NO,
    "fate": race.enum_word(Plight),
    "fights": row(Word(show_fight, read_fight)),
}
"""How fields of a sheet are written that are not numbers."""


def word_for(name: str) -> Word:
    return SHEET.get(name) or NUMBER


def man_facts(man: Fighter, names: Names) -> dict[str, str]:
    """All that his sheet says; the log of fights only if there are any."""
    return {
        name: word_for(name).show(getattr(man, name), names)
        for name in Fighter.__struct_fields__
        if name != "fights" or man.fights
    }


def facts(state: State, names: Names) -> Facts:
    """Every gladiator, and the progress of the gala."""
    found: Facts = {names[seat]: man_facts(man, names) for seat, man in enumerate(state.fighters)}
    found["arena"] = {
        "turn": str(state.turn),
        "bout": str(state.bout),
        "bouts": ",".join(f"{names[a]}/{names[b]}" for a, b in state.bouts) or "-",
        "phase": kebab(type(state.phase).__name__),
    }
    return found


def place(given: Facts, options: Options, names: Names) -> State:
    """Gladiators in the ring. Defaults: light, 8 training, no strength, agility 2, constitution 4,
    ten wounds an area, no armour and no shield; the first two fight."""
    if "phase" in given.get("arena", {}):
        raise UnreadableScenario("a position is started by `begin`, not by naming its phase")
    fighters = [read_man(given.get(name, {}), seat, names) for seat, name in enumerate(names)]
    arena = given.get("arena", {})
    pairs = [one.split("/") for one in arena.get("bouts", f"{names[0]}/{names[1]}").split(",")]
    bouts = tuple([(names.index(a), names.index(b)) for a, b in pairs])
    turn = int(arena.get("turn", "0"))
    return State(options, len(names), tuple(fighters), bouts, turn=turn, phase=Over())


def read_man(known: Mapping[str, str], number: int, names: Names) -> Fighter:
    """A gladiator from his facts, with defaults for the rest."""
    changes: dict[str, Any] = {key: word_for(key).read(text, names) for key, text in known.items()}
    usual: dict[str, Any] = {
        "name": f"Man {number + 1}",
        "kind": Kind.LIGHT,
        "training": 8,
        "strength": 0,
        "agility": 2,
        "constitution": 4,
        "most_wounds": 10,
    }
    changes.setdefault("shield_left", SHIELDS[changes.get("shield", Shield.NONE)])
    if "off" in changes:
        changes.setdefault("up_to", (12,) * 5)
    return Fighter(**(usual | changes))


def begin(state: State, part: str, chance: Chance) -> Step[State, Event]:
    """Starts a part: `bout`, the next `turn`, or `heal`."""
    events: list[Event] = []
    match part:
        case "bout":
            state = phases.begin_bout(state, state.bout, events, chance)
        case "turn":
            state = phases.begin_turn(state, events, chance)
        case "heal":
            state = phases.heal(replace(state), events, chance)
        case _:
            raise UnreadableScenario(f"{part!r} is no part of a gala: bout, turn, heal")
    return settle(state, events, chance)


def face(label: str, face: object) -> str:
    """A random result as text: a die by its pips."""
    return str(face)


NOTATION: Notation[State, Move, Options] = Notation(VERBS, FIELDS, face, facts, place, begin)
