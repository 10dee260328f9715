"""A tiny private game: a sealed choice, a sum, a die. Small enough to know what is best."""

from __future__ import annotations

from typing import Annotated, ClassVar, TypeAlias

from msgspec import Meta, Struct
from msgspec.structs import replace

from paddock.core.chance import Chance
from paddock.core.citations import Rulebook, cites
from paddock.core.errors import Refusal, RulesBug
from paddock.core.game import Amount, Ask, AskKind, Card, Outcome, Question, Step, replace_at
from paddock.core.game_spec import GameSpec
from paddock.core.notation import Facts, Notation
from paddock.core.seats import Language, Names, Seat
from paddock.core.standings import Standing
from paddock.core.styled_text import StyledText
from paddock.core.words import Words

R = Rulebook(__name__)


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    rounds: Annotated[int, Meta(ge=1, le=9)] = 4
    fuel: Annotated[int, Meta(ge=0, le=99)] = 20


class Push(Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    force: int


class Spend(Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    amount: int


Move: TypeAlias = Push | Spend
PUSHES = (Push(1), Push(2), Push(3))


class Sealed(Struct, frozen=True, tag=True):
    seat: Seat
    clause: ClassVar[str] = R("T1")


class Drove(Struct, frozen=True, tag=True):
    seat: Seat
    spaces: int
    clause: ClassVar[str] = R("T1")


class Stalled(Struct, frozen=True, tag=True):
    seat: Seat
    die: int
    clause: ClassVar[str] = R("T2")


class Spent(Struct, frozen=True, tag=True):
    seat: Seat
    amount: int
    clause: ClassVar[str] = R("T3")


Event: TypeAlias = Sealed | Drove | Stalled | Spent
PUSH = Question("push", R("T1"), AskKind.SEALED)
SPEND = Question("spend", R("T3"))


class State(Struct, frozen=True):
    options: Options
    round: int
    at: tuple[int, ...]
    fuel: tuple[int, ...]
    sealed: tuple[int, ...]  # 0: not yet
    spender: int = -1


class View(Struct, frozen=True):
    options: Options
    round: int
    at: tuple[int, ...]
    fuel: tuple[int, ...]
    sealed: tuple[bool, ...]
    mine: int
    spender: int


class Sprint:
    card = Card("sprint", "Sprint", 2000, (2, 5), "1", 100, 60)

    def setup(self, options: Options, seats: int, chance: Chance) -> Step[State, Event]:
        none = (0,) * seats
        return Step(State(options, 1, none, (options.fuel,) * seats, none))

    def asks(self, state: State) -> tuple[Ask[Move], ...]:
        if state.round > state.options.rounds:
            return ()
        if state.spender >= 0:
            seat = state.spender
            sums: Amount[Move] = Amount(Spend(0), 0, state.fuel[seat])
            return (Ask(seat, SPEND, sums),)
        return tuple(Ask(s, PUSH, PUSHES) for s, force in enumerate(state.sealed) if not force)

    def play(self, state: State, seat: Seat, move: Move, chance: Chance) -> Step[State, Event]:
        match move:
            case Spend(amount):
                return spend(state, seat, amount)
            case Push(force):
                state = replace(state, sealed=replace_at(state.sealed, seat, force))
                if 0 in state.sealed:
                    return Step(state, (Sealed(seat),))
                return drive(state, chance)
        raise RulesBug(move)

    def view(self, state: State, seat: Seat | None) -> View:
        mine = 0 if seat is None else state.sealed[seat]
        hidden = tuple(force > 0 for force in state.sealed)
        return View(state.options, state.round, state.at, state.fuel, hidden, mine, state.spender)

    def imagine(self, view: View, seat: Seat, chance: Chance) -> State:
        sealed = tuple(
            view.mine if s == seat else 1 + chance.pick(PUSHES, "sealed") if done else 0
            for s, done in enumerate(view.sealed)
        )
        return State(view.options, view.round, view.at, view.fuel, sealed, view.spender)

    def why_not(self, state: State, seat: Seat, move: Move) -> Refusal:
        return Refusal("not-offered", R("T3") if isinstance(move, Spend) else R("T1"))

    @cites(R("T4"))
    def outcome(self, state: State) -> Outcome | None:
        if state.round <= state.options.rounds:
            return None
        return Outcome(tuple(1 + sum(o > at for o in state.at) for at in state.at), "rounds-over")


@cites(R("T1"), R("T2"))
def drive(state: State, chance: Chance) -> Step[State, Event]:
    told: list[Event] = []
    at = list(state.at)
    for seat, force in enumerate(state.sealed):
        if force == 3 and (die := 1 + chance.pick(range(1, 7), "engine")) <= 2:
            told.append(Stalled(seat, die))
            continue
        at[seat] += force
        told.append(Drove(seat, force))
    last = at.index(min(at))
    state = replace(state, at=tuple(at), sealed=(0,) * len(at), spender=last)
    return Step(state, tuple(told), opened=True)


@cites(R("T3"))
def spend(state: State, seat: Seat, amount: int) -> Step[State, Event]:
    at = replace_at(state.at, seat, state.at[seat] + amount)
    fuel = replace_at(state.fuel, seat, state.fuel[seat] - amount)
    state = replace(state, at=at, fuel=fuel, spender=-1, round=state.round + 1)
    return Step(state, (Spent(seat, amount),))


def evaluate(view: View, seat: Seat) -> float:
    lead = view.at[seat] - max(at for s, at in enumerate(view.at) if s != seat)
    return 0.5 + max(-0.5, min(0.5, lead / 40))


def facts(state: State, names: Names) -> Facts:
    found = {
        name: {"at": str(state.at[s]), "fuel": str(state.fuel[s])} for s, name in enumerate(names)
    }
    return found | {"table": {"round": str(state.round)}}


def place(given: Facts, options: Options, names: Names) -> State:
    cars = [given.get(name, {}) for name in names]
    return State(
        options,
        int(given.get("table", {}).get("round", "1")),
        tuple(int(car.get("at", "0")) for car in cars),
        tuple(int(car.get("fuel", str(options.fuel))) for car in cars),
        (0,) * len(names),
        int(given.get("table", {}).get("spender", "-1")),
    )


def begin(state: State, part: str, chance: Chance) -> Step[State, Event]:
    raise ValueError(part)


def draw(view: View, seat: Seat | None, names: Names, language: Language) -> StyledText:
    return StyledText(" ".join(f"{name} {at}" for name, at in zip(names, view.at, strict=True)))


def standings(view: View) -> tuple[Standing, ...]:
    order = sorted(range(len(view.at)), key=lambda seat: -view.at[seat])
    return tuple(
        Standing(seat, 1 + sum(at > view.at[seat] for at in view.at), seat) for seat in order
    )


NOTATION: Notation[State, Move, Options] = Notation(
    {Push: "push", Spend: "spend"},
    {},
    lambda label, face: str(face),
    facts,
    place,
    begin,
)
SPEC: GameSpec[State, Move, Event, View, Options] = GameSpec(
    game=Sprint(),
    options=Options,
    state=State,
    move=Move,
    event=Event,
    view=View,
    rulebook=R,
    words=Words(__name__),
    notation=NOTATION,
    evaluate=evaluate,
    draw=draw,
    standings=standings,
)


def find(id: str) -> GameSpec[State, Move, Event, View, Options]:
    """In place of the registry."""
    assert id == "sprint"
    return SPEC
