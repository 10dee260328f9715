"""The mode as one value that every caller takes."""

from paddock.core.game_spec import Form, GameSpec, differs_by_seat
from paddock.core.progress import in_stage, stage_at
from paddock.games.circus_maximus.card import R
from paddock.games.circus_maximus.modes.campaign.board import board
from paddock.games.circus_maximus.modes.campaign.books import clauses
from paddock.games.circus_maximus.modes.campaign.bots import BOT_HINTS, BOTS, LEVELS, evaluate
from paddock.games.circus_maximus.modes.campaign.events import Event
from paddock.games.circus_maximus.modes.campaign.foresee import danger, foresee, remarks
from paddock.games.circus_maximus.modes.campaign.game import GAME
from paddock.games.circus_maximus.modes.campaign.help import detail
from paddock.games.circus_maximus.modes.campaign.layout import LAYOUT
from paddock.games.circus_maximus.modes.campaign.moves import Move
from paddock.games.circus_maximus.modes.campaign.notation import NOTATION
from paddock.games.circus_maximus.modes.campaign.programs import PROGRAMS
from paddock.games.circus_maximus.modes.campaign.spoken import spoken
from paddock.games.circus_maximus.modes.campaign.standings import standings
from paddock.games.circus_maximus.modes.campaign.state import Options, State
from paddock.games.circus_maximus.modes.campaign.terminal import draw
from paddock.games.circus_maximus.modes.campaign.turns import TURNS
from paddock.games.circus_maximus.modes.campaign.view import View
from paddock.games.circus_maximus.modes.campaign.words import WORDS
from paddock.games.circus_maximus.ownership.view import is_race_running
from paddock.games.circus_maximus.standings import count_laps

CAMPAIGN: GameSpec[State, Move, Event, View, Options] = GameSpec(
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
        stage_at("round", state.race),
        None if state.now is None or not is_race_running(state.phase) else count_laps(state.now),
    ),
    results=lambda state: state.results,
    forms=(
        Form("campaign-short", Options(rounds=4, each=1, two_laps=True), 84, 4),
        Form("campaign-full", Options(), 746),
    ),
    turns=TURNS,
    spoken=spoken,
    foresee=foresee,
    remarks=remarks,
    danger=danger,
    detail=detail,
    board=board,
    bots=BOTS,
    levels=LEVELS,
    bot_hints=BOT_HINTS,
    layout=LAYOUT,
    programs=PROGRAMS,
    clauses=clauses,
)
