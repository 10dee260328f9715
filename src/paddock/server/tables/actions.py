"""Actions at a table. Each returns the row it would save, or raises a refusal. Nothing is changed
here; a plan is saved and then folded in."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from typing import Any

import msgspec
from msgspec import Raw
from msgspec.structs import replace

from paddock.core.chance import Draw
from paddock.core.errors import NotUndoable
from paddock.core.game_spec import AnyGameSpec
from paddock.core.record import move_text
from paddock.core.seats import Seat, numbered_names
from paddock.server.api import wire
from paddock.server.api.errors import Denied
from paddock.server.people.person import Person
from paddock.server.tables import row_budget, table_log
from paddock.server.tables.liveries import check_livery
from paddock.server.tables.membership import MAX_MISSED_DEADLINES, distinct_name
from paddock.server.tables.table import PlannedRow, Table, TableClosed
from paddock.server.tables.table_log import Place

FINGERPRINT_EVERY_ROWS = 4
"""Interval of stored position fingerprints. A replay under changed rules is detected by them."""
DAY_MS = 24 * 3_600_000


# ---------------------------------------------------------------- the race


def start(table: Table, level: str, bot: Callable[[str, Seat, AnyGameSpec], Place]) -> PlannedRow:
    """Start the race; bots of a level take the open seats."""
    if table.state != "gathering":
        raise TableClosed("the race has already started")
    places = tuple(
        replace(bot(level, seat, table.spec), livery=place.livery) if place.empty else place
        for seat, place in enumerate(table.places)
    )
    race = table.new_race(tuple(place.name for place in places))
    return PlannedRow(table_log.Started(places, race.dealt, table.spec.card.edition), race=race)


def move(table: Table, seat: Seat, number: int | None, chosen: Any, by: table_log.By) -> PlannedRow:
    """Plan a move."""
    draws = guide_draws(table, seat, chosen, by)
    planned = table.running_race().plan(seat, chosen, number, draws, table.dealer())
    after = planned.step.state
    marked = (table.version + 1) % FINGERPRINT_EVERY_ROWS == 0 or table.spec.game.outcome(
        after
    ) is not None
    played = table_log.Played(
        seat,
        Raw(msgspec.json.encode(chosen)),
        planned.entry.draws,
        by,
        move_text(table.spec, chosen, numbered_names(len(table.places))),
        table.fingerprint(after) if marked else "",
    )
    return PlannedRow(played, move=planned)


def guide_draws(table: Table, seat: Seat, chosen: Any, by: table_log.By) -> tuple[Draw, ...] | None:
    """Draws that a guide prescribes for a move. Only the guide's own moves are allowed."""
    moment = table.moment
    if moment is None:
        return None
    row = (
        moment.next_automatic_row(hurry=table.hurried)
        if by == "guide"
        else moment.row_of(seat, chosen, table.tried)
    )
    if row is None or (row.seat, row.move) != (seat, chosen):
        raise Denied("forbidden", "guided")
    return row.draws


def rewind_mistake(table: Table) -> PlannedRow:
    """Go back to before a mistake."""
    moment = table.moment
    if moment is None or moment.mistaken is None:
        raise Denied("closed")
    rewound = table_log.Rewound(moment.number, moment.mistaken.wrong.move)
    return other_row(table, rewound, table.head.host)


def hurry(table: Table) -> PlannedRow:
    """Skip the rest of a guide: it is played automatically."""
    if table.moment is None:
        raise Denied("closed")
    return other_row(table, table_log.Hurried(), table.head.host)


def hint(table: Table, seat: Seat) -> PlannedRow:
    """Count a hint."""
    return other_row(table, table_log.Hinted(seat), table.places[seat].person)


def undo(table: Table, seat: Seat, row: int) -> PlannedRow:
    found = table.undo(seat)
    if found is None or found != row:
        raise NotUndoable(f"{table.names[seat]} cannot take back row {row}")
    return other_row(table, table_log.TookBack(seat, row), table.places[seat].person)


def thaw(table: Table) -> PlannedRow:
    """Unfreeze a table that can be replayed."""
    if table.fault is not None:
        raise TableClosed(table.fault.why)
    if table.held is None:
        raise TableClosed("the table is not frozen")
    return PlannedRow(table_log.Thawed())


# ---------------------------------------------------------------- what is no move


def other_row(table: Table, entry: table_log.Entry, person: str | None) -> PlannedRow:
    """Plan a row that is no move, within the budget of a person. Rows that free others have none:
    they are planned without it."""
    if table.budget.rows.get(person or "", 0) >= max_rows(table, person):
        raise Denied("too-many", "table-full")
    return PlannedRow(entry)


