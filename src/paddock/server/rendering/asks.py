"""Rendering of decisions as wire values in a language; the most expensive part of a frame."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeAlias, TypeVar, cast

from msgspec import Raw
from msgspec.structs import replace

from paddock.core.game import Amount, Ask
from paddock.core.game_spec import AnyGameSpec, default_option
from paddock.core.guide import Moment, text_in
from paddock.core.referee import has_others_sealing, is_final
from paddock.core.seats import Language, Names
from paddock.core.words import Words
from paddock.server.api import wire
from paddock.server.rendering.memo_cache import MemoCache
from paddock.server.rendering.raw_json import raw
from paddock.server.tables.table import Table

WORDS = Words("paddock.server")
T = TypeVar("T")
MoveTexts: TypeAlias = tuple[Raw, str, str]
MOVE_TEXTS: dict[tuple[Words, Any, Names | None, Language], MoveTexts] = {}
MAX_MOVE_TEXTS = 10_000  # memory bound of the cache
PLACEHOLDER_NAMES = tuple(f"\x00{seat}" for seat in range(32))
"""Names that occur nowhere: a move with the same text under them does not depend on names."""


def encode_early(value: T) -> T:
    """Encode a value early, because it is sent to several readers or again later."""
    return cast("T", raw(value))


def ask_now(
    table: Table,
    ask: Ask[Any],
    language: Language,
    view: object,
    memo: MemoCache,
    prepared: wire.PreparedAnswer | None = None,
) -> wire.Ask:
    """A decision as its own seat sees it. While others answer secretly nothing changes for this
    seat, so the cached value is reused."""
    assert table.referee is not None
    what = ("ask", ask.seat, language)
    if table.course is not None or not has_others_sealing(table.referee.asks, ask.seat):
        memo.drop(what)
        return render_ask(table, ask, language, view, prepared)
    number, deadline = table.referee.ask_number(ask.seat), table.deadline(ask.seat)
    depends = (number, table.names, deadline, prepared, ask.default)
    return memo.get(
        what, depends, lambda: encode_early(render_ask(table, ask, language, view, prepared))
    )


def render_ask(
    table: Table,
    ask: Ask[Any],
    language: Language,
    view: object,
    prepared: wire.PreparedAnswer | None = None,
) -> wire.Ask:
    assert table.referee is not None
    words, names = table.spec.words, table.names
    offers = options(table, ask, language, view)
    return wire.Ask(
        seat=ask.seat,
        number=table.referee.ask_number(ask.seat),
        prompt=words.prompt(ask, names, language),
        question=ask.question.prompt,
        kind=ask.question.kind.value,
        clause=table.spec.clause(ask.question.clause, table.options),
        default=default_index(table, ask, offers),
        options=offers,
        range=amount(table, ask, names, language),
        deadline=table.deadline(ask.seat),
        prepared=prepared,
    )


def default_index(table: Table, ask: Ask[Any], offers: tuple[wire.Option, ...] | None) -> int:
    """Index of the suggested option; in a guided race the guide decides."""
    if offers is None:
        return ask.default
    if table.moment is not None:
        return min(ask.default, len(offers) - 1)
    return default_option(ask.default, ((offer.foreseen, offer.danger) for offer in offers))


def options(
    table: Table, ask: Ask[Any], language: Language, view: object
) -> tuple[wire.Option, ...] | None:
    moment = table.moment
    if moment is not None:
        shown = moment.visible_options(ask, table.tried)
        found = render_options(table, ask, tuple(shown), language, view)
        return tuple(
            one if free else replace(one, closed=why_closed(moment, language))
            for one, free in zip(found, shown.values(), strict=True)
        )
    if isinstance(ask.options, Amount):
        return None
    return render_options(table, ask, ask.options, language, view)


def amount(table: Table, ask: Ask[Any], names: Names, language: Language) -> wire.Range | None:
    if not isinstance(ask.options, Amount) or table.moment is not None:
        return None
    assert table.referee is not None
    usual, bounds = ask.default_move, ask.options
    return wire.Range(
        raw(usual),
        table.spec.words.label(usual, names, language),
        bounds.least,
        bounds.most,
        bounds.step,
        table.referee.is_final(ask.seat, usual),
        table.spec.topic(ask, usual),
    )


def render_options(
    table: Table, ask: Ask[Any], moves: Sequence[Any], language: Language, view: object
) -> tuple[wire.Option, ...]:
    """Options with what their own seat can predict of each."""
    assert table.referee is not None
    spec, seat, names = table.spec, ask.seat, table.names
    game, state, asks = spec.game, table.referee.state, table.referee.asks
    sealing = has_others_sealing(asks, seat)
    found = []
    for move in moves:
        numbers, remark, danger = spec.option_info_parts(view, seat, move, language)
        text = move_texts(spec, move, names, language)
        final = not sealing and is_final(game, state, asks, seat, move)
        topic = spec.topic(ask, move)
        found.append(wire.Option(*text, final, dict(numbers), remark, danger, "", topic))
    return tuple(found)


def move_texts(spec: AnyGameSpec, move: Any, names: Names, language: Language) -> MoveTexts:
    """A move as JSON, notation and button label. Cached: they do not depend on the position, and
    most not on the names."""
    words = spec.words
    found = MOVE_TEXTS.get((words, move, None, language)) or MOVE_TEXTS.get(
        (words, move, names, language)
    )
    if found is None:
        if len(MOVE_TEXTS) >= MAX_MOVE_TEXTS:
            MOVE_TEXTS.clear()
        found, of_nobody = [
            (raw(move), spec.notation.text(move, whose), words.label(move, whose, language))
            for whose in (names, PLACEHOLDER_NAMES)
        ]
        whom = None if found == of_nobody else names
        MOVE_TEXTS[words, move, whom, language] = found
    return found


def why_closed(moment: Moment, language: Language) -> str:
    """In a guided race: why other options cannot be chosen yet."""
    why = None if moment.step is None else moment.step.why
    return text_in(why, language) if why else WORDS.tell("refused.guided", language)
