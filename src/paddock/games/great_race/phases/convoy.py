"""A round: bivouac, planning, the convoy's sequences, maintenance; and the end of the race."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, Final

from msgspec import Struct
from msgspec.structs import replace

from paddock.core.chance import Chance
from paddock.core.citing import cites
from paddock.core.errors import Refusal, RulesBug
from paddock.core.game import Ask, Kind, Question, Step, put
from paddock.core.seats import Seat
from paddock.games.great_race.card import R
from paddock.games.great_race.data import (
    BONUS,
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
)
from paddock.games.great_race.events import (
    Bought,
    CalledOff,
    Event,
    Financed,
    Idled,
    Left,
    Opened,
    Passed,
    Planned,
    Rewarded,
    RoundBegan,
    Scored,
    Shown,
    Told,
    Took,
)
from paddock.games.great_race.moves import (
    BUY,
    CLEAR,
    DRIVE,
    EXPLORE,
    FINANCE,
    PASS,
    PLANS,
    PLAY,
    RECRUIT,
    REPAIR,
    TAKE,
    USUAL_PLAN,
    Buy,
    Clear,
    Drive,
    Explore,
    Finance,
    Move,
    Pass,
    Plan,
    Play,
    Recruit,
    Repair,
    Take,
)
from paddock.games.great_race.phases.before import play_before, playable
from paddock.games.great_race.phases.drive import set_off
from paddock.games.great_race.phases.hand import check_hand
from paddock.games.great_race.phases.work import SCOUTING, Repairing, lay_tiles, lift
from paddock.games.great_race.rules.crew import (
    assistants,
    deck_for,
    distinct,
    draw_cards,
    prestige,
    put_crew,
    receive,
    standing,
    with_card,
    without,
)
from paddock.games.great_race.rules.ground import can_lay

if TYPE_CHECKING:
    from paddock.games.great_race.state import State

TAKE_ONE = Question("take", R("R2"))
PLACE = Question("plan", R("R3"), Kind.SEALED)
ACT = Question("act", R("R4"))


# ------------------------------------------------------------------ bivouac
@cites(R("R2"), R("Q37"))
def show_cards(state: State, told: Told, chance: Chance) -> State:
    """One card more than there are crews, face up."""
    market: tuple[Card, ...] = state.market
    for _ in range(len(state.crews) + 1 - len(market)):
        state = deck_for(state, told)
        deck = state.deck
        if not deck:
            break
        index = chance.pick(deck, "market")
        market = (*market, deck[index])
        state = replace(state, deck=(*deck[:index], *deck[index + 1 :]))
    market = tuple(sorted(market))
    told.append(Shown(market))
    return replace(state, market=market)


@cites(R("R2"), R("Q12"))
class Bivouac(Struct, frozen=True, tag=True, gc=False):
    """One card each, from the last in turn order to the first."""

    turn: int  # place in the turn order, counting down

    def asks(self, state: State) -> tuple[Ask[Move], ...]:
        seat = state.order[self.turn]
        return (Ask(seat, TAKE_ONE, tuple([TAKE[card] for card in distinct(state.market)])),)

    def play(self, state: State, seat: Seat, move: Move, chance: Chance) -> Step[State, Event]:
        if not isinstance(move, Take):
            raise RulesBug(move)
        told: Told = [Took(seat, move.card)]
        state = take(state, seat, move.card)
        return check_hand(state, seat, Bivouac(self.turn - 1), told, chance)

    def resume(self, state: State, told: Told, chance: Chance) -> Step[State, Event]:
        if not state.market:
            return plan(state, told)
        if self.turn >= 0:
            return Step(replace(state, phase=self), tuple(told))
        last, (card, *_) = state.order[-1], state.market
        told.append(Left(last, card))
        return check_hand(take(state, last, card), last, self, told, chance)

    def why_not(self, state: State, seat: Seat, move: Move) -> Refusal | None:
        return Refusal("not-face-up", R("R2")) if isinstance(move, Take) else None


def take(state: State, seat: Seat, card: Card) -> State:
    """A card of the face-up row: all have seen it."""
    crew = state.crews[seat]
    crew = replace(crew, hand=with_card(crew.hand, card), known=with_card(crew.known, card))
    crews = put(state.crews, seat, crew)
    return replace(state, crews=crews, market=without(state.market, card))


# ------------------------------------------------------------------ planning
PLANNING, HIDDEN_PLAN = -1, -2
NUMBER: Final = {plan: number for number, plan in enumerate(PLANS)}


def plan(state: State, told: Told) -> Step[State, Event]:
    phase = Planning((PLANNING,) * len(state.crews))
    return Step(replace(state, phase=phase), tuple(told))


@cites(R("R3"), R("Q13"))
class Planning(Struct, frozen=True, tag=True, gc=False):
    """Five assistants behind the screens; the last plan lifts them all."""

    sealed: tuple[int, ...]  # numbers of plans

    def asks(self, state: State) -> tuple[Ask[Move], ...]:
        return tuple([
            Ask(seat, PLACE, PLANS, USUAL_PLAN)
            for seat, number in enumerate(self.sealed)
            if number == PLANNING
        ])  # fmt: skip

    def play(self, state: State, seat: Seat, move: Move, chance: Chance) -> Step[State, Event]:
        if not isinstance(move, Plan):
            raise RulesBug(move)
        sealed = put(self.sealed, seat, NUMBER[move])
        told: Told = [Planned(seat)]
        if PLANNING in sealed:
            return Step(replace(state, phase=Planning(sealed)), tuple(told))
        crews = []
        for s, crew in enumerate(state.crews):
            p = PLANS[sealed[s]]
            told.append(Opened(s, p.scouts, p.mechanics, p.escorts, p.financing))
            crews.append(
                replace(
                    crew,
                    scouts=p.scouts,
                    mechanics=p.mechanics,
                    escorts=p.escorts,
                    financing=p.financing,
                    passed=False,
                )
            )
        state = replace(state, crews=tuple(crews), phase=Sequence(state.order[0], True))
        return Step(state, tuple(told), opened=True)

    def resume(self, state: State, told: Told, chance: Chance) -> Step[State, Event]:
        return Step(replace(state, phase=self), tuple(told))

    def why_not(self, state: State, seat: Seat, move: Move) -> Refusal | None:
        return Refusal("five-assistants", R("Q13")) if isinstance(move, Plan) else None


# ------------------------------------------------------------------ a sequence
@cites(R("R4"), R("R4.5"), R("Q14"), R("Q35"))
class Sequence(Struct, frozen=True, tag=True, gc=False):
    """Fuel first, then cards, then one assistant; or a pass."""

    seat: Seat
    fresh: bool  # nothing was done yet: fuel may be bought

    def asks(self, state: State) -> tuple[Ask[Move], ...]:
        crew = state.crews[self.seat]
        fuel = 0
        if self.fresh:
            fuel = min(MOST_FUEL - crew.fuel, crew.money // FUEL_PRICE[crew.space])
        cards = playable(state, self.seat) if crew.hand else ()
        options = sequence_options(
            fuel,
            cards,
            crew.scouts > 0,
            crew.mechanics > 0,
            crew.mechanics > 0 and crew.engine > 0,
            crew.escorts > 0,
            crew.financing > 0,
        )
        return (Ask(self.seat, ACT, options, len(options) - 1),)

    def play(self, state: State, seat: Seat, move: Move, chance: Chance) -> Step[State, Event]:
        crew = state.crews[seat]
        told: Told = []
        then = Handover(seat)
        match move:
            case Play():
                return play_before(state, seat, move.card, Sequence(seat, False), told, chance)
            case Drive():
                state = put_crew(state, seat, replace(crew, mechanics=crew.mechanics - 1))
                return set_off(state, seat, then, told)
            case Explore():
                state = put_crew(state, seat, replace(crew, scouts=crew.scouts - 1))
                if not can_lay(state, seat):
                    told.append(Idled(seat))
                    return then.resume(state, told, chance)
                return lay_tiles(state, seat, 2, SCOUTING, then, told, chance)
            case Recruit():
                state = put_crew(state, seat, replace(crew, scouts=crew.scouts - 1))
                cards, state = draw_cards(state, seat, 1, told, chance)
                return check_hand(receive(state, seat, cards), seat, then, told, chance)
            case Repair():
                state = put_crew(state, seat, replace(crew, mechanics=crew.mechanics - 1))
                return Step(replace(state, phase=Repairing(seat, then)))
            case Clear():
                state = put_crew(state, seat, replace(crew, escorts=crew.escorts - 1))
                return lift(state, seat, then, told, chance)
            case Finance():
                return then.resume(finance(state, seat, told), told, chance)
            case Buy():
                state = buy(state, seat, move.fuel, told)
                return Step(replace(state, phase=Sequence(seat, False)), tuple(told))
            case Pass():
                return then.resume(give_way(state, seat, told), told, chance)
            case _:
                raise RulesBug(move)

    @cites(R("Q14"), R("Q16"))
    def resume(self, state: State, told: Told, chance: Chance) -> Step[State, Event]:
        """On with the sequence after a card, if there is still an assistant to play."""
        crew = state.crews[self.seat]
        if crew.passed or not assistants(crew):
            return hand_over(state, self.seat, told, chance)
        return Step(replace(state, phase=self), tuple(told))

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
            case Play(card) if WHEN[card] in ("drive", "repair"):
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
    """What a sequence offers; passing comes last."""
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


@cites(R("R4.5"), R("Q35"), R("Q39"))
def buy(state: State, seat: Seat, fuel: int, told: Told) -> State:
    """Fuel at the price of the space one stands on."""
    crew = state.crews[seat]
    paid = fuel * FUEL_PRICE[crew.space]
    told.append(Bought(seat, fuel, paid))
    return put_crew(state, seat, replace(crew, fuel=crew.fuel + fuel, money=crew.money - paid))


@cites(R("R4.4"), R("Q36"))
def finance(state: State, seat: Seat, told: Told) -> State:
    """The whole financing group in one action."""
    crew = state.crews[seat]
    money = FINANCING[crew.financing]
    told.append(Financed(seat, money))
    return put_crew(state, seat, replace(crew, money=crew.money + money, financing=0))


@cites(R("R4.6"))
def give_way(state: State, seat: Seat, told: Told) -> State:
    """A pass takes all assistants off the board except escorts."""
    told.append(Passed(seat))
    crew = replace(state.crews[seat], scouts=0, mechanics=0, financing=0, passed=True)
    return put_crew(state, seat, crew)


@cites(R("R4"))
class Handover(Struct, frozen=True, tag=True, gc=False):
    """Nobody is asked here: the assistant has been played, and the sequence is over."""

    seat: Seat

    def asks(self, state: State) -> tuple[Ask[Move], ...]:
        raise RulesBug("a handover is never the current phase")

    def play(self, state: State, seat: Seat, move: Move, chance: Chance) -> Step[State, Event]:
        raise RulesBug("a handover is never the current phase")

    def resume(self, state: State, told: Told, chance: Chance) -> Step[State, Event]:
        return hand_over(state, self.seat, told, chance)

    def why_not(self, state: State, seat: Seat, move: Move) -> Refusal | None:
        return None


@cites(R("R4"), R("Q14"))
def hand_over(state: State, seat: Seat, told: Told, chance: Chance) -> Step[State, Event]:
    """The next in turn order who has an assistant and has not passed; else the convoy is over."""
    order, crews = state.order, state.crews
    at = order.index(seat) + 1
    for other in (*order[at:], *order[:at]):
        crew = crews[other]
        if not crew.passed and assistants(crew):
            return Step(replace(state, phase=Sequence(other, True)), tuple(told))
    return maintain(state, told, chance)


# ------------------------------------------------------------------ maintenance and the end
@cites(R("R6"), R("R8"), R("Q13"), R("Q41"))
def maintain(state: State, told: Told, chance: Chance) -> Step[State, Event]:
    """After the convoy: the race is over, or order, bonus, cards and a new round."""
    if state.arrivals:
        return finish(state, told)
    if state.round >= state.options.rounds:
        told.append(CalledOff(state.options.rounds))
        return finish(state, told)
    order = standing(state)
    crews = list(state.crews)
    told.append(RoundBegan(state.round + 1, order))
    for seat, money in zip(order, BONUS[len(order)], strict=True):
        crew = crews[seat]
        crews[seat] = replace(crew, money=crew.money + money, escorts=0, passed=False)
        if money:
            told.append(Rewarded(seat, money))
    state = replace(state, round=state.round + 1, order=order, crews=tuple(crews))
    state = show_cards(state, told, chance)
    return Bivouac(len(order) - 1).resume(state, told, chance)


@cites(R("R8"), R("R8.1"))
def finish(state: State, told: Told) -> Step[State, Event]:
    for seat in state.arrivals:
        won = prestige(state, seat)
        told.append(Scored(seat, won.arrival, won.vehicle, won.cash, won.total))
    return Step(replace(state, phase=Finished()), tuple(told))


@cites(R("R8"))
class Finished(Struct, frozen=True, tag=True, gc=False):
    """The race is over."""

    def asks(self, state: State) -> tuple[Ask[Move], ...]:
        return ()

    def play(self, state: State, seat: Seat, move: Move, chance: Chance) -> Step[State, Event]:
        raise RulesBug("the race is over")

    def resume(self, state: State, told: Told, chance: Chance) -> Step[State, Event]:
        return Step(replace(state, phase=self), tuple(told))

    def why_not(self, state: State, seat: Seat, move: Move) -> Refusal | None:
        return None
