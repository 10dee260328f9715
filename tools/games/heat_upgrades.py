"""What each Upgrade is worth to a bot: rounds that a car with three of it needs, alone on a lap of
each base board. `python -m tools.games.heat_upgrades` prints the table of `bots/garage.py`."""

from __future__ import annotations

import argparse
import random

from msgspec.structs import replace

from paddock.bots import make_bot
from paddock.core.chance import Dealer, UnrecordedChance
from paddock.games.heat import RACE, game
from paddock.games.heat.data import FIRST_SPONSOR, FIRST_UPGRADE, CardNo
from paddock.games.heat.events import Event
from paddock.games.heat.phases import Over
from paddock.games.heat.phases.garage import deal
from paddock.games.heat.rules.course import spell
from paddock.games.heat.state import State, Supply
from tools.games.heat_figures import BASE


def rounds(track: str, card: CardNo, number: int) -> int:
    """The rounds that greedy needs for a lap with three of a card."""
    chance, luck = (
        Dealer(random.Random(f"s{track}{number}")),
        UnrecordedChance(random.Random(f"sl{number}")),
    )
    player = make_bot("greedy", RACE)
    car = replace(game.grid((0,))[0], upgrades=(card,) * 3)
    bare = State(spell(track, 1, garage=True), 1, (car,), (0,), 0, 0, Supply(), Over())
    told: list[Event] = []
    state = deal(bare, told, chance)
    while asks := RACE.game.asks(state):
        move = player.choose(RACE.game.view(state, 0), asks[0], luck)
        state = RACE.game.play(state, 0, move, chance).state
    return state.round


def main() -> None:
    reader = argparse.ArgumentParser(description=__doc__)
    reader.add_argument("--races", type=int, default=21, help="on each board")
    races = reader.parse_args().races
    means = []
    for card in range(FIRST_UPGRADE, FIRST_SPONSOR):
        found = [rounds(track, card, n) for track in BASE for n in range(races)]
        means.append(sum(found) / len(found))
    middle = sum(means) / len(means)
    print([round(100 * (mean - middle)) for mean in means])  # noqa: T201


if __name__ == "__main__":
    main()
