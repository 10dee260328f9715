"""The GameSpec of The Great Race: all its parts in one value."""

from paddock.core.game_spec import GameSpec, QuickStart
from paddock.core.progress import Progress, Stage
from paddock.games.great_race.board import board
from paddock.games.great_race.bots import BOT_HINTS, evaluate
from paddock.games.great_race.card import R
from paddock.games.great_race.events import Event
from paddock.games.great_race.foresee import danger, foresee, remarks
from paddock.games.great_race.game import GAME
from paddock.games.great_race.help import detail
from paddock.games.great_race.layout import LAYOUT
from paddock.games.great_race.moves import Move
from paddock.games.great_race.notation import NOTATION
from paddock.games.great_race.programs import PROGRAMS
from paddock.games.great_race.spoken import spoken
from paddock.games.great_race.standings import standings
from paddock.games.great_race.state import Options, State
from paddock.games.great_race.terminal import draw
from paddock.games.great_race.turns import TURNS
from paddock.games.great_race.view import View
from paddock.games.great_race.words import WORDS

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
    progress=lambda state: Progress(Stage("round", state.round)),
    turns=TURNS,
    spoken=spoken,
    foresee=foresee,
    remarks=remarks,
    danger=danger,
    detail=detail,
    quick=QuickStart(Options(vehicles="dealt"), rivals=2),
    board=board,
    bot_hints=BOT_HINTS,
    layout=LAYOUT,
    programs=PROGRAMS,
)
