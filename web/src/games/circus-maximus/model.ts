/** What the board works out from a view: who is where, and what is written beside a choice. */

import type { Chariot, Game, Move, View } from "../../generated/circus-maximus";
import type { Ask, Option } from "../../generated/wire";
import type { Standing } from "../registry";
import { colourName, TRACKS, weaponName } from "./data";
import { decode, ovalOf, type Oval } from "./geometry";
import { w, type CircusWord } from "./words";

export type Event = Game["Event"];
export type Seen = View;

export const RACING = 0, EMPTY = 1, RUNAWAY = 2, HOME = 3, GONE = 4;
export const IN_CAR = 0, DRAGGED = 1, ON_FOOT = 2, SAFE = 3, DEAD = 4;

export const ovalFor = (view: View): Oval => ovalOf(TRACKS[view.options.track]!);
export const onTrack = (c: Chariot): boolean => c.condition <= RUNAWAY && c.team >= 0;
export const straights = (view: View): number => TRACKS[view.options.track]!.stretches[view.options.two_laps ? 1 : 0]!;
export const lapsOf = (view: View): number => straights(view) / 2;
export const lapOf = (view: View, c: Chariot): number => Math.min(lapsOf(view), Math.floor(c.half / 4) + 1);

/** How far it has come, for the order of the table. */
function far(view: View, c: Chariot): number {
  if (!onTrack(c)) return -1;
  const { lane, segment, number } = decode(c.team);
  const counts = TRACKS[view.options.track]!;
  const part = segment % 2 ? (number + 1) / counts.corner[lane - 1]! : number / counts.straight;
  return c.half + part - lane / 1000;
}

/** Chariots from the front: home, racing, without a driver, out. */
export function order(view: View): number[] {
  const places = view.phase.type === "Finished" ? view.phase.places : [];
  const key = (i: number): number => {
    const c = view.chariots[i]!;
    if (places[i]) return 10_000 - places[i]!;
    if (c.condition === HOME) return 5_000 - c.order;
    if (c.condition === RACING) return 1_000 + far(view, c);
    return c.condition === GONE ? -1 : far(view, c);
  };
  return [...view.chariots.keys()].sort((a, b) => key(b) - key(a) || a - b);
}

export function where(view: View, c: Chariot): string {
  if (c.condition === HOME) return w("home");
  if (c.man === DEAD) return w("dead");
  if (c.condition === GONE) return w("out");
  if (c.condition === EMPTY) return w("empty");
  if (c.condition === RUNAWAY) return w("runaway");
  if (c.team < 0) return "";
  return w("lap", { n: lapOf(view, c), of: lapsOf(view) });
}

export function standings(view: View, names: string[]): Standing[] {
  const many = view.chariots.length > view.seats;
  return order(view).map((i, at) => {
    const c = view.chariots[i]!;
    const out = c.condition === GONE || c.condition === EMPTY || c.condition === RUNAWAY;
    const racing = c.condition === RACING ? ` · ${w("enduranceShort", { n: c.endurance })}` : "";
    const note = `${many ? "" : `${colourName(i)} · `}${where(view, c)}${racing}`;
    return { seat: many && firstOf(view, c.owner) !== i ? null : c.owner, place: out ? 0 : at + 1, note, ...(many && { name: `${i + 1} ${colourName(i)} · ${names[c.owner] ?? ""}` }) };
  });
}
const firstOf = (view: View, owner: number): number => view.chariots.findIndex((c) => c.owner === owner);

