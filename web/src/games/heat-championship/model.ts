/** A season as the view tells it: points, places, what lies between two races. */

import type { Game, Market, Swapping } from "../../generated/heat-championship";
import type { View as RaceView } from "../../generated/heat";
import type { Ask } from "../../generated/wire";
import type { Standing } from "../registry";
import * as race from "../heat/model";
import { legendLivery } from "../heat/paints";
import { w } from "../heat/words";

export type Season = Omit<Game["View"], "now"> & { now: RaceView | null };
export type Event = Game["Event"];

/** The points of each car, over the season that is being run. */
export function points(view: Season): number[] {
  const last = view.legs[Math.min(view.race, view.legs.length - 1)]!.season;
  return view.grid.map((_, car) =>
    view.results.reduce(
      (sum, row, r) =>
        sum + (view.legs[r]!.season === last || view.phase?.type === "Over" ? (row[car] ?? 0) : 0),
      0,
    ),
  );
}

/** The cars by points, then by the place in the race before. */
export function table(view: Season): { car: number; points: number; place: number }[] {
  const all = points(view);
  const key = (car: number) => view.places[car] || view.grid.length + 1;
  const order = [...all.keys()].sort((a, b) => all[b]! - all[a]! || key(a) - key(b) || a - b);
  return order.map((car, i) => ({ car, points: all[car]!, place: i + 1 }));
}

export function standings(view: Season): Standing[] {
  if (view.now && view.now.phase.type !== "Over") return race.standings(view.now);
  return table(view).map(({ car, points, place }) => ({
    seat: car < view.seats ? car : null,
    place,
    note: `${points} ${w("points")}`,
    ...(car < view.seats ? {} : { name: race.legendName(car), livery: legendLivery(car) }),
  }));
}

/** The cards open between two races. */
export function market(view: Season): number[] {
  const phase = view.phase;
  return phase?.type === "Market" || phase?.type === "Swapping"
    ? (phase as Market | Swapping).market
    : [];
}

export function composes(ask: Ask): boolean {
  return race.composes(ask) || ask.question === "swap";
}
