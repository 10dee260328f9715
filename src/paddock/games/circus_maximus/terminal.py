"""Terminal board of the race: two straights with their corners, then the log sheets."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from paddock.core.seats import Language, Names, Seat
from paddock.core.styled_text import StyledText
from paddock.games.circus_maximus.data.kinds import CARCASS, DRAGGED, ON_FOOT
from paddock.games.circus_maximus.phases import Prepare
from paddock.games.circus_maximus.rules.log import is_on_track, man_square
from paddock.games.circus_maximus.rules.track import (
    BACK,
    FRONT,
    GREY_SQUARES,
    NOWHERE,
    Track,
    place_of,
    square_name,
)
from paddock.games.circus_maximus.standings import condition_of
from paddock.games.circus_maximus.state import Chariot
from paddock.games.circus_maximus.view import View
from paddock.games.circus_maximus.words import WORDS, colour, enum_text, person

COLOUR_LETTERS = "YGPBWUROND" + "EJLTKS"
STYLES = (
    "yellow",
    "green",
    "magenta",
    "bright_black",
    "white",
    "blue",
    "red",
    "dark_orange",
    "orange4",
    "dark_red",
    "grey50",
    "cyan",
    "bright_blue",
    "bright_green",
    "bright_magenta",
    "wheat1",
)
MARKS: tuple[tuple[str, Callable[[View, Chariot], int]], ...] = (
    ("jostled", lambda view, c: c.jostled),
    ("barred", lambda view, c: 0 < view.turn <= c.barred_until),
    ("blind", lambda view, c: c.blind),
    ("used", lambda view, c: c.used),
    ("straight-on", lambda view, c: c.straight_on),
    ("held-out", lambda view, c: c.held_out),
    ("no-whip", lambda view, c: not c.whip),
    ("dead-horse", lambda view, c: c.dead),
    ("slower", lambda view, c: c.loss),
    ("lashed", lambda view, c: c.added),
    ("blown", lambda view, c: c.blown),
)
"""Every counter on a chariot: its word and its number, 0 if it has none."""


def draw(view: View, seat: Seat | None, names: Names, language: Language = "en") -> StyledText:
    """The whole circus for one viewer."""
    out = StyledText()
    dolphins, eggs = view.laps - (view.markers + 1) // 2, view.laps - view.markers // 2
    out.append(WORDS.tell("board.turn", language, n=view.turn) + "   ", "bold")
    out.append(WORDS.tell("board.dolphins", language, n=dolphins) + "  ")
    out.append(WORDS.tell("board.eggs", language, n=eggs) + "   ")
    sky = enum_text("board.sky", view.sky, language)
    out.append(f"{sky}, {WORDS.tell('board.mud', language)}\n\n" if view.mud else f"{sky}\n\n")
    pieces = board(view)
    mine = own_segment(view, seat)
    for segment, title in ((BACK, "back"), (FRONT, "front")):
        start = len(out)
        out.append(WORDS.tell(f"terminal.{title}", language) + "\n", "bold")
        out.append(ruler(view.track, segment))
        lanes = range(1, view.track.lanes + 1)
        for lane in reversed(lanes) if segment == BACK else lanes:
            out.append(lane_row(view.track, lane, segment, pieces))
        if mine in (segment, segment + 1):
            out.focus = start, len(out)
        if segment == BACK:
            out.append("  " + "═" * (view.track.straight + 2) + "\n", "yellow")
    out.append("\n" + WORDS.tell("terminal.legend", language) + "\n\n", "dim")
    for i, c in enumerate(view.chariots):
        out.append(log_row(view, i, c, names, language, mine=c.owner == seat))
    return out


def own_segment(view: View, seat: Seat | None) -> int | None:
    """Where the viewer's chariot is, of two the one that moves."""
    own = [c for c in view.chariots if c.owner == seat and is_on_track(c)]
    own.sort(key=lambda c: c is not view.chariots[view.mover])
    return place_of(own[0].team)[1] if own else None


