"""Words of the season: those of the game, and formatters for sums and sheets."""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum

import msgspec

from paddock.core.seats import Language, Names
from paddock.core.words import Show
from paddock.games.circus_maximus.data.kinds import Weight, name_of
from paddock.games.circus_maximus.modes.arena import words as arena
from paddock.games.circus_maximus.ownership import moves as mv
from paddock.games.circus_maximus.ownership.phases import betting
from paddock.games.circus_maximus.ownership.rules.betting import Claim, SideBet
from paddock.games.circus_maximus.ownership.rules.ledger import Loan
from paddock.games.circus_maximus.ownership.rules.stable import (
    Barter,
    Entry,
    Goods,
    Horse,
    Log,
    Man,
    Note,
    NoteKind,
    Piece,
    PieceSale,
    Sale,
)
from paddock.games.circus_maximus.words import WORDS as RACE_WORDS
from paddock.games.circus_maximus.words import CircusWords, colour, person


def money(amount: int, language: Language, names: Names = ()) -> str:
    """A sum in sesterces."""
    return f"{amount:_}".replace("_", "\u202f") + " s"


def ordinal(slot: int, language: Language, names: Names = ()) -> str:
    """Chariots of a stable are counted from one."""
    return str(slot + 1)


def by_name(kind: str) -> Show:
    def show(value: Enum, language: Language, names: Names = ()) -> str:
        return WORDS.tell(f"{kind}.{name_of(value)}", language)

    return show


def sheet(log: Log, language: Language, names: Names = ()) -> str:
    """A chariot of a stable in one line."""
    dead = WORDS.tell("sheet.dead-driver", language)
    driver = person(log.driver, language, names) if log.hits else dead
    weight = RACE_WORDS.tell(f"board.weight.{name_of(log.weight)}", language)
    if any(log.wheels):
        left, right = log.wheels
        weight = WORDS.tell("sheet.hurt-wheels", language, car=weight, left=left, right=right)
    if log.arm:
        driver = WORDS.tell("sheet.hurt-arm", language, driver=driver)
    if log.eyes:
        driver = WORDS.tell("sheet.hurt-eyes", language, driver=driver)
    return WORDS.tell(
        "sheet.whole",
        language,
        driver=driver,
        dm=f"{log.dm:+d}",
        hits=log.hits,
        most=log.most_hits,
        team=team(log, language),
        endurance=log.endurance,
        car=weight if log.car else WORDS.tell("sheet.no-car", language),
    )


def notes(log: Log, language: Language, names: Names) -> list[str]:
    """The log of a chariot, line by line."""
    return [note_text(note, language, names) for note in log.notes]


def note_text(note: Note, language: Language, names: Names) -> str:
    """A line of a log, as the browser tells it too."""
    kind = name_of(note.kind)
    if note.kind in (NoteKind.RACED, NoteKind.MATCH):
        said = [WORDS.tell(f"board.log.{kind}", language, race=note.race)]
        if note.number:
            said.append(WORDS.tell("board.log.odds", language, n=note.number))
        place = "board.log.place" if note.place else "board.log.no-place"
        said.append(WORDS.tell(place, language, n=note.place))
        return ", ".join(said)
    value: object = note.text or note.number
    match note.kind:
        case NoteKind.OWNER:
            value = names[note.number]
        case NoteKind.DRIVER:
            value = f"{person(note.text, language, names)} {note.number:+d}"
        case NoteKind.MODIFIER:
            value = f"{note.number:+d}"
        case NoteKind.CAR:
            value = weight(Weight(note.number), language)
    return WORDS.tell(f"board.log.{kind}", language, race=note.race, what=value)


def team(log: Log, language: Language, names: Names = ()) -> str:
    """The four horses, by their boxes where some are missing."""
    if not any(log.horses):
        return WORDS.tell("sheet.no-team", language)
    pairs = zip(log.horses, log.boxes, strict=True)
    return "-".join([str(h) if h == b else f"{b}/{h}" for h, b in pairs])


def entries(entered: Sequence[Entry], language: Language, names: Names = ()) -> str:
    """Every colour with its owner."""
    return ", ".join([f"{colour(i, language)} {names[e.seat]}" for i, e in enumerate(entered)])


def odds(each: Sequence[int], language: Language, names: Names = ()) -> str:
    return ", ".join([f"{colour(i, language)} {n}–1" for i, n in enumerate(each) if n]) or "–"


def purses(each: Sequence[int], language: Language, names: Names = ()) -> str:
    shown = zip(names, each, strict=True)
    return ", ".join([f"{name} {money(amount, language)}" for name, amount in shown])


def about(what: object, language: Language, names: Names = ()) -> str:
    """The subject of a line of a secret sheet."""
    match what:
        case mv.Devise(device=device):
            return WORDS.tell("about.device", language, device=device)
        case mv.Secure(chariot=chariot, guard=guard):
            return WORDS.tell("about.guard", language, chariot=chariot, guard=guard)
        case "":
            return WORDS.tell("about.plot", language)
        case mv.BetOn(whom=whom):
            return WORDS.tell("about.gladiator", language, names, whom=whom)
        case betting.CHARIOTS:
            return WORDS.tell("about.bet", language)
        case betting.GLADIATORS:
            return WORDS.tell("about.gala", language)
        case _:
            return WORDS.tell("about.sum", language, chariot=what)


