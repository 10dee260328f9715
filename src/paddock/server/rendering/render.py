"""Rendering: views, asks and events of a table as wire values, in a language."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from functools import cached_property
from typing import Any, TypeAlias

from msgspec import Raw, Struct

from paddock.core.game import Ask, ask_of, seen_by
from paddock.core.game_spec import AnyGameSpec
from paddock.core.guide import Course, text_in
from paddock.core.programs import Woken
from paddock.core.progress import Progress
from paddock.core.seats import Language, Names, Seat
from paddock.core.spoken import describe_board
from paddock.core.standings import Standing
from paddock.server.api import wire
from paddock.server.rendering import asks, slow_lines, turn_lines
from paddock.server.rendering import prepared as prepared_texts
from paddock.server.rendering.asks import ask_now, encode_early
from paddock.server.rendering.memo_cache import MemoCache
from paddock.server.rendering.raw_json import raw
from paddock.server.tables import actions, prepared, table_log
from paddock.server.tables.listing import Listed, Summary, summarize
from paddock.server.tables.liveries import worn_liveries
from paddock.server.tables.programs import NOTHING, AnyPrepared
from paddock.server.tables.table import RowEvents, Table

WORDS = asks.WORDS
MAX_LOG_ROWS = 300  # race rows sent with a whole table
MAX_TALK_ROWS = 100  # chat rows sent with a whole table
LEAVE_NOTES: dict[tuple[str, bool], tuple[wire.NotedWhat, str]] = {
    ("self", False): ("left", "left"),
    ("self", True): ("left", "driven"),
    ("host", False): ("removed", "removed"),
    ("host", True): ("removed", "removed"),
    ("clock", True): ("driven", "missed"),
    ("holiday", True): ("driven", "on-holiday"),
}
"""Note when a person leaves: by whom, and whether a bot takes over."""


class ViewerRender:
    """View and standings of one or several viewers at a moment. It has no reference to the table: a
    reference cycle would keep every moment in memory for a while."""

    def __init__(self, view: Any, ranked: tuple[Standing, ...]) -> None:
        self.raw_view, self.ranked = view, ranked

    @cached_property
    def view(self) -> Raw:
        return raw(self.raw_view)


RankedStandings: TypeAlias = tuple[tuple[Standing, ...], tuple[wire.Standing, ...]]
"""Standings and their rendering."""


class ProgramsNow(Struct, frozen=True):
    """What the seats of a table have prepared; why one is asked, if that came out later; and when
    answers that wait are given."""

    found: Mapping[Seat, AnyPrepared] = {}
    asked: Mapping[Seat, Woken] = {}
    due: wire.Millis | None = None


class RenderCache:
    """Rendered parts of a table at one moment, shared by all readers. Parts that may stay the same
    go into the memo cache."""

    def __init__(
        self,
        table: Table,
        memo: MemoCache | None = None,
        connected: Collection[Seat] = (),
        at: int | None = None,
        programs: ProgramsNow | None = None,
    ) -> None:
        self.table, self.connected = table, connected
        self.state, self.asks, self.bank = table.state, table.asks(), table.bank_clocks
        self.frozen = table.frozen
        people = [seat for seat, place in enumerate(table.places) if place.person is not None]
        self.hinted = people[0] if len(people) == 1 and table.may_hint(people[0]) else None
        self.closable: dict[str | None, bool] = {}  # by person: whether they may close the table
        self.at = table.changed if at is None else at  # the time now
        self.programs = programs or ProgramsNow()
        self.memo = MemoCache() if memo is None else memo
        self.readers: dict[str, str | None] = {}  # by person: as whom the frames name them
        self.sights: list[ViewerRender] = []
        self.seats: dict[str | None, tuple[wire.SeatNow, ...]] = {}
        self.rankings: dict[Language, list[RankedStandings]] = {}
        self.waiting: dict[tuple[Seat, Language], wire.Waiting] = {}
        self.events: dict[tuple[int, int, Language], list[tuple[Any, wire.Told]]] = {}
        self.lines: dict[tuple[int, Language], tuple[wire.Line, ...]] = {}
        self.turn_entries: dict[int, list[int]] = {}  # with lines after a row
        self.secrets: dict[int, bool] = {}  # whether any row since then has secrets
        self.turns: dict[tuple[tuple[int, ...], Seat | None, Language], tuple[wire.Turn, ...]] = {}

    @cached_property
    def summary(self) -> Summary:
        return summarize(self.table)

    @cached_property
    def ranked(self) -> tuple[Standing, ...]:
        """Standings as everyone sees them."""
        if self.table.referee is None:
            return ()
        return self.table.turn_log.standings(self.table.referee.state)

    def ranking(self, sight: ViewerRender, language: Language) -> tuple[wire.Standing, ...]:
        """Rendered standings, shared by all who see the same order."""
        said = self.rankings.setdefault(language, [])
        for ranked, ranking in said:
            if ranked == sight.ranked:
                return ranking
        table = self.table
        found = encode_early(standings(table.spec, sight.ranked, table.names, language))
        said.append((sight.ranked, found))
        return found

    def render_for(self, viewer: Seat | None) -> ViewerRender:
        """View of a viewer. Equal views are shared."""
        table = self.table
        assert table.referee is not None
        view = table.spec.game.view(table.referee.state, viewer)
        for sight in self.sights:
            if sight.raw_view == view:
                return sight
        own = table.spec.own_standings(table.options)
        self.sights.append(ViewerRender(view, table.spec.standings(view) if own else self.ranked))
        return self.sights[-1]

    def may_close(self, person: str | None) -> bool:
        """Whether a person may close the table."""
        found = self.closable.get(person)
        if found is None:
            found = self.closable[person] = actions.may_close(self.table, person)
        return found

    def secrets_since(self, first: int) -> bool:
        """Whether any row since then has events that some may not see."""
        found = self.secrets.get(first)
        if found is None:
            found = any(row.secret for row in self.table.rows_since(first - 1))
            self.secrets[first] = found
        return found

    def touched_entries(self, since: int) -> list[int]:
        """Entries of the turn log with lines after a row."""
        found = self.turn_entries.get(since)
        if found is None:
            found = self.turn_entries[since] = turn_lines.touched_entries(
                self.table.rows_since(since)
            )
        return found

    @cached_property
    def clocks(self) -> tuple[tuple[int | None, int | None], ...]:
        """Time bank and deadline of each seat."""
        table = self.table
        if not table.has_deadlines:
            return ((None, None),) * len(table.places)
        return tuple([(table.clocks.bank(s), table.deadline(s)) for s in range(len(table.places))])


# ---------------------------------------------------------------- how it stands


def now(
    once: RenderCache,
    viewer: Seat | None,
    language: Language,
    person: str | None,
    *,
    looks_up: bool = False,
) -> wire.Now:
    """State of the table for a viewer. `person` decides which seats are the reader's own. The board
    is described in sentences for a seat that is asked, or with `looks_up`."""
    table, state, asks = once.table, once.state, once.asks
    seated = seats_of(once, person)
    frozen = "" if once.frozen is None else why_frozen(table, once.frozen, language)
    rematch, closable = table.membership.rematch, once.may_close(person)
    if table.referee is None:
        return wire.Now(state, seated, frozen=frozen, rematch=rematch, closable=closable)
    mine = None if viewer is None else ask_of(asks, viewer)
    sight = once.render_for(viewer)
    own = NOTHING if viewer is None else once.programs.found.get(viewer, NOTHING)
    asked: tuple[wire.Ask, ...] = ()
    since: tuple[wire.Turn, ...] = ()
    if mine is not None:
        answer = prepared_answer(once, mine, language)
        asked = (ask_now(table, mine, language, sight.raw_view, once.memo, answer),)
        since = turn_lines.turns_since(once, mine, mine.seat, language)
    return wire.Now(
        state=state,
        seats=seated,
        view=sight.view,
        standings=once.ranking(sight, language),
        asks=asked,
        waiting=tuple([waiting(once, ask, language) for ask in asks if ask.seat != viewer]),
        undo=None if viewer is None else table.undo(viewer),
        outcome=outcome(once.summary, table.spec, language),
        frozen=frozen,
        proposal=proposal_now(table, language),
        rematch=rematch,
        guide=None if table.course is None else guide_now(table, viewer, language),
        spoken=sentences(once, sight, viewer, language) if looks_up or mine is not None else "",
        hints=None if viewer is None or viewer != once.hinted else table.hints[viewer],
        since=since,
        closable=closable,
        slow=None if once.bank is None else slow_lines.slow_now(once.bank, table, person, once.at),
        programs=() if viewer is None else prepared_texts.lines(table, viewer, own, language),
        sitting=sitting_now(once, viewer) if state == "racing" else None,
        programs_note=prepared_texts.note(own, language),
    )


def sitting_now(once: RenderCache, viewer: Seat | None) -> wire.Sitting:
    """The turns that everybody plans now, and until when a seat is waited for."""
    found = prepared.sitting_of(once.table)
    deadline = None if viewer is None else once.clocks[viewer][1]
    return wire.Sitting(found.number, found.last_turn, deadline)


def prepared_answer(
    once: RenderCache, ask: Ask[Any], language: Language
) -> wire.PreparedAnswer | None:
    """What a seat's programs do with its ask; none if it has none."""
    found = once.programs.found.get(ask.seat, NOTHING)
    if not found.lines:
        return None
    given: prepared.Given | None = once.programs.asked.get(ask.seat)
    given = given or prepared.judge(once.table, ask.seat, found)
    return prepared_texts.answer(once.table, ask, given, language, once.programs.due)