def max_rows(table: Table, person: str | None) -> int:
    """Rows that a person may have at a table: more with each decision that lasts."""
    mine = table.seats_of(person)
    if mine and table.referee is not None:
        return row_budget.MAX_PLAYER_ROWS + sum(table.clocks.made[seat] for seat in mine)
    is_host = person == table.head.host
    return row_budget.MAX_PLAYER_ROWS if is_host else row_budget.MAX_VISITOR_ROWS


def talk(table: Table, said: table_log.Said) -> PlannedRow:
    """Plan a chat row. What watchers say together takes nothing from those who have a seat."""
    watches = not table.seats_of(said.person)
    if watches and table.budget.visitor_talk >= row_budget.MAX_VISITOR_TALK_ROWS:
        raise Denied("too-many", "table-full")
    return other_row(table, said, said.person)


# ---------------------------------------------------------------- seats


def place_at(table: Table, seat: Seat) -> Place:
    if not 0 <= seat < len(table.places):
        raise Denied("unknown")
    return table.places[seat]


def sit(
    table: Table, seat: Seat, person: Person, name: str, key: str, livery: int = 0
) -> PlannedRow:
    """Take an empty seat, or take back an own seat from a bot."""
    place = place_at(table, seat)
    if place.person == person.id:
        if place.level is None or table.state != "racing":
            raise Denied("closed")
        back = table_log.Sat(seat, replace(place, level=None), back=True)
        return other_row(table, back, person.id)
    if not place.empty:
        if table.state == "racing" and table.slow.may_return(seat, person.id):
            return sit_instead(table, seat, person, name)
        raise Denied("forbidden", "seat-taken")
    if table.state != "gathering":
        raise Denied("closed")
    if person.id in table.membership.barred:
        raise Denied("forbidden", "sent-away")
    if not may_sit(table, place, person.id, key):
        raise Denied("forbidden", "seat-held")
    check_livery(table.spec, table.options, table.places, seat, livery)
    found = distinct_name(name, person.id, table.places, taking=seat)
    taken = Place(found, person.id, livery=livery or place.livery)
    return other_row(table, table_log.Sat(seat, taken), person.id)


def sit_instead(table: Table, seat: Seat, person: Person, name: str) -> PlannedRow:
    """Take over the seat of another person, during the race."""
    place = table.places[seat]
    found = distinct_name(name, person.id, table.places, taking=seat)
    taken = Place(found, person.id, livery=place.livery)
    return other_row(table, table_log.Sat(seat, taken, instead=place.person or ""), person.id)


def paint(table: Table, seat: Seat, person: str, livery: int) -> PlannedRow | None:
    """Choose a livery for an own seat, or as the host for a bot's, before the start."""
    place = place_at(table, seat)
    if table.state != "gathering":
        raise Denied("closed")
    if place.person != person and (table.head.host != person or place.person is not None):
        raise Denied("not-yours")
    check_livery(table.spec, table.options, table.places, seat, livery)
    if place.livery == livery:
        return None
    return other_row(table, table_log.Painted(seat, livery), person)


def may_sit(table: Table, place: Place, person: str, key: str) -> bool:
    """Whether a person may take an empty seat: reserved for them, or with the key."""
    if place.held == person:
        return True
    has_key = bool(table.membership.key) and secrets.compare_digest(
        key.encode(), table.membership.key.encode()
    )
    free = place.held is None and not table.membership.locked
    return free or (has_key and not place.held) or table.head.host == person


def leave(table: Table, seat: Seat, person: str, bot: Place) -> PlannedRow:
    """Leave a seat: it is open before the start, a bot takes over afterwards. The host removes
    others in the same way."""
    place = place_at(table, seat)
    if table.state not in ("gathering", "racing"):
        raise Denied("closed")
    if place.person != person:
        return remove(table, seat, person, bot)
    if place.level is not None:
        raise Denied("closed")
    racing = table.state == "racing"
    left = replace(place, level=bot.level) if racing else Place()
    return PlannedRow(table_log.Left(seat, left, place.name))


def remove(table: Table, seat: Seat, host: str, bot: Place) -> PlannedRow:
    """Remove a person (host only): before the start, or who has not moved yet. A new key makes the
    invitation that they know useless."""
    place = table.places[seat]
    if host != table.head.host or place.person is None:
        raise Denied("not-yours")
    if table.state == "gathering":
        left = Place()
    elif seat in table.membership.moved:
        raise Denied("closed", "race-runs-on")
    else:
        name = distinct_name(bot.name, "", table.places, taking=seat)
        left = Place(name, None, bot.level, livery=place.livery)
    key = secrets.token_urlsafe(9) if table.membership.key else ""
    return PlannedRow(table_log.Left(seat, left, place.name, "host", key))


