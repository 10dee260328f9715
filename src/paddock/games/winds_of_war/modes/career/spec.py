"""The mode as one value that every caller takes."""

from paddock.core.game_spec import GameSpec
from paddock.games.winds_of_war.card import R
from paddock.games.winds_of_war.modes.career.board import board
from paddock.games.winds_of_war.modes.career.bots import BOT_HINTS, evaluate
from paddock.games.winds_of_war.modes.career.events import Event
from paddock.games.winds_of_war.modes.career.foresee import danger, foresee, remarks
from paddock.games.winds_of_war.modes.career.game import GAME
from paddock.games.winds_of_war.modes.career.help import detail
from paddock.games.winds_of_war.modes.career.moves import Move
from paddock.games.winds_of_war.modes.career.notation import NOTATION
from paddock.games.winds_of_war.modes.career.spoken import spoken
from paddock.games.winds_of_war.modes.career.standings import standings
from paddock.games.winds_of_war.modes.career.state import Options, State
from paddock.games.winds_of_war.modes.career.terminal import draw
from paddock.games.winds_of_war.modes.career.turns import TURNS
from paddock.games.winds_of_war.modes.career.view import View
from paddock.games.winds_of_war.modes.career.words import WORDS

CAREER: GameSpec[State, Move, Event, View, Options] = GameSpec(
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
