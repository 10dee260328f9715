"""The GameSpec of Heat: all its parts in one value."""

from paddock.core.game_spec import GameSpec, QuickStart
from paddock.games.heat.board import board, sketch
from paddock.games.heat.bots import BOT_HINTS, BOTS, evaluate
from paddock.games.heat.card import R
from paddock.games.heat.events import Event
from paddock.games.heat.foresee import danger, foresee, remarks
from paddock.games.heat.game import GAME
from paddock.games.heat.help import detail
from paddock.games.heat.layout import LAYOUT
from paddock.games.heat.moves import Move
from paddock.games.heat.notation import NOTATION
from paddock.games.heat.programs import PROGRAMS
from paddock.games.heat.rules.legends import free_colours
from paddock.games.heat.spoken import spoken
from paddock.games.heat.standings import progress, standings
from paddock.games.heat.state import Options, State
from paddock.games.heat.studio import STUDIO
from paddock.games.heat.terminal import draw
from paddock.games.heat.turns import TURNS
from paddock.games.heat.view import View
from paddock.games.heat.words import WORDS

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
    liveries=free_colours,
    progress=progress,
    turns=TURNS,
    spoken=spoken,
    foresee=foresee,
    remarks=remarks,
    danger=danger,
    detail=detail,
    quick=QuickStart(Options(first_game=True)),
    board=board,
    sketch=sketch,
    bots=BOTS,
    bot_hints=BOT_HINTS,
    layout=LAYOUT,
    programs=PROGRAMS,
    studio=STUDIO,
)
