"""The mode as one value that every caller takes."""

from paddock.core.game_spec import GameSpec
from paddock.games.winds_of_war.card import R
from paddock.games.winds_of_war.modes.mille_miglia.board import board
from paddock.games.winds_of_war.modes.mille_miglia.bots import BOT_HINTS, evaluate
from paddock.games.winds_of_war.modes.mille_miglia.events import Event
from paddock.games.winds_of_war.modes.mille_miglia.foresee import danger, foresee, remarks
from paddock.games.winds_of_war.modes.mille_miglia.game import GAME
from paddock.games.winds_of_war.modes.mille_miglia.help import detail
from paddock.games.winds_of_war.modes.mille_miglia.moves import Move
from paddock.games.winds_of_war.modes.mille_miglia.notation import NOTATION
from paddock.games.winds_of_war.modes.mille_miglia.spoken import spoken
from paddock.games.winds_of_war.modes.mille_miglia.standings import standings
from paddock.games.winds_of_war.modes.mille_miglia.state import Options, State
from paddock.games.winds_of_war.modes.mille_miglia.terminal import draw
from paddock.games.winds_of_war.modes.mille_miglia.turns import TURNS
from paddock.games.winds_of_war.modes.mille_miglia.view import View
from paddock.games.winds_of_war.modes.mille_miglia.words import WORDS

MILLE_MIGLIA: GameSpec[State, Move, Event, View, Options] = GameSpec(
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
