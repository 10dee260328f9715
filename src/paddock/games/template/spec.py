"""The game as one value that every caller takes."""

from paddock.core.game_spec import GameSpec
from paddock.core.series import series
from paddock.games.template.board import board
from paddock.games.template.bots import BOT_HINTS, evaluate
from paddock.games.template.card import R
from paddock.games.template.events import Event
from paddock.games.template.foresee import danger, foresee, remarks
from paddock.games.template.game import GAME
from paddock.games.template.help import detail
from paddock.games.template.layout import LAYOUT
from paddock.games.template.moves import Move
from paddock.games.template.notation import NOTATION
from paddock.games.template.programs import PROGRAMS
from paddock.games.template.spoken import spoken
from paddock.games.template.standings import standings
from paddock.games.template.state import Options, State
from paddock.games.template.terminal import draw
from paddock.games.template.turns import TURNS
from paddock.games.template.view import View
from paddock.games.template.words import WORDS

RACE: GameSpec[State, Move, Event, View, Options] = GameSpec(
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
    layout=LAYOUT,
    programs=PROGRAMS,
)

SERIES = series(RACE, (5, 3, 2, 1), home=__name__)
