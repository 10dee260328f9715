"""Moves and positions of the championship as text: those of the race, and the season's."""

from __future__ import annotations

from collections.abc import Mapping

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
from paddock.games.winds_of_war.market.phases import Replying, Visiting, next_visit
from paddock.games.winds_of_war.modes.championship.events import Event, SeasonScored
from paddock.games.winds_of_war.modes.championship.phases import RACING, Over
from paddock.games.winds_of_war.modes.championship.rules import race_options, table, tour_options
from paddock.games.winds_of_war.modes.championship.state import Options, State
from paddock.games.winds_of_war.modes.mille_miglia import notation as road
from paddock.games.winds_of_war.modes.mille_miglia.phases import Racing as OnTheRoad
from paddock.games.winds_of_war.modes.mille_miglia.state import State as Tour
from paddock.games.winds_of_war.phases.road import first_stage

# Names in scenarios, where they differ from those of the classes.
CALLED: Mapping[type, str] = {Over: "closed", Replying: "answering"}
EVENTS: Mapping[type, str] = {SeasonScored: "scored"}


def facts(state: State, names: Names) -> Facts:
    found = race_facts(state, names)
    found["season"] = {
        "race": str(len(state.results) + 1),
        "results": ";".join(",".join(map(str, result)) for result in state.results) or "-",
        "phase": CALLED.get(type(state.phase)) or race.phase_name(state.phase),
    }
    for seat, name in enumerate(names):
        found[name]["points"] = str(state.points[seat])
        found[name]["won"] = str(state.won[seat])
    return found


def race_facts(state: State, names: Names) -> Facts:
    """The facts of the race, of the Tour with its times."""
    if state.now.stage is None:
        return race.facts(state.now, names)
    tour = Tour(tour_options(state.options), (), (), state.now, OnTheRoad())
    return road.facts(tour, names)


def place(given: Facts, options: Options, names: Names) -> State:
    """A season in the middle: the position of a race, points, and the places of races run."""
    season = given.get("season", {})
    if season.get("phase", "closed") != "closed":
        raise UnreadableScenario("a position is started by `begin`, not by naming its phase")
    text = season.get("results", "-")
    results = tuple(
        tuple(int(n) for n in part.split(",")) for part in text.split(";") if text != "-"
    )
    rest = without(given, "season", ("points", "won"))
    number = min(len(results), len(options.calendar) - 1)
    if options.is_tour(number):
        now = road.place(rest, tour_options(options), names).now
    else:
        now = race.place(rest, race_options(options, number), names)
    points = tuple(int(given.get(name, {}).get("points", "0")) for name in names)
    won = tuple(int(given.get(name, {}).get("won", "0")) for name in names)
    return State(options, results, points, won, now, Over())


def begin(state: State, part: str, chance: Chance) -> Step[State, Event]:
    """`market`: the teams visit it, last in the standings first. `next`: the next race. Any part of
    a race begins as it does there."""
    events: list[Event] = []
    match part:
        case "market":
            state = replace(state, phase=Visiting(tuple(reversed(table(state)))))
        case "next":
            state = next_visit(state, (), events, chance)
        case "start" if state.now.stage is not None:
            now = first_stage(state.now, events, chance)
            state = RACING.start(replace(state, now=now), events, chance)
        case _:
            now = race.begin_part(state.now, part, events, chance)
            state = RACING.start(replace(state, now=now), events, chance)
    return settle(state, events, chance)


NOTATION: Notation[State, Move, Options] = Notation(
    verbs=VERBS,
    fields=FIELDS,
    face=race.show_face,
    facts=facts,
    place=place,
    begin=begin,
    seats=frozenset({"seat", "by", "whom"}),
    events=EVENTS,
)
