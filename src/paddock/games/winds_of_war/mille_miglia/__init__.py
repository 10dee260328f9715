"""The Mille Miglia: a race along open roads against the clock, by stages or of one evening."""

from paddock.core.house import House
from paddock.games.winds_of_war.card import R
from paddock.games.winds_of_war.mille_miglia.board import board
from paddock.games.winds_of_war.mille_miglia.bots import MIND, evaluate
from paddock.games.winds_of_war.mille_miglia.events import Event
from paddock.games.winds_of_war.mille_miglia.foresee import danger, foresee, remarks
from paddock.games.winds_of_war.mille_miglia.game import GAME
from paddock.games.winds_of_war.mille_miglia.help import detail
from paddock.games.winds_of_war.mille_miglia.moves import Move
from paddock.games.winds_of_war.mille_miglia.notation import NOTATION
from paddock.games.winds_of_war.mille_miglia.spoken import spoken
from paddock.games.winds_of_war.mille_miglia.standings import standings
from paddock.games.winds_of_war.mille_miglia.state import Options, State
from paddock.games.winds_of_war.mille_miglia.terminal import draw
from paddock.games.winds_of_war.mille_miglia.turns import TURNS
from paddock.games.winds_of_war.mille_miglia.view import View
from paddock.games.winds_of_war.mille_miglia.words import WORDS

MILLE_MIGLIA: House[State, Move, Event, View, Options] = House(
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
    mind=MIND,
)
