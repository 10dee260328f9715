/** The map of Italy and the yearbook, written out of the house's data by `paddock types`. */

import type { Game } from "../../generated/winds-of-war-mille-miglia";
import printed from "../../generated/winds-of-war-mille-miglia.board.json";

export const ATLAS = printed.atlas;
export const pageOf = (year: number) => printed.yearbook[String(year) as unknown as number]!;

/** The roads of a race, in their order: the stages of the year, or the one that is raced. */
export function roadsOf(options: Game["View"]["options"], road: string): readonly string[] {
  const stages = pageOf(options.year).stages;
  return stages.includes(road) ? stages : [road];
}

export interface Place {
  at: [number, number];
  from: string;
  to: string;
}

/** The place on the map after a part of a road, and the towns it lies between. */
export function along(road: string, part: number): Place {
  const towns = ATLAS.routes[road]!;
  const legs = towns.slice(1).map((b, i) => {
    const a = towns[i]!;
    return { a, b, far: Math.hypot(b.at[0] - a.at[0], b.at[1] - a.at[1]) };
  });
  let left = part * legs.reduce((sum, leg) => sum + leg.far, 0);
  for (const { a, b, far } of legs) {
    if (left <= far) {
      const way = left / far;
      const at = [a.at[0] + (b.at[0] - a.at[0]) * way, a.at[1] + (b.at[1] - a.at[1]) * way];
      return { at: at as [number, number], from: a.name, to: b.name };
    }
    left -= far;
  }
  const last = legs.at(-1)!;
  return { at: [last.b.at[0], last.b.at[1]], from: last.a.name, to: last.b.name };
}

export interface Label {
  name: string;
  at: readonly [number, number];
  x: number;
  y: number;
  anchor: "start" | "middle" | "end";
}

/** Names beside their towns: to the right, else to the left, below or above, where none is yet. */
export function labelled(
  towns: readonly (readonly [string, readonly [number, number]])[],
  size: number,
): Label[] {
  const boxes = towns.map(([, at]) => [at[0], at[1], at[0], at[1]] as const);
  const taken: (readonly [number, number, number, number])[] = [...boxes];
  return towns.map(([name, at], own) => {
    const [wide, gap] = [name.length * size * 0.5, size * 0.6];
    const tries = [
      { anchor: "start", x: at[0] + gap, y: at[1] + size * 0.35, left: at[0] + gap },
      { anchor: "end", x: at[0] - gap, y: at[1] + size * 0.35, left: at[0] - gap - wide },
      { anchor: "middle", x: at[0], y: at[1] + size * 1.3, left: at[0] - wide / 2 },
      { anchor: "middle", x: at[0], y: at[1] - size * 0.6, left: at[0] - wide / 2 },
    ] as const;
    const free = tries.find(({ left, y }) =>
      taken.every(
        (box, i) =>
          i === own ||
          box[0] > left + wide ||
          box[2] < left ||
          box[1] > y + size * 0.1 ||
          box[3] < y - size * 0.8,
      ),
    );
    const { anchor, x, y, left } = free ?? tries[0];
    taken.push([left, y - size * 0.8, left + wide, y + size * 0.1]);
    return { name, at, x, y, anchor };
  });
}
