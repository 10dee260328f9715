"""Access to the code of a checkout, by its old and its new names.

`compare_checkouts` plays the same games in two checkouts, and names differ between them. Everything
it needs of a checkout goes through this module. When a rename lands, add the new name to `MODULES`
or `NAMES`; never remove an old one.
"""

from __future__ import annotations

import functools
import importlib
import random
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from msgspec import Struct

Viewer = int | None
"""A seat, or None for a spectator."""

MODULES: Mapping[str, tuple[str, ...]] = {
    "games": ("paddock.games",),
    "spec": ("paddock.core.house", "paddock.core.game_spec", "paddock.core.spec"),
    "game": ("paddock.core.game",),
    "languages": ("paddock.core.languages",),
    "options": ("paddock.core.options",),
    "primer": ("paddock.core.primer",),
    "record": ("paddock.core.record",),
    "referee": ("paddock.core.referee",),
    "spoken": ("paddock.core.spoken", "paddock.core.sentences"),
    "turns": ("paddock.core.turns", "paddock.core.turn_summaries", "paddock.core.turn_log"),
    "random_options": (
        "paddock.lab.spread",
        "paddock.verify.random_options",
        "paddock.verify.spread",
    ),
    "bots": ("paddock.bots",),
}
"""Our word for a module, and where it is or was."""

NAMES: Mapping[str, tuple[str, ...]] = {
    # paddock.games
    "all_games": ("houses", "specs", "game_specs", "all_specs", "all_games"),
    "find": ("find", "find_spec", "find_game"),
    # the specification of a game (House, GameSpec)
    "option_info": ("told_beside", "option_info_parts"),
    "default_option": ("proposed", "default_option"),
    "bot_hints": ("mind", "bot_hints", "hints"),
    "option_values": ("appraise", "option_values"),
    "state_value": ("judges", "state_value"),
    "rollout_policy": ("habit", "rollout_policy"),
    "field_size": ("field_size", "field"),
    "own_standings": ("own_standings", "has_own_standings"),
    "quick_start": ("quick", "quick_start"),
    "clauses": ("clauses", "clause_names"),
    "turn_summaries": ("turns", "turn_summaries"),
    # events, asks
    "event_for": ("seen_by", "event_for", "view_of_event"),
    "sample": ("candidates", "sample"),
    "least": ("least", "minimum"),
    "most": ("most", "maximum"),
    "opened": ("opened", "secret_shown"),
    "options_tree": ("fields", "option_fields"),
    # referee and record
    "undoable": ("undoable", "undoable_row"),
    "number": ("number", "ask_number"),
    "is_final": ("is_final",),
    "fingerprint": ("fingerprint",),
    "write_record": ("write", "write_record"),
    "read_primer": ("read", "read_primer"),
    # turn summaries
    "TurnLog": ("Ledger", "TurnLog"),
    "add_row": ("take", "add_row", "add"),
    "entries": ("chapters", "entries"),
    "turn_heads": ("heads", "turn_starts", "turn_heads", "headings"),
    "entry_events": ("seen", "events_for", "entry_events"),
    "summarize": ("summed", "summarize", "summary", "summarise"),
    "heading": ("heading",),
    "spoken": ("spoken", "spoken_board", "describe_board", "speak"),
    # words
    "event_text": ("say", "event_text"),
    "move_label": ("label", "move_label"),
    "prompt_text": ("prompt", "prompt_text"),
    "waiting_text": ("waiting", "waiting_text"),
    "standing_text": ("standing", "standing_text"),
    "refusal_text": ("refusal", "refusal_text"),
    "reason_text": ("reason", "reason_text"),
    "explain": ("explain",),
    "advise": ("advise",),
    "for_board": ("for_board", "board_texts"),
    "has_message": ("has", "has_message"),
    "kind_text": ("kind", "kind_text"),
    # options
    "random_options": ("any_options", "random_options"),
    # bots
    "make_bot": ("make", "make_bot"),
    "languages": ("languages",),
    "whole_rules": ("whole", "full_text"),
}
"""Our word for a function or attribute, and what it is or was called; the first that exists."""


class MissingName(Exception):
    """The checkout has none of the names known here."""


@functools.cache
def module(word: str) -> Any:
    for path in MODULES[word]:
        try:
            return importlib.import_module(path)
        except ModuleNotFoundError as missing:
            # An import that fails inside the module is a fault of the checkout.
            if missing.name is None or not f"{path}.".startswith(f"{missing.name}."):
                raise
    raise MissingName(f"no module {' or '.join(MODULES[word])}: add its name to {__name__}.MODULES")


