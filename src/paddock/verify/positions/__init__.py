"""Constructed positions: crowded on purpose, set up by a game's own notation, then played on.

Random races rarely meet the corners of the rules: cars side by side at a start line, full gauges,
empty decks. Each game has a module here that writes such positions as facts. `fuzz_positions` sets
them up and plays a few random moves from each. A position passes if nothing raises, everybody who
is asked has an option, and nothing is lost.
"""

from __future__ import annotations

import random
import time
import traceback
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct

from paddock import files
from paddock.core.chance import UnrecordedChance
from paddock.core.errors import UnreadableScenario
from paddock.core.game import Ask, seen_by
from paddock.core.game_spec import AnyGameSpec
from paddock.core.languages import languages
from paddock.core.notation import write_facts
from paddock.core.position import Start, set_up_position
from paddock.core.seats import Names, numbered_names
from paddock.core.spoken import describe_board
from paddock.verify.fuzz import HooksForLaws
from paddock.verify.laws.walk import census_inner
from paddock.verify.positions import circus, great_race, heat, street, template, winds
from paddock.verify.positions.writing import Crowd, Position
from paddock.verify.random_options import random_options

CROWDS: dict[str, Crowd] = {
    **circus.CROWDS,
    **great_race.CROWDS,
    **winds.CROWDS,
    **heat.CROWDS,
    **street.CROWDS,
    **template.CROWDS,
}
"""By game id: what writes a crowded position."""
MOST_MOVES = 24
"""Moves of a walk from a position."""
LOOK_SHARE = 0.15
"""How often drawings, standings, option figures and texts are computed along a walk."""
TELL_EVERY = 4
"""Of how many moves the events of one are told in sentences."""


class Setting(Struct, frozen=True):
    """A position with everything needed to set it up."""

    options: Any
    names: Names
    start: Start
    seed: int


class PositionFailure(Struct, frozen=True):
    """A position from which something went wrong, and the moves that led there."""

    why: str
    setting: Setting
    moves: tuple[str, ...]


class PositionsResult(Struct, frozen=True):
    """What a run came to. Positions that the notation refuses are counted, but are no failures."""

    positions: int
    moves: int
    refused: int
    seconds: float
    failures: tuple[PositionFailure, ...] = ()


class NoPosition(Exception):
    """The game's own check does not accept a position."""


class BadPosition(Exception):
    """A position has led to something that no table may see."""


def fuzz_positions(
    spec: AnyGameSpec,
    count: int,
    seed: int,
    *,
    most_failures: int = 1,
    tick: Callable[[int], None] = lambda positions: None,
) -> PositionsResult:
    """Set up this many positions and play on from each."""
    begin = time.monotonic()
    hooks = HooksForLaws(spec)
    census = census_inner(hooks.census) if hooks.census else None
    failures: list[PositionFailure] = []
    moves = refused = number = 0
    for number, setting in enumerate(settings(spec, seed), 1):
        walk = PositionWalk(spec, setting, census)
        try:
            walk.run()
        except (UnreadableScenario, NoPosition):
            refused += 1
        except Exception as wrong:
            failures.append(PositionFailure(describe(wrong), setting, tuple(walk.moves)))
        moves += len(walk.moves)
        tick(number)
        if number >= count or len(failures) >= most_failures:
            break
    return PositionsResult(number, moves, refused, time.monotonic() - begin, tuple(failures))


def settings(spec: AnyGameSpec, seed: int) -> Iterator[Setting]:
    """Positions without end. Each follows from its number alone."""
    number = seed
    while True:
        yield setting_of(spec, number)
        number += 1


def setting_of(spec: AnyGameSpec, number: int) -> Setting:
    """The position of a number: options, seats, facts, and how it begins."""
    generator = random.Random(f"positions:{number}")
    least, most = spec.card.seats
    seats = most if generator.random() < 0.4 else generator.randint(least, most)
    names = numbered_names(seats)
    options = random_options(spec, generator)
    position: Position = CROWDS[spec.card.id](options, names, generator)
    start = Start(tuple(write_facts(position.facts)), position.begin, names)
    return Setting(options, names, start, number)


