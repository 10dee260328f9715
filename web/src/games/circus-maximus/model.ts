/** What the board works out from a view: who is where, and what is written beside a choice. */

import type { Chariot, Game, Move, View } from "../../generated/circus-maximus";
import type { Ask, Option } from "../../generated/wire";
import { livery } from "../../lib/liveries";
import type { Standing } from "../registry";
import { colourName, TRACKS, weaponName } from "./data";
import { decode, ovalOf, type Oval } from "./geometry";
import { w, type CircusWord } from "./words";

export type Event = Game["Event"];
export type Seen = View;

export const RACING = 0,
  EMPTY = 1,
  RUNAWAY = 2,
  HOME = 3,
  GONE = 4;
export const IN_CAR = 0,
  DRAGGED = 1,
  ON_FOOT = 2,
  SAFE = 3,
  DEAD = 4;

export const ovalFor = (view: View): Oval => ovalOf(TRACKS[view.options.track]!);
export const onTrack = (c: Chariot): boolean => c.condition <= RUNAWAY && c.team >= 0;
export const lapsOf = (view: View): number =>
  TRACKS[view.options.track]!.laps[view.options.two_laps ? 1 : 0]!;
export const lapOf = (view: View, c: Chariot): number =>
  Math.min(lapsOf(view), Math.floor(c.segments / 4) + 1);

/** The new view with the chariots of the old one where nothing has changed: they need not be drawn anew. */
export function keepSame(before: View | null, now: View): View {
  if (!before || before === now) return now;
  const chariots = now.chariots.map((c, i) =>
    JSON.stringify(c) === JSON.stringify(before.chariots[i]) ? before.chariots[i]! : c,
  );
  return { ...now, chariots };
}

/** How far it has come, for the order of the table. */
function far(view: View, c: Chariot): number {
  if (!onTrack(c)) return -1;
  const { lane, segment, number } = decode(c.team);
  const counts = TRACKS[view.options.track]!;
  const part = segment % 2 ? (number + 1) / counts.corner[lane - 1]! : number / counts.straight;
  return c.segments + part - lane / 1000;
}

/** Alive and still with his chariot: it can have a place. */
const living = (c: Chariot): boolean => c.driver === IN_CAR || c.driver === DRAGGED;

/** Chariots from the front: home, racing or dragged along, without a driver, out. */
export function order(view: View): number[] {
  const places = view.phase.type === "Over" ? view.phase.places : [];
  const key = (i: number): number => {
    const c = view.chariots[i]!;
    if (places[i]) return 10_000 - places[i]!;
    if (c.condition === HOME) return 5_000 + 20 * c.mf_over - c.crossed_as;
    if (living(c) && onTrack(c)) return 1_000 + far(view, c);
    return c.condition === GONE ? -1 : far(view, c);
  };
  return [...view.chariots.keys()].sort((a, b) => key(b) - key(a) || a - b);
}

export function where(view: View, c: Chariot): string {
  if (c.driver === DEAD) return w("dead");
  if (c.condition === HOME) return w("home");
  if (c.driver === ON_FOOT) return w("man");
  if (c.driver === SAFE) return w("safeMan");
  if (c.condition === GONE) return w("out");
  if (c.driver === DRAGGED) return w("dragged");
  if (c.condition === EMPTY) return w("empty");
  if (c.condition === RUNAWAY) return w("runaway");
  if (c.team < 0) return "";
  return w("lap", { n: lapOf(view, c), of: lapsOf(view) });
}

/** What is written on a chariot: its seat's number, or its own where seats have several. */
export const several = (view: View): boolean => view.chariots.length > view.seats;

export function standings(view: View, names: string[]): Standing[] {
  const places = view.phase.type === "Over" ? view.phase.places : null;
  return order(view).map((i, at) => {
    const c = view.chariots[i]!;
    const racing = c.condition === RACING && c.driver === IN_CAR;
    const built = view.phase.type !== "Prepare";
    const note = !built
      ? w("standingPlain", { n: decode(c.team).lane })
      : racing
        ? w("standing", { lap: lapOf(view, c), n: c.endurance })
        : where(view, c);
    const place = places ? places[i]! : living(c) && c.condition !== GONE ? at + 1 : 0;
    return {
      seat: c.owner,
      place,
      note,
      score: where(view, c),
      name: `${colourName(i)} · ${names[c.owner] ?? ""}`,
      ...(several(view) && { livery: { ...livery(c.owner + 1), number: i + 1 } }),
    };
  });
}

