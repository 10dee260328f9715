"""The championship as one value that every caller takes."""

from paddock.core.game_spec import Form, GameSpec
from paddock.core.nested import in_race, mode_spec
from paddock.core.progress import in_stage, stage_of
from paddock.core.words import Words
from paddock.games.winds_of_war.market.board import board
from paddock.games.winds_of_war.market.foresee import foresee, remarks
from paddock.games.winds_of_war.market.moves import OWN_MOVES, Move
from paddock.games.winds_of_war.market.words import MARKET_SHOWS
from paddock.games.winds_of_war.modes.championship.bots import BOT_HINTS, evaluate
from paddock.games.winds_of_war.modes.championship.events import Event
from paddock.games.winds_of_war.modes.championship.game import GAME
from paddock.games.winds_of_war.modes.championship.layout import LAYOUT
from paddock.games.winds_of_war.modes.championship.notation import NOTATION
from paddock.games.winds_of_war.modes.championship.programs import PROGRAMS
from paddock.games.winds_of_war.modes.championship.standings import season_standings, standings
from paddock.games.winds_of_war.modes.championship.state import Options, State
from paddock.games.winds_of_war.modes.championship.terminal import draw
from paddock.games.winds_of_war.modes.championship.turns import TURNS
from paddock.games.winds_of_war.modes.championship.view import View
from paddock.games.winds_of_war.spec import RACE
from paddock.games.winds_of_war.words import PACKAGE, SEATS

CHAMPIONSHIP: GameSpec[State, Move, Event, View, Options] = mode_spec(
    RACE,
    game=GAME,
    options=Options,
    state=State,
    move=Move,
    event=Event,
    view=View,
    words=Words(PACKAGE, MARKET_SHOWS, SEATS),
    notation=NOTATION,
    evaluate=evaluate,
    draw=draw,
    standings=standings,
    standings_between=season_standings,
    progress=lambda state: in_stage(
        stage_of("race", state.results, state.options.calendar),
        RACE.progress(state.now) if in_race(state) else None,
    ),
    results=lambda state: state.results,
    forms=(
        Form("championship-short", Options(circuits=("salerno", "modena"), laps=1), 21, 2),
        Form("championship-full", Options(), 85, 4),
    ),
    turns=TURNS,
    own_moves=OWN_MOVES,
    foresee_between=lambda view, seat, move: foresee(view.now, seat, move),
    remarks_between=lambda view, move, numbers: remarks(view.now, move, numbers),
    board=board,
    bot_hints=BOT_HINTS,
    layout=LAYOUT,
    programs=PROGRAMS,
)
