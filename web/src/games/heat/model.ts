/** What the board works out from a view: who is where, and what is written beside a choice. */

import type { Game, Rival, View } from "../../generated/heat";
import type { Option } from "./types";
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

/** Whose turn it is on the road, if somebody's cards are up. */
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

// ---------------------------------------------------------------- beside an option

const has = (f: Record<string, number>, key: string): boolean => f[key] !== undefined;
const percent = (p: number): number =>
  p > 0 && p < 0.01 ? 1 : p < 1 && p > 0.99 ? 99 : Math.round(p * 100);

export function spinText(p: number): string {
  if (p <= 0) return w("spinNone");
  if (p >= 1) return w("spinSure");
  return w("spinChance", { n: percent(p) });
}

export function cornerText(f: Record<string, number>): string | null {
  const low = f["owed"] ?? 0;
  const high = f["most"] ?? low;
  if (!high) return null;
  return low === high ? w("cornerHeat", { n: low }) : w("cornerBetween", { low, high });
}

/** An option's numbers in a line: speed, price, risk. */
export function remark(option: Option): string | null {
  const f = option.foreseen;
  const move = option.move;
  const parts: string[] = [];
  if (has(f, "shift") && move.type === "Shift" && f["shift"])
    parts.push(w("costs", { n: f["shift"]! }));
  if (has(f, "heat") && f["heat"]) parts.push(w("costs", { n: f["heat"]! }));
  if (has(f, "high") && f["high"] !== f["low"]) parts.push(`${f["low"]}–${f["high"]}`);
  else if (
    has(f, "low") &&
    (move.type === "Choose" || move.type === "Push" || move.type === "Direct")
  )
    parts.push(w("speedIs", { n: f["low"]! }));
  if (has(f, "to") && (move.type === "Slip" || move.type === "Draft"))
    parts.push(`+${f["to"]! - f["from"]!}`);
  const corners = cornerText(f);
  if (corners && !(f["spin"] && f["spin"] >= 1)) parts.push(corners);
  if (has(f, "spin") && f["spin"]! > 0) parts.push(spinText(f["spin"]!));
  if (move.type === "Done" && f["cool"]) parts.push(w("unused", { n: f["cool"] }));
  return parts.join(" · ") || null;
}

export function danger(option: Option): string | null {
  const spin = option.foreseen["spin"] ?? 0;
  const type = option.move.type;
  if (type === "Cool" || spin < (type === "Plan" || type === "Add" ? 0.3 : 0.5)) return null;
  return w("dangerSpin", { n: percent(spin) });
}

// ---------------------------------------------------------------- planning

export const planKey = (cards: readonly number[]): string =>
  [...cards].sort((a, b) => a - b).join(",");
