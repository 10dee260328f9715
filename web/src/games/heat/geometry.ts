/** A circuit on paper: the closed curve through its spaces, fitted into a box of pixels. */

import {
  FINE,
  nooks as emptiest,
  roadThrough,
  roomiest,
  shape,
  type Nook,
  type Point,
  type Road,
  type Spot,
} from "../../lib/ring";
import type { Circuit, Corner } from "../../generated/heat";

export type { Nook, Point, Spot };

/** `side` is counted in half widths of the road. */
export interface Layout extends Omit<Road, "across"> {
  width: number;
  height: number;
  /** Pixels for one space, and across the road. */
  step: number;
  road: number;
  spaces: number;
  /** One space, or several in a row, as a shape. */
  cells: (from: number, to: number) => string;
  /** A line across the road. */
  across: (s: number, reach?: number) => string;
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

export function layout(
  circuit: Pick<Circuit, "nodes" | "spaces">,
  width: number,
  height: number,
): Layout {
  const forms = [shape(circuit, false), shape(circuit, true)];
  const scales = forms.map((f) => fit(f.w, f.h, width, height));
  const best = scales[1]! > scales[0]! * 1.02 ? 1 : 0;
  const { points: raw, w, h } = forms[best]!;
  const step = Math.max(6, scales[best]!);
  const dx = (width - w * step) / 2;
  const dy = (height - h * step) / 2;
  const points = raw.map((p) => ({ x: p.x * step + dx, y: p.y * step + dy }));
  const road = ROAD * step;
  const drawn = roadThrough(points, road / 2);
  return {
    ...drawn,
    width,
    height,
    step,
    road,
    spaces: circuit.spaces,
    cells: (from, to) => drawn.band(from, to, -1, 1),
    across: (s, reach = 1) => drawn.across(s, -reach, reach),
  };
}

/** On which side of the road the Race Line runs: 1 is to the right of the driver. */
export function raceSide(corners: readonly Corner[], space: number): 1 | -1 {
  let lane = corners[corners.length - 1]?.lane ?? 1;
  for (const corner of corners) if (corner.at <= space) lane = corner.lane;
  return lane === 1 ? 1 : -1;
}

/** Where a sign next to the road has the most room. */
export function beside(l: Layout, s: number, distance: number): Point {
  const places = [1, -1].map((side) => l.at(s, side * (1 + (2 * distance) / l.road)));
  return roomiest(l, places, distance);
}

export const nooks = (l: Layout): Nook[] =>
  emptiest(l, ["top-right", "bottom-left", "top-left", "bottom-right"]);
