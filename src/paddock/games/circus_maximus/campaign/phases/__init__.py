"""A campaign, round by round:

    Voting → Auctioning ⇄ Raising → Dealing (Terms → Answering) → Shopping (Pricing, Rigging)
      ↑                                                                ↓
      │     Entering ← Auctioning ⇄ Raising (privileges) ← TakingPart ←┘
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

What the season has too stands in the room they share.
"""

from __future__ import annotations

from typing import TypeAlias

from paddock.games.circus_maximus.campaign.phases.after import STEWARD, Fate, Over, Resting
from paddock.games.circus_maximus.campaign.phases.auction import Auctioning, Raising
from paddock.games.circus_maximus.campaign.phases.challenge import (
    Challenging,
    Facing,
    Matching,
    NextRound,
)
from paddock.games.circus_maximus.campaign.phases.drill import Drilling
from paddock.games.circus_maximus.campaign.phases.entries import Entering, NobodyRaces, TakingPart
from paddock.games.circus_maximus.campaign.phases.gala import (
    Fighting,
    NobodyFights,
    Sending,
    ToTheRing,
)
from paddock.games.circus_maximus.campaign.phases.novices import Equipping
from paddock.games.circus_maximus.campaign.phases.rounds import Voting
from paddock.games.circus_maximus.campaign.phases.shop import Pricing, Rigging, Shopping
from paddock.games.circus_maximus.stable.phases.betting import Betting, BettingAgain
from paddock.games.circus_maximus.stable.phases.deals import Answering, Dealing, NextOffer, Terms
from paddock.games.circus_maximus.stable.phases.debts import (
    Bidding,
    Conceding,
    InKind,
    Selling,
    Settling,
    Valuing,
)
from paddock.games.circus_maximus.stable.phases.plotting import Plotting
from paddock.games.circus_maximus.stable.phases.racing import Racing
from paddock.games.circus_maximus.stable.phases.sealing import Sealing
from paddock.games.circus_maximus.stable.phases.training import Training
from paddock.games.circus_maximus.stable.phases.windows import Bribing, Drugging, Loosening

Phase: TypeAlias = (
    Voting | Auctioning | Raising | Dealing | Terms | Answering | NextOffer | Shopping | Pricing
    | Rigging | TakingPart | Entering | NobodyRaces | Plotting | Betting | Racing | Bribing
    | Drugging | Loosening | BettingAgain | Training | Resting | Settling | Selling | Bidding
    | InKind | Valuing | Conceding | Fate
    | Challenging | Matching | Facing | NextRound | Equipping | Sending | NobodyFights | ToTheRing
    | Fighting | Drilling | Over
)  # fmt: skip

__all__ = [
    "STEWARD",
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
