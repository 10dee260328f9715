/** What the board works out from a view: who is where, what a choice would lead to. */

import type { Duel, Game, Move, Nitrous, ProDuel, View } from "../../generated/street-illegal";
import type { Option } from "../../generated/wire";
import type { Standing } from "../registry";
import { COPIES, HIDDEN, KINDS, limitOf, mph, PRO } from "./cards";
import { w } from "./words";

/** A duel as the events tell it, while they are being shown. */
export interface Shown {
  by: number;
  whom: number;
  chips: Record<number, number>;
  cards: number[];
  verdict?: { winner: number; mine: number; theirs: number; passed: boolean };
}
/** A view in motion: the server's, with what the last events add for the eye. */
export type Seen = View & { turned?: number | null; duel?: Shown | null };
export type Event = Game["Event"];

export interface Place {
  key: string;
  seat: number | null;
  place: number; // from 1; 0 before the grid is known
}

export function places(view: View): Place[] {
  const order = view.order.length ? view.order : view.cars.map((_, seat) => seat);
  let pros = 0;
  return order.map((seat, i) => ({
    key: seat === PRO ? `pro-${pros++}` : `seat-${seat}`,
    seat: seat === PRO ? null : seat,
    place: view.order.length ? i + 1 : 0,
  }));
}

export function speed(up: readonly number[]): number {
  return up.reduce((sum, card) => sum + mph(card), 0);
}

export function limit(view: View): number {
  return limitOf(view.track[view.leg] ?? 15);
}

export function standings(view: View): Standing[] {
  return places(view).map(({ seat, place }) => {
    if (seat === null) return { seat, place, name: w("pro") };
    const rival = view.cars[seat]!;
    const chips = rival.chips === null ? "" : `●${rival.chips}`;
    return { seat, place, note: rival.up.length ? `${speed(rival.up)} mph · ${chips}` : chips };
  });
}

export interface After {
  speed: number;
  over: number; // mph above the limit
  owed: number; // chips
  payable: boolean;
}

/** The speed a car would have, and what the limit makes of it. */
export function after(view: View, speed: number): After {
  const top = limit(view);
  const over = top ? Math.max(0, speed - top) : 0;
  const owed = over / 10;
  return { speed, over, owed, payable: owed <= Math.min(view.chips, view.hand.length) };
}

export function afterMove(view: View, seat: number, move: Move): After | null {
  const up = view.cars[seat]?.up ?? [];
  if (up.length < 3) return null;
  if (move.type === "Drive") {
    const next = up.map((card, slot) => (slot === move.slot ? move.card : card));
    return after(view, speed(next));
  }
  if (move.type === "Nothing" || move.type === "Enough") return after(view, speed(up));
  return null;
}

/** The cards this seat has not seen, by speed: what may come next. */
export function unseen(view: View): Map<number, number> {
  const left = new Map<number, number>();
  for (let card = 0; card < KINDS; card++) {
    left.set(mph(card), (left.get(mph(card)) ?? 0) + COPIES);
  }
  const seen = [...view.hand, ...view.discards, ...view.cars.flatMap((r) => r.up)];
  const phase = view.phase;
  if (phase.type === "ProDuel") seen.push(phase.first, phase.second);
  if (phase.type === "DropOne" || phase.type === "Braking") seen.push(phase.card);
  for (const card of seen) left.set(mph(card), (left.get(mph(card)) ?? 0) - 1);
  return left;
}

/** How likely a seat wins its duel with an Old Pro when it spends so many chips. */
export function chance(view: View, phase: ProDuel, chips: number): number {
  const mine = speed(view.cars[phase.seat]!.up) + 10 * chips;
  const pro = mph(phase.first) + mph(phase.second);
  const attacking = view.order[phase.at] === phase.seat;
  const wins = (theirs: number) => (attacking ? mine > theirs : mine >= theirs);
  if (!third(view, pro)) return wins(pro) ? 1 : 0;
  let all = 0;
  let good = 0;
  for (const [value, count] of unseen(view)) {
    all += count;
    if (wins(pro + value)) good += count;
  }
  return all ? good / all : 0;
}