def get(owner: Any, word: str) -> Any:
    """The attribute of `owner` that is known by our word."""
    names = NAMES[word]
    for name in names:
        if hasattr(owner, name):
            return getattr(owner, name)
    raise MissingName(
        f"{owner!r:.80} has no {' or '.join(names)}: add its name to {__name__}.NAMES"
    )


def flat(value: Any) -> Any:
    """A value of the core as its field values, without class and field names: those may change."""
    if isinstance(value, Struct):
        return [flat(getattr(value, name)) for name in value.__struct_fields__]
    if isinstance(value, (list, tuple)):
        return [flat(item) for item in value]
    if isinstance(value, dict):
        return [[flat(key), flat(item)] for key, item in value.items()]
    return value


# ---------------------------------------------------------------- games


def game_ids() -> list[str]:
    return list(get(module("games"), "all_games")())


def find_spec(game: str) -> Any:
    return get(module("games"), "find")(game)


def language_tags() -> list[str]:
    return list(get(module("languages"), "languages")())


def random_options(spec: Any, generator: random.Random) -> Any:
    return get(module("random_options"), "random_options")(spec, generator)


def game_facts(spec: Any, language: str) -> dict[str, Any]:
    """What is known of a game before it begins."""
    words = spec.words
    return {
        "card": flat(spec.card),
        "title": spec.title(language),
        "option form": flat(get(module("options"), "options_tree")(spec.options, words, language)),
        "words": get(words, "for_board")(),
        "rules": get(spec.rulebook, "whole_rules")(language),
        "board": None if spec.board is None else spec.board(),
        "quick start": flat(get(spec, "quick_start")),
        "bots": [list(spec.levels), sorted(spec.bots)],
        "primer": flat(get(module("primer"), "read_primer")(spec)),
    }


# ---------------------------------------------------------------- a race


def start_race(spec: Any, options: Any, names: tuple[str, ...], generator: random.Random) -> Any:
    return module("referee").Referee(spec.game, options, names, generator)


def events_for(events: Iterable[Any], viewer: Viewer) -> list[Any]:
    event_for = get(module("game"), "event_for")
    return [seen for event in events if (seen := event_for(event, viewer)) is not None]


def event_texts(spec: Any, events: Iterable[Any], names: Sequence[str], language: str) -> list[str]:
    say = get(spec.words, "event_text")
    return [say(event, names, language) for event in events]


def ask_facts(ask: Any) -> list[Any]:
    """A question without the names of the core's own fields."""
    options: Any = ask.options
    if not isinstance(options, tuple):
        options = [options.move, get(options, "least"), get(options, "most"), options.step]
    return [ask.seat, flat(ask.question), options, ask.default, list(ask.args)]


def ask_texts(spec: Any, ask: Any, names: Sequence[str], language: str) -> list[str]:
    words, prompt = spec.words, ask.question.prompt
    has_kind = get(words, "has_message")(f"ask.{prompt}.kind")
    return [
        get(words, "prompt_text")(ask, names, language),
        get(words, "waiting_text")(ask, names, language),
        get(words, "kind_text")(prompt, language) if has_kind else "",
        get(words, "advise")(prompt, language),
        words.car(ask, names, language),
    ]


def ask_limits(spec: Any, options: Any, ask: Any) -> list[Any]:
    """The time the rules leave, and what the book in play calls the clause."""
    return [flat(spec.countdown(options, ask)), spec.clause(ask.question.clause, options)]


def sample_options(ask: Any) -> tuple[Any, ...]:
    return tuple(get(ask, "sample"))


def option_info(spec: Any, view: Any, ask: Any, move: Any, language: str) -> tuple[Any, str, str]:
    """The numbers of an option, the remark about them, and the warning."""
    numbers, remark, danger = get(spec, "option_info")(view, ask.seat, move, language)
    return numbers, remark, danger


def default_option(ask: Any, info: Iterable[tuple[Mapping[str, float], str]]) -> int:
    chosen: int = get(module("spec"), "default_option")(ask.default, info)
    return chosen


def option_help(spec: Any, ask: Any, move: Any, names: Sequence[str], language: str) -> list[str]:
    words = spec.words
    topic = spec.topic(ask, move)
    explain = get(words, "explain")
    help = [explain(topic, language), explain(topic, language, True)] if topic else []
    return [get(words, "move_label")(move, names, language), topic, *help]


