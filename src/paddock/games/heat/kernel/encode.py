"""From the rules to the kernel: a State as a record. What has no room is refused by name."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from paddock.games.heat import phases
from paddock.games.heat.data import (
    CARDS,
    DIRECT_CARDS,
    FIRST_SPONSOR,
    FIRST_UPGRADE,
    HEAT,
    RANK,
    REFRESH_CARDS,
    STRESS,
    SYMBOLS,
    CardNo,
    Sky,
)
from paddock.games.heat.kernel.compiler import as_python
from paddock.games.heat.kernel.courses import NotInKernel, build_tables, fill_stock
from paddock.games.heat.kernel.records import (
    BEGUN,
    CARD_KINDS,
    CHOOSING,
    COOKING,
    DISCARDING,
    DRAFTING,
    FIRST_SPONSOR_KIND,
    FIRST_UPGRADE_KIND,
    MOST_DIRECT_CARDS,
    MOST_DUE,
    MOST_GARAGE_CARDS,
    MOST_KNOWN,
    MOST_OWN_CARDS,
    OVER,
    PLAIN_KINDS,
    PLANNING,
    REACT,
    REFRESHING,
    SALVAGING,
    SEALED,
    SLIPPING,
    TUNING,
    Car,
    Course,
    Race,
    check_bounds,
    new_record,
)
from paddock.games.heat.kernel.road import clear_road, sector_flag
from paddock.games.heat.phases.react import NO_SYMBOLS
from paddock.games.heat.rules.course import COURSES, spell
from paddock.games.heat.state import Car as RulesCar
from paddock.games.heat.state import State, Supply


def encode_state(state: State) -> tuple[Race, str]:
    """A plain race from a State at which a seat is asked, and the text of its course before the
    weather."""
    source = COURSES[state.course]
    flags = state.course.rpartition(":")[2]
    text = spell(
        source.track.id,
        source.laps,
        event_no=source.event.no,
        tournament=source.tournament,
        garage="g" in flags,
        chevrons="c" in flags,
        pro=source.pro,
    )
    course = build_tables(text)
    race = new_record(Race)
    race.seats, race.field, race.rounds = state.seats, len(state.cars), state.round
    race.turn, race.racing = state.turn, len(state.order)
    put("order", race.order, state.order)
    encode_supply(race, state.supply)
    as_python(clear_road)(race)
    if source.weather is not None:
        race.sky = Sky[source.weather.id.upper()]
        for slot, token in enumerate(source.tokens):
            race.road[slot] = int(token)
            race.sectors[slot] = as_python(sector_flag)(race, int(token))
    for i, (car, given) in enumerate(zip(race.cars, state.cars, strict=False)):
        encode_car(car, given, course, is_driver=i < state.seats)
    check_garage(race)
    encode_phase(race, state.phase)
    check_bounds(race, Race)
    return race, text


def put(name: str, row: list[int], values: Sequence[int]) -> int:
    """Write values at the beginning of a row; how many there are."""
    if len(values) > len(row):
        raise NotInKernel(f"{name}: {len(values)}; the kernel has room for {len(row)}")
    row[: len(values)] = values
    return len(values)


def encode_supply(race: Race, supply: Supply) -> None:
    race.legend, race.spins, race.gone = supply.legend, supply.spins, supply.gone
    race.legends = sum(1 << card for card in supply.legends)
    for card in supply.sponsors:
        race.sponsors[card - FIRST_SPONSOR] += 1
    used = [FIRST_SPONSOR_KIND + card - FIRST_SPONSOR for card in supply.used]
    race.useds = put("used Sponsorships", race.used, used)
    put("laps", race.tally, supply.tally)


# ---------------------------------------------------------------- cars


def count_from(car: Car, first: int, end: int) -> int:
    """The cards of these kinds in all piles of a driver."""
    piles = (car.area[: car.played], car.hidden[: car.hiddens], car.discard[: car.discards])
    loose = sum(first <= kind < end for pile in (*piles, car.top[: car.tops]) for kind in pile)
    return loose + sum(car.hand[first:end]) + sum(car.deck[first:end])


def check_garage(race: Race) -> None:
    """Whether there is room if one driver gets all Sponsorships, and if all are used."""
    drivers = race.cars[: race.seats]
    sponsors = sum(race.sponsors) + race.useds
    sponsors += sum(count_from(car, FIRST_SPONSOR_KIND, CARD_KINDS) for car in drivers)
    for car in drivers:
        own = count_from(car, FIRST_UPGRADE_KIND, FIRST_SPONSOR_KIND)
        if own + sponsors > MOST_GARAGE_CARDS:
            raise NotInKernel("Heat's kernel does not have room for these Sponsorships")


def encode_car(car: Car, given: RulesCar, course: Course, *, is_driver: bool) -> None:
    car.gear, car.pos, car.line, car.engine = given.gear, given.pos, int(given.line), given.engine
    car.place = given.place
    if not is_driver:
        return
    cards = given.hand + given.deck + given.discard + given.hidden + given.area + given.top
    check_cards(cards, given, course)
    name_cards(car, cards, given, course)
    kinds = {car.card[kind]: kind for kind in range(car.kinds)} | {0: 0}
    bags = (car.hand, car.deck, car.discard_bag, car.hidden_bag)
    piles = (given.hand, given.deck, given.discard, given.hidden)
    for bag, pile in zip(bags, piles, strict=True):
        for card, n in Counter(pile).items():
            bag[kinds[card]] = n
    car.in_hand, car.in_deck = len(given.hand), len(given.deck)
    car.discards = put("discard pile", car.discard, [kinds[card] for card in given.discard])
    car.hiddens = put("hidden cards", car.hidden, [kinds[card] for card in given.hidden])
    car.played = put("played cards", car.area, [kinds[card] for card in given.area])
    car.tops = put("refreshed cards", car.top, [kinds[card] for card in given.top])
    car.secrets = put("secret cards", car.secret, [kinds[card] for card in given.secret])
    known: list[int] = []
    before: list[int] = []
    for card in given.shown:
        if card == STRESS:
            car.shown += 1
        else:
            before.append(car.shown)
            known.append(kinds[card])
    car.knowns = put("known cards", car.known, known)
    put("known cards", car.before, before)


def check_cards(cards: tuple[CardNo, ...], given: RulesCar, course: Course) -> None:
    """Whether a record of a car has room for them whatever happens."""
    if not course.garage and max((*cards, *given.upgrades), default=0) >= FIRST_UPGRADE:
        raise NotInKernel("Heat's kernel does not have: Upgrades and Sponsorships without a garage")
    if len(cards) + given.engine > MOST_OWN_CARDS:
        raise NotInKernel(f"Heat's kernel does not have room for {len(cards)} cards of a driver")
    if sum(card in DIRECT_CARDS for card in cards) > MOST_DIRECT_CARDS:
        raise NotInKernel("Heat's kernel does not have room for these cards with direct play")
    known = sum(card in REFRESH_CARDS for card in cards)
    known += sum(card != STRESS for card in given.shown)
    if known > MOST_KNOWN:
        raise NotInKernel(f"Heat's kernel does not have room for {known} known cards of a driver")
    loose = sum(card not in (HEAT, STRESS) and card < FIRST_UPGRADE for card in cards)
    if loose > 14 or len(given.area) > MOST_DUE:
        raise NotInKernel("Heat's kernel does not have room for these Speed or played cards")


def name_cards(car: Car, cards: tuple[CardNo, ...], given: RulesCar, course: Course) -> None:
    """The kinds of a driver's cards: also those of a position that are not among the Upgrades."""
    car.owned = put("Upgrades", car.upgrades, given.upgrades)
    every = {c for c in (*cards, *given.upgrades) if FIRST_UPGRADE <= c < FIRST_SPONSOR}
    own = sorted([card for card in every if not SYMBOLS[card].is_heat])
    if len(own) > FIRST_SPONSOR_KIND - FIRST_UPGRADE_KIND:
        raise NotInKernel(f"Heat's kernel does not have room for {len(own)} different Upgrades")
    car.card[:PLAIN_KINDS] = range(PLAIN_KINDS)
    car.card[FIRST_UPGRADE_KIND : FIRST_UPGRADE_KIND + len(own)] = own
    car.kinds = FIRST_SPONSOR_KIND if course.garage else PLAIN_KINDS
    used = [*range(PLAIN_KINDS), *range(FIRST_UPGRADE_KIND, FIRST_UPGRADE_KIND + len(own))]
    if course.event or max(cards, default=0) >= FIRST_SPONSOR:
        car.card[FIRST_SPONSOR_KIND:] = range(FIRST_SPONSOR, CARDS)
        car.kinds = CARD_KINDS
        used += range(FIRST_SPONSOR_KIND, CARD_KINDS)
    slowest = sorted([kind for kind in used if kind != HEAT], key=lambda k: RANK[car.card[k]])
    car.playables = put("cards", car.slowest, slowest)
    car.direct = int(not DIRECT_CARDS.isdisjoint(given.upgrades))


