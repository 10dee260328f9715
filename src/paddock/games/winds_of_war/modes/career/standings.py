"""Who is ahead of whom: on the road while an edition is run, else by prize money."""

from __future__ import annotations

from paddock.core.standings import Standing, Status
from paddock.games.winds_of_war.modes.career.phases import Over, Racing
from paddock.games.winds_of_war.modes.career.rules import ranks
from paddock.games.winds_of_war.modes.career.view import View, imagine
from paddock.games.winds_of_war.modes.mille_miglia.standings import standings as road_standings


def standings(view: View) -> tuple[Standing, ...]:
    """The cars on the road, or the teams by their prizes."""
    racing = isinstance(view.phase, Racing)
    return road_standings(view.edition) if racing else career_standings(view)


def career_standings(view: View) -> tuple[Standing, ...]:
    """The teams by prize money, wins and better places; in the end as they are placed. The gap is
    in Lire."""
    over = isinstance(view.phase, Over)
    keys = ranks(imagine(view))
    places = [1 + sum(other < key for other in keys) for key in keys]
    if isinstance(view.phase, Over):
        places = list(view.phase.places)
    order = sorted(range(len(places)), key=lambda seat: (places[seat], seat))
    best = view.won[order[0]]
    return tuple(
        Standing(
            seat,
            places[seat],
            seat,
            Status.HOME if over else Status.RACING,
            gap=best - view.won[seat],
            note="career",
            score="career",
            args=(("won", view.won[seat]), ("lire", view.edition.now.teams[seat].purse)),
        )
        for seat in order
    )
