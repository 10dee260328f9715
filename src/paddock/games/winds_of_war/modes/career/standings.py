"""The standings of the career, shown between editions: teams by prize money."""

from __future__ import annotations

from paddock.core.standings import Standing, Status
from paddock.games.winds_of_war.modes.career.phases import Over
from paddock.games.winds_of_war.modes.career.rules import ranks
from paddock.games.winds_of_war.modes.career.view import View, imagine


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
