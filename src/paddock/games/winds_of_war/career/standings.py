"""Who is ahead of whom: on the road while an edition is run, else by prize money."""

from __future__ import annotations

from paddock.core.standings import Standing, Status
from paddock.games.winds_of_war.career.phases import Over, Racing
from paddock.games.winds_of_war.career.rules import ranks
from paddock.games.winds_of_war.career.view import View, imagine
from paddock.games.winds_of_war.mille_miglia.standings import standings as road_standings


def standings(seen: View) -> tuple[Standing, ...]:
    """The cars on the road, or the teams by their prizes."""
    racing = isinstance(seen.phase, Racing)
    return road_standings(seen.edition) if racing else career_standings(seen)


def career_standings(seen: View) -> tuple[Standing, ...]:
    """The teams by prize money, wins and better places; in the end as they are placed. The gap is
    in Lire."""
    over = isinstance(seen.phase, Over)
    keys = ranks(imagine(seen))
    places = [1 + sum(other < key for other in keys) for key in keys]
    if isinstance(seen.phase, Over):
        places = list(seen.phase.places)
    order = sorted(range(len(places)), key=lambda seat: (places[seat], seat))
    best = seen.won[order[0]]
    return tuple(
        Standing(
            seat,
            places[seat],
            seat,
            Status.HOME if over else Status.RACING,
            gap=best - seen.won[seat],
            note="career",
            score="career",
            args=(("won", seen.won[seat]), ("lire", seen.edition.now.teams[seat].purse)),
        )
        for seat in order
    )
