"""Notation of the campaign: moves and positions as text, on top of the season's.

Chariots of a stable are subjects, `ann.1`, `ann.2` and so on, those of the market `lot.1`; in a
race they are named by colour.
"""

from __future__ import annotations

from collections.abc import Mapping

from msgspec.structs import replace

from paddock.core.chance import Chance
from paddock.core.errors import UnreadableScenario
from paddock.core.flow import settle
from paddock.core.game import Step
from paddock.core.notation import NUMBER, Facts, Notation, Word, kebab, row
from paddock.core.seats import Names
from paddock.games.circus_maximus import data
from paddock.games.circus_maximus import notation as race
from paddock.games.circus_maximus.data.kinds import Weight
from paddock.games.circus_maximus.modes.arena import notation as arena
from paddock.games.circus_maximus.modes.arena.rules import Recruit, Result
from paddock.games.circus_maximus.modes.campaign import moves as mv
from paddock.games.circus_maximus.modes.campaign.events import Event
from paddock.games.circus_maximus.modes.campaign.moves import Move
from paddock.games.circus_maximus.modes.campaign.phases import (
    Over,
    Racing,
    Resting,
    Settling,
    after,
    auction,
    challenge,
    drill,
    entries,
    gala,
    rounds,
    shop,
)
from paddock.games.circus_maximus.modes.campaign.rules.galas import Rating
from paddock.games.circus_maximus.modes.campaign.rules.owners import (
    START_SESTERCES,
    Life,
    Match,
    Owner,
    RaceTerms,
)
from paddock.games.circus_maximus.modes.campaign.state import Options, State
from paddock.games.circus_maximus.modes.season import notation as season
from paddock.games.circus_maximus.modes.season.notation import FOUR, FROM_ONE, LOAN
from paddock.games.circus_maximus.ownership.phases import betting, deals, plotting, training
from paddock.games.circus_maximus.ownership.rules.intrigue import EMPTY_SHEET, Guard
from paddock.games.circus_maximus.ownership.rules.ledger import Cause, open_books
from paddock.games.circus_maximus.ownership.rules.stable import Horse, Man

DEFAULT_CHARIOTS = 2
"""Chariots of an owner in a position that does not give their number."""
VERBS: Mapping[type, str] = {
    **season.VERBS,
    **arena.VERBS,
    mv.GoOn: "go-on",
    mv.EndIt: "end-it",
    mv.Pass: "pass",
    mv.Bid: "bid",
    mv.NewTeam: "new-team",
    mv.TakeHorse: "take-horse",
    mv.TakeDriver: "take-driver",
    mv.TakeCar: "take-car",
    mv.PutHorse: "put-horse",
    mv.PutDriver: "put-driver",
    mv.PutCar: "put-car",
    mv.Shift: "shift",
    mv.ShiftCar: "shift-car",
    mv.TakePart: "take-part",
    mv.StayOut: "stay-out",
    mv.Challenge: "challenge",
    mv.Sides: "sides",
    mv.AtOdds: "odds",
    mv.Raise: "raise",
    mv.TurnAbout: "turn-about",
    mv.Duel: "duel",
    mv.Drill: "drill",
    mv.Become: "become",
    mv.FindMoney: "find-money",
    mv.ProposeOptions: "propose-options",
    mv.Laps: "laps",
    mv.TimeLimit: "time-limit",
    mv.HorseRams: "horse-rams",
}
HORSE = Word(lambda h, _: f"{h.speed}/{h.boxes}", lambda text, _: Horse(*map(int, text.split("/"))))
NAME = season.SHEET["driver"]


def read_man(text: str, names: Names) -> Man:
    name, *texts = text.split("/")
    dm, hits, most_hits, points, *hurt = [int(n) for n in texts]
    arm, eyes = hurt or (0, 0)
    return Man(NAME.read(name, names), dm, hits, most_hits, points, bool(arm), eyes)


def show_man(man: Man, names: Names) -> str:
    """`Zeno-Falx/1/6/7/0`; arm and eyes follow only if one is hurt."""
    numbers = [man.dm, man.hits, man.most_hits, man.points]
    if man.arm or man.eyes:
        numbers += [int(man.arm), man.eyes]
    return "/".join([NAME.show(man.name, names), *map(str, numbers)])


MAN = Word(show_man, read_man)


def show_either(kind: type, one: Word, other: Word) -> Word:
    """The word of a field in moves, which is read and written, that also shows values of another
    type."""
    return Word(
        lambda value, names: (other if isinstance(value, kind) else one).show(value, names),
        one.read,
    )


def show_terms(terms: RaceTerms | None, names: Names) -> str:
    """`2/0/yes`: laps, time limit, whether the ramming of horses is outlawed."""
    if terms is None:
        return "-"
    return f"{2 if terms.two_laps else 3}/{terms.turns}/{race.YES_NO.show(terms.no_horse_rams, ())}"


def read_terms(text: str, names: Names) -> RaceTerms | None:
    if text == "-":
        return None
    laps, turns, outlawed = text.split("/")
    return RaceTerms(laps == "2", int(turns), outlawed == "yes")


