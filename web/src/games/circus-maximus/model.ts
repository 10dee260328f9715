/** What the board works out from a view: who is where, and the chances that it draws. */

import {
  Condition,
  Driver,
  type Chariot,
  type Game,
  type View,
} from "../../generated/circus-maximus";
import type { Ask, Standing } from "../../generated/wire";
import { percent } from "../../lib/percent";
import type { Livery } from "../../lib/liveries";
import { CLOTH, TRACKS } from "./data";
import { ovalOf, type Oval } from "./geometry";
import { w, type CircusWord } from "./words";

export const ovalFor = (view: View): Oval => ovalOf(TRACKS[view.options.track]!);
export const onTrack = (c: Chariot): boolean => c.condition <= Condition.RUNAWAY && c.team >= 0;
export const lapsOf = (view: View): number =>
  TRACKS[view.options.track]!.laps[view.options.two_laps ? 1 : 0]!;

/** The new view with the chariots of the old one where nothing has changed: they need not be drawn again. */
export function keepSame(before: View | null, now: View): View {
  if (!before || before === now) return now;
  const chariots = now.chariots.map((c, i) => {
    const old = before.chariots[i];
    return old && (c === old || JSON.stringify(c) === JSON.stringify(old)) ? old : c;
  });
  return { ...now, chariots };
}

/** What is written on a chariot: its seat's number, or its own where seats have several. */
export const several = (view: View): boolean => view.chariots.length > view.seats;

export const numberOf = (view: View, i: number): number =>
  several(view) ? i + 1 : view.chariots[i]!.owner + 1;

/** A chariot is known by its colour, on the sand and next to it; and by the number on its car. */
export function clothOf(view: View, i: number): Livery {
  const [colour, ink] = CLOTH[i % CLOTH.length]!;
  return { number: numberOf(view, i), colour, ink, second: ink, pattern: "plain" };
}
/** Who only watches a race of a season has none. */
export const wears = (standing: Standing, view: View): Livery | null =>
  standing.seat === null || !view.chariots[standing.car] ? null : clothOf(view, standing.car);
/** Which chariot a question is about. */
export const asked = (ask: Ask<Game>, view: View): number => subject(view, ask, ask.seat, []);

export interface MarkWord {
  letter: string;
  word: string;
}
type Marked = (c: Chariot, view: View) => number | boolean;
/** Every counter that can lie on a chariot: its sign (# is a number), its word, and when it does. */
const COUNTERS: [string, CircusWord, Marked][] = [
  ["♥#", "wounded", (c) => (c.driver !== Driver.DEAD && c.hits < c.most_hits ? c.hits : 0)],
  ["J", "jostled", (c) => c.jostled],
  ["N", "barred", (c, view) => view.turn > 0 && c.barred_until >= view.turn],
  ["B", "blind", (c) => c.blind],
  ["E", "eye", (c) => c.eyes > 0],
  ["A", "arm", (c) => c.arm],
  ["W", "no-whip", (c) => !c.whip],
  ["w", "whip-written", (c, view) => view.options.written_whip && c.whip_written && !c.moved],
  ["✕", "dead-horse", (c) => c.dead > 0],
  ["0", "blown", (c) => c.blown],
  ["L#", "slower", (c) => c.loss],
  ["−#", "used", (c) => c.used],
  ["+#", "lashed", (c) => c.added],
  ["±#", "offered", (c) => c.offered],
  ["↑", "straight-on", (c) => c.straight_on > 0],
  ["I", "held-out", (c) => c.held_out],
  ["∩", "jumping", (c) => c.jumps.length > 0],
  ["R", "rammed", (c, view) => view.options.no_horse_rams && c.rammed],
  ["?", "became.empty", (c) => c.condition === Condition.EMPTY],
  ["!", "became.runaway", (c) => c.condition === Condition.RUNAWAY],
  ["~", "became.dragged", (c) => c.driver === Driver.DRAGGED],
];
export function marks(view: View, c: Chariot): MarkWord[] {
  if (!onTrack(c)) return [];
  return COUNTERS.flatMap(([sign, key, on]) => {
    const n = Number(on(c, view));
    return n ? [{ letter: sign.replace("#", String(n)), word: w(key, { n }) }] : [];
  });
}
/** All of them, for the legend. */
export const allMarks = (): MarkWord[] => [
  ...COUNTERS.map(([sign, key]) => ({ letter: sign.replace("#", "2"), word: w(key, { n: 2 }) })),
  { letter: MOVED, word: w("moved") },
];
const MOVED = "✓";
/** The state of a chariot in a few signs, for a line of a table. */
export function signs(view: View, c: Chariot): MarkWord[] {
  const moved = c.moved && !["Prepare", "Speeds", "Over"].includes(view.phase.type);
  return [...(moved ? [{ letter: MOVED, word: w("moved") }] : []), ...marks(view, c)];
}

/** Which chariot an ask is about. */
export function subject(
  view: View,
  ask: Ask<Game> | undefined,
  seat: number | null,
  order: number[],
): number {
  const phase = view.phase;
  const own = view.chariots.findIndex((c) => c.owner === seat && c.condition <= Condition.RUNAWAY);
  const mine = own >= 0 ? own : (order.find((i) => onTrack(view.chariots[i]!)) ?? -1);
  if (ask) {
    if (phase.type === "Speeds" || phase.type === "Prepare") {
      const open = view.chariots.findIndex((c, i) => c.owner === ask.seat && unanswered(view, i));
      if (open >= 0) return open;
    }
    if (phase.type === "Defend" || phase.type === "Avoid") return phase.blow.whom;
    if (phase.type === "MenOnFoot") return phase.queue[0] ?? mine;
    if ("chariot" in phase) return phase.chariot;
  }
  return mine;
}
/** In place of a sealed speed: it is still owed. */
const UNWRITTEN = -1;
function unanswered(view: View, i: number): boolean {
  if (view.phase.type === "Speeds") return view.phase.sealed[i] === UNWRITTEN;
  return view.phase.type === "Prepare" && (view.phase.sealed[i]?.length ?? 0) === 0;
}

// ---------------------------------------------------------------- next to an option

const RESULTS: [string, CircusWord][] = [
  ["slip", "chance.slip"],
  ["double", "chance.double"],
  ["jostle", "chance.jostle"],
  ["horse", "chance.horse"],
  ["flip", "chance.flip"],
];
/** The chances of a corner, worst last. */
export function chances(
  f: Record<string, number>,
): { word: string; percent: number; bad: boolean }[] {
  return RESULTS.filter(([key]) => (f[key] ?? 0) > 0).map(([key, word]) => ({
    word: w(word),
    percent: percent(f[key]!),
    bad: key === "flip",
  }));
}

export const composes = (ask: Ask<Game>): boolean =>
  (ask.question === "write" || ask.question === "allot") && (ask.options?.length ?? 0) > 1;