export function third(view: View, pro: number): boolean {
  const top = limit(view);
  return top === 0 || pro < top || view.options.better_old_pros;
}

// ---------------------------------------------------------------- beside an option

export function remark(option: Option, view: View, seat: number | null): string | null {
  if (seat === null) return null;
  const move = option.move as Move;
  const led = afterMove(view, seat, move);
  if (led) {
    if (move.type !== "Drive" && !led.over) return null;
    if (!led.over) return `${led.speed} mph`;
    return led.payable ? `${led.speed} −${led.owed}●` : `${led.speed} ${w("mustBrake")}`;
  }
  const phase = view.phase;
  const mine = speed(view.cars[seat]?.up ?? []);
  if (move.type === "Spend" && phase.type === "ProDuel") {
    const p = chance(view, phase, move.chips);
    return `${w("wins")} ${Math.round(p * 100)} %`;
  }
  if (move.type === "Spend") return `${mine + 10 * move.chips} mph`;
  if (move.type === "Attack" && phase.type === "Passing") {
    const rival = view.order[phase.at - 1];
    if (rival === undefined) return null;
    return rival === PRO ? `${mine} – ?` : `${mine} – ${speed(view.cars[rival]!.up)} mph`;
  }
  return null;
}

export function danger(option: Option, view: View, seat: number | null): string | null {
  const move = option.move as Move;
  if (seat === null || move.type !== "Drive") return null;
  const led = afterMove(view, seat, move);
  if (!led || led.payable) return null;
  const idle = afterMove(view, seat, { type: "Nothing" });
  if (idle && !idle.payable) return null; // there is no way round it anyway
  return w("dangerBrake").replace("{speed}", String(led.speed)).replace("{over}", String(led.over));
}

// ---------------------------------------------------------------- the duel on the board

export interface Side {
  seat: number | null;
  speed: number | null;
  chips: number | null; // null: not yet; HIDDEN: chosen in secret
  cards: number[];
}
export interface Face {
  attacker: Side;
  defender: Side;
  third: boolean | null;
  winner: "attacker" | "defender" | null;
}

/** The duel to show, from the phase or from the events that are being told. */
export function duelOf(view: Seen): Face | null {
  if (view.duel) return fromEvents(view, view.duel);
  const phase = view.phase;
  if (phase.type === "Duel" || phase.type === "Nitrous") return fromPlayers(view, phase);
  if (phase.type !== "ProDuel") return null;
  const attacking = view.order[phase.at] === phase.seat;
  const me: Side = { ...driver(view, phase.seat), chips: null };
  const pro: Side = { seat: null, speed: null, chips: null, cards: [phase.first, phase.second] };
  return {
    attacker: attacking ? me : pro,
    defender: attacking ? pro : me,
    third: third(view, mph(phase.first) + mph(phase.second)),
    winner: null,
  };
}

function driver(view: View, seat: number): Side {
  return { seat, speed: speed(view.cars[seat]!.up), chips: null, cards: [] };
}

function fromPlayers(view: View, phase: Duel | Nitrous): Face {
  const nitrous = phase.type === "Nitrous";
  const front = nitrous ? phase.front_card : phase.front_chips;
  const back = nitrous ? phase.back_card : phase.back_chips;
  const side = (seat: number, given: number | null): Side => ({
    ...driver(view, seat),
    ...(nitrous ? { speed: phase.tied_at } : {}),
    chips: nitrous ? (given === null ? null : HIDDEN) : given,
  });
  return {
    attacker: side(phase.back, back),
    defender: side(phase.front, front),
    third: null,
    winner: null,
  };
}

function fromEvents(view: View, duel: Shown): Face {
  const side = (seat: number): Side => {
    const pro = seat === PRO;
    return {
      seat: pro ? null : seat,
      speed: pro ? null : speed(view.cars[seat]!.up),
      chips: duel.chips[seat] ?? null,
      cards: pro ? duel.cards : [],
    };
  };
  const verdict = duel.verdict;
  return {
    attacker: side(duel.by),
    defender: side(duel.whom),
    third: null,
    winner: verdict ? (verdict.passed ? "attacker" : "defender") : null,
  };
}
