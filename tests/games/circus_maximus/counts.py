"""Invariants of the game: chariots, owners, wheels and valid numbers are never lost or created."""

from __future__ import annotations

from collections.abc import Hashable, Iterable

from paddock.games.circus_maximus.data.kinds import DRAGGED, IN_CAR, ON_FOOT, RACING, RUNAWAY
from paddock.games.circus_maximus.modes.arena.rules import Fighter
from paddock.games.circus_maximus.modes.arena.state import State as Arena
from paddock.games.circus_maximus.modes.campaign.state import State as Campaign
from paddock.games.circus_maximus.modes.season.state import State as Season
from paddock.games.circus_maximus.ownership.rules.ledger import BETWEEN_PLAYERS, Cause
from paddock.games.circus_maximus.phases import Prepare
from paddock.games.circus_maximus.rules.log import is_standing
from paddock.games.circus_maximus.rules.track import NOWHERE
from paddock.games.circus_maximus.state import State


def census(state: State | Season | Campaign | Arena) -> Hashable:
    """The owners of the chariots, or all fortunes; checks all invariants."""
    if isinstance(state, Arena):
        return men(state)
    return chariots(state) if isinstance(state, State) else money(state)


def men(state: Arena) -> Hashable:
    """No gladiator appears or vanishes; wounds, shields and factors are valid."""
    sound(state.fighters)
    return state.seats


def sound(fighters: Iterable[Fighter]) -> None:
    for man in fighters:
        assert min(man.wounds) >= 0 <= man.shield_left
        assert man.constitution >= 1 <= man.most_wounds
        assert man.points >= 0


def money(state: Season | Campaign) -> Hashable:
    """Every sesterce has a cause: entries between players add up to 0, the bank only takes except
    for payoffs, and those come from the bets."""
    columns = [sum(column) for column in zip(*[one.books for one in state.players], strict=True)]
    assert all(player.cash >= 0 for player in state.players), "somebody has spent what he has not"
    assert not any(columns[cause] for cause in BETWEEN_PLAYERS), f"made or lost: {columns}"
    held = sum(bet.stake + bet.against for bet in state.side_bets)
    assert columns[Cause.SIDE_BETS] == -held, "stakes that nobody holds"
    for cause in (Cause.HORSES, Cause.DRIVERS, Cause.CARS, Cause.INTRIGUE, Cause.BETS, Cause.TAXES):
        assert columns[cause] <= 0, f"{cause.name} brings money in"
    if isinstance(state, Season):
        assert 0 <= columns[Cause.PAYOFFS] <= -columns[Cause.BETS], "paid more than was bet"
    else:
        epic_money(state, columns)
    for player in state.players:
        for log in player.stable:
            assert 0 <= log.hits <= log.most_hits
            assert all(0 <= b <= h for b, h in zip(log.boxes, log.horses, strict=True)), log
            assert min(log.endurance, log.team_points, log.driver_points) >= 0
    if state.now is not None:
        chariots(state.now)
    if isinstance(state, Campaign):
        sound([man for one in state.players for man in one.gladiators])
        if state.ring is not None:
            men(state.ring)
    return tuple(player.books[Cause.FORTUNE] for player in state.players)


def epic_money(state: Campaign, columns: list[int]) -> None:
    """The bank takes for lots and entries, and gives prizes, payoffs and relief; stakes of a match
    are held in the match."""
    for cause in (Cause.MARKET, Cause.PRIVILEGES):
        assert columns[cause] <= 0, f"{cause.name} brings money in"
    for cause in (Cause.PAYOFFS, Cause.PRIZES, Cause.CHAMPIONS, Cause.RELIEF):
        assert columns[cause] >= 0, f"{cause.name} costs money"
    match = state.match
    racing = match is not None and (isinstance(state.now, State) or match.duel)
    held = match.stake + match.against if match is not None else 0
    assert columns[Cause.STAKES] in ((0, -held) if racing else (-held,)), "stakes gone astray"
    assert columns[Cause.CHAMPIONS] % 10_000 == 0
    names = [log.driver for one in state.players for log in one.stable if log.driver]
    names += [man.name for one in state.players for man in one.men]
    names += [log.driver for log in state.market]
    names += [man.name for one in state.players for man in one.gladiators]
    names += [man.name for man in state.recruits]
    assert len(names) == len(set(names)), "two men of one name"


def chariots(state: State) -> Hashable:
    """The owners of the chariots; checks their invariants."""
    places: dict[int, int] = {}
    for i, c in enumerate(state.chariots):
        assert (c.condition == RACING) <= (c.driver == IN_CAR), f"{i} races without its driver"
        assert (c.driver == IN_CAR) <= (c.condition != RUNAWAY), f"{i} is driven without a car"
        assert (c.driver == ON_FOOT) == (c.foot != NOWHERE), f"{i}: a man on foot stands somewhere"
        assert (c.driver == DRAGGED) <= (c.hits > 0), f"{i}: a dead man is not dragged"
        assert c.endurance >= 0, f"{i} has endurance {c.endurance}"
        assert c.mf >= 0, f"{i} has {c.mf} MFs"
        assert c.cdm <= c.dm, f"{i}: CDM {c.cdm} above {c.dm}"
        assert all(boxes >= 0 for boxes in c.horses)
        if c.condition <= RUNAWAY and not isinstance(state.phase, Prepare):
            for square in (c.team, c.car):
                if square != NOWHERE:
                    places[square] = places.get(square, 0) + 1
    loose = any(c.jumps or is_standing(state, c) or c.condition == RUNAWAY for c in state.chariots)
    crowded = [square for square, many in places.items() if many > 1]
    assert loose or not crowded, f"two on {crowded} and nobody jumps"
    return tuple(c.owner for c in state.chariots)
