/** A season as the view tells it: points, places, what lies between two races. */

import type { Game } from "../../generated/winds-of-war-championship";
import type { View as RaceView } from "../../generated/winds-of-war";
import type { Ask } from "../../generated/wire";
import type { Standing } from "../registry";
import { DRIVERS, MODELS, SPARES, TUNINGS } from "../winds-of-war/data";
import * as race from "../winds-of-war/model";
import { w } from "../winds-of-war/words";

export type Season = Omit<Game["View"], "now"> & { now: RaceView };
export type Event = Game["Event"];

/** Seats by points, then by wins and better places, then by money. */
export function table(view: Season): { seat: number; points: number; place: number }[] {
  const seats = view.points.map((_, seat) => seat);
  const key = (seat: number): number[] => [
    -view.points[seat]!,
    ...seats.map((_, i) => -view.results.filter((result) => result[seat] === i + 1).length),
    -(view.now.teams[seat]?.purse ?? 0),
    seat,
  ];
  const before = (a: number[], b: number[]): number =>
    a.reduce((found, n, i) => found || n - b[i]!, 0);
  return seats
    .sort((a, b) => before(key(a), key(b)))
    .map((seat, i) => ({ seat, points: view.points[seat]!, place: i + 1 }));
}

export function standings(view: Season): Standing[] {
  if (view.phase.type === "Racing") return race.standings(view.now);
  return table(view).map(({ seat, points, place }) => ({
    seat,
    place,
    note: `${points} ${w("points")} · ${w("lire", { n: view.now.teams[seat]?.purse ?? 0 })}`,
  }));
}

/** What can be part of a deal: the car, the driver, a tuning card, a spare part. */
export function itemName(view: Season, seat: number, item: number): string {
  const team = view.now.teams[seat];
  if (item === 0) return MODELS[team?.model ?? -1]?.name ?? "";
  if (item === 1) return DRIVERS[team?.driver ?? -1]?.name ?? "";
  const card = TUNINGS[item - 2];
  return card ? card.name : (SPARES[item - 2 - TUNINGS.length]?.name ?? "");
}

export const composes = (ask: Ask): boolean => race.composes(ask) || ask.question === "offer";
