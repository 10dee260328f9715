"""The game as one value that every caller takes. The package adds the studio: it needs a mode."""

from paddock.core.game_spec import GameSpec, QuickStart
from paddock.games.winds_of_war.board import board, sketch
from paddock.games.winds_of_war.bots import BOT_HINTS, evaluate
from paddock.games.winds_of_war.card import R
from paddock.games.winds_of_war.events import Event
from paddock.games.winds_of_war.foresee import danger, foresee, remarks
from paddock.games.winds_of_war.game import GAME
from paddock.games.winds_of_war.help import detail
from paddock.games.winds_of_war.layout import LAYOUT
from paddock.games.winds_of_war.moves import Move
from paddock.games.winds_of_war.notation import NOTATION
from paddock.games.winds_of_war.programs import PROGRAMS
from paddock.games.winds_of_war.spoken import spoken
from paddock.games.winds_of_war.standings import count_laps, standings
from paddock.games.winds_of_war.state import Options, State
from paddock.games.winds_of_war.terminal import draw
from paddock.games.winds_of_war.turns import TURNS
from paddock.games.winds_of_war.view import View
from paddock.games.winds_of_war.words import WORDS

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
    progress=count_laps,
    turns=TURNS,
    spoken=spoken,
    foresee=foresee,
    remarks=remarks,
    danger=danger,
    detail=detail,
    quick=QuickStart(Options(laps=1, grid_challenges=False), rivals=3),
    board=board,
    sketch=sketch,
    bot_hints=BOT_HINTS,
    layout=LAYOUT,
    programs=PROGRAMS,
)
