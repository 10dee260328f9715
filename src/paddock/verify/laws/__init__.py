"""The laws every game must pass: one walk over a random race, many checks on the way.

`check_race` walks and looks; `check_spec` looks at what needs no race. Both raise `BrokenLaw`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from paddock.core.game import Step
from paddock.core.game_spec import AnyGameSpec
from paddock.verify.laws import (
    choices,
    clauses,
    counts,
    ends,
    offers,
    sealed,
    secrets,
    standings,
    undo,
    values,
    words,
)
from paddock.verify.laws.broken import LAWS, BrokenLaw
from paddock.verify.laws.walk import Census, Redeal, Walk

__all__ = ["LAWS", "BrokenLaw", "Census", "Redeal", "Walk", "check_race", "check_spec"]

AT_EVERY_POSITION: tuple[Callable[[Walk], None], ...] = (
    ends.ends_in_time,
    ends.asked_until_outcome,
    offers.asks_have_options,
    offers.options_are_sound,
    ends.defaults_are_offered,
    clauses.questions_cite,
    offers.options_are_stable,
    counts.nothing_is_lost,
    values.states_survive,
    values.moves_survive,
    values.positions_survive,
    words.asks_have_sentences,
    words.options_are_explained,
    words.views_have_drawings,
    standings.standings_are_sound,
    standings.options_are_foreseen,
    offers.remember_moves,
    offers.options_can_be_played,
    offers.others_are_refused,
    secrets.seals_hide,
    secrets.imagine_looks_the_same,
    secrets.redealt_looks_the_same,
    secrets.twins_are_told_the_same,
    sealed.sealed_answers_commute,
    undo.taking_back_restores,
    undo.finality_is_true,
    choices.bots_choose_by_what_they_see,
)
AT_EVERY_STEP: tuple[Callable[[Walk, Step[Any, Any]], None], ...] = (
    clauses.events_cite,
    values.events_survive,
    words.events_have_sentences,
)
AT_THE_END: tuple[Callable[[Walk], None], ...] = (
    ends.outcome_is_whole,
    words.outcome_has_words,
    standings.standings_agree_with_the_outcome,
    values.replays,
    ends.defaults_end,
)


def check_race(
    spec: AnyGameSpec,
    options: Any,
    seats: int,
    seed: int,
    redeal: Redeal | None = None,
    census: Census | None = None,
    thorough: bool = False,
    bots: Mapping[str, Any] | None = None,
) -> None:
    """Walk along one random race and check every law on the way.

    `redeal` and `census` are the game's own (laws 6 and 10); `thorough` makes the dear checks at
    every step instead of a sample; `bots` are tried instead of the usual ones.
    """
    tried = choices.game_bots(spec) if bots is None else bots
    walk = Walk(
        spec, options, seats, seed, redeal=redeal, census=census, thorough=thorough, bots=tried
    )
    look(walk)
    opening = Step(walk.state, walk.referee.opening)
    for law in AT_EVERY_STEP:
        law(walk, opening)
    while walk.asks:
        if not walk.take_back_now():
            go_on(walk)
        look(walk)
    for end in AT_THE_END:
        end(walk)


def look(walk: Walk) -> None:
    for law in AT_EVERY_POSITION:
        law(walk)


def go_on(walk: Walk) -> None:
    """Play any move, and look at what happened."""
    seat, move = walk.next_move()
    text = offers.Shown(walk, seat, move)
    with walk.law(3, "{} is offered and cannot be played", text):
        step = walk.referee.play(seat, move)
    walk.note(step.events)
    for law in AT_EVERY_STEP:
        law(walk, step)


def check_spec(spec: AnyGameSpec, scenario_dir: Path) -> None:
    """What needs no race: words for everything (12), clauses cited, in each language (14)."""
    words.game_has_words(spec)
    clauses.clauses_are_cited(spec, scenario_dir)