def waiting(once: RenderCache, ask: Ask[Any], language: Language) -> wire.Waiting:
    """A decision as the others see it."""
    found = once.waiting.get((ask.seat, language))
    if found is None:
        table = once.table
        text = table.spec.words.waiting_text(ask, table.names, language)
        found = wire.Waiting(ask.seat, text, once.clocks[ask.seat][1])
        once.waiting[ask.seat, language] = found
    return found


def guide_now(table: Table, viewer: Seat | None, language: Language) -> wire.Guide | None:
    """Instruction of a guided race for the learner; at its end, what was learnt."""
    course = table.course
    if course is None or viewer != course.you or table.referee is None:
        return None
    guide, steps = course.guide, len(course.guide.step)
    title, moment = text_in(guide.title, language), table.moment
    if not table.asks():
        learnt = guide.free.learnt
        if learnt is None or table.state != "over":
            return None
        return wire.Guide(title, steps, steps, text_in(learnt, language), free=True, over=True)
    if moment is None:
        since = table.referee.rows[len(course.rows) :]
        if not any(row.seat == viewer for row in since):
            said = text_in(guide.free.say, language)
        else:
            mine = ask_of(table.referee.asks, viewer)
            asked = "" if mine is None else mine.question.prompt
            tips = [tip.say for tip in guide.free.tips if tip.asked == asked]
            said = text_in(tips[0], language) if tips else ""
        return wire.Guide(title, steps, steps, said, free=True)
    number, step = moment.taught.step, guide.step[moment.taught.step]
    if moment.branch is not None:
        wrong = moment.branch.wrong
        over = moment.mistaken is not None
        said = text_in(wrong.say, language) if over else ""
        return wire.Guide(title, number + 1, steps, said, rules=wrong.rule, mistake=over)
    if not moment.taught.own:  # the opponents move
        return wire.Guide(title, number + 1, steps, "")
    return wire.Guide(
        title,
        number + 1,
        steps,
        text_in(step.say, language),
        pointer(course, step.point),
        step.rule,
    )