TERMS = Word(show_terms, read_terms)
FIELDS: Mapping[str, Word] = {
    **arena.FIELDS,
    **season.FIELDS,
    "weapon": show_either(bool, season.FIELDS["weapon"], arena.FIELDS["weapon"]),
    "result": show_either(Result, season.FIELDS["result"], arena.FIELDS["result"]),
    "guard": Word(
        lambda value, names: (
            season.FIELDS["guard"].show(value, names) if isinstance(value, Guard) else str(value)
        ),
        season.FIELDS["guard"].read,
    ),
    "rival": arena.FIELDS["fighter"],
    "recruit": arena.FIELDS["fighter"],
    "rating": race.enum_word(Rating),
    "gala": race.YES_NO,
    "duel": race.YES_NO,
    "men": row(NAME),
    "lines": FOUR,
    "into": FROM_ONE,
    "weight": race.enum_word(Weight),
    "life": race.enum_word(Life),
    "terms": TERMS,
    "outlawed": race.YES_NO,
    "colt": HORSE,
    "man": MAN,
    "name": NAME,
    "stake": NUMBER,
    "against": NUMBER,
}


# ---------------------------------------------------------------- state to facts


def facts(state: State, names: Names) -> Facts:
    """Players, their stables and stores, the market, and the race if there is one."""
    found = season.race_facts(state, state.now, names)
    found["campaign"] = {
        "race": str(state.race),
        "phase": kebab(type(state.phase).__name__),
        "loans": row(LOAN).show(state.loans, names),
        "side-bets": row(season.BET).show(state.side_bets, names),
        "odds": FOUR.show(state.odds, names),
        "laps": str(state.laps_bet),
        "results": ";".join(FOUR.show(one, names) for one in state.results) or "-",
        "drugged": ";".join(FOUR.show(one, names) for one in state.drugged) or "-",
        "market": str(len(state.market)),
        "sold": str(state.sold),
        "allowed": FOUR.show(state.allowed, names),
        "wins": ",".join(f"{NAME.show(man, names)}/{n}" for man, n in state.wins) or "-",
        "match": show_match(state.match, names),
        "terms": TERMS.show(state.terms, names),
        "ending": state.ending or "-",
        "recruits": str(len(state.recruits)),
        "hired": str(state.hired),
        "gala": race.YES_NO.show(state.gala, names),
    }
    for n, one in enumerate(state.recruits):
        found[f"recruit.{n + 1}"] = recruit_facts(one, names)
    if state.ring is not None:
        ring = arena.facts(state.ring, names)
        found["arena"] = ring["arena"]
        for seat in state.ring.pair:
            found[f"ring.{names[seat]}"] = ring[names[seat]]
    for n, log in enumerate(state.market):
        found[f"lot.{n + 1}"] = season.log_facts(log, names)
    for seat, player in enumerate(state.players):
        found[names[seat]] = season.player_facts(state, seat, names) | {
            "life": race.enum_word(Life).show(player.life, names),
            "horses": row(HORSE).show(player.horses, names),
            "men": row(MAN).show(player.men, names),
            "cars": FOUR.show(player.cars, names),
            "victories": str(player.victories),
            "crowned": str(player.crowned),
            "gladiators": str(len(player.gladiators)),
        }
        for slot, man in enumerate(player.gladiators):
            found[f"{names[seat]}.g{slot + 1}"] = arena.man_facts(man, names)
        for slot, log in enumerate(player.stable):
            found[f"{names[seat]}.{slot + 1}"] = season.log_facts(log, names)
    return found


def recruit_facts(one: Recruit, names: Names) -> dict[str, str]:
    return {
        name: arena.word_for(name).show(getattr(one, name), names)
        for name in Recruit.__struct_fields__
    }


def show_match(match: Match | None, names: Names) -> str:
    if match is None:
        return "-"
    sums = f"{match.sides}/{match.odds}/{match.stake}/{match.against}"
    return f"{names[match.by]}/{names[match.whom]}/{sums}"


def read_match(text: str, names: Names) -> Match | None:
    if text == "-":
        return None
    by, whom, *numbers = text.split("/")
    sides, odds, stake, against = [int(n) for n in numbers]
    return Match(names.index(by), names.index(whom), sides, odds, stake, against)


# ---------------------------------------------------------------- facts to state


