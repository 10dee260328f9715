"""A race in plain lines: what happened, what you must decide, the numbered options."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from paddock.core.errors import AmbiguousMove, PaddockError, UnreadableMove
from paddock.core.game import Ask
from paddock.core.house import AnyHouse
from paddock.core.record import AnyRecord
from paddock.core.seats import Language, Seat
from paddock.terminal.race import Race

BLANK = "\n" * 60


class Left(Exception):
    """The person leaves, or the input has ended."""


def run(
    house: AnyHouse,
    *,
    options: Any,
    seats: tuple[str, ...],
    names: tuple[str, ...],
    language: Language,
    save: Path | None,
    resume: AnyRecord | None,
) -> None:
    """Play a race to its end, or until the person leaves."""
    race = Race(house, options, seats, names, language, save, resume)
    race.keep()
    try:
        Lines(race).race_on()
    except Left:
        if race.file is not None:
            print(race.say("left", text=race.file))
        else:
            print(race.say("left-unsaved"))


class Lines:
    """The conversation of one race."""

    def __init__(self, race: Race) -> None:
        self.race = race
        self.looking: Seat | None = None  # who is at the screen
        self.read_to: dict[Seat | None, int] = {}

    def race_on(self) -> None:
        race = self.race
        while not race.over:
            ask = race.asked()
            if ask is not None:
                self.hand_over(ask.seat)
                self.decide(ask)
            elif bot := race.bot_asked():
                race.play(bot.seat, race.think(bot))
        self.news(race.eye(None))
        for line in race.result():
            print(line)

    def hand_over(self, seat: Seat) -> None:
        """Between two people the hands are covered."""
        race = self.race
        if len(race.humans) > 1 and self.looking != seat:
            print(BLANK)
            self.ask_line(race.say("pass", seat=seat) + " ")
            print(BLANK)
        self.looking = seat

    def decide(self, ask: Ask[Any]) -> None:
        """Everything until a move is played or taken back."""
        race = self.race
        self.news(ask.seat)
        self.board(ask.seat)
        self.show(ask)
        while True:
            text = self.ask_line(race.say("choose")).strip()
            if not text:
                continue
            if self.command(text, ask):
                return
            move = self.chosen(text, ask)
            if move is not None:
                race.play(ask.seat, move)
                return

    def command(self, text: str, ask: Ask[Any]) -> bool:
        """Carry out a command; true when the decision must be shown anew."""
        race = self.race
        verb, _, rest = text.partition(" ")
        match verb:
            case "?":
                print(race.say("help"))
            case "b":
                self.board(ask.seat)
                self.show(ask)
            case "r":
                self.rules(rest or race.clause(ask.question.clause))
            case "u":
                undoer = race.undoer()
                if undoer is None or not race.take_back(undoer):
                    print(race.say("nothing-to-take-back"))
                    return False
                print(race.say("taken-back"))
                self.read_to.clear()
                return True
            case "s":
                self.save(rest)
            case "q":
                raise Left
        return False

    def chosen(self, text: str, ask: Ask[Any]) -> Any | None:
        """The option a text stands for: its number, or the move itself."""
        race = self.race
        if text.split(maxsplit=1)[0] in {"?", "b", "r", "u", "s", "q"}:
            return None
        if text.isdecimal() and 1 <= int(text) <= len(ask.options):
            return ask.options[int(text) - 1]
        try:
            move = race.house.notation.option(text, ask, race.names)
        except AmbiguousMove:
            print(race.say("ambiguous", text=text))
            return None
        except UnreadableMove:
            print(race.say("no-such", text=text))
            return None
        if move in ask.options:
            return move
        refusal = race.house.game.why_not(race.referee.state, ask.seat, move)
        text = race.house.words.refusal(refusal, race.names, race.language)
        print(f"{text} [{race.clause(refusal.clause)}]")
        return None

    # ------------------------------------------------------------ printing

    def news(self, eye: Seat | None) -> None:
        """What this eye has not read yet."""
        race = self.race
        for sentence, clause in race.log(eye, self.read_to.get(eye, 0)):
            print(f"  {sentence} [{clause}]" if clause else f"  {sentence}")
        self.read_to[eye] = len(race.happened)

    def board(self, seat: Seat) -> None:
        race = self.race
        seen = race.house.game.view(race.referee.state, seat)
        print()
        print(race.house.draw(seen, seat, race.names, race.language).plain.rstrip())
        print()

    def show(self, ask: Ask[Any]) -> None:
        race = self.race
        turn = race.say("turn", seat=ask.seat, prompt=race.prompt(ask))
        print(turn, f"[{race.clause(ask.question.clause)}]")
        final = race.say("final")
        for number, (label, is_final) in enumerate(race.labels(ask), 1):
            print(f"{number:>4}  {label}{f'  ({final})' if is_final else ''}")

    def rules(self, clause: str) -> None:
        race = self.race
        book = race.house.rulebook
        if clause not in book.clauses:
            print(race.say("no-clause", text=clause))
            return
        for id in book.within(clause):
            found = book.translated(id, race.language)
            print(f"{id} {found.title}\n{found.text}\n")

    def save(self, name: str) -> None:
        race = self.race
        path = Path(name) if name else race.file
        if path is None:
            print(race.say("help"))
            return
        try:
            race.save(path)
        except (OSError, PaddockError) as wrong:
            print(wrong)
            return
        race.file = path
        print(race.say("saved", text=path))

    def ask_line(self, prompt: str) -> str:
        sys.stdout.write(prompt)
        sys.stdout.flush()
        line = sys.stdin.readline()
        if not line:
            print()
            raise Left
        return line
