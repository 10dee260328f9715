"""The circus as text: two straights with the corners behind them, then the log sheets."""

from __future__ import annotations

from rich.text import Text

from paddock.core.seats import Language, Names, Seat
from paddock.games.circus_maximus.data.kinds import CARCASS, DRAGGED, EMPTY, ON_FOOT, RUNAWAY
from paddock.games.circus_maximus.events import SHOWN
from paddock.games.circus_maximus.rules.log import man_square, on_track
from paddock.games.circus_maximus.rules.track import (
    BACK,
    FRONT,
    NOWHERE,
    TRACKS,
    Track,
    square_name,
)
from paddock.games.circus_maximus.state import Chariot
from paddock.games.circus_maximus.view import View, imagine

LETTERS = "YGPBWUROND" + "EJLTKS"
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
WORDS = {
    "en": {
        "turn": "turn",
        "eggs": "eggs",
        "dolphins": "dolphins",
        "front": "front straight →",
        "back": "back straight →",
        "horses": "horses",
        "endurance": "end",
        "driver": "driver",
        "wheels": "wheels",
        "mud": "mud",
        "marks": (
            "jostled",
            "no straining",
            "blinded",
            "used {}",
            "straight on",
            "no inside",
            "no whip",
            "dead horse",
            "speed −{}",
            "lashed +{}",
            "blown",
        ),
        "conditions": ("", "runs empty", "runaway", "home", "out"),
        "fates": ("", "dragged", "on foot {}", "safe", "dead"),
    },
    "it": {
        "turn": "turno",
        "eggs": "uova",
        "dolphins": "delfini",
        "front": "rettilineo →",
        "back": "controrettilineo →",
        "horses": "cavalli",
        "endurance": "res",
        "driver": "auriga",
        "wheels": "ruote",
        "mud": "fango",
        "marks": (
            "sbalzato",
            "non forza",
            "accecato",
            "usati {}",
            "diritto",
            "non all'interno",
            "senza frusta",
            "cavallo morto",
            "velocità −{}",
            "frustato +{}",
            "sfiancato",
        ),
        "conditions": ("", "corre vuoto", "in fuga", "arrivato", "fuori"),
        "fates": ("", "trascinato", "a piedi {}", "salvo", "morto"),
    },
}
LAPS = 3


def draw(seen: View, seat: Seat | None, names: Names, language: Language = "en") -> Text:
    """The whole circus as one seat sees it."""
    words = WORDS[language]
    out = Text()
    laps = 2 if seen.options.two_laps else LAPS
    dolphins, eggs = laps - (seen.markers + 1) // 2, laps - seen.markers // 2
    sky = SHOWN["sky"][language == "it"][seen.sky]
    mud = f", {words['mud']}" if seen.mud else ""
    out.append(f"{words['turn']} {seen.turn}   ", "bold")
    out.append(f"{words['dolphins']} {dolphins}  {words['eggs']} {eggs}   {sky}{mud}\n\n")
    track = TRACKS[seen.options.track]
    pieces = board(seen)
    for segment, title in ((BACK, "back"), (FRONT, "front")):
        out.append(f"{words[title]}\n", "bold")
        lanes = range(track.lanes, 0, -1) if segment == BACK else range(1, track.lanes + 1)
        for lane in lanes:
            out.append_text(lane_row(track, lane, segment, pieces))
        if segment == BACK:
            out.append("  " + "═" * (track.straight + 2) + "\n", "yellow")
    out.append("\n")
    for i, c in enumerate(seen.chariots):
        out.append_text(log_row(seen, i, c, names, language, mine=c.owner == seat))
    return out


def board(seen: View) -> dict[int, tuple[str, str]]:
    """What stands on which square: a letter and its style."""
    found: dict[int, tuple[str, str]] = {}
    for square, what in seen.litter:
        found[square] = ("x" if what == CARCASS else "#", "bold red")
    state = imagine(seen, 0, Still())
    for i, c in enumerate(seen.chariots):
        style = STYLES[i]
        if c.foot != NOWHERE and c.man == ON_FOOT:
            found[c.foot] = ("i", f"bold {style}")
        if not on_track(c):
            continue
        if c.man == DRAGGED:
            found[man_square(state, c)] = ("~", f"bold {style}")
        if c.car != NOWHERE:
            found[c.car] = (LETTERS[i].lower(), style)
        found[c.team] = (LETTERS[i], f"bold reverse {style}")
    return found


class Still:
    """No luck is needed to draw: what is sealed stays unseen."""

    def pick(self, faces: object, label: str, to: Seat | None = None) -> int:
        return 0


def lane_row(track: Track, lane: int, segment: int, pieces: dict[int, tuple[str, str]]) -> Text:
    """A lane: its number, the straight, the corner after it and its safe speed."""
    out = Text(f"{lane} ")
    first = -3 if segment == FRONT else 1
    for number in range(first, track.straight + 1):
        letter, style = pieces.get(track.at(lane, segment, number), ("·", "dim"))
        out.append(letter, style)
    out.append("(" if segment == FRONT else "   (", "dim")
    for number in range(track.corner[lane - 1]):
        letter, style = pieces.get(track.at(lane, segment + 1, number), ("·", "dim"))
        out.append(letter, style)
    out.append(f") {track.safe[lane]}\n", "dim")
    return out


def log_row(
    seen: View, i: int, c: Chariot, names: Names, language: Language, *, mine: bool
) -> Text:
    """One chariot's log sheet in a line."""
    words = WORDS[language]
    colour = SHOWN["chariot"][language == "it"][i]
    out = Text()
    out.append(f"{LETTERS[i]} {colour:<12}", f"bold {STYLES[i]}")
    out.append(f"{names[c.owner]:<10}", "bold cyan" if mine else "")
    where = square_name(c.team) if on_track(c) else "-"
    out.append(f"{where:>6} {c.mf or c.written:>3}  ")
    horses = "-".join(str(boxes) for boxes in c.horses)
    out.append(f"{words['horses']} {horses}  {words['endurance']} {c.endurance:>2}  ")
    out.append(f"{words['driver']} {c.cdm:+d} {c.hits}/{c.most}  ")
    weight = SHOWN["weight"][language == "it"][c.weight]
    out.append(f"{weight} {words['wheels']} {c.wheels[0]}/{c.wheels[1]}  ")
    out.append(", ".join(marks(seen, c, language)), "bold")
    out.append("\n")
    return out


def marks(seen: View, c: Chariot, language: Language) -> list[str]:
    """Every counter that lies on a chariot."""
    words = WORDS[language]
    names = words["marks"]
    given: tuple[tuple[object, int], ...] = (
        (c.jostled, 0),
        (c.barred >= seen.turn, 0),
        (c.blind, 0),
        (c.used, c.used),
        (c.straight, 0),
        (c.held_out, 0),
        (not c.whip, 0),
        (c.dead, 0),
        (c.loss, c.loss),
        (c.added, c.added),
        (c.blown, 0),
    )
    found = [name.format(n) for name, (on, n) in zip(names, given, strict=True) if on]
    if c.condition in (EMPTY, RUNAWAY) or not on_track(c):
        found.append(words["conditions"][c.condition])
    if c.man:
        found.append(words["fates"][c.man].format(square_name(c.foot)))
    return found
