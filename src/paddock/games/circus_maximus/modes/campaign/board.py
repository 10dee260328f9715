"""Static board data for the browser: the words of ledger and sheet lines."""

from __future__ import annotations

from paddock.games.circus_maximus.data.kinds import name_of
from paddock.games.circus_maximus.modes.season.board import Board
from paddock.games.circus_maximus.ownership.rules.intrigue import Device, Guard
from paddock.games.circus_maximus.ownership.rules.ledger import Cause


def board() -> Board:
    return Board(
        tuple(name_of(cause) for cause in Cause),
        tuple(name_of(device) for device in Device),
        tuple(name_of(guard) for guard in Guard),
    )
