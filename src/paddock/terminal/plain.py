"""A race in plain lines: events, the question, the numbered options."""

from __future__ import annotations

import shutil
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from paddock.core.errors import PaddockError
from paddock.core.game import Amount, Ask
from paddock.core.game_spec import AnyGameSpec
from paddock.core.languages import next_language
from paddock.core.record import AnyRecord
from paddock.core.seats import Language, Seat
from paddock.terminal.choices import Choice
from paddock.terminal.fit import fold
from paddock.terminal.lines import Keyboard
from paddock.terminal.race import Race
from paddock.terminal.typed import answer, follow

BLANK = "\n" * 60
COMMANDS = ("?", "h", "f", "b", "w", "p", "r", "u", "s", "l", "q")
WHOLE_COMMANDS = ("h", "f", "l")  # with more words behind them they are moves: `f 6`


class Left(Exception):
    """The person leaves, or the input has ended."""


def run(
    spec: AnyGameSpec,
    *,
    options: Any,
    seats: tuple[str, ...],
    names: tuple[str, ...],
    colours: tuple[str, ...] = (),
    language: Language,
    save: Path | None,
    resume: AnyRecord | None,
    seed: int | None = None,
) -> None:
    """Play a race to its end, or until the person leaves."""
    race = Race(
        spec=spec,
        options=options,
        seats=seats,
        names=names,
        colours=colours,
        language=language,
        save=save,
        resume=resume,
        seed=seed,
    )
    race.keep()
    try:
        Lines(race).race_on()
    except Left:
        print(race.farewell())