export interface MarkWord {
  letter: string;
  word: string;
}
/** Every counter that lies on a chariot. */
export function marks(view: View, c: Chariot): MarkWord[] {
  const found: MarkWord[] = [];
  const add = (on: unknown, letter: string, key: CircusWord, n = 0) => on && found.push({ letter, word: w(key, { n }) });
  if (!onTrack(c)) return found;
  add(c.jostled, "J", "jostled");
  add(view.turn > 0 && c.barred >= view.turn, "N", "barred");
  add(c.blind, "B", "blind");
  add(c.used, `−${c.used}`, "used", c.used);
  add(c.straight, "↑", "straightOn");
  add(c.held_out, "I", "heldOut");
  add(!c.whip, "W", "noWhip");
  add(c.dead, "✕", "deadHorse");
  add(c.loss, "L", "slower", c.loss);
  add(c.added, `+${c.added}`, "lashed", c.added);
  add(c.blown, "0", "blown");
  add(c.arm, "A", "arm");
  add(c.eyes, "E", "eye");
  add(c.condition === EMPTY, "?", "empty");
  add(c.condition === RUNAWAY, "!", "runaway");
  add(c.man === DRAGGED, "~", "dragged");
  return found;
}

/** Which chariot an ask is about. */
export function subject(view: View, ask: Ask | undefined, seat: number | null): number {
  const phase = view.phase;
  const mine = view.chariots.findIndex((c) => c.owner === seat && c.condition <= RUNAWAY);
  if (ask) {
    if (phase.type === "Speeds" || phase.type === "Prepare") {
      const open = view.chariots.findIndex((c, i) => c.owner === ask.seat && unanswered(view, i));
      if (open >= 0) return open;
    }
    if (phase.type === "Defend" || phase.type === "Avoid") return phase.blow.whom;
    if (phase.type === "Foot") return phase.queue[0] ?? mine;
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
export const percent = (p: number): number => (p > 0 && p < 0.01 ? 1 : p < 1 && p > 0.99 ? 99 : Math.round(p * 100));

const RESULTS: [string, CircusWord][] = [["slip", "rSlip"], ["double", "rDouble"], ["jostle", "rJostle"], ["horse", "rHorse"], ["flip", "rFlip"]];
/** The chances of a corner, worst last. */
export function chances(f: Record<string, number>): { word: string; percent: number; bad: boolean }[] {
  return RESULTS.filter(([key]) => (f[key] ?? 0) > 0).map(([key, word]) => ({ word: w(word), percent: percent(f[key]!), bad: key === "flip" }));
}

export function remark(option: Option): string | null {
  const f = option.foreseen;
  const move = option.move as Move;
  const parts: string[] = [];
  if (move.type === "Begin" && has(f, "low")) parts.push(f["low"] === f["high"] ? w("mfs", { n: f["low"]! }) : w("mfRange", { low: f["low"]!, high: f["high"]! }));
  if (has(f, "mf") && move.type !== "Evade") parts.push(w("mfs", { n: f["mf"]! }));
  if (move.type === "Evade" && has(f, "mf")) parts.push(w("mfNext", { n: f["mf"]! }));
  if (has(f, "points")) parts.push(w("strain", { n: f["points"]!, safe: f["safe"]! }));
  if (f["pay"]) parts.push(w(move.type === "Begin" ? "costsUpTo" : "costs", { n: f["pay"] }));
  if (has(f, "unharmed")) parts.push(w("unharmed", { n: percent(f["unharmed"]!) }));
  if (has(f, "hit")) parts.push(w("hitChance", { n: percent(f["hit"]!) }));
  if (has(f, "escape")) parts.push(w(move.type === "Attack" ? "theyEscape" : "youEscape", { n: percent(f["escape"]!) }));
  for (const { word, percent: n } of chances(f)) parts.push(`${word} ${n} %`);
  return parts.join(" · ") || null;
}

export function danger(option: Option): string | null {
  const flip = option.foreseen["flip"] ?? 0;
  return flip >= 0.25 ? w("dangerFlip", { n: percent(flip) }) : null;
}

export const composes = (ask: Ask): boolean => (ask.question === "write" || ask.question === "allot") && (ask.options?.length ?? 0) > 1;

export const attackWord = (move: { weapon: number }): string => weaponName(move.weapon);
