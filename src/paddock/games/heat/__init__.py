"""Heat: Pedal to the Metal, with every module, and its championship."""

from paddock.core.house import AnyHouse, House, Quick
from paddock.games.heat.board import board
from paddock.games.heat.bots import MIND, evaluate
from paddock.games.heat.card import R
from paddock.games.heat.championship import CHAMPIONSHIP
from paddock.games.heat.events import Event
from paddock.games.heat.foresee import danger, foresee, remarks
from paddock.games.heat.game import GAME
from paddock.games.heat.help import detail
from paddock.games.heat.moves import Move
from paddock.games.heat.notation import NOTATION
from paddock.games.heat.spoken import spoken
from paddock.games.heat.standings import standings
from paddock.games.heat.state import Options, State
from paddock.games.heat.studio import STUDIO
from paddock.games.heat.terminal import draw
from paddock.games.heat.turns import TURNS
from paddock.games.heat.view import View
from paddock.games.heat.words import WORDS

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
    quick=Quick(Options(first_game=True)),
    board=board,
    mind=MIND,
    studio=STUDIO,
)

GAMES: tuple[AnyHouse, ...] = (RACE, CHAMPIONSHIP)
