/** How the events of Street Illegal are shown: how long each, and what it changes on the board. */

import type { CarSeen, Game, View } from "../../generated/street-illegal";
import type { Patch } from "../../lib/patch";
import type { Shows } from "../../lib/show";

const car = (seat: number, change: Partial<CarSeen>): Patch<View> => ({
  cars: { [seat]: change },
});

/** A hand everybody can count, and one may see: the event brings it to its own seat only. */
const held = (e: { seat: number; count: number; hand: number[] | null }): Patch<View> => ({
  ...car(e.seat, { hand: e.count }),
  ...(e.hand && { hand: e.hand }),
});

const chips = (e: { seat: number; has: number | null; pool: number }): Patch<View> => ({
  ...car(e.seat, { chips: e.has }),
  pool: e.pool,
});

/** Every event stands here; one that changes nothing on the board is only its pace. */
export const shows: Shows<Game> = {
  TrackLaid: 0,
  Dealt: 0,
  Sealed: 0,
  Offered: 0,
  Swapped: 0,
  Tied: 0,
  Placed: { pace: 300, changes: (e) => ({ order: e.order }) },
  LinedUp: {
    pace: 200,
    changes: (e) => ({
      cars: { [e.seat]: { up: e.up, speed: e.speed, hand: e.count } },
      ...(e.hand && { hand: e.hand }),
    }),
  },
  LegBegan: { pace: 800, changes: (e) => ({ leg: e.leg }) },
  Reshuffled: { pace: 0, changes: (e) => ({ deck: e.deck }) },
  Turned: { pace: 350, changes: (e) => ({ deck: e.deck }) },
  Dropped: { pace: 200, changes: (e) => car(e.seat, { up: e.up, speed: e.speed }) },
  Earned: { pace: 300, changes: chips },
  Drove: { pace: 450, changes: (e) => car(e.seat, { up: e.up, speed: e.speed }) },
  Drew: { pace: 120, changes: (e) => ({ ...held(e), deck: e.deck }) },
  Optimized: { pace: 200, changes: held },
  Waited: 150,
  Paid: { pace: 400, changes: chips },
  Braked: { pace: 500, changes: held },
  Attacked: 500,
  Stayed: 150,
  Spent: { pace: 350, changes: chips },
  Raised: { pace: 400, changes: held },
  Passed: { pace: 900, changes: (e) => ({ order: e.order }) },
  Held: 700,
  Ended: 600,
  Won: 900,
};

/** The road, the cars, what I hold, and what lies next to the road. */
export const drawn = ({ track, leg, order, cars, hand, deck, pool }: View) => ({
  track,
  leg,
  order,
  cars,
  hand,
  deck,
  pool,
});
