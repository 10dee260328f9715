/** A road on the poster, closed or open: through its spaces, three lanes wide, in pixels. */

import {
  nooks as emptiest,
  roadThrough,
  roomiest,
  shape,
  type Nook,
  type Point,
  type Road,
  type Shape,
  type Spot,
} from "../../lib/ring";
import type { Circuit, Ground, Lane, View } from "../../generated/winds-of-war";

export type { Nook, Point, Spot };

/** The length of a space, as the tables of a circuit measure it. */
export const UNIT = 60;

/** `side` is counted in lanes to the right of the middle. */
export interface Layout extends Omit<Road, "across"> {
  width: number;
  height: number;
  /** Pixels of a space, and of a lane across. */
  step: number;
  lane: number;
  /** The middle of a box. */
  spot: (box: number) => Spot;
  /** A box as a shape. */
  cell: (box: number) => string;
  across: (s: number, low?: number, high?: number) => string;
}

const LANE = 0.64; // the width of a lane in lengths of a space
export const ROAD = 3 * LANE;
const MARGIN = 40;

/** What of a circuit it takes to lay it out. */
export type Bare = Pick<Circuit, "nodes" | "open" | "door" | "spaces" | "lane" | "start" | "end">;

/** What is beyond the finish of an open road is counted on from its end. */
const shift = (circuit: Bare, box: number): number =>
  circuit.open && box > circuit.door ? circuit.spaces : 0;
const from = (circuit: Bare, box: number): number =>
  circuit.start[box]! / UNIT + shift(circuit, box);
const to = (circuit: Bare, box: number): number => circuit.end[box]! / UNIT + shift(circuit, box);

/** The boxes that are drawn: not the one before the start of an open road, nor those beyond its end. */
export const printed = (circuit: Circuit): number[] =>
  [...circuit.lane.keys()].filter((box) => !circuit.open || box < circuit.door);

/** Where a car is along the road, in spaces, laps included. */
export const along = (circuit: Circuit, box: number, lap: number): number =>
  (from(circuit, box) + to(circuit, box)) / 2 + (circuit.open ? 0 : (lap * circuit.length) / UNIT);

/** Fitted into a page; with a least step the page grows instead, and is scrolled. */
export function layout(circuit: Bare, pageWidth: number, pageHeight: number, least = 8): Layout {
  const forms = [shape(circuit, false, circuit.open), shape(circuit, true, circuit.open)];
  const fit = (f: Shape) =>
    Math.min((pageWidth - 2 * MARGIN) / (f.w + ROAD), (pageHeight - 2 * MARGIN) / (f.h + ROAD));
  const { points: raw, w, h } = fit(forms[1]!) > fit(forms[0]!) * 1.02 ? forms[1]! : forms[0]!;
  const step = Math.max(least, Math.min(52, fit({ points: raw, w, h })));
  const width = Math.max(pageWidth, (w + ROAD) * step + 2 * MARGIN);
  const height = Math.max(pageHeight, (h + ROAD) * step + 2 * MARGIN);
  const [dx, dy] = [(width - w * step) / 2, (height - h * step) / 2];
  const points = raw.map((p) => ({ x: p.x * step + dx, y: p.y * step + dy }));
  const lane = LANE * step;
  const road = roadThrough(points, lane, circuit.open);
  const side = (box: number) => circuit.lane[box]! - 1;
  return {
    ...road,
    width,
    height,
    step,
    lane,
    spot: (box) => road.at((from(circuit, box) + to(circuit, box)) / 2, side(box)),
    cell: (box) =>
      road.band(
        from(circuit, box) + 0.03,
        to(circuit, box) - 0.03,
        side(box) - 0.47,
        side(box) + 0.47,
      ),
    across: (s, low = -1.5, high = 1.5) => road.across(s, low, high),
  };
}

/** Where a sign next to the road has the most room. */
export function beside(l: Layout, s: number, distance: number): Point {
  const places = [1, -1].map((side) => l.at(s, side * (1.5 + distance / l.lane)));
  return roomiest(l, places, 22);
}

export const nooks = (l: Layout): Nook[] =>
  emptiest(l, ["bottom-left", "top-left", "top-right", "bottom-right"]);

/** The ground next to each box: the board's own, and what is seen next to curves; none in the dark. */
export function groundsOf(circuit: Circuit, verges: View["verges"] = []): (Ground | null)[] {
  const out = [...circuit.ground];
  for (const runs of verges ?? [])
    for (const [first, boxes, ground] of runs ?? []) out.fill(ground, first, first + boxes);
  return out;
}

/** Boxes in a row with the same value, as stretches of spaces: what lies next to a lane, how it climbs. */
export function stretches<V>(
  circuit: Circuit,
  lane: Lane,
  value: (box: number) => V,
): { from: number; to: number; value: V }[] {
  const out: { from: number; to: number; value: V }[] = [];
  printed(circuit).forEach((box) => {
    if (circuit.lane[box] !== lane) return;
    const [from, to, v] = [circuit.start[box]! / UNIT, circuit.end[box]! / UNIT, value(box)];
    const last = out[out.length - 1];
    if (last && last.value === v && last.to === from) last.to = to;
    else out.push({ from, to, value: v });
  });
  return out;
}

/** Boxes to go to with several steps, and the way there: along the best line where there is one. */
export function routes(
  circuit: Circuit,
  from: number,
  steps: number,
  taken: ReadonlySet<number>,
): Map<number, number[]> {
  const found = new Map<number, number[]>();
  let edge = new Map<number, { way: number[]; cost: number }>([[from, { way: [], cost: 0 }]]);
  for (let k = 0; k < steps; k++) {
    const next = new Map<number, { way: number[]; cost: number }>();
    for (const [box, { way, cost }] of edge) {
      for (const [side, there] of circuit.ways[box]!) {
        if (taken.has(there)) continue;
        const line = circuit.next_line[box] === there ? -1.5 : 0;
        const price = cost + Math.abs(side) + line;
        const known = next.get(there);
        if (!known || known.cost > price) next.set(there, { way: [...way, there], cost: price });
      }
    }
    edge = next;
    for (const [box, { way }] of edge) if (!found.has(box)) found.set(box, way);
  }
  return found;
}
