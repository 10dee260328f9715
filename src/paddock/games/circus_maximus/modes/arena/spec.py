"""The `GameSpec` of the arena."""

from paddock.core.game_spec import GameSpec
from paddock.games.circus_maximus.card import R
from paddock.games.circus_maximus.modes.arena.board import board
from paddock.games.circus_maximus.modes.arena.bots import BOT_HINTS, BOTS, LEVELS, evaluate
from paddock.games.circus_maximus.modes.arena.events import Event
from paddock.games.circus_maximus.modes.arena.foresee import danger, foresee, remarks
from paddock.games.circus_maximus.modes.arena.game import GAME
from paddock.games.circus_maximus.modes.arena.help import detail
from paddock.games.circus_maximus.modes.arena.layout import LAYOUT
from paddock.games.circus_maximus.modes.arena.moves import Move
from paddock.games.circus_maximus.modes.arena.notation import NOTATION
from paddock.games.circus_maximus.modes.arena.programs import PROGRAMS
from paddock.games.circus_maximus.modes.arena.spoken import spoken
from paddock.games.circus_maximus.modes.arena.standings import standings
from paddock.games.circus_maximus.modes.arena.state import Options, State
from paddock.games.circus_maximus.modes.arena.terminal import draw
from paddock.games.circus_maximus.modes.arena.turns import TURNS
from paddock.games.circus_maximus.modes.arena.view import View
from paddock.games.circus_maximus.modes.arena.words import WORDS

ARENA: GameSpec[State, Move, Event, View, Options] = GameSpec(
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
    bots=BOTS,
    bot_hints=BOT_HINTS,
    layout=LAYOUT,
    programs=PROGRAMS,
    levels=LEVELS,
)
