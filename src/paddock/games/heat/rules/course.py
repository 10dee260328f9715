"""Courses: a board with road tokens, weather and Event, as cached tables by space.

The state holds the course as a short text, for instance `usa:2:rain:o.wb:0:t`: board, laps,
weather, road tokens by corner, event, and flags (t tournament, g garage, c chevrons, a digit for
the Legends' extra speed). A player's track is given by its whole text.
"""

from __future__ import annotations

from functools import lru_cache

from msgspec import Struct

from paddock.core.citations import cites
from paddock.games.heat.card import R
from paddock.games.heat.data import (
    WEATHER_IDS,
    WEATHERS,
    Effect,
    Event,
    Sky,
    Token,
    Track,
    Weather,
    event,
    kebab,
)
from paddock.games.heat.data.own import track_of
from paddock.games.heat.rules.memo import Memo

GRID = 8
"""Offset from a position to an index: grid positions are below 0."""
AWAY = -100
"""The position of a car that has left the board."""
SPACES_BEYOND_FINISH = 60
"""Spaces past the finish that the tables cover."""

FREE_BOOST, SLIP_1, SLIP_2, NO_SLIP, COOLING, NO_COOLING, TUNNEL, FLOODED = (
    1 << i for i in range(8)
)
SECTOR_FLAG = {
    "no-cooling": NO_COOLING,
    "no-slipstream": NO_SLIP,
    "slipstream-2": SLIP_2,
    "cooling": COOLING,
}
LETTERS = {
    Token.NONE: ".",
    Token.OVERHEAT: "o",
    Token.SLOWER: "-",
    Token.FASTER: "+",
    Token.WEATHER: "w",
    Token.FREE_BOOST: "b",
    Token.SLIPSTREAM: "s",
}
"""Letters of road tokens in the text of a course."""
TOKEN_OF = {letter: token for token, letter in LETTERS.items()}


class Course(Struct, frozen=True, gc=False):
    """Tables by line (those before the finish) and by space (index: position + GRID)."""

    text: str
    track: Track
    laps: int
    goal: int
    weather: Weather | None
    tokens: tuple[Token, ...]  # by corner
    event: Event
    effect: Effect
    lines: tuple[int, ...]  # the first space after each corner line, all laps
    limits: tuple[int, ...]  # with road tokens
    overheat: tuple[bool, ...]
    press: tuple[bool, ...]
    crowd: tuple[int, ...]  # the lap, where an Event counts the cars at this line, else -1
    next_line: tuple[int, ...]  # by space: the first line ahead
    past_legends: tuple[bool, ...]  # by space: the Legends line of that corner is behind
    extra_lines: tuple[int, ...]  # by space: lines more that a chevron lets a Legend cross
    flags: tuple[int, ...]  # by space
    hand: int
    slip: int
    tournament: bool
    garage: bool  # cards with symbols are in play
    pro: int
    prizes: bool  # press or an Event gives Sponsorships


def spell(
    track: str,
    laps: int,
    weather: Sky | None = None,
    tokens: tuple[Token, ...] = (),
    event_no: int = 0,
    *,
    tournament: bool = False,
    garage: bool = False,
    chevrons: bool = False,
    pro: int = 0,
) -> str:
    """The text of a course."""
    sky = "-" if weather is None else kebab(weather)
    road = "".join(LETTERS[token] for token in tokens) or "."
    flags = "t" * tournament + "g" * garage + "c" * chevrons + (str(pro) if pro else "")
    return f"{track}:{laps}:{sky}:{road}:{event_no}:{flags}"


