/** What the board works out from a view: who is where. */

import type { Game, Rival, View } from "../../generated/heat";
import { COLOURS, type Course } from "./data";
import { colourWord, w } from "./words";

export { composes, stage } from "./stage";

export type Event = Game["Event"];

export interface Runner {
  car: number;
  /** None: a Legend. */
  seat: number | null;
  rival: Rival;
  place: number;
}

export function carOf(view: View, name: number): number {
  return name >= 0 ? name : view.seats - name - 1;
}

/** All cars from first to last: those home, those on the road, those out. */
export function runners(view: View): Runner[] {
  const cars = view.cars.map((rival, car) => ({
    car,
    seat: car < view.seats ? car : null,
    rival,
    place: 0,
  }));
  const rank = (r: Runner) =>
    r.rival.place > 0 ? -1000 + r.rival.place : r.rival.place < 0 ? 10_000 : 0;
  cars.sort(
    (a, b) =>
      rank(a) - rank(b) ||
      b.rival.pos - a.rival.pos ||
      Number(b.rival.line) - Number(a.rival.line) ||
      a.car - b.car,
  );
  return cars.map((r, i) => ({ ...r, place: r.rival.place < 0 ? 0 : i + 1 }));
}

export function legendName(car: number): string {
  return `${w("legend")} ${colourWord(COLOURS[car % COLOURS.length]!)}`;
}

export function lapOf(course: Course, pos: number): number {
  return Math.min(course.laps, Math.max(1, Math.floor(pos / course.circuit.spaces) + 1));
}

/** Whose turn it is on the road, if someone's cards are up. */
export function atTheWheel(view: View): number | null {
  const phase = view.phase;
  if ("seat" in phase && typeof phase.seat === "number") return phase.seat;
  return null;
}

/** The speed that is known now. */
export function speedOf(view: View): number | null {
  const phase = view.phase;
  if (phase.type === "React" || phase.type === "Slipping" || phase.type === "Choosing")
    return phase.speed;
  if (phase.type === "Salvaging") return phase.then.speed;
  return null;
}

/** The mark of a road token; limits are written as numbers. */
export function tokenMark(id: string): "heat" | "boost" | "slip" | "cool" | null {
  if (id === "faster" || id === "slower") return null;
  return id === "overheat"
    ? "heat"
    : id === "free-boost"
      ? "boost"
      : id === "slipstream"
        ? "slip"
        : "cool";
}

// ---------------------------------------------------------------- planning

export const planKey = (cards: readonly number[]): string =>
  [...cards].sort((a, b) => a - b).join(",");
