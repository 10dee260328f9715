/** The plan being made: a gear and cards of the hand. The mat and the panel show the same one. */

import type { Move } from "../../generated/heat";
import type { Ask, Option } from "./types";
import { composes, planKey, stage } from "./model";

class Draft {
  /** The ask and its seat: several people may plan at one screen. */
  private ask = "";
  gear = $state(0);
  /** Places in the hand, in the order they were chosen. */
  picked = $state.raw<number[]>([]);
  /** Of a large hand: the card that completes the plan, once the others are laid. */
  last: number | null = null;

  /** Starts again when the question is a new one. */
  about(ask: Ask): void {
    const id = `${ask.seat}:${ask.number}`;
    if (id === this.ask) return;
    this.ask = id;
    const usual = ask.options?.[ask.default]?.move;
    this.gear = usual?.type === "Plan" || usual?.type === "Shift" ? usual.gear : 0;
    this.picked = [];
    this.last = null;
  }

  /** Nothing is asked any more: what is asked next begins again, also where it is the same again (a
   *  mistake in a guide, a plan taken back). */
  over(): void {
    this.ask = "";
  }

  shift(gear: number): void {
    this.gear = gear;
    this.picked = this.picked.slice(0, gear);
  }

  /** Takes a card, or puts it back; with the gear full the first one chosen makes room. */
  toggle(place: number): void {
    if (this.picked.includes(place)) this.picked = this.picked.filter((p) => p !== place);
    else this.picked = [...this.picked, place].slice(-Math.max(1, this.gear));
  }

  cards(hand: readonly number[]): number[] {
    return this.picked.map((place) => hand[place]!).filter((card) => card !== undefined);
  }

  /** The option that this plan is, once it is complete. */
  option(ask: Ask | undefined, hand: readonly number[]): Option | null {
    if (!ask || !composes(ask) || this.picked.length !== this.gear) return null;
    const key = planKey(this.cards(hand));
    const found = ask.options?.find(
      ({ move }) => move.type === "Plan" && move.gear === this.gear && planKey(move.cards) === key,
    );
    return found ?? null;
  }

  /** The plan of a large hand as a run: the gear, and all cards but the one that completes it.
   *  That one is chosen when it is offered, with what it leads to. */
  run(ask: Ask | undefined, hand: readonly number[]): Move[] | null {
    if (stage(ask) !== "gear" || !this.gear || this.picked.length !== this.gear) return null;
    const cards = this.cards(hand).sort((a, b) => a - b);
    return [
      { type: "Shift", gear: this.gear },
      ...cards.slice(0, -1).map((card): Move => ({ type: "Add", card })),
    ];
  }

  /** Remembers what completes the plan that is being sent. */
  sent(hand: readonly number[]): void {
    this.last = Math.max(...this.cards(hand));
  }

  /** The option that completes the plan, when it is there; once. */
  completing(ask: Ask | undefined): Option | null {
    if (this.last === null || stage(ask) !== "card") return null;
    const { last } = this;
    this.last = null;
    return ask?.options?.find(({ move }) => move.type === "Add" && move.card === last) ?? null;
  }
}

export const draft = new Draft();

export interface GearChoice {
  gear: number;
  shift: number;
  cool: number;
}

/** The gears in reach, with what shifting costs and how much each cools down. */
export function gears(ask: Ask | undefined): GearChoice[] {
  const found = new Map<number, GearChoice>();
  for (const option of ask?.options ?? []) {
    const move = option.move;
    if ((move.type !== "Plan" && move.type !== "Shift") || !move.gear) continue;
    // cards may cool down too: what all plans of a gear share is the gear's own
    const cool = Math.min(option.foreseen["cool"] ?? 0, found.get(move.gear)?.cool ?? Infinity);
    found.set(move.gear, { gear: move.gear, shift: option.foreseen["shift"] ?? 0, cool });
  }
  return [...found.values()].sort((a, b) => a.gear - b.gear);
}
