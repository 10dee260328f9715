"""The Great Race: half-tracks across a continent that is mostly blank on the map."""

from paddock.core.house import AnyHouse, House, Quick
from paddock.games.great_race.board import board
from paddock.games.great_race.bots import MIND, evaluate
from paddock.games.great_race.card import R
from paddock.games.great_race.events import Event
from paddock.games.great_race.foresee import danger, foresee, remarks
from paddock.games.great_race.game import GAME
from paddock.games.great_race.help import detail
from paddock.games.great_race.moves import Move
from paddock.games.great_race.notation import NOTATION
from paddock.games.great_race.spoken import spoken
from paddock.games.great_race.standings import standings
from paddock.games.great_race.state import Options, State
from paddock.games.great_race.terminal import draw
from paddock.games.great_race.turns import TURNS
from paddock.games.great_race.view import View
from paddock.games.great_race.words import WORDS

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
    quick=Quick(Options(), rivals=2),
    board=board,
    mind=MIND,
)

GAMES: tuple[AnyHouse, ...] = (RACE,)
