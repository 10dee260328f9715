"""Terminal board of a gala: the two fighters in the ring, then the others."""

from __future__ import annotations

from paddock.core.seats import Language, Names, Seat
from paddock.core.styled_text import StyledText
from paddock.games.circus_maximus.data.gladiators import Area
from paddock.games.circus_maximus.modes.arena import rules
from paddock.games.circus_maximus.modes.arena.phases import Planning
from paddock.games.circus_maximus.modes.arena.view import View
from paddock.games.circus_maximus.modes.arena.words import WORDS, area, fighter

BAR_WIDTH = 12


def draw(view: View, seat: Seat | None, names: Names, language: Language = "en") -> StyledText:
    """The heading, then each gladiator with his wounds; those in the ring first."""
    turn, turns = view.turn, view.options.turns
    out = StyledText(WORDS.tell("terminal.arena.head", language, turn=turn, turns=turns), "bold")
    out.append("\n\n")
    inside = view.pair if isinstance(view.phase, Planning) else ()
    for s in (*inside, *[s for s in range(len(view.fighters)) if s not in inside]):
        man = view.fighters[s]
        if not man.name:
            continue
        style = "bold cyan" if s == seat else "bold" if s in inside else ""
        out.append(f"{names[s]}", style).append(f"  {fighter(man, language)}\n")
        if not man.alive:
            out.append("  " + WORDS.tell("standing.fallen", language) + "\n", "red")
            continue
        for a in Area:
            wounds, most = man.wounds[a], man.most_wounds
            full = min(BAR_WIDTH, BAR_WIDTH * wounds // most)
            bar = "█" * full + "·" * (BAR_WIDTH - full)
            out.append(f"  {area(a, language):<10} {bar} {wounds}/{most}\n", "red" if full else "")
        if s in inside:
            factors = rules.combat_factors(man, view.turn)
            out.append("  " + WORDS.tell("terminal.arena.factors", language, factors=factors))
            for mark, there in (("netted", man.netted), ("unarmed", not man.armed)):
                if there:
                    out.append("  " + WORDS.tell(f"terminal.arena.{mark}", language), "yellow")
            out.append("\n")
    return out