def place(given: Facts, options: Options, names: Names) -> State:
    """A campaign in progress. Defaults: two chariots of 4444 each, endurance 40, a medium car, a
    driver of modifier 0 with 6 hits; 20,000 sesterces, no gladiators (`ann gladiators 1`, then
    `ann.g1 …` as in the arena), an empty store; an empty market (`recruits 1`, `recruit.1 …`); no
    bets, loans or plots. Colours make a race, each a chariot of its owner."""
    known = given.get("campaign", {})
    if "phase" in known:
        raise UnreadableScenario("a position is started by `begin`, not by naming its phase")
    seats = len(names)
    pairs = [one.split("/") for one in known.get("wins", "-").split(",") if one != "-"]
    market = [
        season.read_log(given.get(f"lot.{n + 1}", {}), 500 + n, names)
        for n in range(int(known.get("market", "0")))
    ]
    state = State(
        seats=seats,
        players=tuple([read_owner(given, seat, names) for seat in range(seats)]),
        race=int(known.get("race", "0")),
        loans=row(LOAN).read(known.get("loans", "-"), names),
        sheets=(EMPTY_SHEET,) * seats,
        quiet=(0,) * seats,
        laps_bet=int(known.get("laps", "0")),
        market=tuple(market),
        sold=int(known.get("sold", "0")),
        recruits=tuple(
            [
                read_recruit(given.get(f"recruit.{n + 1}", {}), n, names)
                for n in range(int(known.get("recruits", "0")))
            ]
        ),
        hired=int(known.get("hired", "0")),
        gala=known.get("gala") == "yes",
        wins=tuple([(NAME.read(man, names), int(n)) for man, n in pairs]),
        match=read_match(known.get("match", "-"), names),
        terms=TERMS.read(known.get("terms", "-"), names),
        options=options,
        phase=Over(),
    )
    allowed = known.get("allowed", "-")
    if allowed != "-":
        state = replace(state, allowed=tuple([int(n) for n in allowed.split(",")]))
    colours = {subject: facts for subject, facts in given.items() if subject in data.COLOURS}
    how = entries.race_options(options, len(colours), state.terms)
    return season.with_race(state, how, given, colours, names) if colours else state


def read_recruit(known: Mapping[str, str], number: int, names: Names) -> Recruit:
    man = arena.read_man(known, 60 + number, names)
    return Recruit(*[getattr(man, name) for name in Recruit.__struct_fields__])


def read_owner(given: Facts, seat: int, names: Names) -> Owner:
    known = given.get(names[seat], {})
    count = int(known.get("chariots", str(DEFAULT_CHARIOTS)))
    logs = [
        season.read_log(given.get(f"{names[seat]}.{slot + 1}", {}), 20 * seat + slot, names)
        for slot in range(count)
    ]
    light, medium, heavy = [int(n) for n in known.get("cars", "0,0,0").split(",")]
    life: Life = race.enum_word(Life).read(known.get("life", "owner"), names)
    return Owner(
        open_books(int(known.get("money", str(START_SESTERCES))), len(Cause)),
        stable=tuple(logs),
        bankrupt=known.get("bankrupt") == "yes",
        life=life,
        horses=row(HORSE).read(known.get("horses", "-"), names),
        men=row(MAN).read(known.get("men", "-"), names),
        cars=(light, medium, heavy),
        victories=int(known.get("victories", "0")),
        gladiators=tuple(
            [
                arena.read_man(given.get(f"{names[seat]}.g{n + 1}", {}), 10 * seat + n, names)
                for n in range(int(known.get("gladiators", "0")))
            ]
        ),
    )


def begin(state: State, part: str, chance: Chance) -> Step[State, Event]:
    """Starts a part: `round`, `auction`, `deal`, `shop`, `part`, `enter`, `plot`, `bet`, `race`,
    `lap`, `rest`, `train`, `settle`, `challenge`, `ruin`; of the arena `hire`, `gala`, `drill`,
    `heal`; parts of a race begin as they do there."""
    events: list[Event] = []
    match part:
        case "round":
            state = rounds.begin_round(state, events, chance)
        case "auction":
            state = auction.begin(state, events, chance)
        case "deal":
            state = deals.begin(state, False)
        case "shop":
            state = shop.begin(state)
        case "part":
            state = entries.begin(state, events, chance)
        case "enter":
            state = entries.begin_entering(state)
        case "plot":
            state = plotting.begin(state)
        case "bet":
            state = betting.begin(state)
        case "lap":
            state = betting.begin_again(replace(state, phase=Racing(True)), state.laps_bet + 1)
        case "rest":
            state = replace(state, phase=Resting())
        case "train":
            state = training.next_trainer(state, state.active())
        case "settle":
            state = replace(state, phase=Settling())
        case "challenge":
            state = challenge.begin(state, state.active())
        case "gala":
            state = gala.begin(replace(state, gala=True))
        case "drill":
            state = drill.next_driller(replace(state, gala=True), state.active(), events, chance)
        case "heal":
            state = gala.heal_wounded(state, events, chance)
        case "hire":
            state = auction.begin(replace(state, gala=True), events, chance)
        case "ruin":
            state = after.HOOKS.declare_bankrupt(state, 0)
        case "race":
            state = replace(state, phase=Racing())
        case _:
            if state.now is None:
                raise UnreadableScenario(f"no part {part!r} without a race")
            now = race.begin_part(state.now, part, events, chance)
            state = replace(state, now=now, phase=Racing())
    return settle(state, events, chance)


NOTATION: Notation[State, Move, Options] = Notation(VERBS, FIELDS, race.face, facts, place, begin)