NUMBERED_KINDS = ("square", "space")  # they have names in notation and numbers on the boards


def pointer(course: Course, point: str) -> str:
    """What an instruction points at, with seats as numbers."""
    kind, _, what = point.partition(":")
    known = course.spec.notation.fields.get(kind) if kind in NUMBERED_KINDS else None
    if known is not None:
        return f"{kind}:{known.read(what, course.guide.seats)}"
    who, slash, part = what.partition("/")
    if kind == "option" or who not in course.guide.seats:
        return point
    return f"{kind}:{course.guide.seats.index(who)}{slash}{part}"


def proposal_now(table: Table, language: Language) -> wire.Proposal | None:
    """The proposal, and who still has to agree."""
    found = table.membership.proposal
    if found is None:
        return None
    needed = found.required_people(table.places)
    people = [(seat, place.person) for seat, place in enumerate(table.places) if place.person]
    return wire.Proposal(
        found.what,
        found.seat,
        found.name,
        tuple(seat for seat, person in people if person in found.agreed),
        tuple(seat for seat, person in people if person in needed - found.agreed),
        proposal_text(
            table, found.what, found.name, found.seat, language, (found.clock, found.slow)
        ),
    )


def proposal_text(
    table: Table,
    what: wire.What,
    name: str,
    seat: Seat | None,
    language: Language,
    pace: slow_lines.NewPace = (None, None),
) -> str:
    about = "" if seat is None else table.places[seat].name
    if what == "pace":
        about = slow_lines.describe_pace(table, *pace, language)
    return WORDS.tell(f"proposed.{what}", language, name=name, about=about)