export interface MarkWord {
  letter: string;
  word: string;
}
type Marked = (c: Chariot, view: View) => number | boolean;
/** Every counter that can lie on a chariot: its sign (# is a number), its word, and when it does. */
const COUNTERS: [string, CircusWord, Marked][] = [
  ["♥#", "wounded", (c) => (c.driver !== DEAD && c.hits < c.most_hits ? c.hits : 0)],
  ["J", "jostled", (c) => c.jostled],
  ["N", "barred", (c, view) => view.turn > 0 && c.barred_until >= view.turn],
  ["B", "blind", (c) => c.blind],
  ["E", "eye", (c) => c.eyes > 0],
  ["A", "arm", (c) => c.arm],
  ["W", "noWhip", (c) => !c.whip],
  ["w", "whipWritten", (c, view) => view.options.written_whip && c.whip_written && !c.moved],
  ["✕", "deadHorse", (c) => c.dead > 0],
  ["0", "blown", (c) => c.blown],
  ["L#", "slower", (c) => c.loss],
  ["−#", "used", (c) => c.used],
  ["+#", "lashed", (c) => c.added],
  ["±#", "offered", (c) => c.offered],
  ["↑", "straightOn", (c) => c.straight_on > 0],
  ["I", "heldOut", (c) => c.held_out],
  ["∩", "jumping", (c) => c.jumps.length > 0],
  ["R", "rammed", (c, view) => view.options.no_horse_rams && c.rammed],
  ["?", "empty", (c) => c.condition === EMPTY],
  ["!", "runaway", (c) => c.condition === RUNAWAY],
  ["~", "dragged", (c) => c.driver === DRAGGED],
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
export function signs(view: View, c: Chariot): string {
  if (c.condition !== RACING) return where(view, c);
  const moved = c.moved && !["Prepare", "Speeds", "Over"].includes(view.phase.type);
  return [...(moved ? [MOVED] : []), ...marks(view, c).map((m) => m.letter)].join(" ");
}

/** Which chariot an ask is about. */
export function subject(view: View, ask: Ask | undefined, seat: number | null): number {
  const phase = view.phase;
  const own = view.chariots.findIndex((c) => c.owner === seat && c.condition <= RUNAWAY);
  const mine = own >= 0 ? own : (order(view).find((i) => onTrack(view.chariots[i]!)) ?? -1);
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
function unanswered(view: View, i: number): boolean {
  if (view.phase.type === "Speeds") return view.phase.sealed[i] === -1;
  return view.phase.type === "Prepare" && (view.phase.sealed[i]?.length ?? 0) === 0;
}

// ---------------------------------------------------------------- beside an option

const has = (f: Record<string, number>, key: string): boolean => f[key] !== undefined;
export const percent = (p: number): number =>
  p > 0 && p < 0.01 ? 1 : p < 1 && p > 0.99 ? 99 : Math.round(p * 100);

const RESULTS: [string, CircusWord][] = [
  ["slip", "rSlip"],
  ["double", "rDouble"],
  ["jostle", "rJostle"],
  ["horse", "rHorse"],
  ["flip", "rFlip"],
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

export function remark(option: Option): string | null {
  const f = option.foreseen;
  const move = option.move as Move;
  const parts: string[] = [];
  if (move.type === "Begin" && has(f, "low"))
    parts.push(
      f["low"] === f["high"]
        ? w("mfs", { n: f["low"]! })
        : w("mfRange", { low: f["low"]!, high: f["high"]! }),
    );
  if (has(f, "mf") && move.type !== "Evade") parts.push(w("mfs", { n: f["mf"]! }));
  if (move.type === "Evade" && has(f, "mf")) parts.push(w("mfNext", { n: f["mf"]! }));
  if (has(f, "points")) parts.push(w("strain", { n: f["points"]!, safe: f["safe"]! }));
  if (f["pay"]) parts.push(w(move.type === "Begin" ? "costsUpTo" : "costs", { n: f["pay"] }));
  if (has(f, "unharmed")) parts.push(w("unharmed", { n: percent(f["unharmed"]!) }));
  if (has(f, "hit")) parts.push(w("hitChance", { n: percent(f["hit"]!) }));
  if (has(f, "escape"))
    parts.push(
      w(move.type === "Attack" ? "theyEscape" : "youEscape", { n: percent(f["escape"]!) }),
    );
  for (const { word, percent: n } of chances(f)) parts.push(`${word} ${n} %`);
  return parts.join(" · ") || null;
}

export function danger(option: Option): string | null {
  const flip = option.foreseen["flip"] ?? 0;
  return flip >= 0.25 ? w("dangerFlip", { n: percent(flip) }) : null;
}

export const composes = (ask: Ask): boolean =>
  (ask.question === "write" || ask.question === "allot") && (ask.options?.length ?? 0) > 1;

export const attackWord = (move: { weapon: number }): string => weaponName(move.weapon);
