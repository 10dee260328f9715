"""Law 12: every event has a sentence in every language and every view a drawing; so have
questions, moves, options, refusals and the reasons a race ends."""

from __future__ import annotations

import ast
import typing
from collections.abc import Iterable, Iterator
from typing import Any

from paddock.core.game import Amount, Ask, Question, Step, seen_by
from paddock.core.game_spec import AnyGameSpec
from paddock.core.languages import languages
from paddock.core.options import option_fields
from paddock.core.words import placeholders
from paddock.verify.laws.broken import BrokenLaw
from paddock.verify.laws.walk import Walk
from paddock.verify.source import first_arguments, import_modules, parse_sources

HELP = "help."

# ---------------------------------------------------------------- on the walk


def events_have_sentences(walk: Walk, step: Step[Any, Any]) -> None:
    for event in step.events:
        if not walk.first("sentence", type(event)) and not walk.often(0.05):
            continue
        for viewer in walk.some_viewers(walk.seats):
            seen = seen_by(event, viewer)
            if seen is not None:
                event_has_sentences(walk, seen)


def event_has_sentences(walk: Walk, event: Any) -> None:
    for language in languages():
        with walk.law(12, "{!r} in {}", event, language):
            sentence = walk.spec.words.say(event, walk.names, language)
        if not sentence or "None" in sentence:
            walk.broken(12, f"{event!r} is told as {sentence!r}")


def asks_have_sentences(walk: Walk) -> None:
    words, names = walk.spec.words, walk.names
    for ask in walk.asks:
        if not walk.first("prompt", ask.question) and not walk.often(0.02):
            continue
        for language in languages():
            with walk.law(12, "the question {} in {}", ask.question.prompt, language):
                words.prompt(ask, names, language)
                words.waiting_text(ask, names, language)
            for move in walk.some(ask.options, 5):
                with walk.law(12, "the label of {!r} in {}", move, language):
                    label = words.label(move, names, language)
                if not label or "None" in label:
                    walk.broken(12, f"{move!r} is labelled {label!r}")


def options_are_explained(walk: Walk) -> None:
    for ask in walk.asks:
        for move in find_unexplained(walk.spec, ask):
            walk.broken(12, f"nothing explains {move!r}, which {ask.question.prompt} offers")


def find_unexplained(spec: AnyGameSpec, ask: Ask[Any]) -> Iterator[Any]:
    """What is offered without a line that says what it does."""
    options = ask.options
    for move in (ask.default_move,) if isinstance(options, Amount) else options:
        if not spec.topic(ask, move):
            yield move


def views_have_drawings(walk: Walk) -> None:
    phase = type(getattr(walk.state, "phase", None))
    if not walk.first("drawing", phase) and not walk.often(0.015):
        return
    for viewer in walk.some_viewers(1):
        view = walk.game.view(walk.state, viewer)
        for language in languages():
            with walk.law(12, "the drawing for {} in {}", viewer, language):
                drawing = walk.spec.draw(view, viewer, walk.names, language)
                if not drawing.plain.strip():
                    walk.broken(12, f"the drawing for {viewer} is empty")


def outcome_has_words(walk: Walk) -> None:
    outcome = walk.game.outcome(walk.state)
    assert outcome is not None
    for language in languages():
        with walk.law(12, "the outcome in {}", language):
            walk.spec.words.reason(outcome.reason, language)


# ---------------------------------------------------------------- of the game


def game_has_words(spec: AnyGameSpec) -> None:
    """What can be seen without a race: nothing is left without words in any language."""
    gaps = [
        *spec.words.missing_messages(),
        *kinds_without_words(spec, "event", spec.event),
        *kinds_without_words(spec, "move", spec.move),
        *questions_without_words(spec),
        *constants_without_words(spec),
        *options_without_words(spec),
        *moves_without_help(spec),
    ]
    if not spec.words.has_message(spec.card.goal):
        gaps.append(f"{spec.card.goal}: the goal has no words")
    if gaps:
        raise BrokenLaw(12, "; ".join(gaps))


def kinds(union: Any) -> Iterable[Any]:
    """The members of a union, or the one type that it is."""
    return typing.get_args(union) or (union,)


def kinds_without_words(spec: AnyGameSpec, what: str, union: Any) -> Iterator[str]:
    """Events and moves: there is a sentence, and it only names fields there are."""
    for kind in kinds(union):
        id = f"{what}.{kind.__name__}"
        found = [m for m in spec.words.messages if m == id or m.startswith(id + ".")]
        if not found:
            yield f"{id}: no words"
        for message in found:
            yield from strange_names(spec, message, kind.__struct_fields__)


def strange_names(spec: AnyGameSpec, id: str, known: Iterable[str]) -> Iterator[str]:
    """Placeholders of a message that get no value."""
    for text in spec.words.messages[id].values():
        for name in set(placeholders(text)) - set(known):
            yield f"{id}: {{{name}}} is not known"


def questions_without_words(spec: AnyGameSpec) -> Iterator[str]:
    for question in dict.fromkeys(game_questions(spec)):
        id = f"ask.{question.prompt}"
        wanted = (
            (id, question.args),
            (f"{id}.waiting", ("seat",)),
            (f"{id}.kind", ()),  # what reviews call such decisions
            (f"{HELP}{id}", ()),
        )
        for message, known in wanted:
            if spec.words.has_message(message):
                yield from strange_names(spec, message, known)
            else:
                yield f"{message}: no words"


def moves_without_help(spec: AnyGameSpec) -> Iterator[str]:
    """Whatever may be offered is explained, and why one would choose it is only said of such."""
    told = [id.removeprefix(HELP) for id in spec.words.messages if id.startswith(HELP)]
    for kind in kinds(spec.move):
        if not any(id.partition(".")[0] == kind.__name__ for id in told):
            yield f"{HELP}{kind.__name__}: no words"
    for id in told:
        if id.startswith("why.") and id.removeprefix("why.") not in told:
            yield f"{HELP}{id}: it is not said what that does"


def game_questions(spec: AnyGameSpec) -> Iterator[Question]:
    """Every question that is a constant of the game."""
    for module in import_modules(spec.rulebook.package):
        for value in vars(module).values():
            if isinstance(value, Question):
                yield value


def constants_without_words(spec: AnyGameSpec) -> Iterator[str]:
    """Refusals and reasons that are written in the source."""
    for tree in parse_sources(spec.rulebook.package).values():
        for reason in first_arguments(tree, "Refusal"):
            if not spec.words.has_message(f"refusal.{reason}"):
                yield f"refusal.{reason}: no words"
        for reason in outcome_reasons(tree):
            if not spec.words.has_message(f"reason.{reason}"):
                yield f"reason.{reason}: no words"


def outcome_reasons(tree: ast.Module) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "Outcome":
            named = [k.value for k in node.keywords if k.arg == "reason"]
            for value in [*node.args[1:2], *named]:
                if isinstance(value, ast.Constant) and isinstance(value.value, str):
                    yield value.value


def options_without_words(spec: AnyGameSpec) -> Iterator[str]:
    for language in languages():
        try:
            described = option_fields(spec.options, spec.words, language)
        except LookupError as wrong:
            yield str(wrong)
            continue
        for field in described:
            if not field.title or not field.help:
                yield f"option.{field.name}: no words in {language}"
