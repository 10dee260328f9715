/** A circuit on paper: the closed curve through its spaces, fitted into a box of pixels. */

import type { Circuit, Corner } from "./data";

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
  /** Pixels for one space, and across the road. */
  step: number;
  road: number;
  spaces: number;
  /** The middle of the road as a path. */
  path: string;
  at: (s: number, side?: number) => Spot;
  /** One space, or several in a row, as a shape. */
  cells: (from: number, to: number) => string;
  /** A line along the road, `side` in half widths from its middle. */
  along: (from: number, to: number, side: number | ((s: number) => number)) => string;
  /** A line across the road. */
  across: (s: number, reach?: number) => string;
  /** How far a point is from the middle of the road. */
  clear: (p: Point) => number;
  /** The largest free disc inside the course. */
  heart: Point & { r: number };
}

const FINE = 8; // points of the curve to a space
const ROAD = 1.34; // the width of the road in lengths of a space
const MARGIN = 36;

function smooth(nodes: readonly Point[]): Point[] {
  const n = nodes.length;
  const get = (i: number) => nodes[((i % n) + n) % n]!;
  const out: Point[] = [];
  for (let i = 0; i < n; i++) {
    const [a, b, c, d] = [get(i - 1), get(i), get(i + 1), get(i + 2)];
    for (let k = 0; k < FINE; k++) {
      const t = k / FINE;
      const mix = (p: number, q: number, r: number, s: number) =>
        0.5 * (2 * q + (r - p) * t + (2 * p - 5 * q + 4 * r - s) * t * t + (3 * q - p - 3 * r + s) * t * t * t);
      out.push({ x: mix(a.x, b.x, c.x, d.x), y: mix(a.y, b.y, c.y, d.y) });
    }
  }
  return out;
}

/** The curve in lengths of a space, as drawn or turned by a quarter for a narrow page. */
function shape(circuit: Circuit, turned: boolean): { points: Point[]; w: number; h: number } {
  const nodes = circuit.nodes.map(([x, y]) => (turned ? { x: -y, y: x } : { x, y }));
  const points = smooth(nodes);
  const left = Math.min(...points.map((p) => p.x));
  const top = Math.min(...points.map((p) => p.y));
  const moved = points.map((p) => ({ x: p.x - left, y: p.y - top }));
  return { points: moved, w: Math.max(...moved.map((p) => p.x)), h: Math.max(...moved.map((p) => p.y)) };
}

const fit = (w: number, h: number, width: number, height: number) =>
  Math.min((width - 2 * MARGIN) / (w + ROAD), (height - 2 * MARGIN) / (h + ROAD));

/** A circuit in small: its line, and where its corners are. */
export function outline(circuit: Circuit, width: number, height: number, margin = 8): { path: string; at: (s: number) => Point } {
  const forms = [shape(circuit, false), shape(circuit, true)];
  const scale = (f: { w: number; h: number }) => Math.min((width - 2 * margin) / f.w, (height - 2 * margin) / f.h);
  const form = scale(forms[1]!) > scale(forms[0]!) * 1.02 ? forms[1]! : forms[0]!;
  const k = scale(form);
  const points = form.points.map((p) => ({ x: p.x * k + (width - form.w * k) / 2, y: p.y * k + (height - form.h * k) / 2 }));
  return {
    path: `M${points.map((p) => `${p.x.toFixed(1)} ${p.y.toFixed(1)}`).join("L")}Z`,
    at: (s) => points[Math.round(s * FINE) % points.length]!,
  };
}

/** The height a course needs to fill a width. */
export function heightFor(circuit: Circuit, width: number, most: number): number {
  const heights = [false, true].map((turned) => {
    const { w, h } = shape(circuit, turned);
    return ((width - 2 * MARGIN) / (w + ROAD)) * (h + ROAD) + 2 * MARGIN;
  });
  const tallest = Math.max(...heights);
  return Math.min(tallest, most);
}

export function layout(circuit: Circuit, width: number, height: number): Layout {
  const forms = [shape(circuit, false), shape(circuit, true)];
  const scales = forms.map((f) => fit(f.w, f.h, width, height));
  const best = scales[1]! > scales[0]! * 1.02 ? 1 : 0;
  const { points: raw, w, h } = forms[best]!;
  const step = Math.max(6, scales[best]!);
  const dx = (width - w * step) / 2;
  const dy = (height - h * step) / 2;
  const points = raw.map((p) => ({ x: p.x * step + dx, y: p.y * step + dy }));
  const n = points.length;
  const road = ROAD * step;

  const get = (i: number) => points[((i % n) + n) % n]!;
  function at(s: number, side = 0): Spot {
    const f = s * FINE;
    const i = Math.floor(f);
    const t = f - i;
    const [a, b] = [get(i), get(i + 1)];
    const [p, q] = [get(i - 3), get(i + 4)];
    const angle = Math.atan2(q.y - p.y, q.x - p.x);
    const off = (side * road) / 2;
    return {
      x: a.x + (b.x - a.x) * t - Math.sin(angle) * off,
      y: a.y + (b.y - a.y) * t + Math.cos(angle) * off,
      angle: (angle * 180) / Math.PI,
    };
  }
  const say = (p: Point) => `${p.x.toFixed(1)} ${p.y.toFixed(1)}`;
  function walk(from: number, to: number, side: number | ((s: number) => number)): string[] {
    const steps = Math.max(2, Math.ceil(Math.abs(to - from) * 6));
    return Array.from({ length: steps + 1 }, (_, k) => {
      const s = from + ((to - from) * k) / steps;
      return say(at(s, typeof side === "number" ? side : side(s)));
    });
  }
  const middle = points.filter((_, i) => i % 2 === 0);
  const clear = (p: Point) => Math.min(...middle.map((q) => Math.hypot(p.x - q.x, p.y - q.y)));

  return {
    width,
    height,
    step,
    road,
    spaces: circuit.spaces,
    path: `M${points.map(say).join("L")}Z`,
    at,
    cells: (from, to) => `M${[...walk(from, to, -1), ...walk(to, from, 1)].join("L")}Z`,
    along: (from, to, side) => `M${walk(from, to, side).join("L")}`,
    across: (s, reach = 1) => `M${say(at(s, -reach))}L${say(at(s, reach))}`,
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

/** On which side of the road the Race Line runs: 1 is to the right of the driver. */
export function raceSide(corners: readonly Corner[], space: number): 1 | -1 {
  let lane = corners[corners.length - 1]?.lane ?? 1;
  for (const corner of corners) if (corner.at <= space) lane = corner.lane;
  return lane === 1 ? 1 : -1;
}

/** Where a sign beside the road has the most room. */
export function beside(l: Layout, s: number, distance: number): Point {
  const options = [1, -1].map((side) => {
    const p = l.at(s, side * (1 + (2 * distance) / l.road));
    const edge = Math.min(p.x, p.y, l.width - p.x, l.height - p.y);
    return { p, room: Math.min(l.clear(p), edge * 1.6 + 8) };
  });
  const { p } = options[0]!.room >= options[1]!.room ? options[0]! : options[1]!;
  const keep = (v: number, most: number) => Math.min(most - distance, Math.max(distance, v));
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
  const all: Nook[] = ["top-right", "bottom-left", "top-left", "bottom-right"];
  return all.sort((a, b) => room(b) - room(a));
}
