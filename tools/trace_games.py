"""Play fixed random games in one checkout and write hashes of everything that is visible.

`compare_checkouts` starts this once a game and checkout, with that checkout's `src` on PYTHONPATH.
Standard output has one JSON line a row: `[game, race, row, {kind: hash}]`.
"""

from __future__ import annotations

import argparse
import functools
import hashlib
import json
import random
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import msgspec

from tools import checkout_api as api

MAX_ROWS = 4000
"""Rows of a race, unless `--rows` says otherwise. Some campaigns never end under random moves."""
LONG_EVERY = 4
"""Every so many races one goes on to its end; the others show what more options do at the start."""
SHORT_ROWS = 150
LOOKS = ((20, 1), (500, 7), (sys.maxsize, 31))
"""Until which row of a race every how many rows are looked at closely. Events, asks and states are
hashed in every row."""
BOTS_EVERY = 10
"""Every so many looks bots are asked too."""
TAKE_BACK_SHARE = 0.03
SAMPLED_OPTIONS = 5
SAMPLED_REFUSALS = 3
KNOWN_MOVES = 400
"""Moves kept to be tried where they are not offered."""
BOTS = ("greedy", "easy")

Values = dict[str, Any]
Emit = Callable[[int, Values], None]


class Luck:
    """Draws by a generator. Written here so that both checkouts draw alike."""

    def __init__(self, seed: str) -> None:
        self.generator = random.Random(seed)

    def pick(self, faces: Sequence[object], label: str, to: int | None = None) -> int:
        return int(self.generator.random() * len(faces))


def encode(value: Any) -> bytes:
    """A value without class and module names; tags of wire values stay."""
    try:
        return msgspec.json.encode(value, order="deterministic")
    except TypeError:  # msgspec cannot sort dicts with keys that are not texts
        return msgspec.json.encode(value)


def digest(value: Any) -> str:
    return hashlib.blake2b(encode(value), digest_size=8).hexdigest()


