/** The plan being made: a speed, with or without a great start; or a bid. Board and panel show the same one. */

import type { Move } from "../../generated/winds-of-war";
import type { Ask, Option } from "./model";

/** Nothing is preselected: the proposed answer is no speed. */
const NO_SPEED = -1;

class Draft {
  private ask = "";
  speed = $state(NO_SPEED);
  launch = $state(false);
  lire = $state(0);

  /** Starts again when the question is a new one. */
  about(ask: Ask): void {
    const id = `${ask.seat}:${ask.number}`;
    if (id === this.ask) return;
    this.ask = id;
    const usual = ask.options?.[ask.default];
    const m = usual?.move;
    this.speed = m?.type === "Plan" ? m.speed : NO_SPEED;
    this.launch = false;
    this.lire = bids(ask)[0] ?? 0;
  }

  /** The option that is put together. */
  option(ask: Ask | undefined): Option | null {
    if (!ask) return null;
    if (ask.question === "bid")
      return (
        ask.options?.find((o) => {
          const m = o.move;
          return m.type === "Bid" && m.lire === this.lire;
        }) ?? null
      );
    const of = (type: "Plan" | "Launch") =>
      ask.options?.find((o) => {
        const m = o.move;
        return m.type === type && m.speed === this.speed;
      });
    return (this.launch ? of("Launch") : undefined) ?? of("Plan") ?? null;
  }
}

export const draft = new Draft();

/** The proposed answer where it is no speed: a stop for repairs. */
export function proposedStop(ask: Ask): Option | null {
  const usual = ask.options?.[ask.default];
  return usual && ["Pit", "Halt"].includes(usual.move.type) ? usual : null;
}

export interface Pace {
  speed: number;
  extra: boolean;
  option: Option;
}
/** The speeds that may be planned, slowest first. */
export function paces(ask: Ask | undefined): Pace[] {
  const found: Pace[] = [];
  for (const option of ask?.options ?? []) {
    const m = option.move;
    if (m.type === "Plan") found.push({ speed: m.speed, extra: m.extra ?? false, option });
  }
  return found.sort((a, b) => a.speed - b.speed);
}
export function bids(ask: Ask | undefined): number[] {
  return (ask?.options ?? [])
    .flatMap((o) => {
      const m = o.move;
      return m.type === "Bid" ? [m.lire] : [];
    })
    .sort((a, b) => a - b);
}
export const only = (ask: Ask | undefined, type: Move["type"]): Option | null =>
  ask?.options?.find((o) => o.move.type === type) ?? null;