class Lines:
    """The dialogue of one race."""

    def __init__(self, race: Race) -> None:
        self.race = race
        self.looking: Seat | None = None  # the seat at the screen
        self.read_to: dict[Seat | None, int] = {}
        self.drawn: dict[Seat, list[str]] = {}  # what each seat has seen last of the table
        self.typed = Keyboard()
        self.columns = shutil.get_terminal_size().columns if sys.stdout.isatty() else 0
        """The width of the terminal; 0 where no terminal reads: lines are left whole."""

    def race_on(self) -> None:
        race = self.race
        if any(race.colours):
            self.print(race.say("colours", text=race.colours_text()))
        for line in race.introduction():
            self.print(line)
        while not race.over:
            ask = race.person_ask()
            if ask is not None:
                self.hand_over(ask.seat)
                self.decide(ask)
            elif bot := race.bot_ask():
                race.play(bot.seat, race.think(bot))
        self.news(race.screen_viewer(None))
        for line in race.result():
            self.print(line)

    def hand_over(self, seat: Seat) -> None:
        """Cover the hands between two people."""
        race = self.race
        if len(race.humans) > 1 and self.looking != seat:
            self.print(BLANK)
            self.ask_line(race.say("pass", seat=seat) + " ")
            self.print(BLANK)
            self.drawn.clear()  # nothing of it is left on the screen
        self.looking = seat

    def decide(self, ask: Ask[Any]) -> None:
        """Ask until a move is played or taken back."""
        race = self.race
        by_itself = race.answer_by_itself(ask)
        if by_itself is not None:
            self.news(ask.seat)
            label = race.spec.words.label(by_itself, race.names, race.language)
            self.print(race.say("by-itself", prompt=race.prompt(ask), text=label))
            race.play(ask.seat, by_itself)
            return
        self.news(ask.seat)
        self.board(ask.seat)
        choices = race.choices(ask)
        self.show(ask, choices)
        counted = race.countdown(ask)
        until = None
        if counted is not None:
            self.print(race.say("countdown", n=counted.seconds))
            until = time.monotonic() + counted.seconds
        while True:
            line = self.ask_line(race.say("choose"), until)
            if line is None:
                self.print(f"\n{race.count_out(ask)}")
                return
            text = line.strip()
            verb, _, rest = text.partition(" ")
            if verb in COMMANDS and not (rest and verb in WHOLE_COMMANDS):
                if self.command(verb, rest, ask, choices):
                    return
                continue
            came = answer(race, ask, choices, text)
            if came.said:
                self.print(came.said)
            if came.played:
                return
            if came.narrowed:
                self.list(came.narrowed)

    def command(self, verb: str, rest: str, ask: Ask[Any], choices: list[Choice]) -> bool:
        """Run a command; true if the decision must be shown again."""
        race = self.race
        match verb:
            case "?":
                self.print("\n".join(race.about(ask)))
                self.print(race.say("help"))
            case "h":
                self.print("\n".join(race.hint(ask)))
            case "f":
                return bool(follow(race, ask))
            case "l":
                race.language = next_language(race.language)
                return True
            case "b":
                self.board(ask.seat, whole=True)
                self.show(ask, choices)
            case "w":
                self.print("\n".join(race.around(ask.seat)))
            case "p":
                self.print("\n".join(race.standings(ask.seat)))
            case "r":
                self.rules(rest or race.clause(ask.question.clause))
            case "u":
                undoer = race.undoer()
                if undoer is None or not race.take_back(undoer):
                    self.print(race.say("nothing-to-take-back"))
                    return False
                self.print(race.say("taken-back"))
                self.read_to.clear()
                return True
            case "s":
                self.save(rest)
            case "q":
                raise Left
        return False

    # ------------------------------------------------------------ printing

    def print(self, text: str = "") -> None:
        """Print a text, folded to the width of the terminal."""
        print(fold(text, self.columns) if self.columns else text)

    def news(self, viewer: Seat | None) -> None:
        """Print the events that this viewer has not read yet."""
        race = self.race
        for sentence, clause in race.log(viewer, self.read_to.get(viewer, 0)):
            self.print(f"  {sentence} [{clause}]" if clause else f"  {sentence}")
        self.read_to[viewer] = len(race.happened)

    def board(self, seat: Seat, *, whole: bool = False) -> None:
        """Print the table as this seat sees it; only the parts that changed, unless `whole`."""
        race = self.race
        view = race.spec.game.view(race.referee.state, seat)
        drawn = race.spec.draw(view, seat, race.names, race.language).plain.rstrip()
        parts = [part.strip("\n") for part in drawn.split("\n\n")]
        shown = self.drawn.get(seat, ())
        new = parts if whole else [part for part in parts if part not in shown]
        self.drawn[seat] = parts
        self.print("".join(f"\n{part}\n" for part in new))

    def show(self, ask: Ask[Any], choices: Sequence[Choice]) -> None:
        race = self.race
        turn = race.say("turn", seat=ask.seat, prompt=race.prompt(ask))
        self.print(f"{turn} [{race.clause(ask.question.clause)}]")
        options = ask.options
        if isinstance(options, Amount):
            least, most, step = options.least, options.most, options.step
            self.print(race.say("range", least=least, most=most, step=step))
            self.print(race.say("default", text=options.least + ask.default * step))
            return
        self.list(choices)

    def list(self, choices: Sequence[Choice]) -> None:
        """One line per option; the default is marked."""
        race = self.race
        wide = max(len(choice.code) for choice in choices)
        for choice in choices:
            mark = "*" if choice.default else " "
            label = "" if choice.label == choice.code else choice.label
            remark = f"({choice.remark})" if choice.remark else ""
            notes = [race.say(id) for id in ("danger", "final") if getattr(choice, id)]
            note = f"[{', '.join(notes)}]" if notes else ""
            told = "  ".join(filter(None, [label, remark, note]))
            self.print(f" {mark}{choice.code:>{wide}}  {told}".rstrip())

    def rules(self, clause: str) -> None:
        race = self.race
        book = race.spec.rulebook
        if clause not in book.clauses:
            self.print(race.say("no-clause", text=clause))
            return
        for id in book.within(clause):
            found = book.clause_in(id, race.language)
            self.print(f"{id} {found.title}\n{found.text}\n")

    def save(self, name: str) -> None:
        race = self.race
        path = Path(name) if name else race.file
        if path is None:
            self.print(race.say("help"))
            return
        try:
            race.save(path)
        except (OSError, PaddockError) as wrong:
            self.print(str(wrong))
            return
        race.file = path
        self.print(race.say("saved", text=path))

    def ask_line(self, prompt: str, until: float | None = None) -> str | None:
        """Read a line; None when the time limit has passed."""
        sys.stdout.write(prompt)
        sys.stdout.flush()
        line = self.typed.line(until)
        if line == "":
            self.print()
            raise Left
        return line
