"""GameSpec: a game with its texts, notation, bots and boards, as one value for every caller."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Generic, TypeAlias

from msgspec import Struct

from paddock.core.chance import Chance
from paddock.core.citations import Rulebook
from paddock.core.game import Ask, Card, E, Game, M, O, Outcome, S, V
from paddock.core.layout import Layout
from paddock.core.notation import Notation
from paddock.core.program_types import GamePrograms
from paddock.core.progress import Progress, Results, no_progress, no_results
from paddock.core.seats import Language, Names, Seat
from paddock.core.sketch import Sketch, no_sketch
from paddock.core.spoken import Sentence, no_sentences
from paddock.core.standings import Standing, count_drivers
from paddock.core.studio import AnyStudio
from paddock.core.styled_text import StyledText
from paddock.core.turns import TurnSummaries, no_turn_summary
from paddock.core.words import Remark, Words


def no_clause_names(options: object) -> Mapping[str, str]:
    """Clauses are shown under the id that the code cites."""
    return {}


class OptionInfo(Struct, frozen=True):
    """What is shown next to an option."""

    numbers: Mapping[str, float] = {}
    remark: str = ""
    danger: str = ""


MIN_DRIVERS_COUNTED = 2  # a single driver is placed among all cars
DISCOURAGED_KEYS = ("nothing", "rash", "slow", "unused", "adrenaline", "slipstream")
"""Numbers of an option that is useless (`nothing`), risky (`rash`), slower than needed (`slow`), or
leaves something free unused."""


def default_option(default: int, beside: Iterable[tuple[Mapping[str, float], str]]) -> int:
    """The option preselected for a person: the default, or the nearest one that is neither
    dangerous nor discouraged."""
    sound = [
        i
        for i, (numbers, danger) in enumerate(beside)
        if not danger and not any(map(numbers.get, DISCOURAGED_KEYS))
    ]
    return min(sound, key=lambda i: (abs(i - default), i)) if sound else default


class QuickStart(Struct, Generic[O], frozen=True):
    """A race that starts with one click, for new players: short, few rivals, few rules."""

    options: O
    rivals: int = 3


class Form(Struct, Generic[O], frozen=True):
    """A length in which a season is offered: `form.NAME` in the words says what it is."""

    name: str
    options: O
    minutes: int  # of one person against bots, by `paddock duration`
    races: int = 0  # 0: it is not counted in races


class Countdown(Struct, frozen=True):
    """How long the rules allow for an answer. When it runs out the default is played, and again for
    following asks of the same `matter`."""

    seconds: int
    matter: int


def no_countdown(options: object, ask: object) -> None:
    """The rules set no time limit."""


def same_for_all(options: object) -> bool:
    """All viewers see the same standings."""
    return False


def differs_by_seat(options: object) -> bool:
    """A seat sees more of its own standing than others do."""
    return True


def no_detail(move: object) -> str:
    """A kind of move is explained by one line, whatever its fields."""
    return ""


def no_liveries(options: object, seats: int) -> tuple[str, ...]:
    """For a game in which players choose no colour."""
    return ()


class BotHints(Struct, Generic[S, M, V], frozen=True):
    """Knowledge of a game that helps its bots. Every field is optional."""

    option_values: Callable[[V, Ask[M], Chance], Sequence[float] | None] | None = None
    """The value for the seat after each option. If absent or None, options are tried and rated with
    `evaluate`."""
    sums: bool = False
    """Whether `option_values` also rates amounts (their sample)."""
    rollout_policy: Callable[[S, Ask[M], Chance], M] | None = None
    """A quick sensible move: how every seat plays in playouts."""
    cutoff: Callable[[S, S], bool] | None = None
    """Whether a playout from one state to another may stop and be rated here."""
    state_value: Callable[[S, Seat], float] | None = None
    """The value of a state for a seat, if it can be rated better than by its view."""
    samples: int = 0
    """Playouts per decision of the hard bot. 0: it looks one move ahead, because more was not shown
    to help."""
    noise: tuple[float, float] = (0.06, 0.02)
    """Error of the easy and the medium bot in rating an option, as a share of the field."""
    top_options: int = 8
    """The noisy bots choose among this many of the best options."""
    error_free_prompts: frozenset[str] = frozenset()
    """Questions of small steps, many in a turn: bots make no errors there."""
    playouts: Callable[[V, Ask[M], Sequence[M], Chance, int], list[list[float]]] | None = None
    """What moves are worth by a number of whole races to the finish, by race and move, in a quick
    form of the rules. A deep review uses it."""
    sensible: Callable[[V, Ask[M]], Sequence[M]] | None = None
    """The options that a player would think of; none of them: all. Bots choose among these, also
    those that err. Reviews and hints rate all options."""


class GameSpec(Struct, Generic[S, M, E, V, O], frozen=True):
    """A game and everything callers need besides its rules."""

    game: Game[S, M, E, V, O]
    options: type[O]
    state: Any  # the types by which values are read back from JSON and MessagePack
    move: Any
    event: Any
    view: Any
    rulebook: Rulebook
    words: Words
    notation: Notation[S, M, O]
    evaluate: Callable[[V, Seat], float]  # how well a seat stands: 0 is lost, 1 is won
    draw: Callable[[V, Seat | None, Names, Language], StyledText]
    standings: Callable[[V], tuple[Standing, ...]]
    """The competitors with gap, lap and status; the best first."""
    competing: Callable[[V], int] | None = None
    """How many competitors are placed in the end, if not all in the standings."""
    counts_drivers: bool = False
    """Whether cars without a player take no place where they are shown, if two or more race."""
    liveries: Callable[[O, int], tuple[str, ...]] = no_liveries
    """The colours (`LIVERY_NAMES`) among which the players of a race may choose."""
    own_standings: Callable[[O], bool] = same_for_all
    """Whether a seat sees more of the standings than a spectator, such as secret property."""
    progress: Callable[[S], Progress] = no_progress
    """How far a race is: lap, race of a season, round of a game."""
    results: Callable[[S], Results] = no_results
    """How the races of a season ended so far."""
    turns: TurnSummaries[E] = no_turn_summary()
    """How events are summarized, by turn and car."""
    spoken: Callable[[V, Seat], tuple[Sentence, ...]] = no_sentences
    """What a player sees on the board, as sentences."""
    foresee: Callable[[V, Seat, M], Mapping[str, float]] | None = None
    """Numbers shown with an option before it is chosen (a cost, a risk), from the view."""
    remarks: Callable[[V, M, Mapping[str, float]], Iterable[Remark]] | None = None
    """The texts for these numbers."""
    danger: Callable[[M, Mapping[str, float]], Remark | None] | None = None
    """A warning about a likely mistake; if the move is final, a person must confirm it."""
    detail: Callable[[M], str] = no_detail
    """What separates moves of one kind so much that each has its own line `help.KIND.DETAIL`."""
    board: Callable[[], object] | None = None  # tables and geometry for the browser's board
    sketch: Callable[[V], Sketch | None] = no_sketch
    """The road and the cars, for a small picture."""
    bots: Mapping[str, Callable[[str], Any]] = {}  # bots that only this game has: `name:argument`
    levels: tuple[str, ...] = ()
    """Own bots that a table offers next to the standard levels, each with words `bot.NAME`."""
    bot_hints: BotHints[S, M, V] = BotHints()
    """Knowledge that helps its bots."""
    quick: QuickStart[O] | None = None  # none: the usual options
    forms: tuple[Form[O], ...] = ()
    """The lengths of a season or campaign, the shortest first; none: it is one race. The words
    `about.ID` and `prize.ID` say what it is and what one can win."""
    countdown: Callable[[O, Ask[M]], Countdown | None] = no_countdown
    """How long an ask may take by the rules, in addition to the clock of the table."""
    clauses: Callable[[O], Mapping[str, str]] = no_clause_names
    """For a game with several rulebooks: the clause names of the rulebook in play."""

    studio: AnyStudio | None = None
    """Support for tracks made by players; None: only the game's own tracks."""
    layout: Layout | None = None
    """The race as numbers, for programs that learn. Every game of the registry has one."""
    programs: GamePrograms = GamePrograms()
    """What players may prepare for later decisions."""

    @property
    def card(self) -> Card:
        return self.game.card

    def field_size(self, view: V) -> int:
        """The number of competitors, including cars without a player."""
        return self.competing(view) if self.competing else len(self.standings(view))

    def shown_standings(self, rows: tuple[Standing, ...]) -> tuple[Standing, ...]:
        """The standings as people read them."""
        if not self.counts_drivers or sum(one.seat >= 0 for one in rows) < MIN_DRIVERS_COUNTED:
            return rows
        return count_drivers(rows)

    def shown_places(self, outcome: Outcome) -> tuple[int, ...]:
        """The places of an outcome as people read them."""
        if not self.counts_drivers or len(outcome.places) < MIN_DRIVERS_COUNTED:
            return outcome.places
        return outcome.among_seats()

    def value_by_view(self, state: S, seat: Seat) -> float:
        """The value of a state for a seat, by what the seat sees."""
        return self.evaluate(self.game.view(state, seat), seat)

    @property
    def state_value(self) -> Callable[[S, Seat], float]:
        """The best rating of a state that the game has."""
        return self.bot_hints.state_value or self.value_by_view

    def option_info(self, view: V, seat: Seat, move: M, language: Language) -> OptionInfo:
        """Numbers and texts of an option for the seat that is asked."""
        return OptionInfo(*self.option_info_parts(view, seat, move, language))

    def option_info_parts(
        self, view: V, seat: Seat, move: M, language: Language
    ) -> tuple[Mapping[str, float], str, str]:
        """The same as a tuple: a hot path, since every option of every ask is rendered."""
        numbers = {} if self.foresee is None else self.foresee(view, seat, move)
        said = () if self.remarks is None else self.remarks(view, move, numbers)
        danger = None if self.danger is None or not numbers else self.danger(move, numbers)
        words = self.words
        return (
            numbers,
            words.remarks_text(said, language),
            words.remarks_text([danger], language) if danger else "",
        )

    def topic(self, ask: Ask[M], move: M) -> str:
        """The topic of an option: its texts are `help.TOPIC` and `help.why.TOPIC`."""
        return self.words.topic(ask.question.prompt, move, self.detail(move))

    def title(self, language: Language) -> str:
        """The title of the game, translated if there is a text for it."""
        id = f"title.{self.card.id}"
        return self.words.tell(id, language) if self.words.has_message(id) else self.card.title

    def clause(self, cited: str, options: O) -> str:
        """The name of a cited clause in a race with these options."""
        return self.clauses(options).get(cited, cited)


AnyForm: TypeAlias = Form[Any]
AnyGameSpec: TypeAlias = GameSpec[Any, Any, Any, Any, Any]
