"""A week: deals, entries, and the line-up of the chariots."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from msgspec.structs import replace

from paddock.core.chance import Chance, shuffle
from paddock.core.citations import cites
from paddock.core.errors import Refusal
from paddock.core.flow import Pending
from paddock.core.game import Ask, AskKind, Question
from paddock.core.seats import Seat
from paddock.games.circus_maximus.card import R
from paddock.games.circus_maximus.modes.season import events as ev
from paddock.games.circus_maximus.modes.season.events import Events
from paddock.games.circus_maximus.modes.season.phases import after, stables
from paddock.games.circus_maximus.ownership import moves as mv
from paddock.games.circus_maximus.ownership.events import Entered, NoRace
from paddock.games.circus_maximus.ownership.moves import DONE, Move
from paddock.games.circus_maximus.ownership.phases import betting, deals, grid, plotting
from paddock.games.circus_maximus.ownership.phases.sealing import Sealing, no_answers
from paddock.games.circus_maximus.ownership.rules.intrigue import EMPTY_SHEET
from paddock.games.circus_maximus.ownership.rules.stable import Entry, eligible
from paddock.games.circus_maximus.state import Options as RaceOptions

if TYPE_CHECKING:
    from paddock.games.circus_maximus.modes.season.state import Options, State

Q_ENTER = Question("enter", R("B20.22"), AskKind.SEALED)
MAX_ENTRIES = 2
NO_HURT = Refusal("healthy-first", R("B22.4"))
NOT_WHOLE = Refusal("not-whole", R("X58"))


@cites(R("B20.2"))
def begin_week(state: State, events: Events, chance: Chance) -> State:
    """Clears last week's sheets; then the players may deal."""
    events.append(ev.WeekBegan(state.week, state.options.races))
    state = replace(
        state,
        now=None,
        entries=(),
        sheets=(EMPTY_SHEET,) * state.seats,
        bets=(),
        later=(),
        odds=(),
        drugged=(),
        quiet=(0,) * state.seats,
        laps_bet=0,
    )
    return deals.begin(state, False)


def begin_market(state: State) -> State:
    return stables.begin_buying(state)


def begin_plotting(state: State) -> State:
    return plotting.begin(state)


def begin_betting(state: State) -> State:
    return betting.begin(state)


def begin_entering(state: State) -> State:
    """Asks every faction that has a chariot to enter, which is public."""
    asked = tuple([s for s in state.active() if eligible(state.players[s].stable, ())])
    return replace(state, phase=Entering(no_answers(state), asked) if asked else NobodyEnters())


@cites(R("Q16"))
class NobodyEnters(Pending, frozen=True, tag=True, gc=False):
    """No chariot is entered: the week passes without a race."""

    def resume(self, state: State, events: Events, chance: Chance) -> State:
        events.append(NoRace(state.week))
        return after.recover(replace(state, results=(*state.results, (0,) * state.seats)), events)


@cites(R("B20.22"))
class Entering(Sealing, frozen=True, tag=True, gc=False):
    """None, one or two chariots each, in order of preference."""

    sheet_clause: ClassVar[str] = R("B20.22")

    def ask_of(self, state: State, seat: Seat) -> Ask[Move] | None:
        said = self.said[seat]
        taken = tuple([move.slot for move in said if isinstance(move, mv.Enter)])
        if len(said) > len(taken) or len(taken) == MAX_ENTRIES:
            return None
        free = eligible(state.players[seat].stable, taken)
        if not free:
            return None
        options: list[Move] = [mv.Enter(slot) for slot in free]
        options.insert(0 if taken else len(options), DONE)
        return Ask(seat, Q_ENTER, tuple(options))

    def open_answers(self, state: State, events: Events, chance: Chance) -> State:
        named = [
            Entry(seat, move.slot, second > 0)
            for seat in self.asked
            for second, move in enumerate(self.said[seat])
            if isinstance(move, mv.Enter)
        ]
        entries = tuple(sorted(named, key=lambda entry: (entry.second, entry.seat)))
        if not entries:
            return replace(state, phase=NobodyEnters())
        state = replace(state, entries=entries)
        events.append(Entered(entries))
        state = line_up(state, events, chance)
        return deals.begin(state, True)

    def why_not(self, state: State, seat: Seat, move: Move) -> Refusal | None:
        if not isinstance(move, mv.Enter):
            return None
        logs = state.players[seat].stable
        whole = move.slot < len(logs) and logs[move.slot].whole
        return NO_HURT if whole else NOT_WHOLE


def race_options(options: Options, field: int) -> RaceOptions:
    """The race options of a season."""
    return RaceOptions(
        book="advanced",
        field=field,
        track=options.track,
        two_laps=options.two_laps,
        turns=options.turns,
        weather=options.weather,
    )


@cites(R("B20.22"), R("X58"))
def line_up(state: State, events: Events, chance: Chance) -> State:
    """Lines up the chariots with their sheets, in lanes by lot: first entries before second
    ones."""
    options = race_options(state.options, len(state.entries))
    first = [i for i, entry in enumerate(state.entries) if not entry.second]
    second = [i for i, entry in enumerate(state.entries) if entry.second]
    order = [*shuffle(chance, first, "grid"), *shuffle(chance, second, "grid")]
    return grid.line_up(state, options, order, events, chance)
