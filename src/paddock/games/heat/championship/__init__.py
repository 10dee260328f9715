"""The championship: a season of races, with garage, sponsors, press and Events between them."""

from paddock.core.house import House
from paddock.games.heat.card import R
from paddock.games.heat.championship.bots import MIND, evaluate
from paddock.games.heat.championship.events import Event
from paddock.games.heat.championship.foresee import danger, foresee, remarks
from paddock.games.heat.championship.game import GAME
from paddock.games.heat.championship.help import detail
from paddock.games.heat.championship.moves import Move
from paddock.games.heat.championship.notation import NOTATION
from paddock.games.heat.championship.spoken import spoken
from paddock.games.heat.championship.standings import standings
from paddock.games.heat.championship.state import Options, State
from paddock.games.heat.championship.terminal import draw
from paddock.games.heat.championship.turns import TURNS
from paddock.games.heat.championship.view import View
from paddock.games.heat.championship.words import WORDS

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
    mind=MIND,
)
