"""Three Bends: a complete tiny race, the one to copy."""

from paddock.core.house import AnyHouse, House
from paddock.core.series import series
from paddock.games.template.board import board
from paddock.games.template.bots import MIND, evaluate
from paddock.games.template.card import R
from paddock.games.template.events import Event
from paddock.games.template.foresee import danger, foresee, remarks
from paddock.games.template.game import GAME
from paddock.games.template.help import detail
from paddock.games.template.moves import Move
from paddock.games.template.notation import NOTATION
from paddock.games.template.spoken import spoken
from paddock.games.template.standings import standings
from paddock.games.template.state import Options, State
from paddock.games.template.terminal import draw
from paddock.games.template.turns import TURNS
from paddock.games.template.view import View
from paddock.games.template.words import WORDS

RACE: House[State, Move, Event, View, Options] = House(
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

GAMES: tuple[AnyHouse, ...] = (RACE, series(RACE, (5, 3, 2, 1)))
