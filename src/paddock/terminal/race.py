"""A race in one terminal: people, bots, the referee, and the file it is saved in."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from itertools import groupby, takewhile
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from paddock import bots, files
from paddock.analysis.advice import advise, explain_advice
from paddock.bots.own import with_position
from paddock.core import programs, record, turns
from paddock.core.chance import UnrecordedChance
from paddock.core.errors import BotFailed
from paddock.core.game import Amount, Ask, ask_of, has_secret, seen_by
from paddock.core.game_spec import AnyGameSpec, Countdown, default_option
from paddock.core.languages import format_tenths
from paddock.core.program_turns import turn_of
from paddock.core.program_types import Programs
from paddock.core.record import AnyRecord, TakeBack
from paddock.core.referee import AnyReferee, Referee
from paddock.core.seats import Language, Seat
from paddock.core.spoken import describe_board
from paddock.core.turns import TurnLog
from paddock.core.words import Words
from paddock.terminal.choices import Choice, codes

HUMAN = "human"
WORDS = Words("paddock.terminal")


class LoggedRow(Struct, frozen=True):
    """The events of a row, its seat, and the turn of each event."""

    number: int
    seat: Seat | None
    events: tuple[Any, ...]
    turn_entries: tuple[int, ...]

    @property
    def secret(self) -> bool:
        """Whether some events are hidden from some viewers."""
        return any(map(has_secret, self.events))


class Race:
    """One race in progress, for a terminal."""

    def __init__(
        self,
        spec: AnyGameSpec,
        options: Any,
        seats: tuple[str, ...],
        names: tuple[str, ...],
        language: Language,
        save: Path | None = None,
        resume: AnyRecord | None = None,
        seed: int | None = None,
        colours: tuple[str, ...] = (),
    ) -> None:
        self.seats, self.colours = seats, colours
        self.spec, self.names, self.language, self.file = spec, names, language, save
        self.options = options if resume is None else resume.options
        self.humans = frozenset(seat for seat, who in enumerate(seats) if who == HUMAN)
        self.bots = {  # the caller has checked that these names may run own code
            s: bots.make_bot(who, spec, own=True) for s, who in enumerate(seats) if who != HUMAN
        }
        self.generator = random.SystemRandom() if seed is None else random.Random(seed)
        generator = self.generator
        self.luck = UnrecordedChance(
            random.Random(f"{seed} bots") if seed is not None else generator
        )
        self.thoughts = UnrecordedChance(
            random.Random(f"{seed} thoughts")
        )  # own generator: asking for a hint must not change the race
        self.prepared: dict[Seat, Programs] = {}  # what people have prepared
        self.doubted: Any = None  # a dangerous move chosen once, to be confirmed
        self.hints = 0  # number of hints given
        self.happened: list[LoggedRow] = []
        self.struck: set[int] = set()  # rows that were taken back
        self.turn_log = TurnLog(spec)
        self.referee: AnyReferee
        if resume is None:
            self.referee = Referee(spec.game, options, names, generator)
            self.note(-1, None, self.referee.opening)
        else:
            self.referee = self.replay_record(resume, generator)

    def replay_record(self, resume: AnyRecord, generator: random.Random) -> AnyReferee:
        """Replay a record, with all its events."""
        referee: AnyReferee = Referee.start(self.spec.game, resume, generator)
        self.referee = referee
        self.note(-1, None, referee.opening)
        for n, row in enumerate(resume.rows):
            step = referee.repeat(row)
            if isinstance(row, TakeBack):
                self.strike(row.row)
            else:
                self.note(n, row.seat, step.events)
        return referee

    def note(self, row: int, seat: Seat | None, events: tuple[Any, ...]) -> None:
        turn_entries = self.turn_log.add_row(row, events, self.referee.state)
        self.happened.append(LoggedRow(row, seat, events, turn_entries))

    def strike(self, row: int) -> None:
        """Forget a row that was taken back."""
        self.struck.add(row)
        self.happened = [logged for logged in self.happened if logged.number != row]

    # ------------------------------------------------------------ who is asked

    @property
    def over(self) -> bool:
        return not self.referee.asks

    def person_ask(self) -> Ask[Any] | None:
        """The ask of a person; None while bots must think, or when the race is over."""
        for ask in self.referee.asks:
            if ask.seat in self.humans:
                return ask
        return None

    def bot_ask(self) -> Ask[Any] | None:
        for ask in self.referee.asks:
            if ask.seat in self.bots:
                return ask
        return None

    # ------------------------------------------------------------ what changes

    def think(self, ask: Ask[Any]) -> Any:
        """The choice of a bot, from its view alone."""
        view = self.spec.game.view(self.referee.state, ask.seat)
        try:
            return self.bots[ask.seat].choose(view, ask, self.luck)
        except BotFailed as failed:
            raise with_position(self.spec, self.referee, self.spec.card.id, failed) from failed

    def play(self, seat: Seat, move: Any) -> None:
        """Play a move, and save the race."""
        n = len(self.referee.rows)
        step = self.referee.play(seat, move)
        self.note(n, seat, step.events)
        self.keep()

    def repeat(self, ask: Ask[Any], move: Any, times: int) -> int:
        """Play a move several times, while the same question offers it and until it would become
        final; the number of moves."""
        final = self.referee.is_final(ask.seat, move)
        played = 0
        for _ in range(times):
            now = ask_of(self.referee.asks, ask.seat)
            if now is None or now.question != ask.question or move not in now.options:
                break
            if not final and self.referee.is_final(ask.seat, move):
                break
            self.play(ask.seat, move)
            played += 1
        return played

    def run(self, seat: Seat, moves: Sequence[Any]) -> int:
        """Play moves one after another while each is offered; the number of moves."""
        for played, move in enumerate(moves):
            ask = ask_of(self.referee.asks, seat)
            if ask is None or move not in ask.options:
                return played
            self.play(seat, move)
        return len(moves)

    def answer_by_itself(self, ask: Ask[Any]) -> Any | None:
        """An automatic answer: a prepared one, or the only option if one person plays alone."""
        move = self.prepared_answer(ask)
        if move is not None:
            return move
        return ask.options[0] if len(ask.options) == 1 and len(self.humans) == 1 else None

    def prepared_answer(self, ask: Ask[Any]) -> Any | None:
        """What the person has prepared for this question; None: the person is asked."""
        found = self.prepared.get(ask.seat, ())
        if not found:
            return None
        spec, state = self.spec, self.referee.state
        view, turn = spec.game.view(state, ask.seat), turn_of(spec, state)
        given = programs.answer(spec, found, ask, view, turn)
        if isinstance(given, programs.CoDriven):
            move = bots.make_bot(spec.programs.level, spec).choose(view, ask, self.luck)
            given = programs.confirm(spec, given, ask, view, turn, move)
        return given.move if isinstance(given, programs.Answered) else None

    # ------------------------------------------------------------ reaction time

    def countdown(self, ask: Ask[Any]) -> Countdown | None:
        """The countdown of the rules for this question."""
        return self.spec.countdown(self.options, ask)

    def count_out(self, ask: Ask[Any]) -> str:
        """The countdown ran out: play the default for the whole matter; the text to show."""
        first = self.countdown(ask)
        label = self.spec.words.label(ask.default_move, self.names, self.language)
        now: Ask[Any] | None = ask
        while now is not None and first is not None:
            counted = self.countdown(now)
            if counted is None or counted.matter != first.matter:
                break
            self.play(now.seat, now.default_move)
            now = ask_of(self.referee.asks, ask.seat)
        return self.say("counted-out", seat=ask.seat, text=label)

    # ------------------------------------------------------------ taking back and keeping

    def take_back(self, seat: Seat) -> bool:
        """Take back a seat's last move; whether that was possible."""
        row = self.referee.undoable_row(seat)
        if row is None:
            return False
        self.referee.take_back(seat)
        self.strike(row)
        self.keep()
        return True

    def undoer(self) -> Seat | None:
        """The person who may take back a move: the one asked, or the one who answered last."""
        ask = self.person_ask()
        first = [ask.seat] if ask else []
        for seat in [*first, *sorted(self.humans)]:
            if self.referee.undoable_row(seat) is not None:
                return seat
        return None

    def colours_text(self) -> str:
        """Who drives which colour, as far as it was chosen."""
        return ", ".join(
            f"{name} {WORDS.tell(f'colour.{colour}', self.language)}"
            for name, colour in zip(self.names, self.colours, strict=True)
            if colour
        )

    def keep(self) -> None:
        if self.file is not None:
            self.save(self.file)

    def save(self, path: Path) -> None:
        referee = self.referee
        kept = replace(referee.record(), players=self.seats, colours=self.colours)
        text = record.write_record(self.spec, kept, referee.state, referee.outcome())
        files.write_text(path, text)

    # ------------------------------------------------------------ what is seen

    def screen_viewer(self, seat: Seat | None) -> Seat | None:
        """The viewer of the screen: the seat asked, or the only person at the table."""
        if seat is not None:
            return seat
        return next(iter(self.humans)) if len(self.humans) == 1 else None

    def log(self, viewer: Seat | None, since: int = 0) -> Iterator[tuple[str, str]]:
        """Events as sentences with clauses; repeated ones are counted."""
        for (sentence, clause), again in groupby(self.sentences(viewer, since)):
            times = sum(1 for _ in again)
            yield (sentence if times == 1 else f"{sentence} (×{times})"), clause

    def sentences(self, viewer: Seat | None, since: int) -> Iterator[tuple[str, str]]:
        """Sentences of all events that this viewer may see."""
        for logged in self.happened[since:]:
            for event in logged.events:
                seen = seen_by(event, viewer)
                if seen is not None:
                    text = self.spec.words.say(seen, self.names, self.language)
                    yield text, self.clause(seen.clause)

    def around(self, viewer: Seat) -> list[str]:
        """The position in sentences, and what the others did since."""
        return [self.board_text(viewer), *self.rivals(viewer)]

    def rivals(self, viewer: Seat) -> Iterator[str]:
        """What the others did since this seat's last turn, a sentence for each of their turns."""
        ask = ask_of(self.referee.asks, viewer)
        if ask is None:
            return
        now, kind = turns.standings(self.spec, self.referee.state), ask.question.kind
        for seen in turns.entries_since_last_turn(
            self.turn_log, self.happened, viewer, kind, now, self.struck
        ):
            entry = self.turn_log.entries[seen.id]
            yield turns.summarize(
                self.spec, entry, seen.events, now, self.names, self.language
            ).text

    def clause(self, cited: str) -> str:
        """The name of a clause in the rulebook in play."""
        return self.spec.clause(cited, self.options)

    def prompt(self, ask: Ask[Any]) -> str:
        return self.spec.words.prompt(ask, self.names, self.language)

    def choices(self, ask: Ask[Any]) -> list[Choice]:
        """The options as listed; empty for an amount, which is typed."""
        if isinstance(ask.options, Amount):
            return []
        spec, names, language = self.spec, self.names, self.language
        texts = [spec.notation.text(move, names) for move in ask.options]
        view = spec.game.view(self.referee.state, ask.seat)
        infos = [spec.option_info(view, ask.seat, move, language) for move in ask.options]
        default = default_option(ask.default, ((info.numbers, info.danger) for info in infos))
        found = []
        labels = [spec.words.label(move, names, language) for move in ask.options]
        final = self.referee.is_final
        for number, (code, text, label, info, move) in enumerate(
            zip(codes(texts, labels), texts, labels, infos, ask.options, strict=True)
        ):
            found.append(
                Choice(
                    code=code,
                    text=text,
                    label=label,
                    remark=info.remark,
                    danger=info.danger,
                    final=final(ask.seat, move),
                    default=number == default,
                    move=move,
                )
            )
        return found

    def introduction(self) -> list[str]:
        """What a season is, how long it is and what can be won; then how its races ended so far."""
        spec, words, language = self.spec, self.spec.words, self.language
        if not spec.forms:
            return []
        id = spec.card.id
        lines = [words.tell(f"about.{id}", language), words.tell(f"prize.{id}", language)]
        for form in spec.forms:
            told = words.tell(f"form.{form.name}", language, races=form.races)
            flags = " ".join(option_flags(form.options, spec.options()))
            lines.append(self.say("season.form", text=told, n=form.minutes, flags=flags).rstrip())
        for n, places in enumerate(spec.results(self.referee.state), 1):
            placed = sorted((place, seat) for seat, place in enumerate(places) if place)
            order = [
                words.tell("spoken.order", language, self.names, place=place, seat=seat)
                for place, seat in placed
            ]
            lines.append(self.say("season.race", n=n, text=", ".join(order) or "–"))
        return lines

    def preselected_move(self, ask: Ask[Any]) -> Any:
        """What Enter takes: the default, unless that is dangerous or throws something away."""
        return next((c.move for c in self.choices(ask) if c.default), ask.default_move)

    def about(self, ask: Ask[Any]) -> list[str]:
        """Help on a decision: the purpose of each option, then the clause."""
        words, language = self.spec.words, self.language
        lines = [words.advise(ask.question.prompt, language)]
        offered = [ask.default_move] if isinstance(ask.options, Amount) else ask.options
        labels: dict[str, list[str]] = {}
        for move in offered:
            topic = self.spec.topic(ask, move)
            labels.setdefault(topic, []).append(words.label(move, self.names, language))
        for topic, alike in labels.items():
            told = words.explain(topic, language), words.explain(topic, language, why=True)
            lines.append(f"- {heading(alike)}: {' '.join(filter(None, told))}")
        found = self.spec.rulebook.clause_in(self.clause(ask.question.clause), language)
        return [*lines, f"{found.id} {found.title}: {found.text}"]

    def hint(self, ask: Ask[Any]) -> list[str]:
        """The best options by the seat's view, with the expected place and the reason; not with
        several people."""
        if len(self.humans) > 1:
            return [self.say("no-hint")]
        self.hints += 1
        spec, names, language = self.spec, self.names, self.language
        view = spec.game.view(self.referee.state, ask.seat)
        lines = [self.say("hint")]
        advice = advise(spec, view, ask, self.thoughts)
        for option in advice:
            text = spec.words.label(option.move, names, language)
            reason = explain_advice(spec, view, ask, option, language)
            place = format_tenths(option.place, language)
            lines.append(self.say("hint-option", text=text, place=place, why=reason))
        return lines

    def board_text(self, viewer: Seat | None) -> str:
        """The board as sentences."""
        view = self.spec.game.view(self.referee.state, viewer)
        return describe_board(self.spec, view, viewer, self.names, self.language)

    def standings(self, viewer: Seat | None) -> list[str]:
        """The standings, a line each."""
        spec = self.spec
        lines = []
        rows = spec.standings(spec.game.view(self.referee.state, viewer))
        for standing in spec.shown_standings(rows):
            name, note, _ = spec.words.standing(standing, self.names, self.language)
            lines.append(f"{standing.place or '–':>3}  {name}  {note}".rstrip())
        return lines

    def result(self) -> list[str]:
        """The result, a line each."""
        outcome = self.referee.outcome()
        if outcome is None:
            return []
        words, language = self.spec.words, self.language
        lines = [self.say("over", text=words.reason(outcome.reason, language))]
        view = self.spec.game.view(self.referee.state, self.screen_viewer(None))
        for standing in self.spec.shown_standings(self.spec.standings(view)):
            if standing.seat < 0 and not standing.place:
                continue
            _, _, score = words.standing(standing, self.names, language)
            id = "place" if standing.place else "place.out"
            placed = words.tell(id, language, self.names, seat=standing.seat, place=standing.place)
            lines.append(f"{placed}  {score}".rstrip())
        if self.hints:
            lines.append(self.say("hints", n=self.hints))
        return lines

    def farewell(self) -> str:
        """What is printed to a person who leaves before the end."""
        if self.file is None:
            return self.say("left-unsaved")
        return self.say("left", text=self.file)

    def say(self, id: str, **args: object) -> str:
        return WORDS.tell(id, self.language, self.names, **args)

    def still_asked(self, ask: Ask[Any]) -> bool:
        return ask_of(self.referee.asks, ask.seat) is not None


def heading(labels: Sequence[str]) -> str:
    """The common first words of some labels, or the first label and the last."""
    columns = zip(*(label.split() for label in labels), strict=False)
    shared = [words[0] for words in takewhile(lambda words: len(set(words)) == 1, columns)]
    return " ".join(shared).rstrip(":,") or f"{labels[0]} … {labels[-1]}"


def option_flags(options: Any, usual: Any) -> Iterator[str]:
    """What to write on the command line for these options: `-o races=2`."""
    known = msgspec.to_builtins(usual)
    for name, value in msgspec.to_builtins(options).items():
        if value != known[name]:
            if isinstance(value, list | tuple):
                value = ",".join(map(str, value))
            shown = ("no", "yes")[value] if isinstance(value, bool) else value
            yield f"-o {name}={shown}"
