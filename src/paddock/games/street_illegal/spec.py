"""The GameSpecs of Street Illegal: the race and the series."""

from paddock.core.game_spec import GameSpec
from paddock.core.progress import Progress, Stage
from paddock.core.series import series
from paddock.games.street_illegal.board import board
from paddock.games.street_illegal.bots import BOT_HINTS, evaluate
from paddock.games.street_illegal.card import R
from paddock.games.street_illegal.data import POINTS, TEAM
from paddock.games.street_illegal.events import Event
from paddock.games.street_illegal.foresee import danger, foresee, remarks
from paddock.games.street_illegal.game import GAME
from paddock.games.street_illegal.help import detail
from paddock.games.street_illegal.layout import LAYOUT
from paddock.games.street_illegal.moves import Move
from paddock.games.street_illegal.notation import NOTATION
from paddock.games.street_illegal.programs import PROGRAMS
from paddock.games.street_illegal.rules import driver_cards
from paddock.games.street_illegal.spoken import spoken
from paddock.games.street_illegal.standings import chips_are_secret, standings
from paddock.games.street_illegal.state import Options, State
from paddock.games.street_illegal.terminal import draw
from paddock.games.street_illegal.turns import TURNS
from paddock.games.street_illegal.view import View
from paddock.games.street_illegal.words import WORDS

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
    liveries=driver_cards,
    counts_drivers=True,
    own_standings=chips_are_secret,
    progress=lambda state: Progress(Stage("card", state.leg + 1, len(state.track))),
    turns=TURNS,
    spoken=spoken,
    foresee=foresee,
    remarks=remarks,
    danger=danger,
    detail=detail,
    board=board,
    bot_hints=BOT_HINTS,
    layout=LAYOUT,
    programs=PROGRAMS,
)

SERIES = series(
    RACE,
    POINTS,
    team=TEAM,
    clause=R("S5.1"),
    home=__name__,
    lengths=(("series-short", 2, 20), ("series-full", 3, 30)),
)
