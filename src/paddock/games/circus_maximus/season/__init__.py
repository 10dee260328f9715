"""The season: ten races tied together by money, bets and skullduggery."""

from paddock.core.house import House, in_part_secret
from paddock.games.circus_maximus.card import R
from paddock.games.circus_maximus.season.board import board
from paddock.games.circus_maximus.season.bots import BOTS, LEVELS, MIND, evaluate
from paddock.games.circus_maximus.season.events import Event
from paddock.games.circus_maximus.season.foresee import danger, foresee, remarks
from paddock.games.circus_maximus.season.game import GAME
from paddock.games.circus_maximus.season.help import detail
from paddock.games.circus_maximus.season.notation import NOTATION
from paddock.games.circus_maximus.season.spoken import spoken
from paddock.games.circus_maximus.season.standings import standings
from paddock.games.circus_maximus.season.state import Options, State
from paddock.games.circus_maximus.season.terminal import draw
from paddock.games.circus_maximus.season.turns import TURNS
from paddock.games.circus_maximus.season.view import View
from paddock.games.circus_maximus.season.words import WORDS
from paddock.games.circus_maximus.stable.moves import Move

SEASON: House[State, Move, Event, View, Options] = House(
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
    competing=lambda seen: len(seen.players),
    own_standings=in_part_secret,
    turns=TURNS,
    spoken=spoken,
    foresee=foresee,
    remarks=remarks,
    danger=danger,
    detail=detail,
    board=board,
    bots=BOTS,
    mind=MIND,
    levels=LEVELS,
)
