/** How the events of Three Bends are shown: how long each, and what it changes on the board. */

import type { CarSeen, Game, View } from "../../generated/template";
import type { Patch } from "../../lib/patch";
import type { Shows } from "../../lib/show";

const car = (seat: number, change: Partial<CarSeen>): Patch<View> => ({
  cars: { [seat]: change },
});

/** Every event stands here; one that changes nothing on the board is only its pace. */
export const shows: Shows<Game> = {
  Sealed: 0,
  Geared: { pace: 250, changes: (e) => car(e.seat, { gear: e.gear }) },
  Rolled: 350,
  Boosted: { pace: 300, changes: (e) => car(e.seat, { fuel: e.fuel }) },
  Caught: { pace: 350, changes: (e) => car(e.by, { at: e.at }) },
  Passed: 300,
  Blocked: { pace: 500, changes: (e) => car(e.by, { cards: e.cards }) },
  Skidded: { pace: 600, changes: (e) => car(e.seat, { at: e.at, gear: e.gear }) },
  Arrived: { pace: 350, changes: (e) => car(e.seat, { at: e.at }) },
  Refuelled: { pace: 0, changes: (e) => car(e.seat, { fuel: e.fuel }) },
  Drew: { pace: 0, changes: (e) => car(e.seat, { cards: e.cards }) },
  Placed: 0,
};

/** All there is to see of the cars moves with the events. */
export const drawn = (view: View) => view.cars;
