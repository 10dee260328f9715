"""The convoy: one sequence after another, until no crew has an assistant left to play."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING

from msgspec.structs import replace

from paddock.core.chance import Chance
from paddock.core.citations import cites
from paddock.core.errors import Refusal, RulesBug
from paddock.core.flow import Asking, Pending
from paddock.core.game import Ask, Question
from paddock.core.seats import Seat
from paddock.games.great_race import events as ev
from paddock.games.great_race import phases
from paddock.games.great_race.card import R
from paddock.games.great_race.data import (
    FINANCING,
    FUEL_PRICE,
    JERRYCAN,
    MOST_FUEL,
    PILOT,
    RANGER,
    REFUELLING,
    SABOTEUR,
    WHEN,
    Card,
    Job,
    Timing,
)
from paddock.games.great_race.events import Events
from paddock.games.great_race.moves import (
    BUY,
    CLEAR,
    DRIVE,
    EXPLORE,
    FINANCE,
    PASS,
    PLAY,
    RECRUIT,
    REPAIR,
    Buy,
    Clear,
    Drive,
    Explore,
    Finance,
    Move,
    Pass,
    Play,
    Recruit,
    Repair,
)
from paddock.games.great_race.phases.before import play_before, playable_cards
from paddock.games.great_race.phases.drive import set_off
from paddock.games.great_race.phases.hand import check_hand
from paddock.games.great_race.phases.work import Repairing, remove_tile, scout
from paddock.games.great_race.rules.crew import count_assistants, draw_to_hand, put_crew

if TYPE_CHECKING:
    from paddock.games.great_race.state import State

Q_ACT = Question("act", R("R4"))


@cites(R("R4"), R("R4.5"), R("Q14"), R("Q35"))
class Sequence(Asking, frozen=True, tag=True, gc=False):
    """Fuel first, then cards, then one assistant; or a pass."""

    seat: Seat
    fresh: bool  # nothing was done yet: fuel may be bought

    def asks(self, state: State) -> tuple[Ask[Move], ...]:
        crew = state.crews[self.seat]
        fuel = 0
        if self.fresh:
            fuel = min(MOST_FUEL - crew.fuel, crew.money // FUEL_PRICE[crew.space])
        cards = playable_cards(state, self.seat) if crew.hand else ()
        options = sequence_options(
            fuel,
            cards,
            crew.scouts > 0,
            crew.mechanics > 0,
            crew.mechanics > 0 and crew.engine > 0,
            crew.escorts > 0,
            crew.financing > 0,
        )
        return (Ask(self.seat, Q_ACT, options, len(options) - 1),)

    def play(self, state: State, seat: Seat, move: Move, events: Events, chance: Chance) -> State:
        then = Handover(seat)
        match move:
            case Play():
                return play_before(state, seat, move.card, CardPlayed(seat), events, chance)
            case Drive():
                return set_off(send_mechanic(state, seat, events), seat, then, events)
            case Repair():
                return replace(send_mechanic(state, seat, events), phase=Repairing(seat, then))
            case Explore():
                return scout(send_scout(state, seat, events), seat, then, events, chance)
            case Recruit():
                state = send_scout(state, seat, events)
                return check_hand(draw_to_hand(state, seat, 1, events, chance), seat, then)
            case Clear():
                return remove_tile(send_escort(state, seat, events), seat, then, events)
            case Finance():
                return hand_over(finance(state, seat, events), seat)
            case Buy():
                state = buy(state, seat, move.fuel, events)
                return replace(state, phase=Sequence(seat, False))
            case Pass():
                return hand_over(pass_on(state, seat, events), seat)
            case _:
                raise RulesBug(move)

    def why_not(self, state: State, seat: Seat, move: Move) -> Refusal | None:
        crew = state.crews[seat]
        match move:
            case Buy() if not self.fresh:
                return Refusal("fuel-comes-first", R("Q35"))
            case Buy(fuel) if crew.fuel + fuel > MOST_FUEL:
                return Refusal("full-is-full", R("Q11"))
            case Buy():
                return Refusal("not-enough-money", R("R4.5"))
            case Play(card) if card not in crew.hand:
                return Refusal("not-in-hand", R("R7"))
            case Play(card) if WHEN[card] in (Timing.DRIVE, Timing.REPAIR):
                return Refusal("goes-with-another", R("Q34"))
            case Play(card) if card == RANGER:
                return Refusal("only-against-danger", R("R7.2"))
            case Play(card) if card == PILOT:
                return Refusal("broken-down", R("Q22"))
            case Play(card) if card in (REFUELLING, JERRYCAN):
                return Refusal("full-is-full", R("Q11"))
            case Play(card) if card == SABOTEUR:
                return Refusal("no-victim", R("Q8"))
            case Play():
                return Refusal("card-without-effect", R("Q44"))
            case Drive() if crew.mechanics:
                return Refusal("broken-down", R("Q22"))
            case Explore() | Recruit() | Drive() | Repair() | Clear() | Finance():
                return Refusal("no-such-assistant", R("R4"))
        return None


@functools.lru_cache(maxsize=1 << 14)
def sequence_options(
    fuel: int,
    cards: tuple[Card, ...],
    scouts: bool,
    mechanics: bool,
    drive: bool,
    escorts: bool,
    financing: bool,
) -> tuple[Move, ...]:
    """The options of a sequence; passing comes last."""
    options: list[Move] = [*BUY[1 : fuel + 1], *[PLAY[card] for card in cards]]
    if scouts:
        options += (EXPLORE, RECRUIT)
    if drive:
        options.append(DRIVE)
    if mechanics:
        options.append(REPAIR)
    if escorts:
        options.append(CLEAR)
    if financing:
        options.append(FINANCE)
    options.append(PASS)
    return tuple(options)


def send_scout(state: State, seat: Seat, events: Events) -> State:
    """A scout leaves the board to do its work."""
    crew = state.crews[seat]
    events.append(ev.Sent(seat, Job.SCOUTS, crew.scouts - 1))
    return put_crew(state, seat, replace(crew, scouts=crew.scouts - 1))


def send_mechanic(state: State, seat: Seat, events: Events) -> State:
    """A mechanic leaves the board to do its work."""
    crew = state.crews[seat]
    events.append(ev.Sent(seat, Job.MECHANICS, crew.mechanics - 1))
    return put_crew(state, seat, replace(crew, mechanics=crew.mechanics - 1))


def send_escort(state: State, seat: Seat, events: Events) -> State:
    """An escort leaves the board as the assistant of a sequence."""
    crew = state.crews[seat]
    events.append(ev.Sent(seat, Job.ESCORTS, crew.escorts - 1))
    return put_crew(state, seat, replace(crew, escorts=crew.escorts - 1))


@cites(R("R4.5"), R("Q35"), R("Q39"))
def buy(state: State, seat: Seat, fuel: int, events: Events) -> State:
    """Fuel at the price of the space one stands on."""
    crew = state.crews[seat]
    paid = fuel * FUEL_PRICE[crew.space]
    crew = replace(crew, fuel=crew.fuel + fuel, money=crew.money - paid)
    events.append(ev.Bought(seat, fuel, paid, crew.fuel, crew.money))
    return put_crew(state, seat, crew)


@cites(R("R4.4"), R("Q36"))
def finance(state: State, seat: Seat, events: Events) -> State:
    """The whole financing group in one action."""
    crew = state.crews[seat]
    money = FINANCING[crew.financing]
    events.append(ev.Financed(seat, money, crew.money + money))
    return put_crew(state, seat, replace(crew, money=crew.money + money, financing=0))


@cites(R("R4.6"))
def pass_on(state: State, seat: Seat, events: Events) -> State:
    """A pass takes all assistants off the board except escorts."""
    events.append(ev.Passed(seat))
    crew = replace(state.crews[seat], scouts=0, mechanics=0, financing=0, passed=True)
    return put_crew(state, seat, crew)


@cites(R("Q14"), R("Q16"))
class CardPlayed(Pending, frozen=True, tag=True, gc=False):
    """A card before the assistant is done: on with the sequence, if there is one still to play."""

    seat: Seat

    def resume(self, state: State, events: Events, chance: Chance) -> State:
        crew = state.crews[self.seat]
        if crew.passed or not count_assistants(crew):
            return hand_over(state, self.seat)
        return replace(state, phase=Sequence(self.seat, False))


@cites(R("R4"))
class Handover(Pending, frozen=True, tag=True, gc=False):
    """The assistant has been played, and the sequence is over."""

    seat: Seat

    def resume(self, state: State, events: Events, chance: Chance) -> State:
        return hand_over(state, self.seat)


@cites(R("R4"), R("Q14"))
def hand_over(state: State, seat: Seat) -> State:
    """The next in turn order who has an assistant and has not passed; else the convoy is over."""
    order, crews = state.order, state.crews
    at = order.index(seat) + 1
    for other in (*order[at:], *order[:at]):
        crew = crews[other]
        if not crew.passed and count_assistants(crew):
            return replace(state, phase=Sequence(other, True))
    return replace(state, phase=phases.RoundEnded())
