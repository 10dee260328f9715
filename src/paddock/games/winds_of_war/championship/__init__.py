"""The championship: Grands Prix tied together by points, money and deals."""

from paddock.core.house import House
from paddock.games.winds_of_war.card import R
from paddock.games.winds_of_war.championship.board import board
from paddock.games.winds_of_war.championship.bots import MIND, evaluate
from paddock.games.winds_of_war.championship.events import Event
from paddock.games.winds_of_war.championship.foresee import danger, foresee, remarks
from paddock.games.winds_of_war.championship.game import GAME
from paddock.games.winds_of_war.championship.help import detail
from paddock.games.winds_of_war.championship.moves import Move
from paddock.games.winds_of_war.championship.notation import NOTATION
from paddock.games.winds_of_war.championship.spoken import spoken
from paddock.games.winds_of_war.championship.standings import standings
from paddock.games.winds_of_war.championship.state import Options, State
from paddock.games.winds_of_war.championship.terminal import draw
from paddock.games.winds_of_war.championship.turns import TURNS
from paddock.games.winds_of_war.championship.view import View
from paddock.games.winds_of_war.championship.words import WORDS

CHAMPIONSHIP: House[State, Move, Event, View, Options] = House(
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