@cites(R("W3"), R("Q15"))
def build_course(text: str) -> Course:
    """Compute the tables of a course from its text."""
    name, laps_text, sky, road, event_text, flags = text.rsplit(
        ":", 5
    )  # a player's track is its whole text, which may contain colons
    track, laps, card = track_of(name), int(laps_text), event(int(event_text))
    goal = laps * track.spaces
    weather = WEATHERS[WEATHER_IDS.index(sky)] if sky != "-" else None
    slots = track.slots()
    tokens = tuple(TOKEN_OF[letter] for letter in road.ljust(len(slots), "."))
    by_line = {line: token for slot, token in zip(slots, tokens, strict=True) for line in slot}
    lines, limits, overheat, press, crowd = [], [], [], [], []
    for lap in range(laps):
        for i, corner in enumerate(track.corners):
            token = by_line[i]
            lines.append(lap * track.spaces + corner.at)
            limits.append(corner.limit + (token is Token.FASTER) - (token is Token.SLOWER))
            overheat.append(token is Token.OVERHEAT)
            press.append(any(letter in corner.letters for letter in card.press))
            crowd.append(lap if card.effect.crowd and "B" in corner.letters else -1)
    next_line, behind, extra = lines_by_space(name, tuple(lines), goal)
    sectors = [*[sector_flag(token, weather) for token in tokens], 0]
    by_space = [flag | sectors[slot] for flag, slot in ground_by_space(name)]
    effect = card.effect
    return Course(
        text=text,
        track=track,
        laps=laps,
        goal=goal,
        weather=weather,
        tokens=tokens,
        event=card,
        effect=effect,
        lines=tuple(lines),
        limits=tuple(limits),
        overheat=tuple(overheat),
        press=tuple(press),
        crowd=tuple(crowd),
        next_line=next_line,
        past_legends=behind,
        extra_lines=extra if "c" in flags else (0,) * len(extra),
        flags=tuple(
            [by_space[at % track.spaces] for at in range(-GRID, goal + SPACES_BEYOND_FINISH)]
        ),
        hand=effect.hand,
        slip=2 + effect.slip,
        tournament="t" in flags,
        garage="g" in flags or bool(card.no),
        pro=int("".join(filter(str.isdigit, flags)) or "0"),
        prizes=bool(
            card.press or effect.first_laps or effect.record or effect.passing or effect.crowd
        ),
    )


COURSES: Memo[str, Course] = Memo(build_course, 1 << 12)
"""Cache of courses by text."""


@lru_cache(maxsize=64)
def lines_by_space(
    name: str, lines: tuple[int, ...], goal: int
) -> tuple[tuple[int, ...], tuple[bool, ...], tuple[int, ...]]:
    """Tables by space that do not depend on tokens.

    The first line ahead, whether the Legends line of that corner is behind, and the extra lines of
    a chevron.
    """
    track = track_of(name)
    found, line = [], 0
    for at in range(-GRID, goal + SPACES_BEYOND_FINISH):
        while line < len(lines) and lines[line] <= at:
            line += 1
        found.append((at, line))
    return (
        tuple([line for _, line in found]),
        tuple([is_past_legends(track, lines, at, line) for at, line in found]),
        tuple([count_extra_lines(track, lines, at, line) for at, line in found]),
    )


def is_past_legends(track: Track, lines: tuple[int, ...], at: int, line: int) -> bool:
    if line == len(lines):
        return False
    corner = track.corners[line % len(track.corners)]
    return at >= lines[line] - (corner.at - corner.legends)


def count_extra_lines(track: Track, lines: tuple[int, ...], at: int, line: int) -> int:
    if line == len(lines):
        return 0
    corner = track.corners[line % len(track.corners)]
    diamond = lines[line] - at - 1
    return (diamond in corner.chevrons) + (diamond in corner.double)


@lru_cache(maxsize=64)
@cites(R("E1"))
def ground_by_space(name: str) -> tuple[tuple[int, int], ...]:
    """By space of a lap: flags for water and tunnels, and the corner whose token applies, or -1."""
    track = track_of(name)
    slots = {slot[-1]: i for i, slot in enumerate(track.slots())}
    found = []
    for space in range(track.spaces):
        flags = 0
        if any(first <= space <= last for first, last in track.tunnels):
            flags |= TUNNEL
        if any(first <= space <= last for first, last in track.flooded):
            flags |= FLOODED
        line = sum(corner.at <= space for corner in track.corners) - 1
        # no sector between the two lines of a chicane
        found.append((flags, slots.get(line % len(track.corners), -1)))
    return tuple(found)


@cites(R("Q20"))
def corner_limit(course: Course, line: int, own: int) -> int:
    """The limit of a corner line for a car with its own limit symbols."""
    return max(course.limits[line] + own, 0)


@cites(R("W4"))
def sector_flag(token: Token, weather: Weather | None) -> int:
    """The flag that a road token sets in the sector after its corner."""
    if token is Token.WEATHER and weather is not None:
        return SECTOR_FLAG[weather.sector]
    return {Token.FREE_BOOST: FREE_BOOST, Token.SLIPSTREAM: SLIP_1}.get(token, 0)
