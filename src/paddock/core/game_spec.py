"""A house: a game with all its rooms, as one value that every caller takes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Generic, TypeAlias

from msgspec import Struct
from rich.text import Text

from paddock.core.chance import Chance
from paddock.core.citations import Rulebook
from paddock.core.game import Ask, Card, E, Game, M, O, S, V
from paddock.core.notation import Notation
from paddock.core.seats import Language, Names, Seat
from paddock.core.spoken import Sentence, no_sentences
from paddock.core.standings import Standing
from paddock.core.studio import AnyStudio
from paddock.core.turns import TurnSummaries, no_turn_summary
from paddock.core.words import Remark, Words


def no_clause_names(options: object) -> Mapping[str, str]:
    """Every clause is told under the id by which the code cites it."""
    return {}


class OptionInfo(Struct, frozen=True):
    """What stands beside an option."""

    numbers: Mapping[str, float] = {}
    remark: str = ""
    danger: str = ""


DISCOURAGED_KEYS = frozenset({"nothing", "rash"})
"""Among an option's numbers: it comes to nothing, or wants to be thought over."""


def default_option(default: int, beside: Iterable[tuple[Mapping[str, float], str]]) -> int:
    """Which option is preselected for a person: the default, or the nearest that is no folly, by
    the numbers and the danger of each."""
    sound = [
        i
        for i, (numbers, danger) in enumerate(beside)
        if not danger and DISCOURAGED_KEYS.isdisjoint(numbers)
    ]
    return min(sound, key=lambda i: (abs(i - default), i)) if sound else default


class QuickStart(Struct, Generic[O], frozen=True):
    """A race that begins with one click, for who has never played: short, few rivals, few rules."""

    options: O
    rivals: int = 3


class Countdown(Struct, frozen=True):
    """How long the rules leave somebody to answer an ask. Who lets it run out has the default
    played for him, and for as long as what he is asked next is of the same matter."""

    seconds: int
    matter: int


def no_countdown(options: object, ask: object) -> None:
    """The rules leave as much time as the table does."""


def same_for_all(options: object) -> bool:
    """Everybody sees the same standings."""
    return False


def differs_by_seat(options: object) -> bool:
    """A seat sees of its own what others do not."""
    return True


def no_detail(move: object) -> str:
    """A kind of move is explained by one line, whatever it names."""
    return ""


class BotHints(Struct, Generic[S, M, V], frozen=True):
    """What a house knows that helps its bots to think; all of it may be left out."""

    option_values: Callable[[V, Ask[M], Chance], Sequence[float] | None] | None = None
    """How well a seat will stand after each option, in places; else, and where it gives none, the
    option is tried out and `evaluate` asked."""
    sums: bool = False
    """Whether it appraises sums too, the handful of them that is looked at."""
    rollout_policy: Callable[[S, Ask[M], Chance], M] | None = None
    """What a sensible driver does at a glance: so everybody drives in what a bot imagines."""
    cutoff: Callable[[S, S], bool] | None = None
    """Whether what is imagined, from one state to another, may be broken off and judged here."""
    state_value: Callable[[S, Seat], float] | None = None
    """How well a seat stands there, if that can be said better than by its view."""
    samples: int = 0
    """What a strong driver imagines before a decision: so often an option is tried. None: it looks
    one move ahead, as long as nobody has shown that more pays, in the time there is."""
    noise: tuple[float, float] = (0.06, 0.02)
    """By how much of the field an easy driver and a medium one misjudge an option."""
    top_options: int = 8
    """Of so many options, the best, one who may misjudge them chooses."""
    error_free_prompts: frozenset[str] = frozenset()
    """Questions of small steps, of which a turn has many: in these nobody errs."""


class GameSpec(Struct, Generic[S, M, E, V, O], frozen=True):
    """What is known of a game beside its rules."""

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
    draw: Callable[[V, Seat | None, Names, Language], Text]
    standings: Callable[[V], tuple[Standing, ...]]
    """Who is ahead of whom, by how much, in which lap, out or home; the best first."""
    competing: Callable[[V], int] | None = None
    """How many take places in the end, if not all of the standings."""
    own_standings: Callable[[O], bool] = same_for_all
    """Whether a seat sees more of the standings than a spectator does: what it owns in secret."""
    turns: TurnSummaries[E] = no_turn_summary()
    """How what happens is told: turn by turn and car by car."""
    spoken: Callable[[V, Seat], tuple[Sentence, ...]] = no_sentences
    """What a driver sees on the board, as sentences."""
    foresee: Callable[[V, Seat, M], Mapping[str, float]] | None = None
    """Numbers to be seen beside an option before it is chosen (a cost, a risk), by the view."""
    remarks: Callable[[V, M, Mapping[str, float]], Iterable[Remark]] | None = None
    """What is said of these numbers."""
    danger: Callable[[M, Mapping[str, float]], Remark | None] | None = None
    """What a person is told of an option that he would regret, and asked twice if it is final."""
    detail: Callable[[M], str] = no_detail
    """By what moves of one kind differ so much that each has its own line: `help.KIND.DETAIL`."""
    board: Callable[[], object] | None = None  # tables and geometry for the browser's board
    bots: Mapping[str, Callable[[str], Any]] = {}  # bots that only this game has: `name:argument`
    levels: tuple[str, ...] = ()
    """Those of them that a table offers beside the usual ones, each with words `bot.NAME`."""
    bot_hints: BotHints[S, M, V] = BotHints()
    """What helps its bots to think."""
    quick: QuickStart[O] | None = None  # none: the usual options
    countdown: Callable[[O, Ask[M]], Countdown | None] = no_countdown
    """How long an ask may take by the rules, beside any clock of the table."""
    clauses: Callable[[O], Mapping[str, str]] = no_clause_names
    """Of a game with several books: what the book in play calls the clauses that code cites."""

    studio: AnyStudio | None = None
    """What it says of tracks that players bring; none: it has only its own."""

    @property
    def card(self) -> Card:
        return self.game.card

    def field_size(self, view: V) -> int:
        """How many compete, also those nobody drives."""
        return self.competing(view) if self.competing else len(self.standings(view))

    def value_by_view(self, state: S, seat: Seat) -> float:
        """How well a seat stands, by what it sees."""
        return self.evaluate(self.game.view(state, seat), seat)

    @property
    def state_value(self) -> Callable[[S, Seat], float]:
        """How well a seat stands, as well as the house can say."""
        return self.bot_hints.state_value or self.value_by_view

    def option_info(self, view: V, seat: Seat, move: M, language: Language) -> OptionInfo:
        """An option's numbers with their words, for whoever is asked."""
        return OptionInfo(*self.option_info_parts(view, seat, move, language))

    def option_info_parts(
        self, view: V, seat: Seat, move: M, language: Language
    ) -> tuple[Mapping[str, float], str, str]:
        """The same as a tuple: of all that is told after a move, options are the most."""
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
        """What an option is about: its words are `help.TOPIC` and `help.why.TOPIC`."""
        return self.words.topic(ask.question.prompt, move, self.detail(move))

    def title(self, language: Language) -> str:
        """What the game is called; a wing and a series in the words of their house."""
        id = f"title.{self.card.id}"
        return self.words.tell(id, language) if self.words.has_message(id) else self.card.title

    def clause(self, cited: str, options: O) -> str:
        """A clause that code cites, as it is told to people in a race with these options."""
        return self.clauses(options).get(cited, cited)


AnyGameSpec: TypeAlias = GameSpec[Any, Any, Any, Any, Any]
