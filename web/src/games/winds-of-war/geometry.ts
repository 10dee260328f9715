/** A circuit on the poster: the closed road through its spaces, three lanes wide, in pixels. */

import {
  FINE,
  heartOf,
  nooks as emptiest,
  shape,
  type Nook,
  type Point,
  type Shape,
  type Spot,
} from "../../lib/ring";
import type { Circuit, Lane } from "../../generated/winds-of-war";

export type { Nook, Point, Spot };

/** The length of a space, as the tables of a circuit measure it. */
export const UNIT = 60;

export interface Layout {
  width: number;
  height: number;
  /** Pixels of a space, and of a lane across. */
  step: number;
  lane: number;
  /** The middle of the road as a path. */
  path: string;
  /** A place along the road in spaces, `side` in lanes to the right of the middle. */
  at: (s: number, side?: number) => Spot;
  /** The middle of a box. */
  spot: (box: number) => Spot;
  /** A box as a shape. */
  cell: (box: number) => string;
  band: (from: number, to: number, low: number, high: number) => string;
  along: (from: number, to: number, side: number) => string;
  across: (s: number, low?: number, high?: number) => string;
  /** How far a point is from the middle of the road. */
  clear: (p: Point) => number;
  /** The largest free disc inside the course. */
  heart: Point & { r: number };
}

const LANE = 0.64; // the width of a lane in lengths of a space
export const ROAD = 3 * LANE;
const MARGIN = 40;

/** Fitted into a page; with a least step the page grows instead, and is scrolled. */
export function layout(circuit: Circuit, pageWidth: number, pageHeight: number, least = 8): Layout {
  const forms = [shape(circuit, false), shape(circuit, true)];
  const fit = (f: Shape) =>
    Math.min((pageWidth - 2 * MARGIN) / (f.w + ROAD), (pageHeight - 2 * MARGIN) / (f.h + ROAD));
  const { points: raw, w, h } = fit(forms[1]!) > fit(forms[0]!) * 1.02 ? forms[1]! : forms[0]!;
  const step = Math.max(least, Math.min(52, fit({ points: raw, w, h })));
  const width = Math.max(pageWidth, (w + ROAD) * step + 2 * MARGIN);
  const height = Math.max(pageHeight, (h + ROAD) * step + 2 * MARGIN);
  const [dx, dy] = [(width - w * step) / 2, (height - h * step) / 2];
  const points = raw.map((p) => ({ x: p.x * step + dx, y: p.y * step + dy }));
  const n = points.length;
  const lane = LANE * step;
  const get = (i: number) => points[((i % n) + n) % n]!;

  function at(s: number, side = 0): Spot {
    const f = s * FINE;
    const i = Math.floor(f);
    const t = f - i;
    const [a, b] = [get(i), get(i + 1)];
    const [p, q] = [get(i - 3), get(i + 4)];
    const angle = Math.atan2(q.y - p.y, q.x - p.x);
    const off = side * lane;
    return {
      x: a.x + (b.x - a.x) * t - Math.sin(angle) * off,
      y: a.y + (b.y - a.y) * t + Math.cos(angle) * off,
      angle: (angle * 180) / Math.PI,
    };
  }
  const say = (p: Point) => `${p.x.toFixed(1)} ${p.y.toFixed(1)}`;
  function walk(from: number, to: number, side: number): string[] {
    const steps = Math.max(2, Math.ceil(Math.abs(to - from) * 6));
    return Array.from({ length: steps + 1 }, (_, k) =>
      say(at(from + ((to - from) * k) / steps, side)),
    );
  }
  const band = (from: number, to: number, low: number, high: number) =>
    `M${[...walk(from, to, low), ...walk(to, from, high)].join("L")}Z`;
  const middle = points.filter((_, i) => i % 2 === 0);
  const clear = (p: Point) => Math.min(...middle.map((q) => Math.hypot(p.x - q.x, p.y - q.y)));
  const side = (box: number) => circuit.lane[box]! - 1;
  return {
    width,
    height,
    step,
    lane,
    path: `M${points.map(say).join("L")}Z`,
    at,
    band,
    spot: (box) => at((circuit.start[box]! + circuit.end[box]!) / 2 / UNIT, side(box)),
    cell: (box) =>
      band(
        circuit.start[box]! / UNIT + 0.03,
        circuit.end[box]! / UNIT - 0.03,
        side(box) - 0.47,
        side(box) + 0.47,
      ),
    along: (from, to, where) => `M${walk(from, to, where).join("L")}`,
    across: (s, low = -1.5, high = 1.5) => `M${say(at(s, low))}L${say(at(s, high))}`,
    clear,
    heart: heartOf(points, clear),
  };
}

/** Where a sign beside the road has the most room. */
export function beside(l: Layout, s: number, distance: number): Point {
  const options = [1, -1].map((side) => {
    const p = l.at(s, side * (1.5 + distance / l.lane));
    const edge = Math.min(p.x, p.y, l.width - p.x, l.height - p.y);
    return { p, room: Math.min(l.clear(p), edge * 1.6 + 8) };
  });
  const { p } = options[0]!.room >= options[1]!.room ? options[0]! : options[1]!;
  const keep = (v: number, most: number) => Math.min(most - 22, Math.max(22, v));
  return { x: keep(p.x, l.width), y: keep(p.y, l.height) };
}

export const nooks = (l: Layout): Nook[] =>
  emptiest(l, ["bottom-left", "top-left", "top-right", "bottom-right"]);

/** Boxes in a row with the same value, as stretches of spaces: what lies beside a lane, how it climbs. */
export function stretches<V>(
  circuit: Circuit,
  lane: Lane,
  value: (box: number) => V,
): { from: number; to: number; value: V }[] {
  const out: { from: number; to: number; value: V }[] = [];
  circuit.lane.forEach((of, box) => {
    if (of !== lane) return;
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
