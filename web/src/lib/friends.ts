/** The short form for friends: how many come, with how many bots, and how fast. */

import type { Clock, Wish } from "../generated/wire";

export interface Company {
  friends: number;
  bots: number;
}
export const PACES = ["evening", "days", "none"] as const;
export type Pace = (typeof PACES)[number];

export const CLOCKS: Record<Pace, Clock> = {
  evening: { type: "Live", bank: 600, increment: 10 },
  days: { type: "Bank" },
  none: { type: "NoClock" },
};

/** What friends and bots there may be: me and at least one friend, and as many as the game seats. */
export function fit(wanted: Company, [least, most]: readonly [number, number]): Company {
  const friends = Math.max(1, Math.min(wanted.friends, most - 1));
  const bots = Math.max(least - 1 - friends, Math.min(wanted.bots, most - 1 - friends), 0);
  return { friends, bots };
}

export function seatsFor({ friends, bots }: Company, level: string): Wish[] {
  return [
    { type: "Me" },
    ...Array.from({ length: friends }, (): Wish => ({ type: "Open" })),
    ...Array.from({ length: bots }, (): Wish => ({ type: "Bot", level })),
  ];
}

/** Who comes, by the seats of the full form. */
export function companyOf(seats: readonly Wish[]): Company {
  const count = (type: Wish["type"]) => seats.filter((seat) => seat.type === type).length;
  return { friends: count("Open"), bots: count("Bot") };
}