class Race:
    """One random race, and what is looked at along it."""

    def __init__(self, game: str, race: int, languages: Sequence[str]) -> None:
        self.spec, self.race, self.languages = api.find_spec(game), race, languages
        key = f"{game} {race}"
        self.key = key
        self.moves = random.Random(f"{key} moves")
        self.looks = random.Random(f"{key} looks")
        self.options = (
            self.spec.options()
            if race == 0
            else api.random_options(self.spec, random.Random(f"{key} options"))
        )
        least, most = self.spec.card.seats
        seats = self.moves.randint(least, most)
        self.names = tuple(f"Player {seat + 1}" for seat in range(seats))
        # Random moves alone lose money and cars early: some races are played more sensibly.
        self.sensible_share = (0.5, 0.0, 0.9)[race // LONG_EVERY % 3]
        self.known: dict[Any, None] = {}
        self.count = 0

    def play(self, max_rows: int, emit: Emit) -> None:
        spec = self.spec
        self.referee = api.start_race(
            spec, self.options, self.names, random.Random(f"{self.key} dice")
        )
        self.log = api.TurnLog(spec)
        start = {
            "options": self.options,
            "option flags": api.option_flags(spec, self.options),
            "draws": self.referee.dealt,
        }
        emit(0, start | self.look(0, self.referee.opening, False))
        for row in range(1, max_rows + 1):
            if not self.referee.asks:
                break
            emit(row, self.step(row))
        end = {
            "record": api.record_text(spec, self.referee),
            "outcome": api.outcome(spec, self.referee.state, self.languages[0]),
        }
        emit(row + 1, end | self.look_closely(self.referee.state))

    def step(self, row: int) -> Values:
        referee, moves = self.referee, self.moves
        taker = moves.randrange(len(self.names))
        if moves.random() < TAKE_BACK_SHARE and api.undoable_row(referee, taker) is not None:
            referee.take_back(taker)
            return self.look(row, (), False)
        ask = referee.asks[int(moves.random() * len(referee.asks))]
        move = ask.options[int(moves.random() * len(ask.options))]
        if moves.random() < self.sensible_share:
            move = self.sensible_move(row, ask)
        step = referee.play(ask.seat, move)
        found = self.look(row, step.events, api.secret_shown(step))
        return found | {"draws": referee.rows[-1].draws, "move": [ask.seat, move]}

    def sensible_move(self, row: int, ask: Any) -> Any:
        luck = Luck(f"{self.key} policy {row}")
        move = api.policy_move(self.spec, self.referee.state, ask, luck)
        return ask.default_move if move is None else move

    # ------------------------------------------------------------ looking

    def look(self, row: int, events: tuple[Any, ...], shown: bool) -> Values:
        """What is hashed in every row, and now and then all the rest."""
        referee = self.referee
        entries = self.log.add_row(row, events, referee.state)
        for ask in referee.asks:
            if len(self.known) < KNOWN_MOVES:
                self.known.update(dict.fromkeys(api.sample_options(ask)))
        found: Values = {
            "state": referee.state,
            "events": [shown, events],
            "turn entries": entries,
            "asks": [
                [api.ask_facts(ask), api.ask_number(referee, ask.seat)] for ask in referee.asks
            ],
        }
        language = self.languages[row % len(self.languages)]
        viewer: api.Viewer = row % (len(self.names) + 1) - 1
        viewer = None if viewer == -1 else viewer
        seen = api.events_for(events, viewer)
        found["event texts"] = [seen, api.event_texts(self.spec, seen, self.names, language)]
        if row % next(every for until, every in LOOKS if row < until) == 0:
            found |= self.look_closely(referee.state)
        return found

    def look_closely(self, state: Any) -> Values:
        spec, names, game = self.spec, self.names, self.spec.game
        self.count += 1
        language = self.languages[self.count % len(self.languages)]
        asks = self.referee.asks
        every: list[api.Viewer] = [None, *range(len(names))]
        views = {viewer: game.view(state, viewer) for viewer in every}
        some = [None, *sorted({self.looks.randrange(len(names)), *(a.seat for a in asks[:1])})]
        found: Values = {
            "views": [[viewer, views[viewer]] for viewer in every],
            "standings": [api.standings(spec, views[v], names, language) for v in some],
            "drawings": [api.drawing(spec, views[v], v, names, language) for v in some],
            "spoken": [api.spoken(spec, views[v], v, names, language) for v in some],
            "turn summaries": [
                self.log.last_summaries(state, v, names, language) for v in some[:2]
            ],
            "position": spec.notation.facts(state, names),
            "fingerprint": api.fingerprint(spec, state, len(names)),
            "values": [spec.evaluate(views[v], v) for v in some if v is not None],
            "take backs": [api.undoable_row(self.referee, seat) for seat in range(len(names))],
            "result": api.outcome(spec, state, language),
            "imagined": [
                game.imagine(views[v], v, Luck(f"{self.key} imagine {self.count} {v}"))
                for v in some
                if v is not None
            ],
        }
        for ask in asks[:2]:
            for kind, value in self.look_at_ask(state, views[ask.seat], ask, language):
                found.setdefault(kind, []).append(value)
        return found

    def look_at_ask(
        self, state: Any, view: Any, ask: Any, language: str
    ) -> Iterator[tuple[str, Any]]:
        spec, names = self.spec, self.names
        yield "ask texts", api.ask_texts(spec, ask, names, language)
        yield "ask limits", api.ask_limits(spec, self.options, ask)
        options = api.sample_options(ask)
        sample = sorted(self.looks.sample(range(len(options)), min(SAMPLED_OPTIONS, len(options))))
        info = [api.option_info(spec, view, ask, options[i], language) for i in sample]
        yield "numbers", [list(numbers.items()) for numbers, _, _ in info]
        yield "remarks", [remark for _, remark, _ in info]
        yield "danger", [danger for _, _, danger in info]
        if len(options) <= 2 * SAMPLED_OPTIONS and isinstance(ask.options, tuple):
            every = (api.option_info(spec, view, ask, move, language) for move in options)
            yield (
                "default option",
                api.default_option(ask, [(numbers, danger) for numbers, _, danger in every]),
            )
        yield (
            "option help",
            [api.option_help(spec, ask, options[i], names, language) for i in sample],
        )
        yield "notation", [spec.notation.text(options[i], names) for i in sample]
        yield "final", [api.is_final(self.referee, ask.seat, options[i]) for i in sample]
        others = [move for move in self.known if move not in ask.options]
        tried = self.looks.sample(others, min(SAMPLED_REFUSALS, len(others)))
        yield (
            "refusals",
            [api.refusal(spec, state, ask.seat, move, names, language) for move in tried],
        )
        if self.count % BOTS_EVERY == 0:
            key = f"{self.key} bots {self.count}"
            yield "option values", api.option_values(spec, view, ask, Luck(key))
            yield "bots", [api.bot_choice(spec, name, view, ask, Luck(key)) for name in BOTS]


def trace(game: str, races: int, max_rows: int, emit: Callable[[int, int, Values], None]) -> None:
    """Race -1 is what is known of the game before any race, one row a language."""
    languages = api.language_tags()
    spec = api.find_spec(game)
    for row, language in enumerate(languages):
        emit(-1, row, api.game_facts(spec, language))
    for race in range(races):
        rows = max_rows if race % LONG_EVERY == 0 else min(SHORT_ROWS, max_rows)
        Race(game, race, languages).play(rows, functools.partial(emit, race))


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("source", type=Path, help="the src folder the package must come from")
    parser.add_argument("game", help="a game, or ? for a list of all")
    parser.add_argument("--races", type=int, default=1)
    parser.add_argument("--rows", type=int, default=MAX_ROWS)
    parser.add_argument("--show", default="", help="RACE:ROW:KIND: print this value, not hashes")
    given = parser.parse_args()
    loaded = Path(str(api.module("games").__file__)).resolve()
    if not loaded.is_relative_to(given.source.resolve()):
        raise SystemExit(f"paddock was loaded from {loaded}, not from {given.source}")
    if given.game == "?":
        sys.stdout.write(json.dumps(api.game_ids()))
        return 0
    show = given.show.split(":", 2)

    def emit(race: int, row: int, values: Values) -> None:
        if given.show:
            if [str(race), str(row)] == show[:2]:
                sys.stdout.write(encode(values.get(show[2])).decode())
                raise SystemExit(0)
            return
        hashes = {kind: digest(value) for kind, value in values.items()}
        sys.stdout.write(json.dumps([given.game, race, row, hashes]) + "\n")

    trace(given.game, given.races, given.rows, emit)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