class PositionWalk:
    """A walk of a few random moves from a position."""

    def __init__(
        self, spec: AnyGameSpec, setting: Setting, census: Callable[[Any], object] | None
    ) -> None:
        self.spec, self.setting, self.census = spec, setting, census
        self.generator = random.Random(f"walk:{setting.seed}")
        self.chance = UnrecordedChance(self.generator)
        self.moves: list[str] = []

    def run(self) -> None:
        spec, at = self.spec, self.setting
        state = set_up_position(spec, at.options, at.names, at.start, self.chance).state
        counted = self.count(state)
        for _ in range(MOST_MOVES):
            asks = spec.game.asks(state)
            self.check_asks(state, asks)
            if self.generator.random() < LOOK_SHARE or not asks:
                self.look(state, asks)
            if not asks:
                return
            ask = asks[self.generator.randrange(len(asks))]
            move = ask.options[self.generator.randrange(len(ask.options))]
            self.moves.append(f"{at.names[ask.seat]}: {spec.notation.text(move, at.names)}")
            step = spec.game.play(state, ask.seat, move, self.chance)
            state = step.state
            if len(self.moves) % TELL_EVERY == 1:
                self.tell(step.events)
            if self.census is not None and self.census(state) != counted:
                raise BadPosition(f"counts were {counted}, now {self.census(state)}")

    def count(self, state: Any) -> object:
        """What must stay the same. A position that the game's own check does not accept is no
        position."""
        try:
            return self.census(state) if self.census else None
        except AssertionError as wrong:
            raise NoPosition(str(wrong)) from wrong

    def check_asks(self, state: Any, asks: tuple[Ask[Any], ...]) -> None:
        """Each seat that is asked has an option. If none is asked, the race is over."""
        outcome = self.spec.game.outcome(state)
        if not asks and outcome is None:
            raise BadPosition("no seat is asked, and the race is not over")
        if asks and outcome is not None:
            raise BadPosition("a seat is asked after the end")
        for ask in asks:
            if not len(ask.options):
                raise BadPosition(f"{ask.question.prompt}: no option for seat {ask.seat}")
            if not 0 <= ask.default < len(ask.options):
                raise BadPosition(f"{ask.question.prompt}: the default is not an option")

    def look(self, state: Any, asks: tuple[Ask[Any], ...]) -> None:
        """What a table would compute for those who look: views, drawing, standings, and the texts
        and figures of what is asked."""
        spec, names = self.spec, self.setting.names
        for seat in (None, *range(len(names))):
            view = spec.game.view(state, seat)
            msgspec.json.encode(view)
            if seat in (None, 0):
                spec.draw(view, seat, names, "en")
                spec.standings(view)
                another = list(languages())[-1]  # the drawing is in the first language
                board = describe_board(spec, view, seat, names, another)
                self.check_text(board or "-", "the board")  # before the race no one has a place
        for ask in asks[:2]:
            view = spec.game.view(state, ask.seat)
            for language in languages():
                self.check_text(spec.words.prompt(ask, names, language), ask.question.prompt)
                spec.words.waiting_text(ask, names, language)
            for index in range(min(len(ask.options), 12)):
                move = ask.options[index]
                shown = spec.option_info(view, ask.seat, move, "en")
                self.check_text(spec.words.label(move, names, "en"), move)
                self.check_text(f"- {shown.remark} {shown.danger}", move)

    def tell(self, events: Iterable[Any]) -> None:
        """What everybody would read about a move."""
        for event in events:
            seen = seen_by(event, None)
            if seen is not None:
                for language in languages():
                    said = self.spec.words.say(seen, self.setting.names, language)
                    self.check_text(said, event)

    def check_text(self, said: str, what: object) -> None:
        """A text says something, and names nothing that is not there."""
        if not said or "None" in said:
            raise BadPosition(f"{what!r} is told as {said!r}")


def describe(wrong: Exception) -> str:
    """An error in one line, with the line of code it comes from."""
    frames = traceback.extract_tb(wrong.__traceback__)
    at = f" ({Path(frames[-1].filename).name}, line {frames[-1].lineno})" if frames else ""
    message = f"{type(wrong).__name__}: {wrong}" if str(wrong) else type(wrong).__name__
    return f"{message}{at}"


def as_scenario(spec: AnyGameSpec, failure: PositionFailure) -> str:
    """A failure as the beginning of a scenario, to complete by hand."""
    at = failure.setting
    given = msgspec.json.encode(list(at.start.given)).decode()
    seats = msgspec.json.encode(list(at.names)).decode()
    moves = msgspec.json.encode(list(failure.moves)).decode()
    why = failure.why.replace("\n", " ")
    return (
        f"# {why}\n# options: {at.options}\n"
        f"# paddock fuzz {spec.card.id} --positions 1 --seed {at.seed}\n"
        f'game = "{spec.card.id}"\n\n[[scenario]]\nname = "position {at.seed}"\nrule = []\n'
        f'seats = {seats}\ngiven = {given}\nbegin = "{at.start.begin}"\nmoves = {moves}\n'
    )


def save_position(spec: AnyGameSpec, failure: PositionFailure, folder: Path) -> str:
    """Write a failing position as a scenario."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{spec.card.id}-position-{failure.setting.seed}.toml"
    files.write_text(path, as_scenario(spec, failure))
    return str(path)
