"""The Epic campaign: a market, stables without limit, races with prizes, and champions."""

from paddock.core.house import House, in_part_secret
from paddock.games.circus_maximus.campaign.board import board
from paddock.games.circus_maximus.campaign.books import clauses
from paddock.games.circus_maximus.campaign.bots import BOTS, LEVELS, MIND, evaluate
from paddock.games.circus_maximus.campaign.events import Event
from paddock.games.circus_maximus.campaign.foresee import danger, foresee, remarks
from paddock.games.circus_maximus.campaign.game import GAME
from paddock.games.circus_maximus.campaign.help import detail
from paddock.games.circus_maximus.campaign.moves import Move
from paddock.games.circus_maximus.campaign.notation import NOTATION
from paddock.games.circus_maximus.campaign.spoken import spoken
from paddock.games.circus_maximus.campaign.standings import standings
from paddock.games.circus_maximus.campaign.state import Options, State
from paddock.games.circus_maximus.campaign.terminal import draw
from paddock.games.circus_maximus.campaign.turns import TURNS
from paddock.games.circus_maximus.campaign.view import View
from paddock.games.circus_maximus.campaign.words import WORDS
from paddock.games.circus_maximus.card import R

CAMPAIGN: House[State, Move, Event, View, Options] = House(
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
    levels=LEVELS,
    mind=MIND,
    clauses=clauses,
)
