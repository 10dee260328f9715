/** Who is where: as the server tells it, with what each car wears. */

import type { GameModule, Standing } from "../games/registry";
import type { Standing as Told } from "../generated/wire";

/** A line of the standings; with `last`, of several neighbours; with `count`, how many cars. */
export type Line = Standing & { last?: number; count: number };

/** Neighbours without a player share one line. */
export function merged(rows: readonly Standing[]): Line[] {
  const out: Line[] = [];
  for (const row of rows) {
    const before = out[out.length - 1];
    if (before && row.seat === null && before.seat === null && before.name === row.name) {
      before.last = row.place;
      before.count += 1;
    } else out.push({ ...row, count: 1 });
  }
  return out;
}

export function standingsOf(
  game: GameModule | null,
  told: readonly Told[],
  view: unknown,
): Standing[] {
  return told.map((one) => {
    const livery = game?.wears?.(one, view);
    return livery ? { ...one, livery } : one;
  });
}

/** With a clock every row has a second line for it. */
export const isClocked = (table: { card: { clock: { type: string } } | null }): boolean =>
  table.card?.clock.type !== "NoClock";
export const rowHeight = (clocked: boolean): number => (clocked ? 46 : 26);

/** The pixels that standings take, the same all through a race: rows that are shown together, as
 *  those of cars without a player, leave theirs empty; the rest scrolls. A lesson needs the room. */
export function heightOf(rows: readonly Standing[], clocked: boolean, guided = false): number {
  return 34 + Math.min(rows.length, clocked || guided ? 3 : 5) * rowHeight(clocked);
}
