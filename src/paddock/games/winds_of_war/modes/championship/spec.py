"""The mode as one value that every caller takes."""

from paddock.core.game_spec import GameSpec
from paddock.games.winds_of_war.card import R
from paddock.games.winds_of_war.modes.championship.board import board
from paddock.games.winds_of_war.modes.championship.bots import BOT_HINTS, evaluate
from paddock.games.winds_of_war.modes.championship.events import Event
from paddock.games.winds_of_war.modes.championship.foresee import danger, foresee, remarks
from paddock.games.winds_of_war.modes.championship.game import GAME
from paddock.games.winds_of_war.modes.championship.help import detail
from paddock.games.winds_of_war.modes.championship.moves import Move
from paddock.games.winds_of_war.modes.championship.notation import NOTATION
from paddock.games.winds_of_war.modes.championship.spoken import spoken
from paddock.games.winds_of_war.modes.championship.standings import standings
from paddock.games.winds_of_war.modes.championship.state import Options, State
from paddock.games.winds_of_war.modes.championship.terminal import draw
from paddock.games.winds_of_war.modes.championship.turns import TURNS
from paddock.games.winds_of_war.modes.championship.view import View
from paddock.games.winds_of_war.modes.championship.words import WORDS

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
    board=board,
    bot_hints=BOT_HINTS,
)