def why_frozen(table: Table, frozen: table_log.Frozen, language: Language) -> str:
    """Why a table is frozen, as a sentence."""
    return WORDS.tell(
        f"frozen.{frozen.cause}", language, was=table.edition, now=table.spec.card.edition
    )


def standings(
    spec: AnyGameSpec, ranked: tuple[Standing, ...], names: Names, language: Language
) -> tuple[wire.Standing, ...]:
    """Rendered standings, with texts where the game has some."""
    return tuple(
        [
            wire.Standing(
                found.seat if found.seat >= 0 else None,
                found.car,
                found.place,
                found.status,
                found.lap,
                found.gap,
                *spec.words.standing(found, names, language),
            )
            for found in spec.shown_standings(ranked)
        ]
    )


def sentences(
    once: RenderCache, sight: ViewerRender, viewer: Seat | None, language: Language
) -> str:
    """The board in sentences, cached while the view is the same."""
    table = once.table
    return once.memo.get(
        ("board", viewer, language),
        (sight.raw_view, table.names),
        lambda: describe_board(table.spec, sight.raw_view, viewer, table.names, language),
    )


def seats_of(once: RenderCache, person: str | None) -> tuple[wire.SeatNow, ...]:
    """Seats as everyone sees them now, with the reader's own marked."""
    found = once.seats.get(person)
    if found is None:
        found = once.seats[person] = encode_early(
            seats(once.table.spec, once.summary, person, once)
        )
    return found


def seats(
    spec: AnyGameSpec,
    summary: Summary,
    person: str | None,
    once: RenderCache | None = None,
) -> tuple[wire.SeatNow, ...]:
    """Seats as everyone sees them; the reader's own are marked."""
    places = None if summary.outcome is None else spec.shown_places(summary.outcome)
    connected = () if once is None else once.connected
    clocks = once.clocks if once is not None else ((None, None),) * len(summary.places)
    arranged = slow_lines.seats(None if once is None else once.table, summary, person, once)
    liveries = worn_liveries(summary.places)
    return tuple(
        wire.SeatNow(
            seat=seat,
            name=place.name,
            kind=place.kind,
            livery=liveries[seat],
            painted=bool(place.livery),
            mine=person is not None and place.person == person,
            for_me=person is not None and place.held == person,
            level=place.level,
            away=place.person is not None and place.level is not None,
            connected=seat in connected,
            asked=seat in summary.asked,
            bank=clocks[seat][0],
            deadline=clocks[seat][1],
            place=None if places is None else places[seat],
            removable=once is not None and actions.may_remove(once.table, seat, person),
            **arranged[seat],
        )
        for seat, place in enumerate(summary.places)
    )


def outcome(summary: Summary, spec: AnyGameSpec, language: Language) -> wire.Outcome | None:
    found = summary.outcome
    if found is None:
        return None
    reason = spec.words.reason(found.reason, language)
    return wire.Outcome(tuple(found.places), tuple(found.others), reason)


# ---------------------------------------------------------------- what happened


def news(
    once: RenderCache, since: int, viewer: Seat | None, language: Language
) -> tuple[wire.Line, ...]:
    """News after a row for a viewer; shared if there were no secrets."""
    if once.secrets_since(since + 1):
        return lines(once, once.table.rows_since(since), viewer, language)
    found = once.lines.get((since, language))
    if found is None:
        told = lines(once, once.table.rows_since(since), viewer, language)
        found = once.lines[since, language] = encode_early(told)
    return found


