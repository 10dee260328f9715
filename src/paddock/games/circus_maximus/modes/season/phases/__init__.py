"""Phases of a season, week by week:

    Founding → Dealing (Terms → Answering) → Buying → Harnessing → Entering → Dealing (…)
                  ↑                                                               ↓
               Settling ← Training ← (payoffs, recovery) ← Racing ← Betting ← Plotting
           Selling → Bidding                                 ├─ Bribing
    InKind → Valuing → Conceding                             ├─ Drugging, Loosening
                  ↓                                          └─ BettingAgain
                Over

Fitting interrupts after any trade of a part of a chariot.

Founding, Buying, Entering, Plotting, Betting, BettingAgain and Bidding are answered in secret.
Racing runs the race of the week. The phases to its right interrupt the race: before speeds are
written, before a chariot's phase, when an attack is announced, at the end of a turn.
"""

from __future__ import annotations

from typing import TypeAlias

from paddock.games.circus_maximus.modes.season.phases.after import HOOKS, Over
from paddock.games.circus_maximus.modes.season.phases.parts import Fitting
from paddock.games.circus_maximus.modes.season.phases.stables import Buying, Founding, Harnessing
from paddock.games.circus_maximus.modes.season.phases.week import Entering, NobodyEnters
from paddock.games.circus_maximus.ownership.phases.betting import Betting, BettingAgain
from paddock.games.circus_maximus.ownership.phases.deals import Answering, Dealing, NextOffer, Terms
from paddock.games.circus_maximus.ownership.phases.debts import (
    Bidding,
    Conceding,
    InKind,
    Selling,
    Settling,
    Valuing,
)
from paddock.games.circus_maximus.ownership.phases.interruptions import Bribing, Drugging, Loosening
from paddock.games.circus_maximus.ownership.phases.plotting import Plotting
from paddock.games.circus_maximus.ownership.phases.racing import Racing
from paddock.games.circus_maximus.ownership.phases.sealing import Sealing
from paddock.games.circus_maximus.ownership.phases.training import Training

Phase: TypeAlias = (
    Founding
    | Dealing
    | Terms
    | Answering
    | NextOffer
    | Fitting
    | Buying
    | Harnessing
    | Entering
    | NobodyEnters
    | Plotting
    | Betting
    | Racing
    | Bribing
    | Drugging
    | Loosening
    | BettingAgain
    | Training
    | Settling
    | Selling
    | Bidding
    | InKind
    | Valuing
    | Conceding
    | Over
)

__all__ = [
    "HOOKS",
    "Answering",
    "Betting",
    "BettingAgain",
    "Bidding",
    "Bribing",
    "Buying",
    "Conceding",
    "Dealing",
    "Drugging",
    "Entering",
    "Fitting",
    "Founding",
    "Harnessing",
    "InKind",
    "Loosening",
    "NextOffer",
    "NobodyEnters",
    "Over",
    "Phase",
    "Plotting",
    "Racing",
    "Sealing",
    "Selling",
    "Settling",
    "Terms",
    "Training",
    "Valuing",
]
