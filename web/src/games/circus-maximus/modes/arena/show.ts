/** How the events of a gala are shown. */

import type { Game, View } from "../../../../generated/circus-maximus-arena";
import type { AnyGame } from "../../../../generated/wire";
import type { Patch } from "../../../../lib/patch";
import type { Shown, Shows } from "../../../../lib/show";

type ArenaShows<G extends AnyGame> = {
  readonly [K in Game["Event"]["type"]]: Shown<Extract<Game["Event"], { type: K }>, G["View"]>;
};

/** A campaign puts what they change into the ring that it holds. */
export function arenaShows<G extends AnyGame>(
  into: (patch: Patch<View>) => Patch<G["View"]>,
): ArenaShows<G> {
  return {
    Ready: 0,
    Recruited: { redraw: true, pace: 500 },
    Paired: 600,
    Waits: 400,
    TurnFought: { redraw: true, pace: 400 },
    FeetMoved: 500,
    Struck: {
      pace: 1000,
      changes: (e) => into({ fighters: { [e.whom]: { wounds: e.wounds, shield_left: e.shield } } }),
    },
    Dropped: 600,
    PickedUp: 400,
    Stunned: 600,
    NetThrown: 900,
    NetShed: 600,
    MomentOfTruth: 1200,
    Killed: { pace: 1200, changes: (e) => into({ fighters: { [e.seat]: { fate: e.fate } } }) },
    BoutWon: 900,
    BoutDrawn: 900,
    PointsGained: 400,
    Healed: 400,
  };
}

export const shows: Shows<Game> = arenaShows<Game>((patch) => patch);

export const drawn = () => null;
