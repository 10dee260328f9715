/** How the events of any stable are shown, in a season as in a campaign. */

import type { Game } from "../../generated/circus-maximus-season";
import type { Shows } from "../../lib/show";

export const stableShows = {
  SheetWritten: 0,
  Bought: 400,
  Harnessed: 300,
  Entered: { anew: true, pace: 700 },
  NoRace: 700,
  BribeOpened: {
    pace: 900,
    changes: (e) => ({ now: { chariots: { [e.chariot]: { bribed: e.bribed, ...e.pace } } } }),
  },
  AttackCalledOff: 700,
  BribeEnded: 500,
  Waived: 0,
  GreyCleared: { pace: 400, changes: (e) => ({ now: { litter: e.litter } }) },
  DrugsOpened: 900,
  SabotageOpened: 900,
  BetsOpened: { pace: 900, changes: (e) => ({ bets: e.bets, odds: e.odds }) },
  LaterBets: { pace: 700, changes: (e) => ({ later: e.later }) },
  PaidOff: 600,
  SideBetMade: 400,
  SideBetSettled: 500,
  PursesOpened: 400,
  Returned: 0,
  Experienced: 300,
  Recovered: 0,
  DriverTrained: 400,
  HorseTrained: 400,
  TeamTrained: 400,
  LoanOffered: 500,
  LoanMade: 500,
  ChariotOffered: 500,
  ChariotSold: 600,
  SideBetOffered: 500,
  Declined: 300,
  Repaid: 400,
  Defaulted: 700,
  Unsold: 400,
  WentBankrupt: 900,
} satisfies Partial<Shows<Game>>;