def board(view: View) -> dict[int, tuple[str, str]]:
    """The pieces by square: a letter and its style."""
    found: dict[int, tuple[str, str]] = {}
    for square, what in view.litter:
        found[square] = ("x" if what == CARCASS else "#", "bold red")
    for i, c in enumerate(view.chariots):
        style = STYLES[i]
        if c.foot != NOWHERE and c.driver == ON_FOOT:
            found[c.foot] = ("i", f"bold {style}")
        if not is_on_track(c):
            continue
        if c.driver == DRAGGED:
            found[man_square(view, c)] = ("~", f"bold {style}")
        if c.car != NOWHERE:
            found[c.car] = (COLOUR_LETTERS[i].lower(), style)
        found[c.team] = (COLOUR_LETTERS[i], f"bold reverse {style}")
    return found


def ruler(track: Track, segment: int) -> StyledText:
    """The numbers of every fifth square of the straight, and of the corner's first."""
    before = GREY_SQUARES + 1 if segment == FRONT else 0
    line = ""
    for number in range(5, track.straight + 1, 5):
        line = f"{line:<{before + number - 1}}{number}"
    first = before + track.straight + (1 if segment == FRONT else 4)
    return StyledText(f"  {line:<{first}}1\n", "dim")


def lane_row(
    track: Track, lane: int, segment: int, pieces: dict[int, tuple[str, str]]
) -> StyledText:
    """A lane: its number, the straight, the corner after it and its safe speed."""
    first = -GREY_SQUARES if segment == FRONT else 1
    straight = [track.at(lane, segment, n) for n in range(first, track.straight + 1)]
    corner = [track.at(lane, segment + 1, n) for n in range(track.corner[lane - 1])]
    out = StyledText(f"{lane} ")
    out.append(squares(straight, pieces))
    out.append("(" if segment == FRONT else "   (", "dim")
    out.append(squares(corner, pieces))
    out.append(f") {track.safe[lane]}\n", "dim")
    return out


def squares(row: Sequence[int], pieces: dict[int, tuple[str, str]]) -> StyledText:
    """A row of squares with their pieces."""
    out = StyledText(
        "".join([pieces[square][0] if square in pieces else "·" for square in row]), "dim"
    )
    for place, square in enumerate(row):
        if square in pieces:
            out.stylize(f"not dim {pieces[square][1]}", place, place + 1)
    return out


def log_row(
    view: View, i: int, c: Chariot, names: Names, language: Language, *, mine: bool
) -> StyledText:
    """One chariot's log sheet in a line."""
    out = StyledText()
    out.append(f"{COLOUR_LETTERS[i]} {colour(i, language):<12}", f"bold {STYLES[i]}")
    drivers = [person(other.name, language, names) for other in view.chariots]
    longest = max(map(len, drivers))
    out.append(f"{drivers[i]:<{longest + 1}}" if longest else "")
    out.append(f"{names[c.owner]:<10}", "bold cyan" if mine else "")
    where = square_name(c.team) if is_on_track(c) else "-"
    if isinstance(view.phase, Prepare):
        return out.append(f"{where:>6}      {WORDS.tell('terminal.no-sheet', language)}\n", "dim")
    out.append(f"{where:>6} {c.mf or c.written:>3}  ")
    log = WORDS.tell(
        "terminal.log",
        language,
        horses=c.horses,
        endurance=f"{c.endurance:>2}",
        cdm=f"{c.cdm:+d}",
        hits=c.hits,
        most=c.most_hits,
        weight=c.weight,
        left=c.wheels[0],
        right=c.wheels[1],
    )
    out.append(log + "  ")
    out.append(", ".join(marks(view, c, language)), "bold")
    out.append("\n")
    return out


def marks(view: View, c: Chariot, language: Language) -> list[str]:
    """Every counter on a chariot, and its condition."""
    given = [(word, int(number(view, c))) for word, number in MARKS]
    found = [WORDS.tell(f"board.{word}", language, n=n) for word, n in given if n]
    became = condition_of(c)
    if became:
        told = WORDS.tell(f"board.became.{became}", language)
        found.append(f"{told} {square_name(c.foot)}" if c.driver == ON_FOOT else told)
    return found