def side_bet(bet: SideBet, language: Language, names: Names) -> str:
    said = f"claim.{name_of(bet.claim)}"
    if bet.claim is Claim.GLADIATOR:
        claim = WORDS.tell(said, language, names, seat=bet.chariot)
    else:
        claim = WORDS.tell(said, language, chariot=bet.chariot, other=bet.other)
    return WORDS.tell(
        "offer.side-bet",
        language,
        names,
        by=bet.by,
        whom=bet.whom,
        stake=bet.stake,
        against=bet.against,
        claim=claim,
    ).rstrip(".")


def horse(one: Horse, language: Language, names: Names = ()) -> str:
    """A horse in store as the book writes it."""
    return f"{one.speed}({one.boxes})"


def driver_sheet(one: Man, language: Language, names: Names = ()) -> str:
    """A driver in store as the book writes him."""
    return f"{person(one.name, language, names)} {one.dm:+d}, {one.hits}({one.most_hits})"


def weight(what: Weight, language: Language, names: Names = ()) -> str:
    return RACE_WORDS.tell(f"board.weight.{name_of(what)}", language)


def stored_item(what: int | Weight, language: Language, names: Names = ()) -> str:
    """A car by its weight, other items by their number."""
    if isinstance(what, Weight):
        return weight(what, language)
    return ordinal(what, language, names)


def goods(what: Goods, language: Language, names: Names = ()) -> str:
    """Goods by kind, with their sheet."""
    if what.horse is not None:
        return WORDS.tell("goods.horse", language, sheet=horse(what.horse, language))
    if what.man is not None:
        return WORDS.tell("goods.driver", language, sheet=driver_sheet(what.man, language, names))
    if what.weight is not None:
        return WORDS.tell("goods.car", language, sheet=weight(what.weight, language))
    if what.team is not None:
        horses = team(what.team, language)
        return WORDS.tell("goods.team", language, sheet=horses, endurance=what.team.endurance)
    if what.chariot is not None:
        return WORDS.tell("goods.chariot", language, sheet=sheet(what.chariot, language, names))
    assert what.fighter is not None
    return WORDS.tell("goods.gladiator", language, sheet=arena.fighter(what.fighter, language))


def offer(
    what: Loan | SideBet | Sale | PieceSale | Barter, language: Language, names: Names
) -> str:
    match what:
        case Loan():
            return WORDS.tell(
                "offer.loan",
                language,
                names,
                by=what.lender,
                whom=what.debtor,
                amount=what.amount,
                repayment=what.repayment,
                due=what.due,
            )
        case SideBet():
            return side_bet(what, language, names) + "."
        case Barter():
            return WORDS.tell(
                "offer.barter" if what.amount else "offer.barter.even",
                language,
                names,
                by=what.by,
                whom=what.whom,
                amount=what.amount,
                goods=what.goods,
                theirs=goods(what.for_goods, language, names),
            )
        case PieceSale():
            return WORDS.tell(
                "offer.sought" if what.sought else "offer.piece",
                language,
                names,
                by=what.by,
                whom=what.whom,
                amount=what.amount,
                goods=what.goods,
            )
        case _:
            return WORDS.tell(
                "offer.chariot",
                language,
                names,
                by=what.by,
                whom=what.whom,
                amount=what.amount,
                log=what.log,
            )


def term(id: str, language: Language, names: Names = ()) -> str:
    return WORDS.tell(f"term.{id}", language)


class SeasonWords(CircusWords):
    """Labels of sums have no separators, because the slider replaces the number. Cars in store are
    named by their weight."""

    def label(self, move: msgspec.Struct, names: Names, language: Language = "en") -> str:
        if isinstance(move, mv.Sum):
            return f"{move.amount} s"
        if isinstance(move, mv.Pick | mv.AuctionPiece) and move.piece is Piece.CAR:
            id = f"move.{type(move).__name__}.car"
            return self.tell(id, language, names, stored=Weight(move.stored))
        return super().label(move, names, language)


SUMS = (
    "amount",
    "money",
    "owed",
    "repayment",
    "stake",
    "against",
    "security",
    *[f"event.{event}.total" for event in ("BetsOpened", "LaterBets", "MatchAgreed", "GalaBets")],
    "event.MatchAgreed.duel.total",
)
"""Fields with a sum of money. `total` is one in these events; in a race it is a speed."""
WORDS = SeasonWords(
    "paddock.games.circus_maximus",
    shows={
        **RACE_WORDS.shows,
        **dict.fromkeys(SUMS, money),
        "slot": ordinal,
        "log": sheet,
        "weight": weight,
        "goods": goods,
        "for_goods": goods,
        "stored": stored_item,
        "entries": entries,
        "odds": odds,
        "purses": purses,
        "about": about,
        "bet": side_bet,
        "offer": offer,
        "term": term,
        "other": colour,
        "device": by_name("device"),
        "guard": by_name("guard"),
        "ware": by_name("ware"),
        "order": lambda order, *_: "-".join(str(horse + 1) for horse in order),
    },
    seats=("seat", "by", "whom", "winners", "debtor"),
    cars=RACE_WORDS.cars,
)
