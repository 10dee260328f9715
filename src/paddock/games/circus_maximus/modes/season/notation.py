"""Notation of the season: moves and positions as text, on top of the race's.

Chariots of a stable are subjects, `ann.1` to `ann.5`; in a race they are named by colour.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec.structs import replace

from paddock.core.chance import Chance
from paddock.core.errors import UnreadableScenario
from paddock.core.flow import settle
from paddock.core.game import Step
from paddock.core.notation import NUMBER, SEAT, Facts, Notation, Word, kebab, row
from paddock.core.seats import Names
from paddock.games.circus_maximus import data
from paddock.games.circus_maximus import notation as race
from paddock.games.circus_maximus.data.kinds import Weight, name_of
from paddock.games.circus_maximus.modes.season.events import Event
from paddock.games.circus_maximus.modes.season.phases import (
    Over,
    Racing,
    Settling,
    after,
    stables,
    week,
)
from paddock.games.circus_maximus.modes.season.state import MAX_FACTIONS, Options, State
from paddock.games.circus_maximus.ownership import moves as mv
from paddock.games.circus_maximus.ownership.moves import Move
from paddock.games.circus_maximus.ownership.phases import betting, plotting, training
from paddock.games.circus_maximus.ownership.rules import ledger
from paddock.games.circus_maximus.ownership.rules.betting import Claim, odds
from paddock.games.circus_maximus.ownership.rules.intrigue import UNGUARDED, Device, Guard, Sheet
from paddock.games.circus_maximus.ownership.rules.ledger import Loan
from paddock.games.circus_maximus.ownership.rules.stable import (
    STABLE_SIZE,
    START_SESTERCES,
    Entry,
    Goods,
    Item,
    Log,
    Note,
    NoteKind,
    Piece,
    Player,
    driver_name,
)
from paddock.games.circus_maximus.ownership.state import S, Stables
from paddock.games.circus_maximus.phases.prepare import OnTheGrid
from paddock.games.circus_maximus.state import Options as RaceOptions
from paddock.games.circus_maximus.state import State as RaceState

VERBS: Mapping[type, str] = {
    **race.VERBS,
    mv.Done: "done",
    mv.Sum: "sum",
    mv.BuyCar: "car",
    mv.BuyDriver: "driver",
    mv.BuyHorse: "horse",
    mv.BuyTeam: "team",
    mv.Harness: "harness",
    mv.Enter: "enter",
    mv.Against: "against",
    mv.Devise: "devise",
    mv.Secure: "secure",
    mv.Reveal: "reveal",
    mv.Keep: "keep",
    mv.Wait: "wait",
    mv.Waive: "waive",
    mv.Dose: "dose",
    mv.Loosen: "loosen",
    mv.Wager: "wager",
    mv.Lend: "lend",
    mv.Borrow: "borrow",
    mv.Sell: "sell",
    mv.Propose: "propose",
    mv.OfferBet: "offer-bet",
    mv.Say: "say",
    mv.Due: "due",
    mv.Agree: "agree",
    mv.Decline: "decline",
    mv.Auction: "auction",
    mv.TrainDriver: "train-driver",
    mv.TrainHorse: "train-horse",
    mv.TrainTeam: "train-team",
    mv.AuctionPiece: "auction-piece",
    mv.SellTo: "sell-to",
    mv.BuyFrom: "buy-from",
    mv.Exchange: "exchange",
    mv.Pick: "pick",
    mv.Fit: "fit",
    mv.SendIn: "send",
    mv.BetOn: "bet-on",
    mv.SayMan: "say-wins",
}
FOUR = row(NUMBER)
FROM_ONE = Word(lambda value, _: str(value + 1), lambda text, _: int(text) - 1)
LOG = Word(lambda log, _: log.driver.replace(" ", "-"), race.refuse_reading)
ENTRY = Word(lambda e, names: f"{names[e.seat]}.{e.slot + 1}", race.refuse_reading)
BET = Word(
    lambda b, names: "/".join(
        [
            names[b.by],
            names[b.whom],
            race.enum_word(Claim).show(b.claim, names),
            data.COLOURS[b.chariot],
            data.COLOURS[b.other],
            str(b.stake),
            str(b.against),
        ]
    ),
    race.refuse_reading,
)


def goods_of(goods: Goods) -> str:
    """Goods in one word."""
    if goods.horse is not None:
        return f"horse/{goods.horse.speed}/{goods.horse.boxes}"
    if goods.team is not None:
        return "team/" + "".join(map(str, goods.team.horses))
    if goods.chariot is not None:
        return "chariot/" + goods.chariot.driver.replace(" ", "-")
    if goods.weight is not None:
        return f"car/{name_of(goods.weight)}"
    one = goods.man or goods.fighter
    assert one is not None
    return one.name.replace(" ", "-")


FIELDS: Mapping[str, Word] = {
    **race.FIELDS,
    "slot": FROM_ONE,
    "order": row(FROM_ONE),
    "device": race.enum_word(Device),
    "guard": race.enum_word(Guard),
    "ware": race.enum_word(Item),
    "claim": race.enum_word(Claim),
    "other": race.COLOUR,
    "works": race.YES_NO,
    "log": LOG,
    "piece": race.enum_word(Piece),
    "stored": FROM_ONE,
    "goods": Word(lambda goods, names: goods_of(goods), race.refuse_reading),
    "for_goods": Word(lambda goods, names: goods_of(goods), race.refuse_reading),
    "stable": row(LOG),
    "entries": row(ENTRY),
    "bet": BET,
    "bets": row(row(NUMBER)),
    "later": row(row(NUMBER)),
    "odds": FOUR,
    "winners": row(SEAT),
    "purses": FOUR,
    "money": NUMBER,
}


def show_note(note: Note, names: Names) -> str:
    """`3/raced/5/2/`: race, kind, number, place, text."""
    kind = race.enum_word(NoteKind).show(note.kind, names)
    return f"{note.race}/{kind}/{note.number}/{note.place}/{note.text.replace(' ', '_')}"


def read_note(text: str, names: Names) -> Note:
    at, kind, number, place, said = text.split("/")
    of: NoteKind = race.enum_word(NoteKind).read(kind, names)
    return Note(int(at), of, int(number), int(place), said.replace("_", " "))


NOTE = Word(show_note, read_note)
SHEET: Mapping[str, Word] = {
    "driver": Word(lambda name, _: name.replace(" ", "-"), lambda text, _: text.replace("-", " ")),
    "horses": FOUR,
    "boxes": FOUR,
    "weight": race.enum_word(Weight),
    "car": race.YES_NO,
    "wheels": FOUR,
    "arm": race.YES_NO,
    "notes": row(NOTE),
}
"""How fields of a sheet are written that are not numbers."""


# ---------------------------------------------------------------- state to facts


def facts(state: State, names: Names) -> Facts:
    """Players, their stables, and the race if there is one."""
    found = race_facts(state, state.now, names)
    found["season"] = {
        "race": str(state.race),
        "phase": kebab(type(state.phase).__name__),
        "loans": row(LOAN).show(state.loans, names),
        "side-bets": row(BET).show(state.side_bets, names),
        "odds": FOUR.show(state.odds, names),
        "laps": str(state.laps_bet),
        "results": ";".join(FOUR.show(one, names) for one in state.results) or "-",
        "drugged": ";".join(FOUR.show(one, names) for one in state.drugged) or "-",
        "enslaved": row(SEAT).show(state.enslaved, names),
    }
    for seat, player in enumerate(state.players):
        found[names[seat]] = player_facts(state, seat, names)
        found[names[seat]]["faction"] = "yes" if player.faction else "no"
        for slot, log in enumerate(player.stable):
            found[f"{names[seat]}.{slot + 1}"] = log_facts(log, names)
    return found


def race_facts(state: Stables, now: RaceState | None, names: Names) -> Facts:
    """The chariots of the race, if there is one, and their slots in the stables."""
    if now is None:
        return {}
    found = race.facts(now, names)
    for i, entry in enumerate(state.entries):
        known = found[data.COLOURS[i]]
        known["slot"] = str(entry.slot + 1)
        known["wrecked"] = race.YES_NO.show(now.chariots[i].wrecked, names)
    return found


def player_facts(state: Stables, seat: int, names: Names) -> dict[str, str]:
    """Money, stable, bets and secret sheet of a player."""
    player, sheet = state.players[seat], state.sheets[seat]
    known = {
        "money": str(player.cash),
        "bankrupt": "yes" if player.bankrupt else "no",
        "chariots": str(len(player.stable)),
        "bets": FOUR.show(state.bets[seat] if state.bets else (), names),
        "later": FOUR.show(state.later[seat] if state.later else (), names),
        "target": data.COLOURS[sheet.target] if sheet.target >= 0 else "nobody",
        "sums": FOUR.show(sheet.sums, names),
        "guards": ";".join(FOUR.show(one, names) for one in sheet.guards) or "-",
        "opened": str(sheet.opened),
    }
    return known | {
        f"book-{name_of(ledger.Cause(cause))}": str(sum) for cause, sum in enumerate(player.books)
    }


def log_facts(log: Log, names: Names) -> dict[str, str]:
    """Damage that waits for a recovery, and the history, are written only where there is some."""
    hurt = {"wheels": any(log.wheels), "arm": log.arm, "eyes": bool(log.eyes)}
    hurt["notes"] = bool(log.notes)
    return {
        name: word_for(name).show(getattr(log, name), names)
        for name in Log.__struct_fields__
        if hurt.get(name, True)
    }


def word_for(name: str) -> Word:
    return SHEET.get(name) or NUMBER


LOAN = Word(
    lambda loan, names: (
        f"{names[loan.lender]}/{names[loan.debtor]}/{loan.amount}/{loan.repayment}/{loan.due}"
    ),
    lambda text, names: Loan(
        list(names).index(text.split("/")[0]),
        list(names).index(text.split("/")[1]),
        *[int(n) for n in text.split("/")[2:]],
    ),
)


# ---------------------------------------------------------------- facts to state


def place(given: Facts, options: Options, names: Names) -> State:
    """A season in progress. Defaults: five chariots of 4444 each, endurance 40, a normal car, a
    driver of modifier 0 with 6 hits; 10,000 sesterces; no bets, loans or plots. Colours make a
    race, each the next chariot of its owner."""
    season = given.get("season", {})
    if "phase" in season:
        raise UnreadableScenario("a position is started by `begin`, not by naming its phase")
    factions = max(1, min(MAX_FACTIONS, len(names) - options.betters))
    players = tuple([read_player(given, s, s < factions, names) for s in range(len(names))])
    state = State(
        len(names),
        players,
        int(season.get("race", "0")),
        row(LOAN).read(season.get("loans", "-"), names),
        drivers=STABLE_SIZE * len(names),
        sheets=(Sheet(),) * len(names),
        quiet=(0,) * len(names),
        laps_bet=int(season.get("laps", "0")),
        enslaved=row(SEAT).read(season.get("enslaved", "-"), names),
        options=options,
        phase=Over(),
    )
    colours = {subject: known for subject, known in given.items() if subject in data.COLOURS}
    how_run = week.race_options(state.options, len(colours))
    return with_race(state, how_run, given, colours, names) if colours else state


def read_player(given: Facts, seat: int, faction: bool, names: Names) -> Player:
    known = given.get(names[seat], {})
    count = int(known.get("chariots", str(STABLE_SIZE if faction else 0)))
    logs = [
        read_log(given.get(f"{names[seat]}.{slot + 1}", {}), STABLE_SIZE * seat + slot, names)
        for slot in range(count)
    ]
    books = ledger.open_books(int(known.get("money", str(START_SESTERCES))))
    return Player(books, faction, tuple(logs), known.get("bankrupt") == "yes")


def read_log(own: Mapping[str, str], number: int, names: Names) -> Log:
    """A chariot of a stable from its facts, with defaults for the rest."""
    changes: dict[str, Any] = {name: word_for(name).read(text, names) for name, text in own.items()}
    changes.setdefault("driver", driver_name(number))
    changes.setdefault("boxes", changes.get("horses", (4, 4, 4, 4)))
    changes.setdefault("most_hits", changes.get("hits", 6))
    return Log(**changes)


def with_race(state: S, options: RaceOptions, given: Facts, colours: Facts, names: Names) -> S:
    """Adds a race: chariots on the track, their entries, bets and sheets."""
    logs = {
        colour: {key: text for key, text in known.items() if key != "slot"}
        for colour, known in colours.items()
    }
    if "table" in given:
        logs["table"] = given["table"]
    now = race.place(logs, options, names)
    now = replace(now, seats=state.seats, phase=OnTheGrid())
    so_far = [0] * state.seats
    entries = []
    for i, c in enumerate(now.chariots):
        slot = colours.get(data.COLOURS[i], {}).get("slot")
        entries.append(Entry(c.owner, int(slot) - 1 if slot else so_far[c.owner]))
        so_far[c.owner] += 1
    none = (0,) * len(entries)
    state = replace(
        state,
        now=now,
        entries=tuple(entries),
        bets=tuple([numbers(given, name, "bets", none) for name in names]),
        later=tuple([numbers(given, name, "later", none) for name in names]),
        drugged=((0, 0, 0, 0),) * len(entries),
    )
    sheets = tuple([read_sheet(state, given, seat, names) for seat in range(state.seats)])
    return replace(state, sheets=sheets, odds=odds(state.bets, len(entries)))


def numbers(given: Facts, name: str, key: str, usual: tuple[int, ...]) -> tuple[int, ...]:
    text = given.get(name, {}).get(key, "-")
    return usual if text == "-" else tuple([int(n) for n in text.split(",")])


def read_sheet(state: Stables, given: Facts, seat: int, names: Names) -> Sheet:
    """`target yellow sums 0,500,0,0 guards 0,500,0;0,0,0`: by device; by own chariot and kind."""
    known = given.get(names[seat], {})
    own = len(state.own(seat))
    target = known.get("target", "nobody")
    text = known.get("guards", "-")
    guards = [tuple([int(n) for n in one.split(",")]) for one in text.split(";") if text != "-"]
    return Sheet(
        data.COLOURS.index(target) if target != "nobody" else -1,
        numbers(given, names[seat], "sums", (0, 0, 0, 0)),
        0,
        tuple(guards) or (UNGUARDED,) * own,
        (0,) * own,
    )


def begin(state: State, part: str, chance: Chance) -> Step[State, Event]:
    """Starts a part: `week`, `market`, `enter`, `plot`, `bet`, `race`, `lap`, `finish`, `train`,
    `settle`; parts of a race begin as they do there."""
    events: list[Event] = []
    match part:
        case "week":
            state = week.begin_week(state, events, chance)
        case "market":
            state = stables.begin_buying(state)
        case "enter":
            state = week.begin_entering(state)
        case "plot":
            state = plotting.begin(state)
        case "bet":
            state = betting.begin(state)
        case "lap":
            state = betting.begin_again(replace(state, phase=Racing(True)), state.laps_bet + 1)
        case "rest":
            state = after.recover(state, events)
        case "train":
            state = training.next_trainer(state, state.active())
        case "settle":
            state = replace(state, phase=Settling())
        case "race":
            state = replace(state, phase=Racing())
        case _:
            if state.now is None:
                raise UnreadableScenario(f"no part {part!r} without a race")
            now = race.begin_part(state.now, part, events, chance)
            state = replace(state, now=now, phase=Racing())
    return settle(state, events, chance)


NOTATION: Notation[State, Move, Options] = Notation(VERBS, FIELDS, race.face, facts, place, begin)
