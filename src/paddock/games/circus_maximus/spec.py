"""The `GameSpec` of the race."""

from paddock.core.game_spec import GameSpec, QuickStart
from paddock.games.circus_maximus.board import board, sketch
from paddock.games.circus_maximus.books import clauses
from paddock.games.circus_maximus.bots import BOT_HINTS, BOTS, LEVELS, evaluate
from paddock.games.circus_maximus.card import R
from paddock.games.circus_maximus.countdown import countdown
from paddock.games.circus_maximus.events import Event
from paddock.games.circus_maximus.foresee import danger, foresee, remarks
from paddock.games.circus_maximus.game import GAME
from paddock.games.circus_maximus.help import detail
from paddock.games.circus_maximus.layout import LAYOUT
from paddock.games.circus_maximus.moves import Move
from paddock.games.circus_maximus.notation import NOTATION
from paddock.games.circus_maximus.programs import PROGRAMS
from paddock.games.circus_maximus.spoken import spoken
from paddock.games.circus_maximus.standings import count_laps, standings
from paddock.games.circus_maximus.state import Options, State
from paddock.games.circus_maximus.terminal import draw
from paddock.games.circus_maximus.turns import TURNS
from paddock.games.circus_maximus.view import View
from paddock.games.circus_maximus.words import WORDS

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
    quick=QuickStart(Options(book="basic", field=4, two_laps=True, ready_made=True)),
    board=board,
    sketch=sketch,
    bots=BOTS,
    bot_hints=BOT_HINTS,
    layout=LAYOUT,
    programs=PROGRAMS,
    levels=LEVELS,
    countdown=countdown,
    clauses=clauses,
)
