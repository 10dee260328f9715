"""Words of the arena: those of the game, and formatters for fighters and areas."""

from __future__ import annotations

from collections.abc import Sequence

from paddock.core.seats import Language, Names
from paddock.core.words import Words
from paddock.games.circus_maximus.data.gladiators import ARMOUR_LETTERS, Area, Kind
from paddock.games.circus_maximus.data.kinds import name_of
from paddock.games.circus_maximus.modes.arena.moves import Step, Ward
from paddock.games.circus_maximus.modes.arena.rules import Fighter


def area(what: Area, language: Language, names: Names = ()) -> str:
    return WORDS.tell(f"area.{name_of(what)}", language)


def kind(what: Kind, language: Language, names: Names = ()) -> str:
    return WORDS.tell(f"gladiator.{name_of(what)}", language)


def armour(man: Fighter) -> str:
    """Armour as the tables write it."""
    pairs = zip(man.off, man.up_to, strict=True)
    return " ".join([f"{ARMOUR_LETTERS[o]}{n if o and n < 12 else ''}" for o, n in pairs])


def fighter(man: Fighter, language: Language, names: Names = ()) -> str:
    """A gladiator in one line."""
    return WORDS.tell(
        "gladiator.sheet",
        language,
        name=man.name,
        kind=man.kind,
        training=man.training,
        strength=man.strength,
        agility=man.agility,
        constitution=man.constitution,
        most=man.most_wounds,
        armour=armour(man),
        shield=man.shield_left,
    )


def step(what: Step, language: Language, names: Names = ()) -> str:
    return WORDS.tell(f"step.{name_of(what)}", language)


def ward(what: Ward, language: Language, names: Names = ()) -> str:
    return WORDS.tell(f"ward.{name_of(what)}", language)


def plan(part: str, language: Language, names: Names = ()) -> str:
    return WORDS.tell(f"plan.{part}", language)


def losses(each: Sequence[int], language: Language, names: Names = ()) -> str:
    lost = [f"{area(Area(a), language)} {n}" for a, n in enumerate(each) if n]
    return ", ".join(lost) or "–"


WORDS = Words(
    "paddock.games.circus_maximus",
    shows={
        "area": area,
        "kind": kind,
        "fighter": fighter,
        "losses": losses,
        "step": step,
        "plan": plan,
        "ward": ward,
    },
    seats=("seat", "by", "whom"),
)
