/** What the board works out from a view: who is where, which way leads on, what a plan meets. */

import {
  CarStatus,
  type Car,
  type Event,
  type Game,
  type Letter,
  type View,
} from "../../generated/winds-of-war";
import type { Move } from "../../generated/winds-of-war-championship";
import type { Ask as Asked, Option as Offered } from "../../generated/wire";
import { letterOf } from "./data";
import { w } from "./words";

export type { Event, View };
export type Ask = Asked<Game>;
export type Option = Offered<Game>;
/** An option of a race, or of the market of a championship: they share the garage. */
export type AnyOption = { move: Move } & Omit<Option, "move">;

export const onRoad = (car: Car): boolean => car.status < CarStatus.HOME;

/** Where a car is, in words. */
export function where(view: View, car: Car): string {
  switch (car.status) {
    case CarStatus.HOME:
      return w("home");
    case CarStatus.RETIRED:
      return w("retired");
    case CarStatus.PITS:
      return w("inPits");
    case CarStatus.OFF:
      return w("offRoad");
    case CarStatus.ASIDE:
      return w("aside");
    case CarStatus.WAITING:
      return w("waits", { time: clockTime(startOf(view, car)) });
    default:
      if (view.stage)
        return car.until > view.turn
          ? w("stopped")
          : w("since", { time: clockTime(startOf(view, car)) });
      return car.lap ? w("lap", { n: car.lap, of: view.laps }) : w("onGrid");
  }
}

/** Minutes since midnight, by the clock. */
export const clockTime = (minutes: number): string =>
  `${Math.floor(minutes / 60) % 24}:${String(minutes % 60).padStart(2, "0")}`;
const startOf = (view: View, car: Car): number => view.stage?.starts[view.cars.indexOf(car)] ?? 0;

/** Whose move it is. */
export function atTheWheel(view: View): number | null {
  const phase = view.phase;
  switch (phase.type) {
    case "Planning":
    case "Pitting":
    case "FreeBoxes":
    case "Halting":
    case "LastBoxes":
    case "TakingUnsold":
      return phase.seat;
    case "Driving":
    case "Slipstream":
      return phase.run.seat;
    case "Challenging":
      return phase.group[phase.at] ?? null;
    case "Answering":
      return phase.waiting[0] ?? null;
    case "Rerolling":
      return phase.again[0] ?? null;
    default:
      return null;
  }
}

export const inGarage = (view: View): boolean =>
  ["Auction", "TakingUnsold", "Hiring", "Tuning", "Stocking"].includes(view.phase.type);

// ---------------------------------------------------------------- next to an option

export interface Chance {
  id: "hold" | "slide" | "straight" | "off";
  word: string;
  p: number;
}
const RESULTS = ["hold", "slide", "straight", "off"] as const;
/** The chances of a curve's test; `k` numbers the curves of a plan. */
export function chances(f: Record<string, number>, k: number | "" = ""): Chance[] {
  if (f[`hold${k}`] === undefined) return [];
  return RESULTS.map((id) => ({ id, word: w(id), p: f[`${id}${k}`] ?? 0 })).filter((c) => c.p > 0);
}

export interface Bend {
  k: number;
  letter: string;
  /** Which curve of the road it is, from 1: letters come again. */
  number: number;
  /** Unknown of a curve in the dark. */
  turning: number | null;
  steps: number;
  over: number;
  free: boolean;
  brake: number;
  chances: Chance[];
}
/** The curves to come, as a plan meets them. */
export function bends(letters: readonly (Letter | null)[], f: Record<string, number>): Bend[] {
  return [0, 1, 2].flatMap((k) => {
    const curve = f[`curve${k}`];
    if (curve === undefined) return [];
    return [
      {
        k,
        letter: letterOf(letters[curve] ?? null),
        number: curve + 1,
        turning: f[`turning${k}`] ?? null,
        steps: f[`steps${k}`] ?? 0,
        over: f[`over${k}`] ?? 0,
        free: Boolean(f[`free${k}`]),
        brake: f[`brake${k}`] ?? 0,
        chances: chances(f, k),
      },
    ];
  });
}

export const composes = (ask: Pick<Ask, "question"> & { options: unknown[] | null }): boolean =>
  (ask.question === "plan" || ask.question === "bid") && (ask.options?.length ?? 0) > 1;
