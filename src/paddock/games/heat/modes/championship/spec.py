"""The mode as one value that every caller takes."""

from paddock.core.game_spec import GameSpec
from paddock.games.heat.card import R
from paddock.games.heat.modes.championship.bots import BOT_HINTS, evaluate
from paddock.games.heat.modes.championship.events import Event
from paddock.games.heat.modes.championship.foresee import danger, foresee, remarks
from paddock.games.heat.modes.championship.game import GAME
from paddock.games.heat.modes.championship.help import detail
from paddock.games.heat.modes.championship.moves import Move
from paddock.games.heat.modes.championship.notation import NOTATION
from paddock.games.heat.modes.championship.spoken import spoken
from paddock.games.heat.modes.championship.standings import standings
from paddock.games.heat.modes.championship.state import Options, State
from paddock.games.heat.modes.championship.terminal import draw
from paddock.games.heat.modes.championship.turns import TURNS
from paddock.games.heat.modes.championship.view import View
from paddock.games.heat.modes.championship.words import WORDS

CHAMPIONSHIP: GameSpec[State, Move, Event, View, Options] = GameSpec(
    game=GAME,
    options=Options,
    state=State,
    move=Move,
    event=Event,
    view=View,
    rulebook=R,
    words=WORDS,
    notation=NOTATION,
    evaluate=evaluate,
    draw=draw,
    standings=standings,
    turns=TURNS,
    spoken=spoken,
    foresee=foresee,
    remarks=remarks,
    danger=danger,
    detail=detail,
    bot_hints=BOT_HINTS,
)