# ---------------------------------------------------------------- the phase


def encode_phase(race: Race, phase: phases.Phase) -> None:
    if isinstance(phase, phases.Over):
        race.phase = OVER
        return
    if isinstance(phase, phases.Planning):
        encode_planning(race, phase)
        return
    if isinstance(phase, phases.Drafting | phases.Tuning):
        encode_garage(race, phase)
        return
    if isinstance(phase, phases.RoundOver):
        raise NotInKernel("Heat's kernel does not have: the end of a round")
    race.seat = phase.seat
    car = race.cars[race.seat]
    match phase:
        case phases.React():
            race.phase = REACT
            encode_react(race, phase)
        case phases.Salvaging():
            race.phase, race.left, race.last = SALVAGING, phase.left, kind_of_card(car, phase.last)
            encode_react(race, phase.then)
        case phases.Choosing():
            race.phase, race.speed, race.plus = CHOOSING, phase.speed, phase.plus
        case phases.Slipping():
            race.phase, race.start, race.speed = SLIPPING, phase.start, phase.speed
            race.slid, race.again = phase.slid, phase.again
        case phases.Discarding():
            race.phase, race.tossed = DISCARDING, phase.n
            race.last = kind_of_card(car, phase.last)
        case phases.Refreshing():
            race.phase = REFRESHING
        case phases.Cooking():
            race.phase = COOKING


