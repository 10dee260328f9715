/** The map of Italy and the yearbook, written out of the house's data by `paddock types`. */

import type { Game } from "../../../../generated/winds-of-war-mille-miglia";
import printed from "../../../../generated/winds-of-war-mille-miglia.board.json";

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

type Point = readonly [number, number];
type Box = readonly [left: number, top: number, right: number, bottom: number];

/** Where a name may stand: right of its town, left, below, above, and between these. */
const SIDES = [
  ["start", 1, 0],
  ["end", -1, 0],
  ["middle", 0, 1],
  ["middle", 0, -1],
  ["start", 0.7, 0.8],
  ["start", 0.7, -0.8],
  ["end", -0.7, 0.8],
  ["end", -0.7, -0.8],
] as const;

/** Names next to their towns: clear of other towns and names, then of the road. */
export function labelled(
  towns: readonly (readonly [string, Point])[],
  routes: readonly (readonly Point[])[],
  size: number,
): Label[] {
  const taken: Box[] = towns.map(([, at]) => [at[0], at[1], at[0], at[1]]);
  return towns.map(([name, at], own) => {
    const wide = name.length * size * 0.5;
    let best = { label: { name, at, x: 0, y: 0, anchor: "start" } as Label, box: taken[own]! };
    let least = Infinity;
    for (const [anchor, right, down] of SIDES) {
      const x = at[0] + right * size * 0.85; // beyond a car that stands in the town
      const y = at[1] + size * (0.3 + down * 0.9);
      const left = anchor === "start" ? x : anchor === "end" ? x - wide : x - wide / 2;
      const box: Box = [left, y - size * 0.75, left + wide, y + size * 0.15];
      const names = taken.filter((other, i) => i !== own && meet(box, other)).length;
      const roads = routes.filter((route) => crosses(route, box)).length;
      const bad = 4 * names + roads;
      if (bad < least) [least, best] = [bad, { label: { name, at, x, y, anchor }, box }];
    }
    taken.push(best.box);
    return best.label;
  });
}

const meet = (a: Box, b: Box) => a[0] < b[2] && b[0] < a[2] && a[1] < b[3] && b[1] < a[3];

/** Whether a road runs through a box. */
function crosses(route: readonly Point[], [left, top, right, bottom]: Box): boolean {
  const STEPS = 40;
  return route.slice(1).some((b, i) =>
    Array.from({ length: STEPS + 1 }, (_, k) => k / STEPS).some((part) => {
      const a = route[i]!;
      const [x, y] = [a[0] + (b[0] - a[0]) * part, a[1] + (b[1] - a[1]) * part];
      return left < x && x < right && top < y && y < bottom;
    }),
  );
}

/** The nearest free place to a point for something of a size: itself, then rings around it. */
export function nearest([x, y]: Point, size: number, taken: readonly Point[]): Point {
  const free = (at: Point) =>
    taken.every((other) => Math.hypot(other[0] - at[0], other[1] - at[1]) > size * 0.9);
  for (let ring = 0; ring < 4; ring++)
    for (let k = 0; k < Math.max(1, 6 * ring); k++) {
      const turn = ring && (2 * Math.PI * k) / (6 * ring);
      const at = [x + ring * size * Math.cos(turn), y + ring * size * Math.sin(turn)] as const;
      if (free(at)) return at;
    }
  return [x, y];
}
