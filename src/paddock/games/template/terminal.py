"""The road drawn as text."""

from paddock.core.seats import Language, Names, Seat
from paddock.core.styled_text import StyledText
from paddock.games.template.data import GEARS, LIMIT
from paddock.games.template.view import CarSeen, View
from paddock.games.template.words import WORDS, face

STYLES = ("red", "blue", "green", "yellow", "magenta", "cyan")  # by seat


def draw(view: View, seat: Seat | None, names: Names, language: Language) -> StyledText:
    """One line a car, the bends above, the table below."""
    wide = max(len(name) for name in names)
    out = StyledText(" " * (wide + 2) + "".join(map(bend, range(view.options.length))) + "|\n")
    for number, car in enumerate(view.cars):
        out.append(f"{names[number]:>{wide}}  ")
        out.append(lane(car, view.options.length), STYLES[number])
        out.append(
            "  " + WORDS.tell("terminal.state", language, gear=car.gear, fuel=car.fuel) + "\n"
        )
    out.append(table_line(view, language))
    if seat is not None:
        held = ", ".join(face(card, language) for card in view.hand) or "-"
        out.append("\n" + WORDS.tell("terminal.hand", language, cards=held))
    return out


def bend(space: int) -> str:
    """A bend is marked with the gear it holds."""
    return str(LIMIT[space]) if LIMIT[space] < GEARS else " "


def lane(car: CarSeen, length: int) -> str:
    """A car's way so far."""
    return "·" * car.at + "▶" + " " * max(0, length - car.at)


def table_line(view: View, language: Language) -> str:
    """Fuel and cards that all players see."""
    open_cards = ", ".join(face(card, language) for card in view.discards) or "-"
    return WORDS.tell("terminal.table", language, pool=view.pool, discards=open_cards, bag=view.bag)