def latest(table: Table) -> list[RowEvents]:
    """Lines for a new client: the last race rows and the last chat rows."""
    race, talk, found = MAX_LOG_ROWS, MAX_TALK_ROWS, []
    for happened in reversed(table.history):
        if isinstance(happened.row.entry, table_log.Said):
            if talk:
                talk -= 1
                found.append(happened)
        elif race:
            race -= 1
            found.append(happened)
        else:
            break
    return found[::-1]


def lines(
    once: RenderCache, happened: Iterable[RowEvents], viewer: Seat | None, language: Language
) -> tuple[wire.Line, ...]:
    return tuple(line for each in happened for line in row_lines(once, each, viewer, language))


def row_lines(
    once: RenderCache, happened: RowEvents, viewer: Seat | None, language: Language
) -> list[wire.Line]:
    """Lines of one row."""
    table = once.table
    row = happened.row
    if row.n < table.slow.sees_since(viewer):
        viewer = None  # another person drove then
    match row.entry:
        case table_log.Played(seat=seat, by="clock") if table.bank_clocks is not None:
            out = slow_lines.late_note(table, row, language)
            return [*out, *events(once, happened, viewer, language)]
        case table_log.Played(seat=seat, by="clock" | "countdown"):
            out = [note(row.n, "timeout", seat, language, table.places[seat])]
            return [*out, *events(once, happened, viewer, language)]
        case table_log.Played():
            return events(once, happened, viewer, language)
        case table_log.Said(name, seat, text):
            return [wire.Said(row.n, name, seat, text, row.at)]
        case table_log.TookBack(seat, taken):
            text = WORDS.tell("taken-back", language, name=table.names[seat])
            return [wire.TakenBack(row.n, taken, seat, text)]
        case table_log.Rewound():
            return [note(row.n, "rewound", None, language)]
        case table_log.Sat(seat, place, _, instead) if instead:
            return [slow_lines.replaced_note(table, row.n, seat, place, language)]
        case table_log.Sat(seat, place, back):
            return [note(row.n, "back" if back else "sat", seat, language, place)]
        case table_log.Left(seat, place, name, by):
            what, id = LEAVE_NOTES[by, place.level is not None]
            return [wire.Noted(row.n, what, seat, WORDS.tell(f"noted.{id}", language, name=name))]
        case table_log.Proposed(what, _, name, seat, clock, slow):
            text = proposal_text(table, what, name, seat, language, (clock, slow))
            return [wire.Noted(row.n, "proposed", seat, text)]
        case table_log.Agreed(_, name, yes):
            kind: wire.NotedWhat = "agreed" if yes else "declined"
            return [wire.Noted(row.n, kind, None, WORDS.tell(f"noted.{kind}", language, name=name))]
        case table_log.Closed(cause):
            return [wire.Noted(row.n, "closed", None, WORDS.tell(f"closed.{cause}", language))]
        case table_log.Changed():
            return [note(row.n, "changed", None, language)]
        case table_log.Rematch(_, name):
            text = WORDS.tell("noted.rematch", language, name=name)
            return [wire.Noted(row.n, "rematch", None, text)]
        case table_log.Frozen():
            return [wire.Noted(row.n, "frozen", None, why_frozen(table, row.entry, language))]
        case table_log.Thawed():
            return [note(row.n, "thawed", None, language)]
        case table_log.Repinned(edition):
            text = WORDS.tell("noted.edition", language, edition=edition)
            return [wire.Noted(row.n, "edition", None, text)]
        case table_log.Started():
            return [
                note(row.n, "started", None, language),
                *events(once, happened, viewer, language),
            ]
        case _:
            return slow_lines.notes(table, row, language)


def note(
    n: int,
    what: wire.NotedWhat,
    seat: Seat | None,
    language: Language,
    place: table_log.Place | None = None,
) -> wire.Noted:
    name = {} if place is None else {"name": place.name}
    return wire.Noted(n, what, seat, WORDS.tell(f"noted.{what}", language, **name))


