"""The pages one learns from before the clauses: primers, with the views that boards draw."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cache
from typing import Any

from msgspec import Struct

from paddock import games
from paddock.core import guide as guides
from paddock.core import primer
from paddock.core.game_spec import AnyGameSpec
from paddock.core.guide import Course, CourseBuilder, Translated, expand_repeats, text_in
from paddock.core.options import convert_options
from paddock.core.record import AnyRecord, Record
from paddock.core.referee import AnyReferee, Referee
from paddock.core.seats import Language, Seat
from paddock.server.api import bodies
from paddock.server.rendering.asks import raw
from paddock.server.rendering.render import WORDS, standings


class Seen(Struct, frozen=True):
    """A moment of a picture: what is said of it, and what its eye sees."""

    say: Translated
    view: Any


class Picture(Struct, frozen=True):
    seats: tuple[str, ...]
    eye: Seat
    frames: tuple[Seen, ...]


@cache
def pictures(id: str) -> tuple[Picture | None, ...]:
    """The pictures of a primer, worked out by the rules, part by part; once is enough."""
    spec = games.find_spec(id)
    found = primer.read_primer(spec)
    return () if found is None else tuple(picture(spec, part) for part in found.part)


def picture(spec: AnyGameSpec, part: primer.Part) -> Picture | None:
    if part.steps is not None or part.mistake is not None:
        course = guides.get_course(spec, guides.FIRST_GUIDE)
        frames = stepped(course, *part.steps) if part.steps else mistaken(course, part.mistake or 0)
        return Picture(course.guide.seats, course.you, tuple(frames))
    if not part.seats:
        return None
    return Picture(part.seats, part.seats.index(part.you), tuple(laid(spec, part)))


def stepped(course: Course, least: int, most: int) -> Iterator[Seen]:
    """Some steps of a guide: what it says, and how it stands then; one step more shows the end."""
    referee = begun(course)
    said = 0
    for taught in course.rows:
        step = taught.step + 1
        if taught.own and step > said:
            said = step
            if step > most:
                return
            if step >= least:
                yield Seen(course.guide.step[step - 1].say, look(course, referee))
        referee.repeat(taught.play)


def mistaken(course: Course, step: int) -> Iterator[Seen]:
    """The mistake of a step: as it stands before it, and what comes of it."""
    referee = begun(course)
    for taught in course.rows:
        if taught.step + 1 == step and taught.allowed:
            branch = taught.allowed[0]
            yield Seen(course.guide.step[step - 1].say, look(course, referee))
            for row in branch.rows:
                referee.repeat(row)
            yield Seen(branch.wrong.say, look(course, referee))
            return
        referee.repeat(taught.play)
    raise primer.BrokenPrimer(f"step {step} of the guide has no mistake")


def begun(course: Course) -> AnyReferee:
    card = course.spec.card
    seats = course.guide.seats
    start: AnyRecord = Record(card.id, card.edition, course.options, seats, course.dealt)
    return Referee.replay(course.spec.game, start, random.Random(0))


def look(course: Course, referee: AnyReferee) -> Any:
    return course.spec.game.view(referee.state, course.you)


def laid(spec: AnyGameSpec, part: primer.Part) -> Iterator[Seen]:
    """A position of its own, and what is done from there."""
    builder = CourseBuilder(spec, part.position())
    game = builder.game
    options = convert_options(spec.options, part.options)
    builder.state = game.setup(options, len(part.seats), builder.luck).state
    viewer = part.seats.index(part.you)
    yield Seen({}, game.view(builder.state, viewer))
    for frame in part.frame:
        for line in expand_repeats(frame.do):
            builder.play_line(0, *builder.seat_and_text(line), own=False)
        yield Seen(frame.say, game.view(builder.state, viewer))


def page(spec: AnyGameSpec, language: Language) -> bodies.Primer | None:
    """The primer of a game for a reader; a series has none of its own."""
    found = primer.read_primer(spec)
    if found is None:
        return None
    drawn = pictures(spec.card.id)
    return bodies.Primer(
        text_in(found.about, language),
        tuple(
            part_page(spec, part, shown, language)
            for part, shown in zip(found.part, drawn, strict=True)
        ),
    )


def part_page(
    spec: AnyGameSpec, part: primer.Part, shown: Picture | None, language: Language
) -> bodies.PrimerPart:
    names: tuple[str, ...] = ()
    frames: tuple[bodies.PrimerFrame, ...] = ()
    if shown is not None:
        names = tuple(
            WORDS.tell("you", language) if name == "you" else name.capitalize()
            for name in shown.seats
        )
        frames = tuple(
            bodies.PrimerFrame(
                text_in(frame.say, language) if frame.say else "",
                raw(frame.view),
                standings(spec, spec.standings(frame.view), names, language),
            )
            for frame in shown.frames
        )
    return bodies.PrimerPart(
        part.kind,
        text_in(part.title, language),
        text_in(part.say, language),
        part.rule,
        names,
        0 if shown is None else shown.eye,
        frames,
    )
