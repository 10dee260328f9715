"""What is never lost nor made at the circus: chariots, their owners, wheels, and sound numbers."""

from __future__ import annotations

from collections.abc import Hashable

from paddock.games.circus_maximus.data.kinds import DRAGGED, IN_CAR, ON_FOOT, RACING, RUNAWAY
from paddock.games.circus_maximus.phases import Prepare
from paddock.games.circus_maximus.rules.log import standing
from paddock.games.circus_maximus.rules.track import NOWHERE
from paddock.games.circus_maximus.state import State


def census(state: State) -> Hashable:
    """Whose the chariots are; on the way, everything that must hold of them."""
    places: dict[int, int] = {}
    for i, c in enumerate(state.chariots):
        assert (c.condition == RACING) <= (c.driver == IN_CAR), f"{i} races without its driver"
        assert (c.driver == IN_CAR) <= (c.condition != RUNAWAY), f"{i} is driven without a car"
        assert (c.driver == ON_FOOT) == (c.foot != NOWHERE), f"{i}: a man on foot stands somewhere"
        assert (c.driver == DRAGGED) <= (c.hits > 0), f"{i}: a dead man is not dragged"
        assert c.endurance >= 0, f"{i} has endurance {c.endurance}"
        assert c.mf >= 0, f"{i} has {c.mf} MFs"
        assert c.cdm <= c.dm, f"{i}: CDM {c.cdm} above {c.dm}"
        assert all(boxes >= 0 for boxes in c.horses)
        if c.condition <= RUNAWAY and not isinstance(state.phase, Prepare):
            for square in (c.team, c.car):
                if square != NOWHERE:
                    places[square] = places.get(square, 0) + 1
    loose = any(c.jumps or standing(state, c) or c.condition == RUNAWAY for c in state.chariots)
    crowded = [square for square, many in places.items() if many > 1]
    assert loose or not crowded, f"two on {crowded} and nobody jumps"
    return tuple(c.owner for c in state.chariots)
