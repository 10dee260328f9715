/** Who races: the usual companies, offered with one click. */

import type { BotLevel, Clock, GameCard, Wish } from "../generated/wire";
import { IS_LOCAL } from "./base";

export type PresetId = "few" | "full" | "two" | "friends";

export interface Preset {
  id: PresetId;
  seats: Wish[];
}

export function usualLevel(bots: readonly BotLevel[], wanted = ""): string {
  const found = bots.find((bot) => bot.id === wanted);
  return (found ?? bots.find((bot) => bot.id === "medium") ?? bots[0])?.id ?? "easy";
}

/** Whether players are offered this game: the template is there to be copied. */
export function isPlayable(game: string): boolean {
  return !game.startsWith("template");
}

/** The levels that a quick race offers. */
export const LEVELS = ["easy", "medium", "hard"] as const;

/** Whether others come by link. */
export function isShared(seats: readonly Wish[]): boolean {
  return seats.some((seat) => seat.type === "Open");
}

/** A race with other people has a clock, unless they choose otherwise: no one waits without end. */
export function usualClock(seats: readonly Wish[]): Clock {
  return { type: isShared(seats) ? "Bank" : "NoClock" };
}

/** This many seats of a kind after the first ones. */
function filled(first: Wish[], total: number, rest: Wish): Wish[] {
  return [...first, ...Array.from({ length: Math.max(0, total - first.length) }, () => rest)];
}

export function presets(card: GameCard, level: string, friend: string): Preset[] {
  const [least, most] = card.seats;
  const bot: Wish = { type: "Bot", level };
  const me: Wish = { type: "Me" };
  const some = Math.max(least, Math.min(card.rivals + 1, most));
  const out: Preset[] = [{ id: "few", seats: filled([me], some, bot) }];
  if (most > some) out.push({ id: "full", seats: filled([me], most, bot) });
  if (most > 1) {
    if (!IS_LOCAL)
      out.push({ id: "friends", seats: filled([me], Math.max(2, least), { type: "Open" }) });
    out.push({ id: "two", seats: filled([me, { type: "Here", name: friend }], some, bot) });
  }
  return out;
}
