"""A seat as words: pages of text go out, lines come in. No array, no other package."""

from __future__ import annotations

import random
import secrets
from collections.abc import Iterator, Sequence
from typing import Any

from paddock import api, bots
from paddock.core.chance import UnrecordedChance
from paddock.core.errors import BadOption, IllegalMove, Refused, RulesBug
from paddock.core.game import Amount, Ask, seen_by
from paddock.core.layout import own_rows
from paddock.core.seats import Language, numbered_names
from paddock.core.spoken import describe_board
from paddock.core.words import Words
from paddock.env.rules import layout_of, reward_of
from paddock.games import find_spec

WORDS = Words("paddock.env", seats=("seat",))
SEED_BITS = 32
MAX_ANSWER = 200
"""Characters of an answer that are read."""


class TextSeat:
    """One seat against bots, in words. `reset` and `step` return pages."""

    def __init__(
        self,
        game: str,
        rivals: Sequence[str] = ("medium", "medium", "medium"),
        seat: int | None = None,
        *,
        language: Language = "en",
        reasons: bool = True,
        **options: Any,
    ) -> None:
        if isinstance(rivals, str):
            raise BadOption(f"rivals is a list of bots, such as [{rivals!r}]")
        self.seats = len(rivals) + 1
        if seat is not None and not 0 <= seat < self.seats:
            raise BadOption(f"there is no seat {seat}: the seats are 0 to {self.seats - 1}")
        self.spec, self.given_seat, self.options = find_spec(game), seat, options
        self.language, self.reasons = language, reasons
        self.names = numbered_names(self.seats)
        self.rivals = [bots.make_bot(name, self.spec, own=True) for name in rivals]
        api.make(game, self.seats, 0, **options)  # wrong options are said at once

    def reset(self, seed: int | None = None) -> str:
        """Start a race, and return the first page. The same seed gives the same race."""
        number = secrets.randbits(SEED_BITS) if seed is None else seed
        self.race = api.make(self.spec.card.id, self.seats, number, **self.options)
        self.seat = random.Random(f"{number}:seat").randrange(self.seats)
        if self.given_seat is not None:
            self.seat = self.given_seat
        others = iter(self.rivals)
        self.players = {s: next(others) for s in range(self.seats) if s != self.seat}
        self.luck = {s: UnrecordedChance(random.Random(f"{number}:{s}")) for s in self.players}
        self.happened: list[Any] = []
        self.let_bots_play()
        return self.page()

    @property
    def ask(self) -> Ask[Any] | None:
        """What the seat is asked now."""
        return self.race.ask(self.seat)

    def step(self, line: str) -> tuple[str, float, bool, dict[str, Any]]:
        """Answer a question. Returns the next page, the reward, whether the race is over, and an
        info: `refused` says why an answer was not played, and the question is asked again."""
        ask = self.ask
        if ask is None:
            raise RulesBug("the race is over: call reset")
        try:
            events = self.race.play(self.seat, self.read_answer(line, ask))
        except Refused as refused:
            said = self.explain(refused, line)
            return f"{said}\n\n{self.page()}", 0.0, False, {"refused": said}
        self.happened = [*events]
        self.let_bots_play()
        outcome = self.race.outcome if self.race.over else None
        if outcome is None:
            return self.page(), 0.0, False, {}
        place = outcome.among_seats()[self.seat]
        return self.page(), reward_of(outcome, self.seat), True, {"place": place}

    def read_answer(self, line: str, ask: Ask[Any]) -> Any:
        """The move of a line: the number of an option, or notation."""
        text = line.strip()[:MAX_ANSWER]
        if text.isdecimal():
            number = int(text)
            if not 1 <= number <= len(ask.candidates):
                raise Refused(WORDS.tell("text.unreadable", self.language, text=text))
            return ask.candidates[number - 1]
        return self.spec.notation.move(text, self.names)

    def explain(self, refused: Refused, line: str) -> str:
        if isinstance(refused, IllegalMove):
            return self.spec.words.refusal(refused.refusal, self.names, self.language)
        return str(refused)

    def let_bots_play(self) -> None:
        """Play for the others until the seat is asked, or the race is over."""
        race, view = self.race, self.spec.game.view
        while not race.over and race.ask(self.seat) is None:
            ask = race.asks[0]
            player = self.players[ask.seat]
            seen = view(race.state, ask.seat) if bots.looks(player) else None
            self.happened += race.play(ask.seat, player.choose(seen, ask, self.luck[ask.seat]))

    # ------------------------------------------------------------ the page

    def page(self) -> str:
        """Everything a player needs for the next answer, as text."""
        return "\n".join(self.lines())

    def lines(self) -> Iterator[str]:
        words, language, ask = self.spec.words, self.language, self.ask
        view = self.race.view(self.seat)
        number = self.seat + 1
        yield f"# {self.spec.title(language)}"
        yield self.tell("text.you", seat=self.seat, number=number, seats=self.seats)
        happened = [seen_by(event, self.seat) for event in self.happened]
        if told := [words.say(event, self.names, language) for event in happened if event]:
            yield from ("", f"## {self.tell('text.happened')}", *[f"- {text}" for text in told])
        yield from ("", f"## {self.tell('text.position')}")
        for standing in self.spec.shown_standings(self.spec.standings(view)):
            name, note, _ = words.standing(standing, self.names, language)
            yield f"{standing.place or '-'}. {name} {note}".rstrip()
        yield describe_board(self.spec, view, self.seat, self.names, language)
        yield from ("", f"## {self.tell('text.yours')}")
        for part, row in own_rows(layout_of(self.spec), view, self.seat):
            yield f"{part}: {', '.join([f'{name} {n}' for name, n in row.items()])}"
        if ask is None:
            outcome = self.race.outcome
            reason = "" if outcome is None else words.reason(outcome.reason, language)
            yield from ("", self.tell("text.over", text=reason))
            return
        yield from ("", f"## {self.tell('text.question')}", words.prompt(ask, self.names, language))
        yield from ("", f"## {self.tell('text.options')}")
        yield from self.option_lines(view, ask)
        if self.reasons:
            yield from self.reason_lines(ask)
        yield from ("", self.tell("text.choose"))

    def option_lines(self, view: Any, ask: Ask[Any]) -> Iterator[str]:
        words, language = self.spec.words, self.language
        for n, move in enumerate(ask.candidates, 1):
            info = self.spec.option_info(view, self.seat, move, language)
            beside = ", ".join(f"{key} {value:g}" for key, value in info.numbers.items())
            said = "; ".join(text for text in (info.remark, info.danger) if text)
            parts = [f"{n}. {words.label(move, self.names, language)}"]
            parts += [f"({said})"] if said else []
            parts += [f"[{beside}]"] if beside else []
            yield f"{' '.join(parts)} = {self.race.text(move)}"
        if isinstance(ask.options, Amount):
            least, most, step = ask.options.least, ask.options.most, ask.options.step
            text = self.race.text(ask.default_move)
            yield self.tell("text.amount", least=least, most=most, step=step, text=text)

    def reason_lines(self, ask: Ask[Any]) -> Iterator[str]:
        """What matters in this question, and why to choose each kind of option."""
        words, language = self.spec.words, self.language
        topics = dict.fromkeys(self.spec.topic(ask, move) for move in ask.candidates)
        said = [words.advise(ask.question.prompt, language)]
        said += [words.explain(topic, language, why=True) for topic in topics]
        if found := [text for text in dict.fromkeys(said) if text]:
            yield from ("", f"## {self.tell('text.reasons')}", *[f"- {text}" for text in found])

    def tell(self, id: str, **args: object) -> str:
        return WORDS.tell(id, self.language, self.names, **args)
