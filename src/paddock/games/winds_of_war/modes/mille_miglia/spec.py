"""The Mille Miglia as one value that every caller takes."""

from paddock.core.game_spec import Form, GameSpec
from paddock.core.nested import mode_spec
from paddock.core.progress import rank_each
from paddock.games.winds_of_war.modes.mille_miglia.board import board
from paddock.games.winds_of_war.modes.mille_miglia.bots import BOT_HINTS, evaluate
from paddock.games.winds_of_war.modes.mille_miglia.events import Event
from paddock.games.winds_of_war.modes.mille_miglia.game import GAME
from paddock.games.winds_of_war.modes.mille_miglia.layout import LAYOUT
from paddock.games.winds_of_war.modes.mille_miglia.notation import NOTATION
from paddock.games.winds_of_war.modes.mille_miglia.programs import PROGRAMS
from paddock.games.winds_of_war.modes.mille_miglia.spoken import spoken
from paddock.games.winds_of_war.modes.mille_miglia.standings import count_stages, standings
from paddock.games.winds_of_war.modes.mille_miglia.state import Options, State
from paddock.games.winds_of_war.modes.mille_miglia.terminal import draw
from paddock.games.winds_of_war.modes.mille_miglia.turns import TURNS
from paddock.games.winds_of_war.modes.mille_miglia.view import View
from paddock.games.winds_of_war.moves import Move
from paddock.games.winds_of_war.spec import RACE

MILLE_MIGLIA: GameSpec[State, Move, Event, View, Options] = mode_spec(
    RACE,
    game=GAME,
    options=Options,
    state=State,
    event=Event,
    view=View,
    notation=NOTATION,
    evaluate=evaluate,
    draw=draw,
    standings=standings,
    progress=count_stages,
    results=lambda state: rank_each(state.chart, len(state.now.teams), most=False),
    forms=(
        Form("mille-miglia-short", Options(), 28),
        Form("mille-miglia-full", Options(format="stages"), 121),
    ),
    turns=TURNS,
    spoken=spoken,
    board=board,
    bot_hints=BOT_HINTS,
    layout=LAYOUT,
    programs=PROGRAMS,
)
