/** A circuit on the poster: the closed road through its spaces, three lanes wide, in pixels. */

import type { Circuit } from "./data";

/** The length of a space, as the tables of a circuit measure it. */
export const UNIT = 60;

export interface Point {
  x: number;
  y: number;
}
export interface Spot extends Point {
  /** Which way the road points there, in degrees. */
  angle: number;
}
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

const FINE = 8; // points of the curve to a space
const LANE = 0.64; // the width of a lane in lengths of a space
export const ROAD = 3 * LANE;
const MARGIN = 40;

function smooth(nodes: readonly Point[]): Point[] {
  const n = nodes.length;
  const get = (i: number) => nodes[((i % n) + n) % n]!;
  return nodes.flatMap((_, i) => {
    const [a, b, c, d] = [get(i - 1), get(i), get(i + 1), get(i + 2)];
    return Array.from({ length: FINE }, (__, k) => {
      const t = k / FINE;
      const mix = (p: number, q: number, r: number, s: number) =>
        0.5 * (2 * q + (r - p) * t + (2 * p - 5 * q + 4 * r - s) * t * t + (3 * q - p - 3 * r + s) * t * t * t);
      return { x: mix(a.x, b.x, c.x, d.x), y: mix(a.y, b.y, c.y, d.y) };
    });
  });
}

interface Shape {
  points: Point[];
  w: number;
  h: number;
}
/** The curve in lengths of a space, as drawn or turned by a quarter for a narrow page. */
function shape(circuit: Circuit, turned: boolean): Shape {
  const points = smooth(circuit.nodes.map(([x, y]) => (turned ? { x: -y, y: x } : { x, y })));
  const left = Math.min(...points.map((p) => p.x));
  const top = Math.min(...points.map((p) => p.y));
  const moved = points.map((p) => ({ x: p.x - left, y: p.y - top }));
  return { points: moved, w: Math.max(...moved.map((p) => p.x)), h: Math.max(...moved.map((p) => p.y)) };
}

/** Fitted into a page; with a least step the page grows instead, and is scrolled. */
export function layout(circuit: Circuit, pageWidth: number, pageHeight: number, least = 8): Layout {
  const forms = [shape(circuit, false), shape(circuit, true)];
  const fit = (f: Shape) => Math.min((pageWidth - 2 * MARGIN) / (f.w + ROAD), (pageHeight - 2 * MARGIN) / (f.h + ROAD));
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
    return Array.from({ length: steps + 1 }, (_, k) => say(at(from + ((to - from) * k) / steps, side)));
  }
  const band = (from: number, to: number, low: number, high: number) => `M${[...walk(from, to, low), ...walk(to, from, high)].join("L")}Z`;
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
    cell: (box) => band(circuit.start[box]! / UNIT + 0.03, circuit.end[box]! / UNIT - 0.03, side(box) - 0.47, side(box) + 0.47),
    along: (from, to, where) => `M${walk(from, to, where).join("L")}`,
    across: (s, low = -1.5, high = 1.5) => `M${say(at(s, low))}L${say(at(s, high))}`,
    clear,
    heart: heartOf(points, clear),
  };
}

function inside(points: readonly Point[], p: Point): boolean {
  let odd = false;
  for (let i = 0, j = points.length - 1; i < points.length; j = i++) {
    const [a, b] = [points[i]!, points[j]!];
    if (a.y > p.y !== b.y > p.y && p.x < ((b.x - a.x) * (p.y - a.y)) / (b.y - a.y) + a.x) odd = !odd;
  }
  return odd;
}

function heartOf(points: readonly Point[], clear: (p: Point) => number): Point & { r: number } {
  const xs = points.map((p) => p.x);
  const ys = points.map((p) => p.y);
  const [x0, x1, y0, y1] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
  let best = { x: (x0 + x1) / 2, y: (y0 + y1) / 2, r: 0 };
  for (let i = 1; i < 28; i++) {
    for (let j = 1; j < 20; j++) {
      const p = { x: x0 + ((x1 - x0) * i) / 28, y: y0 + ((y1 - y0) * j) / 20 };
      if (!inside(points, p)) continue;
      const r = clear(p);
      if (r > best.r) best = { ...p, r };
    }
  }
  return best;
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

export type Nook = "top-left" | "top-right" | "bottom-left" | "bottom-right";

/** The corners of the page, the emptiest first. */
export function nooks(l: Layout): Nook[] {
  const room = (nook: Nook) => {
    const x = (d: number) => (nook.endsWith("left") ? d : l.width - d);
    const y = (d: number) => (nook.startsWith("top") ? d : l.height - d);
    return Math.min(l.clear({ x: x(40), y: y(24) }), l.clear({ x: x(150), y: y(24) }), l.clear({ x: x(90), y: y(60) }));
  };
  const all: Nook[] = ["bottom-left", "top-left", "top-right", "bottom-right"];
  return all.sort((a, b) => room(b) - room(a));
}

/** Boxes in a row with the same value, as stretches of spaces: what lies beside a lane, how it climbs. */
export function stretches(circuit: Circuit, lane: number, value: (box: number) => number): { from: number; to: number; value: number }[] {
  const out: { from: number; to: number; value: number }[] = [];
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
export function routes(circuit: Circuit, from: number, steps: number, taken: ReadonlySet<number>): Map<number, number[]> {
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
