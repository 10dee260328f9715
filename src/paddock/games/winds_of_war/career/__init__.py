"""The career: Mille Miglias of several years tied together by prizes, money and deals."""

from paddock.core.house import House
from paddock.games.winds_of_war.card import R
from paddock.games.winds_of_war.career.board import board
from paddock.games.winds_of_war.career.bots import MIND, evaluate
from paddock.games.winds_of_war.career.events import Event
from paddock.games.winds_of_war.career.foresee import danger, foresee, remarks
from paddock.games.winds_of_war.career.game import GAME
from paddock.games.winds_of_war.career.help import detail
from paddock.games.winds_of_war.career.moves import Move
from paddock.games.winds_of_war.career.notation import NOTATION
from paddock.games.winds_of_war.career.spoken import spoken
from paddock.games.winds_of_war.career.standings import standings
from paddock.games.winds_of_war.career.state import Options, State
from paddock.games.winds_of_war.career.terminal import draw
from paddock.games.winds_of_war.career.turns import TURNS
from paddock.games.winds_of_war.career.view import View
from paddock.games.winds_of_war.career.words import WORDS

CAREER: House[State, Move, Event, View, Options] = House(
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
