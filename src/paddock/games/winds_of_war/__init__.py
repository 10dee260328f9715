"""Winds of War 1934–1940: Grand Prix racing of the thirties, and the Mille Miglia."""

from paddock.core.house import AnyHouse, House, Quick
from paddock.games.winds_of_war.board import board
from paddock.games.winds_of_war.bots import MIND, evaluate
from paddock.games.winds_of_war.card import R
from paddock.games.winds_of_war.career import CAREER
from paddock.games.winds_of_war.championship import CHAMPIONSHIP
from paddock.games.winds_of_war.events import Event
from paddock.games.winds_of_war.foresee import danger, foresee, remarks
from paddock.games.winds_of_war.game import GAME
from paddock.games.winds_of_war.help import detail
from paddock.games.winds_of_war.mille_miglia import MILLE_MIGLIA
from paddock.games.winds_of_war.moves import Move
from paddock.games.winds_of_war.notation import NOTATION
from paddock.games.winds_of_war.spoken import spoken
from paddock.games.winds_of_war.standings import standings
from paddock.games.winds_of_war.state import Options, State
from paddock.games.winds_of_war.studio import STUDIO
from paddock.games.winds_of_war.terminal import draw
from paddock.games.winds_of_war.turns import TURNS
from paddock.games.winds_of_war.view import View
from paddock.games.winds_of_war.words import WORDS

__all__ = ["CAREER", "CHAMPIONSHIP", "GAMES", "MILLE_MIGLIA", "RACE"]

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
    quick=Quick(Options(laps=1), rivals=3),
    board=board,
    mind=MIND,
    studio=STUDIO,
)

GAMES: tuple[AnyHouse, ...] = (RACE, CHAMPIONSHIP, MILLE_MIGLIA, CAREER)
