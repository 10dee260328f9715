"""A gala as numbers, for programs that learn: see paddock.core.layout.

Seats are counted from the own one: 0 is the viewer, 1 the next seat.
"""

from __future__ import annotations

from collections.abc import Iterable

from paddock.core.layout import FLAG, TOLD, Layout, block, part, seats_from, table
from paddock.core.seats import Seat
from paddock.games.circus_maximus.data.gladiators import Area, Kind, Shield
from paddock.games.circus_maximus.modes.arena import moves as m
from paddock.games.circus_maximus.modes.arena.phases import Sealed
from paddock.games.circus_maximus.modes.arena.rules import Plight
from paddock.games.circus_maximus.modes.arena.view import View

MOST_FIGHTERS = 16
RATING = (-99, 99)
MOST_WOUNDS = RATING[1]  # of the dead, more can be counted
QUARTERS = 4
MOST_SAID = 3
"""Answers of a seat in a turn: feet, blow, guard."""


def read_gala(view: View, seat: Seat) -> Iterable[int]:
    """The seat fought against, counted from the own one; 0: the viewer is not in this bout."""
    pair = view.bouts[view.bout] if view.bout < len(view.bouts) else ()
    rival = next((s for s in pair if s != seat), seat) if seat in pair else seat
    return (view.seats, view.bout, len(view.bouts), view.turn, (rival - seat) % view.seats)


def read_fighters(view: View, seat: Seat) -> Iterable[int]:
    numbers: list[int] = []
    for s in seats_from(seat, len(view.fighters)):
        one = view.fighters[s]
        numbers += (
            1,
            one.kind,
            one.training,
            one.strength,
            one.agility,
            one.constitution,
            one.most_wounds,
            one.shield,
            one.shield_left,
            one.armed,
            one.netted,
            one.stunned,
            one.attack,
            one.defence,
            one.fate,
            *one.off,
            *(min(wounds, MOST_WOUNDS) for wounds in one.wounds),
        )
    return numbers


def read_said(view: View, seat: Seat) -> Iterable[int]:
    """What the viewer has answered in this turn so far: how many answers, and the footwork."""
    if not isinstance(view.phase, Sealed):
        return ()
    said = view.phase.said[seat]
    foot = next((move.step + 1 for move in said if isinstance(move, m.Foot)), 0)
    blow = next((move.area + 1 for move in said if isinstance(move, m.Strike)), 0)
    return (len(said), foot, blow)


LAYOUT = Layout(
    version="circus-maximus-arena-v1",
    questions=("gladiator", "plan"),
    told=TOLD,
    largest=9_999,
    parts=(
        part(
            "gala",
            read_gala,
            seats=(2, MOST_FIGHTERS),
            bout=(0, MOST_FIGHTERS),
            bouts=(0, MOST_FIGHTERS),
            fight_turn=(0, 999),
            rival=(0, MOST_FIGHTERS),
        ),
        table(
            "fighters",
            MOST_FIGHTERS,
            read_fighters,
            there=FLAG,
            kind=(0, len(Kind) - 1),
            training=RATING,
            strength=RATING,
            agility=RATING,
            constitution=RATING,
            most_wounds=RATING,
            shield=(0, len(Shield) - 1),
            shield_left=RATING,
            armed=FLAG,
            netted=FLAG,
            stunned=FLAG,
            attack=RATING,
            defence=RATING,
            fate=(0, len(Plight) - 1),
            **{f"armour_{area.name.lower()}": RATING for area in Area},
            **{f"wounds_{area.name.lower()}": RATING for area in Area},
        ),
        part(
            "said",
            read_said,
            answers=(0, MOST_SAID),
            foot=(0, len(m.Step)),
            blow=(0, len(Area)),
        ),
    ),
    blocks=(
        block(m.Choose, kind=(0, len(Kind) - 1)),
        block(m.Foot, step=(0, len(m.Step) - 1)),
        block(m.Strike, area=(0, len(Area) - 1), share=(1, QUARTERS)),
        block(m.Throw),
        block(m.Rest),
        block(m.Yield),
        block(m.Cover, ward=(0, len(m.Ward) - 1)),
    ),
)
