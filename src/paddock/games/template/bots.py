"""How well a seat stands, for bots that look one move ahead."""

from paddock.core.game_spec import BotHints
from paddock.core.seats import Seat
from paddock.games.template.data import HOLDS, LIMIT
from paddock.games.template.moves import Move
from paddock.games.template.state import State
from paddock.games.template.view import CarSeen, View

BOT_HINTS: BotHints[State, Move, View] = BotHints(samples=100, noise=(0.1, 0.03))


def evaluate(view: View, seat: Seat) -> float:
    """The lead over the best rival, as a share of the road; 0 is lost, 1 is won."""
    worth = [outlook(car) for car in view.cars]
    worth[seat] += 0.3 * sum(HOLDS[card] for card in view.hand)
    best = max(w for other, w in enumerate(worth) if other != seat)
    lead = (worth[seat] - best) / 12
    return min(1.0, max(0.0, 0.5 + lead / 2))


def outlook(car: CarSeen) -> float:
    """Spaces gone, fuel in hand, and the gear unless the next spaces will not hold it."""
    ahead = min(LIMIT[car.at + 1 : car.at + 7])
    return car.at + 0.8 * car.fuel + min(car.gear, ahead) - max(0, car.gear - ahead)
