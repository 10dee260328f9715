"""The career as one value that every caller takes."""

from operator import attrgetter

from paddock.core.game_spec import Form, GameSpec
from paddock.core.nested import mode_spec
from paddock.core.progress import Progress, stage_of
from paddock.core.words import Words
from paddock.games.winds_of_war.market.board import board
from paddock.games.winds_of_war.market.foresee import foresee, remarks
from paddock.games.winds_of_war.market.moves import OWN_MOVES, Move
from paddock.games.winds_of_war.market.words import MARKET_SHOWS
from paddock.games.winds_of_war.modes.career.bots import BOT_HINTS, evaluate
from paddock.games.winds_of_war.modes.career.events import Event
from paddock.games.winds_of_war.modes.career.game import GAME
from paddock.games.winds_of_war.modes.career.layout import LAYOUT
from paddock.games.winds_of_war.modes.career.notation import NOTATION
from paddock.games.winds_of_war.modes.career.programs import PROGRAMS
from paddock.games.winds_of_war.modes.career.standings import career_standings
from paddock.games.winds_of_war.modes.career.state import Options, State
from paddock.games.winds_of_war.modes.career.terminal import draw
from paddock.games.winds_of_war.modes.career.turns import TURNS
from paddock.games.winds_of_war.modes.career.view import View
from paddock.games.winds_of_war.modes.mille_miglia.spec import MILLE_MIGLIA
from paddock.games.winds_of_war.words import BOARD, PACKAGE, SEATS

CAREER: GameSpec[State, Move, Event, View, Options] = mode_spec(
    MILLE_MIGLIA,
    game=GAME,
    options=Options,
    state=State,
    move=Move,
    event=Event,
    view=View,
    words=Words(PACKAGE, MARKET_SHOWS, SEATS, board=BOARD),
    notation=NOTATION,
    evaluate=evaluate,
    draw=draw,
    standings_between=career_standings,
    progress=lambda state: Progress(
        stage_of("edition", state.results, state.options.years()),
    ),
    results=lambda state: state.results,
    forms=(
        Form("career-short", Options(editions=1), 32, 1),
        Form("career-full", Options(), 92, 3),
    ),
    turns=TURNS,
    own_moves=OWN_MOVES,
    foresee_between=lambda view, seat, move: foresee(view.edition.now, seat, move),
    remarks_between=lambda view, move, numbers: remarks(view.edition.now, move, numbers),
    board=board,
    bot_hints=BOT_HINTS,
    layout=LAYOUT,
    programs=PROGRAMS,
    inner=attrgetter("edition"),
)