def drive_for(table: Table, seat: Seat) -> PlannedRow | None:
    """A bot takes over for a person who missed several deadlines in a row."""
    place = table.places[seat]
    if (
        table.membership.missed.get(seat, 0) < MAX_MISSED_DEADLINES
        or place.person is None
        or place.level
    ):
        return None
    driven = replace(place, level=table.away_level)
    return PlannedRow(table_log.Left(seat, driven, place.name, "clock"))


# ---------------------------------------------------------------- what the host may


def check_host(table: Table, person: str) -> None:
    if table.head.host != person:
        raise Denied("forbidden", "not-host")


def change(table: Table, person: str, changed: table_log.Changed) -> PlannedRow | None:
    """Change who may join and watch (host only)."""
    check_host(table, person)
    company = table.membership
    if table.state not in ("gathering", "racing"):
        raise Denied("closed")
    same = (
        changed.listed in (None, company.listed),
        changed.locked in (None, company.locked),
        changed.watching in (None, company.watching),
    )
    return None if all(same) else other_row(table, changed, person)


def close(table: Table, person: str) -> PlannedRow:
    """Close the table (host only): before another person is in a second round."""
    check_host(table, person)
    if table.state not in ("gathering", "racing"):
        raise Denied("closed")
    if not may_close(table, person):
        raise Denied("forbidden", "race-runs-on")
    return PlannedRow(table_log.Closed("host"))


def may_close(table: Table, person: str | None) -> bool:
    """Whether this person may close the table."""
    if table.head.host != person:
        return False
    state = table.state
    if state != "racing":
        return state == "gathering"
    others = [
        seat
        for seat, place in enumerate(table.places)
        if place.person not in (None, person) and not place.level
    ]
    return not any(map(table.membership.is_in_second_round, others))


def may_remove(table: Table, seat: Seat, person: str | None) -> bool:
    """Whether this person may remove who has a seat."""
    found = table.places[seat].person
    if table.head.host != person or found in (None, person):
        return False
    return table.state == "gathering" or (
        table.state == "racing" and seat not in table.membership.moved
    )


# ---------------------------------------------------------------- what all agree on


def propose(
    table: Table,
    person: Person,
    what: wire.What,
    seat: Seat | None,
    now: int,
    clock: wire.Bank | None = None,
    slow: wire.SlowOptions | None = None,
) -> PlannedRow:
    """Propose to abandon the race, a bot for a person absent for a day, another person for one
    absent for long, or another pace."""
    mine = table.seats_of(person.id)
    if table.state != "racing":
        raise Denied("closed")
    if not mine:
        raise Denied("not-yours")
    if table.membership.proposal is not None:
        raise Denied("closed", "proposed-already")
    if what in ("abandon", "pace"):
        seat = None
    if what == "pace":
        check_new_pace(table, clock, slow)
    else:
        clock = slow = None
    if what == "substitute":
        place = place_at(table, -1 if seat is None else seat)
        assert seat is not None
        waited = now - table.clocks.since.get(seat, now)
        if place.person in (None, person.id) or place.level is not None or waited < DAY_MS:
            raise Denied("closed", "not-absent")
    if what == "replace":
        place_at(table, -1 if seat is None else seat)
        assert seat is not None
        if seat in table.slow.offers or not table.slow.may_be_offered(seat, table.places, now):
            raise Denied("closed", "not-absent-long")
    if table.budget.proposals.get(person.id, 0) >= row_budget.MAX_PROPOSALS:
        raise Denied("too-many", "table-full")
    name = table.places[mine[0]].name
    return PlannedRow(table_log.Proposed(what, person.id, name, seat, clock, slow))


def check_new_pace(table: Table, clock: wire.Bank | None, slow: wire.SlowOptions | None) -> None:
    """Refuse a proposal that changes nothing."""
    if table.bank_clocks is None:
        raise Denied("closed", "no-bank")
    if clock in (None, table.clock) and slow in (None, table.slow.options):
        raise Denied("closed", "same-pace")


def agree(table: Table, person: Person, yes: bool) -> PlannedRow | None:
    """Answer a proposal; none if the answer is known."""
    found = table.membership.proposal
    if found is None or table.state != "racing":
        raise Denied("closed")
    mine, required = table.seats_of(person.id), found.required_people(table.places)
    if not mine or (person.id not in required and person.id != found.person):
        raise Denied("not-yours")
    if yes and person.id in found.agreed:
        return None
    name = table.places[mine[0]].name
    return PlannedRow(table_log.Agreed(person.id, name, yes))


def rematch(table: Table, person: Person, id: str) -> PlannedRow:
    """Note the rematch at the old table, so that everyone sees it."""
    mine = table.seats_of(person.id)
    if not mine:
        raise Denied("not-yours")
    if table.state not in ("over", "closed") or table.membership.rematch is not None:
        raise Denied("closed")
    return PlannedRow(table_log.Rematch(id, table.places[mine[0]].name))
