"""Moves and positions of the career as text: those of the Mille Miglia, and the years'."""

from __future__ import annotations

from msgspec.structs import replace

from paddock.core.chance import Chance
from paddock.core.errors import UnreadableScenario
from paddock.core.flow import settle
from paddock.core.game import Step
from paddock.core.nested import without
from paddock.core.notation import Facts, Notation
from paddock.core.seats import Names
from paddock.games.winds_of_war import notation as race
from paddock.games.winds_of_war.market.moves import Move
from paddock.games.winds_of_war.market.notation import FIELDS, VERBS
from paddock.games.winds_of_war.market.phases import next_visit
from paddock.games.winds_of_war.modes.career.events import Event
from paddock.games.winds_of_war.modes.career.phases import RACING, Over, open_market, turn_year
from paddock.games.winds_of_war.modes.career.rules import edition_options
from paddock.games.winds_of_war.modes.career.state import Options, State
from paddock.games.winds_of_war.modes.mille_miglia import notation as road


def facts(state: State, names: Names) -> Facts:
    found = road.facts(state.edition, names)
    found["career"] = {
        "year": str(state.edition.options.year),
        "results": ";".join(",".join(map(str, result)) for result in state.results) or "-",
        "phase": race.phase_name(state.phase),
    }
    for seat, name in enumerate(names):
        found[name]["won"] = str(state.won[seat])
        if isinstance(state.phase, Over):
            found[name]["place"] = str(state.phase.places[seat])
    return found


def place(given: Facts, options: Options, names: Names) -> State:
    """A career in the middle: the position of an edition, prize money, and the places of those
    that were run."""
    career = given.get("career", {})
    if career.get("phase", "over") != "over":
        raise UnreadableScenario("a position is started by `begin`, not by naming its phase")
    text = career.get("results", "-")
    results = tuple(
        tuple(int(n) for n in part.split(",")) for part in text.split(";") if text != "-"
    )
    rest = without(given, "career", ("won",))
    number = min(len(results), len(options.years()) - 1)
    edition = road.place(rest, edition_options(options, number), names)
    won = tuple(int(given.get(name, {}).get("won", "0")) for name in names)
    places = tuple(int(given.get(name, {}).get("place", "0")) for name in names)
    return State(options, results, won, edition, Over(places))


def begin(state: State, part: str, chance: Chance) -> Step[State, Event]:
    """`market`: the year turns and the teams visit it, the poorest first. `next`: all have been
    there. Any part of a Mille Miglia begins as it does there."""
    events: list[Event] = []
    match part:
        case "market":
            state = open_market(state, events, chance)
        case "next":
            state = next_visit(turn_year(state, events), (), events, chance)
        case _:
            edition = road.begin_part(state.edition, part, events, chance)
            state = RACING.start(replace(state, edition=edition), events, chance)
    return settle(state, events, chance)


NOTATION: Notation[State, Move, Options] = Notation(
    VERBS, FIELDS, race.show_face, facts, place, begin, frozenset({"seat", "by", "whom"})
)