def is_final(referee: Any, seat: int, move: Any) -> bool:
    final: bool = get(referee, "is_final")(seat, move)
    return final


def undoable_row(referee: Any, seat: int) -> int | None:
    row: int | None = get(referee, "undoable")(seat)
    return row


def ask_number(referee: Any, seat: int) -> int:
    number: int = get(referee, "number")(seat)
    return number


def secret_shown(step: Any) -> bool:
    shown: bool = get(step, "opened")
    return shown


def refusal(spec: Any, state: Any, seat: int, move: Any, names: Any, language: str) -> list[Any]:
    """Why a move is not offered, as values and as a sentence."""
    why = spec.game.why_not(state, seat, move)
    return [flat(why), get(spec.words, "refusal_text")(why, names, language)]


def standings(spec: Any, view: Any, names: tuple[str, ...], language: str) -> list[Any]:
    """Who is ahead of whom, as values and as texts; how many compete; how well each stands."""
    tell = get(spec.words, "standing_text")
    rows = [[flat(one), tell(one, names, language)] for one in spec.standings(view)]
    return [rows, get(spec, "field_size")(view)]


def drawing(spec: Any, view: Any, viewer: Viewer, names: Sequence[str], language: str) -> Any:
    """The board of the terminal: its text and its styles."""
    text = spec.draw(view, viewer, names, language)
    return [text.plain, str(text.style), [[s.start, s.end, str(s.style)] for s in text.spans]]


def spoken(spec: Any, view: Any, viewer: Viewer, names: Sequence[str], language: str) -> str:
    sentences: str = get(module("spoken"), "spoken")(spec, view, viewer, names, language)
    return sentences


def option_values(spec: Any, view: Any, ask: Any, chance: Any) -> Any:
    """What the bots of a game think of the options; None where it has no opinion of its own."""
    rate = get(get(spec, "bot_hints"), "option_values")
    return None if rate is None else rate(view, ask, chance)


def policy_move(spec: Any, state: Any, ask: Any, chance: Any) -> Any:
    """What a sensible player does at a glance; None where the game does not say."""
    policy = get(get(spec, "bot_hints"), "rollout_policy")
    return None if policy is None else policy(state, ask, chance)


def bot_choice(spec: Any, name: str, view: Any, ask: Any, chance: Any) -> Any:
    return get(module("bots"), "make_bot")(name, spec).choose(view, ask, chance)


def option_flags(spec: Any, options: Any) -> list[Any]:
    return [get(spec, "own_standings")(options), flat(get(spec, "clauses")(options))]


def fingerprint(spec: Any, state: Any, seats: int) -> str:
    hash: str = get(module("record"), "fingerprint")(spec, state, seats)
    return hash


def record_text(spec: Any, referee: Any) -> str:
    text: str = get(module("record"), "write_record")(
        spec, referee.record(), referee.state, referee.outcome()
    )
    return text


def outcome(spec: Any, state: Any, language: str) -> Any:
    found = spec.game.outcome(state)
    return None if found is None else [flat(found), get(spec.words, "reason_text")(found.reason)]


# ---------------------------------------------------------------- turn summaries


class TurnLog:
    """The turns of a race as the checkout tells them."""

    def __init__(self, spec: Any) -> None:
        self.spec = spec
        self.log = get(module("turns"), "TurnLog")(spec)

    def add_row(self, row: int, events: tuple[Any, ...], state: Any) -> list[int]:
        """The entries to which the events of a row belong."""
        return list(get(self.log, "add_row")(row, events, state))

    def last_summaries(
        self, state: Any, viewer: Viewer, names: Sequence[str], language: str
    ) -> list[Any]:
        """The heading of the turn, and the last entries with their sentence."""
        turns, spec = module("turns"), self.spec
        now = spec.standings(spec.game.view(state, None))
        entries = get(self.log, "entries")
        head = get(self.log, "turn_heads")[self.log.turn]
        found: list[Any] = [get(turns, "heading")(spec, head, names, language)]
        for id in sorted(entries)[-3:]:
            events = get(self.log, "entry_events")(id, viewer)
            summary = get(turns, "summarize")(spec, entries[id], events, now, names, language)
            found.append([id, flat(entries[id]), flat(summary)])
        return found
