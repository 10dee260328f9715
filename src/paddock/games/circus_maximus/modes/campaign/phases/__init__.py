"""Phases of a campaign, round by round:

    Voting → Auctioning ⇄ Raising → Dealing (Terms → Answering) → Shopping (Pricing, Rigging)
      ↑                                                                ↓
      │     Entering ← Auctioning ⇄ Raising (privileges) ← TakingPart (⇄ Proposing, Agreeing) ←┘
      │        ↓
      │     Dealing (…) → Plotting → Betting → Racing (Bribing, Drugging, Loosening, BettingAgain)
      │                                          ↓
      │     Settling (Selling → Bidding, InKind …, Fate) ← Resting ← Training
      │        ↓
      └── Challenging → Matching → Facing → Entering → … → Racing → Training → Challenging
               ↓
             Over

With a gala: Voting → Auctioning ⇄ Raising → Equipping → Dealing → Shopping → Sending → Dealing →
Betting → Fighting (the arena's own phases) → Drilling → Settling. A duel after Facing:
Sending → Dealing → ToTheRing → Fighting → Drilling → Challenging.

Phases shared with the season are in `ownership`.
"""

from __future__ import annotations

from typing import TypeAlias

from paddock.games.circus_maximus.modes.campaign.phases.after import HOOKS, Fate, Over, Resting
from paddock.games.circus_maximus.modes.campaign.phases.agreement import Agreeing, Proposing
from paddock.games.circus_maximus.modes.campaign.phases.auction import Auctioning, Raising
from paddock.games.circus_maximus.modes.campaign.phases.challenge import (
    Challenging,
    Facing,
    Matching,
    NextRound,
)
from paddock.games.circus_maximus.modes.campaign.phases.drill import Drilling
from paddock.games.circus_maximus.modes.campaign.phases.entries import (
    Entering,
    NobodyRaces,
    TakingPart,
)
from paddock.games.circus_maximus.modes.campaign.phases.gala import (
    Fighting,
    NobodyFights,
    Sending,
    ToTheRing,
)
from paddock.games.circus_maximus.modes.campaign.phases.novices import Equipping
from paddock.games.circus_maximus.modes.campaign.phases.rounds import Voting
from paddock.games.circus_maximus.modes.campaign.phases.shop import Pricing, Rigging, Shopping
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
    Voting | Auctioning | Raising | Dealing | Terms | Answering | NextOffer | Shopping | Pricing
    | Rigging | TakingPart | Proposing | Agreeing | Entering | NobodyRaces | Plotting | Betting
    | Racing | Bribing | Drugging | Loosening | BettingAgain | Training | Resting | Settling
    | Selling | Bidding | InKind | Valuing | Conceding | Fate
    | Challenging | Matching | Facing | NextRound | Equipping | Sending | NobodyFights | ToTheRing
    | Fighting | Drilling | Over
)  # fmt: skip

__all__ = [
    "HOOKS",
    "Agreeing",
    "Answering",
    "Auctioning",
    "Betting",
    "BettingAgain",
    "Bidding",
    "Bribing",
    "Challenging",
    "Conceding",
    "Dealing",
    "Drilling",
    "Drugging",
    "Entering",
    "Equipping",
    "Facing",
    "Fate",
    "Fighting",
    "InKind",
    "Loosening",
    "Matching",
    "NextOffer",
    "NextRound",
    "NobodyFights",
    "NobodyRaces",
    "Over",
    "Phase",
    "Plotting",
    "Pricing",
    "Proposing",
    "Racing",
    "Raising",
    "Resting",
    "Rigging",
    "Sealing",
    "Selling",
    "Sending",
    "Settling",
    "Shopping",
    "TakingPart",
    "Terms",
    "ToTheRing",
    "Training",
    "Valuing",
    "Voting",
]  # fmt: skip
