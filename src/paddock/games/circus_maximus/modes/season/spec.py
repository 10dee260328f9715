"""The mode as one value that every caller takes."""

from paddock.core.game_spec import Form, GameSpec, differs_by_seat
from paddock.core.progress import in_stage, stage_at
from paddock.games.circus_maximus.card import R
from paddock.games.circus_maximus.modes.season.board import board
from paddock.games.circus_maximus.modes.season.books import clauses
from paddock.games.circus_maximus.modes.season.bots import BOT_HINTS, BOTS, LEVELS, evaluate
from paddock.games.circus_maximus.modes.season.events import Event
from paddock.games.circus_maximus.modes.season.foresee import danger, foresee, remarks
from paddock.games.circus_maximus.modes.season.game import GAME
from paddock.games.circus_maximus.modes.season.help import detail
from paddock.games.circus_maximus.modes.season.layout import LAYOUT
from paddock.games.circus_maximus.modes.season.notation import NOTATION
from paddock.games.circus_maximus.modes.season.programs import PROGRAMS
from paddock.games.circus_maximus.modes.season.spoken import spoken
from paddock.games.circus_maximus.modes.season.standings import standings
from paddock.games.circus_maximus.modes.season.state import Options, State
from paddock.games.circus_maximus.modes.season.terminal import draw
from paddock.games.circus_maximus.modes.season.turns import TURNS
from paddock.games.circus_maximus.modes.season.view import View
from paddock.games.circus_maximus.modes.season.words import WORDS
from paddock.games.circus_maximus.ownership.moves import Move
from paddock.games.circus_maximus.ownership.view import is_race_running
from paddock.games.circus_maximus.standings import count_laps

SEASON: GameSpec[State, Move, Event, View, Options] = GameSpec(
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
    competing=lambda view: len(view.players),
    own_standings=differs_by_seat,
    progress=lambda state: in_stage(
        stage_at("race", state.race, state.options.races),
        None if state.now is None or not is_race_running(state.phase) else count_laps(state.now),
    ),
    results=lambda state: state.results,
    forms=(
        Form("season-short", Options(races=2, two_laps=True), 54, 2),
        Form("season-full", Options(), 294, 10),
    ),
    turns=TURNS,
    spoken=spoken,
    foresee=foresee,
    remarks=remarks,
    danger=danger,
    detail=detail,
    board=board,
    bots=BOTS,
    bot_hints=BOT_HINTS,
    layout=LAYOUT,
    programs=PROGRAMS,
    levels=LEVELS,
    clauses=clauses,
)