def events(
    once: RenderCache, happened: RowEvents, viewer: Seat | None, language: Language
) -> list[wire.Line]:
    """Events of a row; equal events are rendered once."""
    table, n = once.table, happened.row.n
    out: list[wire.Line] = []
    for i, (event, turn) in enumerate(zip(happened.events, happened.turn_entries, strict=True)):
        view = seen_by(event, viewer) if happened.secret else event
        if view is None:
            continue
        said = once.events.setdefault((n, i, language), [])
        for known, line in said:
            if known is view or known == view:
                out.append(line)
                break
        else:
            line = event_line(table, n, view, turn, language)
            said.append((view, line))
            out.append(line)
    return out


def event_line(table: Table, n: int, event: Any, turn: int, language: Language) -> wire.Told:
    spec = table.spec
    clause = spec.clause(getattr(event, "clause", ""), table.options)
    text = spec.words.say(event, table.names, language)
    return wire.Told(n, raw(event), text, clause, turn, spec.turns.kind(event))


# ---------------------------------------------------------------- for lists


def card(
    listed: Listed, spec: AnyGameSpec, person: str | None, language: Language
) -> wire.TableCard:
    """A table as lists show it to a person."""
    summary = listed.summary
    return wire.TableCard(
        id=listed.id,
        game=listed.game,
        title=spec.title(language),
        edition=summary.edition,
        options=summary.options,
        clock=summary.clock,
        listed=listed.listed,
        state=listed.state,
        host=next((p.name for p in summary.places if p.person == summary.host), ""),
        hosted=person is not None and summary.host == person,
        seats=seats(spec, summary, person),
        version=listed.version,
        created=listed.created,
        changed=listed.changed,
        your_turn=turn_of(summary, person),
        forked=summary.forked,
        outcome=outcome(summary, spec, language),
        watching=summary.watching,
        locked=summary.locked,
        key=summary.key if person is not None and sits(summary, person) else None,
        rematch=summary.rematch,
        kind=summary.kind,
        progress=describe_progress(summary.progress, language),
    )


def describe_progress(progress: Progress | None, language: Language) -> str:
    """How far a race is, in words: race 2 of 10, lap 1 of 3."""
    if progress is None:
        return ""
    parts = []
    if (stage := progress.stage) is not None:
        known = "of" if stage.of else "alone"
        parts.append(WORDS.tell(f"progress.{stage.unit}.{known}", language, n=stage.n, of=stage.of))
    if progress.lap:
        known = "of" if progress.laps else "alone"
        parts.append(
            WORDS.tell(f"progress.lap.{known}", language, n=progress.lap, of=progress.laps)
        )
    return ", ".join(parts)


def so_far(table: Table, viewer: Seat | None, language: Language) -> tuple[str, ...]:
    """How the races of a season ended, one sentence each; nothing at a table that does not race."""
    if table.referee is None or table.state != "racing":
        return ()
    state = table.referee.state
    stage = table.spec.progress(state).stage
    unit = "race" if stage is None else stage.unit
    you = WORDS.tell("you", language).lower()
    told = []
    for n, places in enumerate(table.spec.results(state), 1):
        order = sorted(range(len(places)), key=lambda seat: (places[seat] or 99, seat))
        results = [
            WORDS.tell(
                "so-far.placed" if places[seat] else "so-far.out",
                language,
                name=you if seat == viewer else table.names[seat],
                place=table.spec.words.tell("ordinal", language, n=places[seat]),
            )
            for seat in order
        ]
        what = WORDS.tell(f"progress.{unit}.alone", language, n=n)
        told.append(f"{what[:1].upper()}{what[1:]}: {', '.join(results)}.")
    return tuple(told)


def sits(summary: Summary, person: str) -> bool:
    """Whether a person has a seat at a table, or opened it."""
    return summary.host == person or any(place.person == person for place in summary.places)


def turn_of(summary: Summary, person: str | None) -> bool:
    """Whether a person is asked, in a seat without a bot."""
    places = summary.places
    return person is not None and any(
        places[seat].person == person and places[seat].level is None for seat in summary.asked
    )
