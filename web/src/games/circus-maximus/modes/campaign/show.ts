/** How the events of a campaign are shown: those of its races, of its stables, and its own. */

import type { Game, View } from "../../../../generated/circus-maximus-campaign";
import type { Shows } from "../../../../lib/show";
import { arenaShows } from "../arena/show";
import { drawn as drawnInRace, raceShows } from "../../show";
import { stableShows } from "../season/stable";

export const shows: Shows<Game> = {
  ...raceShows<Game>((now) => ({ now })),
  ...arenaShows<Game>((ring) => ({ ring })),
  ...stableShows,
  RoundBegan: { redraw: true, pace: 700 },
  Offered: 0,
  VotesCounted: 700,
  LotCalled: { redraw: true, pace: 700 },
  PrivilegeCalled: 500,
  BidMade: 500,
  Passed: 200,
  LotSold: 700,
  PrivilegeSold: 600,
  NoBid: 600,
  TeamBought: 600,
  HorseStored: 400,
  DriverStored: 400,
  CarStored: 300,
  Assembled: 400,
  TermsProposed: 500,
  TermsAgreed: 500,
  PartTaken: 0,
  StayedOut: 300,
  Crowded: 500,
  PrizeWon: 500,
  ChampionMade: 900,
  Challenged: 700,
  StakesRaised: 500,
  MatchAgreed: 600,
  MatchDecided: 900,
  FateChosen: 700,
  CameToRome: 700,
  StateChariot: 500,
  RecruitOffered: 0,
  RecruitCalled: { redraw: true, pace: 700 },
  RecruitSold: 700,
  GladiatorArmed: 600,
  GalaCalled: 700,
  NoGala: 700,
  GalaBets: { pace: 900, changes: (e) => ({ bets: e.bets, odds: e.lines }) },
  BoutBegan: { redraw: true, pace: 900 },
  GalaPrize: 500,
  GladiatorDrilled: 400,
  GladiatorHealed: 400,
  TrackCleared: { pace: 0, changes: () => ({ now: null }) },
  RingCleared: { pace: 0, changes: () => ({ ring: null }) },
  CampaignWon: 900,
};

export const drawn = ({ now }: View) => now && drawnInRace(now);
