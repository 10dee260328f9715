"""Circus Maximus: chariots, whips and wrecks round the spina."""

from paddock.core.house import AnyHouse, House, Quick
from paddock.games.circus_maximus.arena import ARENA
from paddock.games.circus_maximus.board import board
from paddock.games.circus_maximus.books import clauses
from paddock.games.circus_maximus.bots import BOTS, LEVELS, MIND, evaluate
from paddock.games.circus_maximus.campaign import CAMPAIGN
from paddock.games.circus_maximus.card import R
from paddock.games.circus_maximus.countdown import countdown
from paddock.games.circus_maximus.events import Event
from paddock.games.circus_maximus.foresee import danger, foresee, remarks
from paddock.games.circus_maximus.game import GAME
from paddock.games.circus_maximus.help import detail
from paddock.games.circus_maximus.moves import Move
from paddock.games.circus_maximus.notation import NOTATION
from paddock.games.circus_maximus.season import SEASON
from paddock.games.circus_maximus.spoken import spoken
from paddock.games.circus_maximus.standings import standings
from paddock.games.circus_maximus.state import Options, State
from paddock.games.circus_maximus.terminal import draw
from paddock.games.circus_maximus.turns import TURNS
from paddock.games.circus_maximus.view import View
from paddock.games.circus_maximus.words import WORDS

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
    quick=Quick(Options(book="basic", field=4, two_laps=True)),
    board=board,
    bots=BOTS,
    mind=MIND,
    levels=LEVELS,
    countdown=countdown,
    clauses=clauses,
)

GAMES: tuple[AnyHouse, ...] = (RACE, SEASON, CAMPAIGN, ARENA)