def kind_of_card(car: Car, card: CardNo) -> int:
    return car.card.index(card)


def encode_planning(race: Race, phase: phases.Planning) -> None:
    race.phase, race.stepwise = PLANNING, int(bool(phase.begun))
    begun = phase.begun or (None,) * race.seats
    for car, sealed, started in zip(race.cars, phase.sealed, begun, strict=False):
        given = sealed or started
        if given is not None:
            car.plan, car.next_gear = SEALED if sealed else BEGUN, given.gear
            car.played = put("plan", car.area, [kind_of_card(car, card) for card in given.cards])
    race.seat = next(i for i in range(race.seats) if race.cars[i].plan != SEALED)


def encode_garage(race: Race, phase: phases.Drafting | phases.Tuning) -> None:
    race.seat, race.picks = phase.waiting[0], race.seats - len(phase.waiting)
    if isinstance(phase, phases.Tuning):
        race.phase = TUNING
        for car, tuned in zip(race.cars, phase.tuned, strict=False):
            car.tuned = tuned
        return
    race.phase, race.market_round = DRAFTING, phase.round
    race.markets = put("market", race.market, phase.market)
    fill_stock(race.stock, phase.deck)


def encode_react(race: Race, phase: phases.React) -> None:
    car = race.cars[race.seat]
    race.start, race.start_line, race.speed = phase.start, int(phase.line), phase.speed
    race.plus, race.cool, race.boost = phase.plus, phase.cool, int(phase.boost)
    race.push, race.chill = int(phase.push), int(phase.chill)
    more = phase.more or NO_SYMBOLS
    race.reduce, race.supercool = more.reduce, more.supercool
    race.draft, race.accel = more.draft, more.accel
    race.due = put(
        "unpaid cards", race.due_kind, [kind_of_card(car, card) for card, _ in more.heat]
    )
    put("unpaid cards", race.due_value, [value for _, value in more.heat])
    race.scraps = len(more.scrap)
    for n in more.scrap:
        race.scrap[n] += 1
    for n in more.salvage:
        race.salvage[n] += 1
