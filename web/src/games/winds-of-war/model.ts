/** What the board works out from a view: who is where, which way leads on, what stands beside a choice. */

import type { Car, Game, Move, View } from "../../generated/winds-of-war";
import type { Ask, Option } from "../../generated/wire";
import type { Standing } from "../registry";
import { circuitOf, KMH, MODELS, type Circuit } from "./data";
import { w } from "./words";

export type Event = Game["Event"];
export type Seen = View;

export const RACING = 0,
  OFF = 1,
  PITS = 2,
  ASIDE = 3,
  HOME = 4,
  RETIRED = 5;
export const moveOf = (option: Option): Move => option.move as Move;
export const lapsOf = (view: View): number =>
  view.options.laps || circuitOf(view.options.circuit).laps;
export const onRoad = (car: Car): boolean => car.stand <= ASIDE;

/** How far a car has come, laps included. */
export const progress = (circuit: Circuit, car: Car): number =>
  car.lap * circuit.length + circuit.end[car.box]!;

/** Seats from first to last: those home, those on the road, those out. */
export function order(view: View): number[] {
  if (!view.cars.length)
    return view.grid.length ? [...view.grid] : view.teams.map((_, seat) => seat);
  const circuit = circuitOf(view.options.circuit);
  const rank = (seat: number): number => {
    const car = view.cars[seat]!;
    const home = view.home.indexOf(seat);
    if (home >= 0) return 1e9 - home;
    return (car.stand === RETIRED ? -1e9 : 0) + progress(circuit, car);
  };
  return view.cars.map((_, seat) => seat).sort((a, b) => rank(b) - rank(a) || a - b);
}

export function where(view: View, car: Car): string {
  switch (car.stand) {
    case HOME:
      return w("home");
    case RETIRED:
      return w("retired");
    case PITS:
      return w("inPits");
    case OFF:
      return w("offRoad");
    case ASIDE:
      return w("aside");
    default:
      return car.lap
        ? w("lap", { n: Math.min(car.lap, lapsOf(view)), of: lapsOf(view) })
        : w("onGrid");
  }
}

export function standings(view: View): Standing[] {
  const circuit = circuitOf(view.options.circuit);
  const all = order(view);
  if (!view.cars.length) {
    return all.map((seat, i) => {
      const team = view.teams[seat]!;
      const car = team.model >= 0 ? MODELS[team.model]!.name : w("noCar");
      return { seat, place: view.grid.length ? i + 1 : 0, note: car };
    });
  }
  const lead = progress(circuit, view.cars[all[0]!]!);
  return all.map((seat, i) => {
    const car = view.cars[seat]!;
    const gap = Math.round((lead - progress(circuit, car)) / 60);
    const racing = car.stand === RACING ? `${car.speed * KMH} km/h · ` : "";
    const behind = i && car.stand <= ASIDE && !view.home.length && gap ? ` · −${gap}` : "";
    return {
      seat,
      place: car.stand === RETIRED ? 0 : i + 1,
      note: racing + where(view, car) + behind,
    };
  });
}

/** Whose move it is. */
export function atTheWheel(view: View): number | null {
  const phase = view.phase;
  switch (phase.type) {
    case "Planning":
    case "Pitting":
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

// ---------------------------------------------------------------- beside an option

export const percent = (p: number): number =>
  p > 0 && p < 0.01 ? 1 : p < 1 && p > 0.99 ? 99 : Math.round(p * 100);

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
  turning: number;
  steps: number;
  over: number;
  free: boolean;
  brake: number;
  chances: Chance[];
}
/** The curves to come, as a plan meets them. */
export function bends(circuit: Circuit, f: Record<string, number>): Bend[] {
  return [0, 1, 2].flatMap((k) => {
    const curve = f[`curve${k}`];
    if (curve === undefined) return [];
    return [
      {
        k,
        letter: circuit.curves[curve]!.letter,
        turning: f[`turning${k}`] ?? 0,
        steps: f[`steps${k}`] ?? 0,
        over: f[`over${k}`] ?? 0,
        free: Boolean(f[`free${k}`]),
        brake: f[`brake${k}`] ?? 0,
        chances: chances(f, k),
      },
    ];
  });
}

export function remark(option: Option): string | null {
  const f = option.foreseen;
  const parts: string[] = [];
  const costs: [string, "costsTyres" | "costsBrakes" | "costsHeat"][] = [
    ["tyres", "costsTyres"],
    ["brakes", "costsBrakes"],
    ["hot", "costsHeat"],
  ];
  if (f["free"]) parts.push(w("freeLine"));
  else if (f["line"]) parts.push(w("onLine"));
  if (f["over"]) parts.push(w("tooFast", { n: f["over"] * KMH }));
  for (const c of chances(f)) parts.push(`${c.word} ${percent(c.p)} %`);
  for (const [key, word] of costs) if (f[key]) parts.push(w(word, { n: f[key] }));
  if (f["turns"] !== undefined) parts.push(w("stopTurns", { n: f["turns"] }));
  if (f["from"] !== undefined && f["from"] !== f["to"] && moveOf(option).type === "Fix")
    parts.push(`${f["from"]} → ${f["to"]}`);
  if (f["gain"] !== undefined) parts.push(w("gains", { n: f["gain"] }));
  if (f["price"] !== undefined && moveOf(option).type !== "Bid")
    parts.push(
      f["price"] || moveOf(option).type !== "Take" ? w("price", { n: f["price"] }) : w("given"),
    );
  if (f["left"] !== undefined && f["price"] !== undefined)
    parts.push(w("purseLeft", { n: f["left"] }));
  if (f["mine"] !== undefined) parts.push(w("myWarning", { n: percent(f["mine"]) }));
  if (f["theirs"] !== undefined) parts.push(w("theirWarning", { n: percent(f["theirs"]) }));
  return parts.join(" · ") || null;
}

/** What is asked a second time: a good chance to end beside the road. */
export function danger(option: Option): string | null {
  const type = moveOf(option).type;
  const f = option.foreseen;
  const off =
    type === "Steer"
      ? (f["off"] ?? 0)
      : type === "Plan" && f["steps0"] === 0
        ? (f["off0"] ?? 0)
        : 0;
  return off >= 0.25 ? w("dangerOff", { n: percent(off) }) : null;
}

export const composes = (ask: Ask): boolean =>
  (ask.question === "plan" || ask.question === "bid") && (ask.options?.length ?? 0) > 1;
