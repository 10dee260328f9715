"""The arena: gladiators of the Epic book, in fights of our own."""

from paddock.core.house import House
from paddock.games.circus_maximus.arena.board import board
from paddock.games.circus_maximus.arena.bots import BOTS, LEVELS, MIND, evaluate
from paddock.games.circus_maximus.arena.events import Event
from paddock.games.circus_maximus.arena.foresee import danger, foresee, remarks
from paddock.games.circus_maximus.arena.game import GAME
from paddock.games.circus_maximus.arena.help import detail
from paddock.games.circus_maximus.arena.moves import Move
from paddock.games.circus_maximus.arena.notation import NOTATION
from paddock.games.circus_maximus.arena.spoken import spoken
from paddock.games.circus_maximus.arena.standings import standings
from paddock.games.circus_maximus.arena.state import Options, State
from paddock.games.circus_maximus.arena.terminal import draw
from paddock.games.circus_maximus.arena.turns import TURNS
from paddock.games.circus_maximus.arena.view import View
from paddock.games.circus_maximus.arena.words import WORDS
from paddock.games.circus_maximus.card import R

ARENA: House[State, Move, Event, View, Options] = House(
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
    mind=MIND,
    levels=LEVELS,
)
