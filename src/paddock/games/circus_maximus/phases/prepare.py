"""Set-up: colours, lanes, secret preparation points, and the dice for them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from msgspec.structs import replace

from paddock.core.chance import Chance, shuffle
from paddock.core.citations import cites
from paddock.core.errors import Refusal, RulesBug
from paddock.core.flow import Asking, Pending, mark_secret_shown
from paddock.core.game import Ask, AskKind, Question
from paddock.core.game import replace_at as put_in
from paddock.core.seats import Seat
from paddock.games.circus_maximus import data
from paddock.games.circus_maximus import events as ev
from paddock.games.circus_maximus import moves as mv
from paddock.games.circus_maximus.card import R
from paddock.games.circus_maximus.data.kinds import DEBTOR_MARK, HEAVY, NORMAL, Knives, Weight, Whip
from paddock.games.circus_maximus.events import Events
from paddock.games.circus_maximus.moves import Move
from paddock.games.circus_maximus.phases import turn
from paddock.games.circus_maximus.rules.dice import dice, die
from paddock.games.circus_maximus.rules.track import FRONT

if TYPE_CHECKING:
    from paddock.games.circus_maximus.state import Chariot, Options, State

Q_ALLOT = Question("allot", R("B3.6"), AskKind.SEALED, ("chariot",))
Q_BUY = Question("buy", R("GO1"), AskKind.SEALED, ("chariot", "item", "left"))
LANES_PER_ROW = 8
WEIGHT_LOSS = (0, 4, 2)
"""Epic: endurance is reduced by one part in this many for the car; 0 for none."""
DEFAULT_ALLOTMENT = 3
"""The chariot of a seat that does not answer: a point on each."""
BLADES = ((0, 0), (2, 0), (0, 2), (4, 0), (0, 4), (2, 2), (4, 2), (2, 4), (4, 4))
"""Left and right, by shop level."""
HORSES = tuple(data.SHOP.index(f"horse-{n}") for n in (1, 4, 2, 3))
"""The items of the horses, in the order of their speeds."""


# ---------------------------------------------------------------- set-up


@cites(R("Q1"), R("E2.3.3"))
def count_chariots(options: Options, seats: int) -> int:
    """The number of chariots."""
    if options.field:
        return max(options.field, seats)
    if options.book == "epic":
        return min(16, 2 * seats) if seats <= LANES_PER_ROW else seats
    return max(LANES_PER_ROW, seats)


@cites(R("B3.3"), R("B3.4"), R("E2.3.6"))
def draw_owners(seats: int, chariots: int, chance: Chance) -> tuple[Seat, ...]:
    """Colours by lot, in turn; the rest to the highest rolls of three dice."""
    each, rest = divmod(chariots, seats)
    order = [seat for _ in range(each) for seat in range(seats)]
    if rest:
        throws = [dice(chance, 3, "faction") for _ in range(seats)]
        order += sorted(range(seats), key=lambda seat: (-throws[seat], seat))[:rest]
    cup = list(range(chariots))
    owner = [0] * chariots
    for seat in order:
        colour = cup.pop(chance.pick(cup, "colour"))
        owner[colour] = seat
    return tuple(owner)


@cites(R("B3.5"))
def driver_names(options: Options, owner: Sequence[Seat], seats: int) -> tuple[str, ...]:
    """Given names are dealt round the seats; a chariot without one gets the default name of its
    colour."""
    given = [clean_name(name) for name in options.drivers.split(",")]
    so_far = [0] * seats
    found = []
    for colour, seat in enumerate(owner):
        turn = so_far[seat] * seats + seat
        so_far[seat] += 1
        found.append((given[turn] if turn < len(given) else "") or data.DRIVERS[colour])
    return tuple(found)


def clean_name(name: str) -> str:
    """A name that fits on a sheet: one line, limited length."""
    shown = "".join(letter if letter.isprintable() else " " for letter in name)
    return " ".join(shown.split()).lstrip(DEBTOR_MARK)[: data.MAX_NAME_LENGTH].strip()


@cites(R("B3.2"), R("B18.2"), R("E2.3.5"))
def line_up(state: State, order: Sequence[int], events: Events, chance: Chance) -> State:
    """Lanes by lot; beyond eight the last of this order stand in a second row."""
    track = state.track
    chariots = list(state.chariots)
    for row in (0, 1):
        here = order[8 * row : 8 * row + 8]
        lanes = shuffle(chance, range(1, 9), "lane")
        for i, lane in zip(here, lanes, strict=False):
            team = track.at(lane, FRONT, track.rows[row])
            chariots[i] = replace(chariots[i], team=team, car=team - 1, row=row)
            events.append(ev.LinedUp(i, lane, row))
    return replace(state, chariots=tuple(chariots))


# ---------------------------------------------------------------- points


@cites(R("B3.6"))
class Prepare(Asking, frozen=True, tag=True, gc=False):
    """Preparation points for each chariot, secret until the last is done."""

    sealed: tuple[tuple[int, ...], ...]  # by chariot: the choices so far; (-1,) if hidden

    def asks(self, state: State) -> tuple[Ask[Move], ...]:
        out: list[Ask[Move]] = []
        for seat in range(state.seats):
            i = self.next_of(state, seat)
            if i < 0:
                continue
            if not state.options.detailed:
                out.append(Ask(seat, Q_ALLOT, mv.ALLOTMENTS, DEFAULT_ALLOTMENT, (i,)))
            else:
                got = self.sealed[i]
                item, left = len(got), points_left(got)
                options: tuple[Move, ...] = mv.buy_moves(
                    item, affordable_levels(state.options, got)
                )
                usual = default_level(item, len(options))
                out.append(Ask(seat, Q_BUY, options, usual, (i, item, left)))
        return tuple(out)

    def next_of(self, state: State, seat: Seat) -> int:
        """The chariot a seat prepares next, or -1."""
        for i, got in enumerate(self.sealed):
            if state.chariots[i].owner == seat and not is_complete(state.options, got):
                return i
        return -1

    def play(self, state: State, seat: Seat, move: Move, events: Events, chance: Chance) -> State:
        i = self.next_of(state, seat)
        match move:
            case mv.Allot():
                got: tuple[int, ...] = (move.driver, move.car, move.speed, move.endurance)
            case mv.Buy(level=level):
                got = (*self.sealed[i], level)
            case _:
                raise RulesBug(move)
        phase = Prepare(put_in(self.sealed, i, got))
        if phase.next_of(state, seat) < 0:
            events.append(ev.Prepared(seat))
        if not all(is_complete(state.options, got) for got in phase.sealed):
            return replace(state, phase=phase)
        mark_secret_shown(events)
        return build_all(state, phase.sealed, events, chance)

    def why_not(self, state: State, seat: Seat, move: Move) -> Refusal | None:
        if state.options.detailed:
            return Refusal("points", R("GO1"))
        return Refusal("points", Q_ALLOT.clause)


def is_complete(options: Options, got: tuple[int, ...]) -> bool:
    return len(got) == (len(data.SHOP) if options.detailed else 4)


def points_left(got: tuple[int, ...]) -> int:
    """The rest of the thirty-two points."""
    return data.DETAILED_POINTS - sum(data.COSTS[item][level] for item, level in enumerate(got))


def affordable_levels(options: Options, got: tuple[int, ...]) -> int:
    """The number of levels of the next item that can be bought."""
    item = len(got)
    return levels_of(options, item, points_left(got), got[item - 1] if item else 0)


@cites(R("GO1"))
def levels_of(options: Options, item: int, left: int, before: int) -> int:
    """The number of levels of an item that are sold, by the points left and the level of the item
    before: slower horses follow faster ones."""
    name = data.SHOP[item]
    levels = sum(1 for cost in data.COSTS[item] if cost <= left)
    if item in HORSES[1:]:
        levels = min(levels, before + 1)
    sold = {
        "blades": options.scythes,
        "dust": options.dust,
        "knife": options.knife,
        "spear": options.spear,
    }
    if not sold.get(name, True):
        return 1
    if name == "whip" and not options.long_whips:
        return min(levels, 2)
    return levels


DEFAULT_LEVELS = (1, 2, 5, 4, 3, 2, 1, 2, 2, 4, 0, 0, 0, 0)
"""Levels bought for a seat that does not answer, as far as the points allow."""


def default_level(item: int, levels: int) -> int:
    return min(DEFAULT_LEVELS[item], levels - 1)


# ---------------------------------------------------------------- dice


def build_all(
    state: State, sealed: tuple[tuple[int, ...], ...], events: Events, chance: Chance
) -> State:
    """Shows the points, rolls the dice, and starts the race."""
    chariots = []
    for i, (c, got) in enumerate(zip(state.chariots, sealed, strict=True)):
        c = assemble_chariot(c, got) if state.options.detailed else build_chariot(c, got, chance)
        chariots.append(equip(state.options, c))
        report_built(i, chariots[-1], events)
    return ready(replace(state, chariots=tuple(chariots)), events, chance)


@cites(R("Q36"))
def build_ready_made(state: State, events: Events, chance: Chance) -> State:
    """Every chariot has the points of a seat that does not answer; no seat is asked."""
    got: tuple[int, ...] = ()
    if state.options.detailed:
        for item in range(len(data.SHOP)):
            got = (*got, default_level(item, affordable_levels(state.options, got)))
    else:
        usual = mv.ALLOTMENTS[DEFAULT_ALLOTMENT]
        got = (usual.driver, usual.car, usual.speed, usual.endurance)
    return build_all(state, (got,) * len(state.chariots), events, chance)


@cites(R("B3.61"), R("B3.62"), R("B3.63"), R("B3.64"))
def build_chariot(c: Chariot, got: tuple[int, ...], chance: Chance) -> Chariot:
    """Four points and three dice."""
    driver, car, speed, endurance = got
    hits = data.HITS[die(chance, "hits") + driver - 1]
    horses = data.TEAMS[speed][die(chance, "team") - 1]
    stamina = data.ENDURANCE[endurance][die(chance, "endurance") - 1]
    return replace(
        c,
        dm=driver,
        cdm=driver,
        hits=hits,
        most_hits=hits,
        weight=Weight(car),
        horses=horses,
        endurance=stamina,
    )


def assemble_chariot(c: Chariot, got: tuple[int, ...]) -> Chariot:
    """Thirty-two points, no dice."""
    level = {name: data.LEVELS[n][got[n]] for n, name in enumerate(data.SHOP)}
    one, two, three, four = (level[f"horse-{n}"] for n in range(1, 5))
    blades = BLADES[level["blades"]]
    return replace(
        c,
        dm=level["driver"],
        cdm=level["driver"],
        hits=level["hits"],
        most_hits=level["hits"],
        horses=(one, two, three, four),
        endurance=level["endurance"],
        weight=HEAVY if any(blades) else NORMAL,
        blades=blades,
        boxes=(level["left-wheel"], level["right-wheel"]),
        whip=Whip(level["whip"]),
        dust=bool(level["dust"]),
        knives=Knives.BOTH if level["knife"] else Knives.SMALL,
        spear=bool(level["spear"]),
    )


@cites(R("Q2"), R("Q3"), R("X52"), R("E2.3.1.2"))
def equip(options: Options, c: Chariot) -> Chariot:
    """Weapons that are not bought, and the length of the race."""
    if options.two_laps:
        c = replace(c, endurance=c.endurance - c.endurance // 3)
    if options.book == "epic":
        return replace(c, dust=True)
    if options.detailed:
        return c
    return replace(
        c,
        whip=Whip.LONG if options.long_whips else Whip.REGULAR,
        dust=options.dust,
        knives=Knives.BOTH if options.knife else Knives.SMALL,
        spear=options.spear,
    )


@cites(R("E1.4.6"))
def generate_all(state: State, events: Events, chance: Chance) -> State:
    """Epic: everything by dice; the car's weight costs endurance."""
    chariots = []
    for i, c in enumerate(state.chariots):
        horses, row = data.RANDOM_TEAM[dice(chance, 2, "team")]
        endurance = row[die(chance, "endurance") - 1]
        weight = data.RANDOM_CAR[die(chance, "car") - 1]
        driver = data.RANDOM_DRIVER[die(chance, "driver") - 1]
        hits = data.HITS[die(chance, "hits") + driver - 1]
        part = WEIGHT_LOSS[weight]
        if part:
            endurance -= endurance // part
        c = replace(
            c,
            dm=driver,
            cdm=driver,
            hits=hits,
            most_hits=hits,
            weight=weight,
            horses=horses,
            endurance=endurance,
        )
        chariots.append(equip(state.options, c))
        report_built(i, chariots[-1], events)
    return ready(replace(state, chariots=tuple(chariots)), events, chance)


def report_built(i: int, c: Chariot, events: Events) -> None:
    built = ev.Built(
        chariot=i,
        driver=c.dm,
        hits=c.hits,
        weight=c.weight,
        horses=c.horses,
        endurance=c.endurance,
        blades=c.blades,
        boxes=c.boxes,
        whip_now=c.whip,
        knives=c.knives,
        dust=c.dust,
        spear=c.spear,
    )
    events.append(built)


def ready(state: State, events: Events, chance: Chance) -> State:
    """Rolls the weather; all chariots are ready for the first turn."""
    if state.epic or state.options.weather:
        state = turn.first_weather(state, events, chance)
    return replace(state, phase=OnTheGrid())


class OnTheGrid(Pending, frozen=True, tag=True, gc=False):
    """All chariots are in their lanes with complete sheets: the moment before the start."""

    def resume(self, state: State, events: Events, chance: Chance) -> State:
        return turn.start_turn(state, events, chance)
