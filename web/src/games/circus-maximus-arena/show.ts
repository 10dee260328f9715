/** How the events of a gala are shown. */

import type { Game } from "../../generated/circus-maximus-arena";
import type { Shows } from "../../lib/show";

export const shows: Shows<Game> = {
  Ready: 0,
  Recruited: { anew: true, pace: 500 },
  Paired: 600,
  Waits: 400,
  TurnFought: { anew: true, pace: 400 },
  FeetMoved: 500,
  Struck: {
    pace: 1000,
    changes: (e) => ({ fighters: { [e.whom]: { wounds: e.wounds, shield_left: e.shield } } }),
  },
  Dropped: 600,
  PickedUp: 400,
  Stunned: 600,
  NetThrown: 900,
  NetShed: 600,
  MomentOfTruth: 1200,
  Killed: { pace: 1200, changes: (e) => ({ fighters: { [e.seat]: { fate: e.fate } } }) },
  BoutWon: 900,
  BoutDrawn: 900,
  PointsGained: 400,
  Healed: 400,
};

export const drawn = () => null;
