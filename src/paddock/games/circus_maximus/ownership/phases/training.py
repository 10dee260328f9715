"""Training between races: experience is spent, owner by owner."""

from __future__ import annotations

from msgspec.structs import replace

from paddock.core.chance import Chance
from paddock.core.citations import cites
from paddock.core.errors import Refusal
from paddock.core.flow import Asking
from paddock.core.game import Ask, Question
from paddock.core.seats import Seat
from paddock.games.circus_maximus.card import R
from paddock.games.circus_maximus.ownership import events as ev
from paddock.games.circus_maximus.ownership import moves as mv
from paddock.games.circus_maximus.ownership.events import Events
from paddock.games.circus_maximus.ownership.moves import DONE, Move
from paddock.games.circus_maximus.ownership.phases.money import with_log
from paddock.games.circus_maximus.ownership.rules import stable
from paddock.games.circus_maximus.ownership.rules.stable import Log
from paddock.games.circus_maximus.ownership.state import S, Stables
from paddock.games.circus_maximus.rules.dice import dice

Q_TRAIN = Question("train", R("B23.3"))
NOT_ENOUGH = Refusal("not-enough-points", R("B23.3"))
TOO_FAST = Refusal("horse-limit", R("B23.5"))


def next_trainer(state: S, queue: tuple[Seat, ...]) -> S:
    """Asks the next owner with enough points; then the week continues."""
    while queue and not lessons(state, queue[0]):
        queue = queue[1:]
    if queue:
        return replace(state, phase=Training(queue))
    after: S = state.hooks.after_training(state)
    return after


@cites(R("B23.3"), R("B23.4"), R("B23.5"), R("B23.6"))
def lessons(state: Stables, seat: Seat) -> list[Move]:
    """The training that points can buy, each for the one who earned them."""
    found: list[Move] = []
    for slot, log in enumerate(state.players[seat].stable):
        if log.hits and log.driver_points >= stable.DRIVER_TRAINING_POINTS:
            found.append(mv.TrainDriver(slot))
        if log.team_points >= stable.TEAM_TRAINING_POINTS:
            found += [mv.TrainHorse(slot, h) for h in range(4) if stable.can_train_horse(log, h)]
            found.append(mv.TrainTeam(slot))
    return found


def note_training(state: Stables, before: Log, after: Log) -> Log:
    """The chariot with a line in its log: the race that brought the points is over."""
    return stable.with_changes_noted(before, after, state.week)


@cites(R("B23.3"), R("E1.10.1.2"))
class Training(Asking, frozen=True, tag=True, gc=False):
    """Owner by owner: points are spent or saved."""

    queue: tuple[Seat, ...]

    def asks(self, state: Stables) -> tuple[Ask[Move], ...]:
        seat = self.queue[0]
        return (Ask(seat, Q_TRAIN, (DONE, *lessons(state, seat))),)

    def play(self, state: S, seat: Seat, move: Move, events: Events, chance: Chance) -> S:
        logs = state.players[seat].stable
        match move:
            case mv.TrainDriver(slot=slot):
                log = note_training(state, logs[slot], stable.with_trained_driver(logs[slot]))
                events.append(ev.DriverTrained(seat, slot, log))
            case mv.TrainHorse(slot=slot, horse=horse):
                log = note_training(state, logs[slot], stable.with_trained_horse(logs[slot], horse))
                events.append(ev.HorseTrained(seat, slot, log))
            case mv.TrainTeam(slot=slot):
                longer = stable.with_trained_team(logs[slot], dice(chance, 2, "training"))
                log = note_training(state, logs[slot], longer)
                events.append(ev.TeamTrained(seat, slot, log))
            case _:
                return next_trainer(state, self.queue[1:])
        return next_trainer(with_log(state, seat, slot, log), self.queue)

    def why_not(self, state: Stables, seat: Seat, move: Move) -> Refusal | None:
        logs = state.players[seat].stable
        match move:
            case mv.TrainHorse(slot=slot) if slot < len(logs):
                rich = logs[slot].team_points >= stable.TEAM_TRAINING_POINTS
                return TOO_FAST if rich else NOT_ENOUGH
            case mv.TrainDriver() | mv.TrainTeam():
                return NOT_ENOUGH
            case _:
                return None
