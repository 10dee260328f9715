/** What the board of Three Bends works out from a view. */

import type { Game, Move, View } from "../../generated/template";
import type { Option } from "../../generated/wire";
import type { Standing } from "../registry";

/** The row of spaces that the road repeats: a number is a bend and the highest gear that holds it. */
export const LIMITS = [0, 0, 0, 0, 0, 3, 0, 0, 0, 2, 0, 0, 0, 0, 1];
const FACES = [
  [1, 2],
  [2, 4],
  [3, 6],
  [5, 8],
];

export function standings(view: View): Standing[] {
  const order = view.cars.map((car, seat) => ({ car, seat })).sort((a, b) => b.car.at - a.car.at);
  return order.map(({ car, seat }) => ({
    seat,
    place: order.filter((other) => other.car.at > car.at).length + 1,
    note: `${car.at} · ${"●".repeat(car.fuel)}`,
  }));
}

/** The spaces an option may lead to, for the eye. */
export function reach(
  view: View,
  seat: number | null,
  option: Option | null,
): [number, number] | null {
  if (seat === null || !option) return null;
  const move = option.move as Move;
  const at = view.cars[seat]?.at ?? 0;
  if (move.type === "Choose") {
    const faces = FACES[move.gear - 1];
    return faces ? [at + faces[0]!, at + faces[1]!] : null;
  }
  return null;
}

export function remark(option: Option, view: View, seat: number | null): string | null {
  const to = reach(view, seat, option);
  return to && seat !== null
    ? `+${to[0] - view.cars[seat]!.at}…${to[1] - view.cars[seat]!.at}`
    : null;
}

const PACE: Partial<Record<Game["Event"]["type"], number>> = {
  Geared: 250,
  Rolled: 350,
  Boosted: 300,
  Passed: 300,
  Blocked: 500,
  Skidded: 600,
  Arrived: 350,
};
export const pace = (event: Game["Event"]): number => PACE[event.type] ?? 0;

export function advance(view: View, event: Game["Event"]): View {
  const car = (seat: number, change: Partial<View["cars"][number]>): View => ({
    ...view,
    cars: view.cars.map((c, s) => (s === seat ? { ...c, ...change } : c)),
  });
  switch (event.type) {
    case "Geared":
      return car(event.seat, { gear: event.gear });
    case "Arrived":
    case "Skidded":
      return car(event.seat, { at: event.at });
    default:
      return view;
  }
}
