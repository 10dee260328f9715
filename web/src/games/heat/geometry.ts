/** A circuit on paper: the closed curve through its spaces, fitted into a box of pixels. */

import {
  FINE,
  heartOf,
  nooks as emptiest,
  shape,
  type Nook,
  type Point,
  type Spot,
} from "../../lib/ring";
import type { Circuit, Corner } from "./data";

export type { Nook, Point, Spot };

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

const ROAD = 1.34; // the width of the road in lengths of a space
const MARGIN = 36;

const fit = (w: number, h: number, width: number, height: number) =>
  Math.min((width - 2 * MARGIN) / (w + ROAD), (height - 2 * MARGIN) / (h + ROAD));

/** A circuit in small: its line, and where its corners are. */
export function outline(
  circuit: Circuit,
  width: number,
  height: number,
  margin = 8,
): { path: string; at: (s: number) => Point } {
  const forms = [shape(circuit, false), shape(circuit, true)];
  const scale = (f: { w: number; h: number }) =>
    Math.min((width - 2 * margin) / f.w, (height - 2 * margin) / f.h);
  const form = scale(forms[1]!) > scale(forms[0]!) * 1.02 ? forms[1]! : forms[0]!;
  const k = scale(form);
  const points = form.points.map((p) => ({
    x: p.x * k + (width - form.w * k) / 2,
    y: p.y * k + (height - form.h * k) / 2,
  }));
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

export const nooks = (l: Layout): Nook[] =>
  emptiest(l, ["top-right", "bottom-left", "top-left", "bottom-right"]);
