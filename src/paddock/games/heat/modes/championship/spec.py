"""The championship as one value that every caller takes."""

from paddock.core.game_spec import Form, GameSpec
from paddock.core.nested import mode_spec
from paddock.core.progress import Stage, in_stage, rank_each
from paddock.games.heat.modes.championship.bots import BOT_HINTS, evaluate
from paddock.games.heat.modes.championship.events import Event
from paddock.games.heat.modes.championship.game import GAME
from paddock.games.heat.modes.championship.layout import LAYOUT
from paddock.games.heat.modes.championship.moves import OWN_MOVES, Move
from paddock.games.heat.modes.championship.notation import NOTATION
from paddock.games.heat.modes.championship.phases import Racing
from paddock.games.heat.modes.championship.programs import PROGRAMS
from paddock.games.heat.modes.championship.standings import season_standings
from paddock.games.heat.modes.championship.state import Options, State
from paddock.games.heat.modes.championship.terminal import draw
from paddock.games.heat.modes.championship.turns import TURNS
from paddock.games.heat.modes.championship.view import View
from paddock.games.heat.modes.championship.words import WORDS
from paddock.games.heat.spec import RACE

CHAMPIONSHIP: GameSpec[State, Move, Event, View, Options] = mode_spec(
    RACE,
    game=GAME,
    options=Options,
    state=State,
    move=Move,
    event=Event,
    view=View,
    words=WORDS,
    notation=NOTATION,
    evaluate=evaluate,
    draw=draw,
    standings_between=season_standings,
    progress=lambda state: in_stage(
        Stage("race", state.race + 1, len(state.legs)),
        RACE.progress(state.phase.now) if isinstance(state.phase, Racing) else None,
    ),
    results=lambda state: rank_each(state.results, state.seats, most=True),
    forms=(
        Form("championship-short", Options(races=2), 30, 2),
        Form("championship-1961", Options(), 42, 3),
    ),
    turns=TURNS,
    own_moves=OWN_MOVES,
    bot_hints=BOT_HINTS,
    layout=LAYOUT,
    programs=PROGRAMS,
    running=lambda view: view.now is not None,
)
