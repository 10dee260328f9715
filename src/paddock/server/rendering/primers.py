"""Primers: introductions to a game, with views that boards draw."""

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
from paddock.server.rendering.raw_json import raw
from paddock.server.rendering.render import WORDS, standings


class PictureFrame(Struct, frozen=True):
    """One frame of a picture: text and view."""

    say: Translated
    view: Any


class Picture(Struct, frozen=True):
    seats: tuple[str, ...]
    eye: Seat
    frames: tuple[PictureFrame, ...]


@cache
def pictures(id: str) -> tuple[Picture | None, ...]:
    """Pictures of a primer, computed by the rules, part by part. Cached."""
    spec = games.find_spec(id)
    found = primer.read_primer(spec)
    return () if found is None else tuple(picture(spec, part) for part in found.part)


def picture(spec: AnyGameSpec, part: primer.Part) -> Picture | None:
    if part.steps is not None or part.mistake is not None:
        course = guides.get_course(spec, guides.FIRST_GUIDE)
        frames = (
            guide_frames(course, *part.steps)
            if part.steps
            else mistake_frames(course, part.mistake or 0)
        )
        return Picture(course.guide.seats, course.you, tuple(frames))
    if not part.seats:
        return None
    return Picture(part.seats, part.seats.index(part.you), tuple(position_frames(spec, part)))


def guide_frames(course: Course, least: int, most: int) -> Iterator[PictureFrame]:
    """Frames of some steps of a guide; one step more shows the result."""
    referee = start_course(course)
    said = 0
    for taught in course.rows:
        step = taught.step + 1
        if taught.own and step > said:
            said = step
            if step > most:
                return
            if step >= least:
                yield PictureFrame(course.guide.step[step - 1].say, learner_view(course, referee))
        referee.repeat(taught.play)


def mistake_frames(course: Course, step: int) -> Iterator[PictureFrame]:
    """Frames of a step's mistake: before it and after it."""
    referee = start_course(course)
    for taught in course.rows:
        if taught.step + 1 == step and taught.allowed:
            branch = taught.allowed[0]
            yield PictureFrame(course.guide.step[step - 1].say, learner_view(course, referee))
            for row in branch.rows:
                referee.repeat(row)
            yield PictureFrame(branch.wrong.say, learner_view(course, referee))
            return
        referee.repeat(taught.play)
    raise primer.BrokenPrimer(f"step {step} of the guide has no mistake")


def start_course(course: Course) -> AnyReferee:
    card = course.spec.card
    seats = course.guide.seats
    start: AnyRecord = Record(card.id, card.edition, course.options, seats, course.dealt)
    return Referee.replay(course.spec.game, start, random.Random(0))


def learner_view(course: Course, referee: AnyReferee) -> Any:
    return course.spec.game.view(referee.state, course.you)


def position_frames(spec: AnyGameSpec, part: primer.Part) -> Iterator[PictureFrame]:
    """Frames of a set-up position and of what is played from there."""
    builder = CourseBuilder(spec, part.position())
    game = builder.game
    options = convert_options(spec.options, part.options)
    builder.state = game.setup(options, len(part.seats), builder.luck).state
    viewer = part.seats.index(part.you)
    yield PictureFrame({}, game.view(builder.state, viewer))
    for frame in part.frame:
        for line in expand_repeats(frame.do):
            builder.play_line(0, *builder.seat_and_text(line), own=False)
        yield PictureFrame(frame.say, game.view(builder.state, viewer))


def page(spec: AnyGameSpec, language: Language) -> bodies.Primer | None:
    """Primer of a game for a reader; a series has none."""
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
