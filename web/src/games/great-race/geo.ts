/** From the globe to the sheet: where a place is drawn, what makes room for it, where its name goes. */

import type { LandDrawn } from "../../generated/great-race";
import { isCity, PLACES, SPACES } from "./data";
import { shortName } from "./names";

export interface Sheet {
  x: number; // where the places lie on the sheet
  y: number;
  width: number;
  height: number;
  gap: number; // places are never closer than this
}
export type Point = [number, number];
export interface Chart {
  at: Point[]; // by space, from the land's first
  project: (lon: number, lat: number) => Point;
}

/** Places where they are on the globe; where two are too close they make room for each other. */
export function chart(land: LandDrawn, sheet: Sheet): Chart {
  const all = PLACES.slice(land.first, land.first + SPACES);
  const west = Math.min(...all.map((p) => p.lon));
  const east = Math.max(...all.map((p) => p.lon));
  const north = Math.max(...all.map((p) => p.lat));
  const south = Math.min(...all.map((p) => p.lat));
  const sy = sheet.height / (north - south);
  const sx = Math.min(sheet.width / (east - west), sy * 1.15);
  const left = sheet.x + (sheet.width - (east - west) * sx) / 2;
  const project = (lon: number, lat: number): Point => [
    left + (lon - west) * sx,
    sheet.y + (north - lat) * sy,
  ];
  const home = all.map((p) => project(p.lon, p.lat));
  const at = home.map(([x, y]): Point => [x, y]);
  for (let round = 0; round < 160; round++) {
    for (let i = 0; i < at.length; i++) {
      for (let j = 0; j < i; j++) apart(at[i]!, at[j]!, sheet.gap);
    }
    for (let i = 0; i < at.length; i++) {
      const p = at[i]!;
      const pull = round < 120 ? 0.03 : 0;
      p[0] += (home[i]![0] - p[0]) * pull;
      p[1] += (home[i]![1] - p[1]) * pull;
      p[0] = Math.min(sheet.x + sheet.width, Math.max(sheet.x, p[0]));
      p[1] = Math.min(sheet.y + sheet.height, Math.max(sheet.y, p[1]));
    }
  }
  return { at, project };
}

/** Wider than high: a tile is, too. */
const WIDE = 1.22;
function apart(a: Point, b: Point, gap: number) {
  const dx = (a[0] - b[0]) / WIDE || 0.01;
  const dy = a[1] - b[1] || 0.01;
  const far = Math.hypot(dx, dy);
  if (far >= gap) return;
  const push = (gap - far) / far / 2;
  a[0] += dx * push * WIDE;
  b[0] -= dx * push * WIDE;
  a[1] += dy * push;
  b[1] -= dy * push;
}

export interface Label {
  space: number;
  x: number;
  y: number;
  anchor: "start" | "middle" | "end";
}

interface Box {
  x: number;
  y: number;
  w: number;
  h: number;
}
const meet = (a: Box, b: Box): number =>
  Math.max(0, Math.min(a.x + a.w, b.x + b.w) - Math.max(a.x, b.x)) *
  Math.max(0, Math.min(a.y + a.h, b.y + b.h) - Math.max(a.y, b.y));

/** Names next to their places, on the side where least is covered; left out where there is no room. */
export function labels(
  land: LandDrawn,
  chart: Chart,
  half: Point,
  size: number,
  bounds: [number, number],
  marks: Point[],
  cities: boolean,
): Label[] {
  const taken: Box[] = chart.at.map(([x, y]) => ({
    x: x - half[0],
    y: y - half[1],
    w: half[0] * 2,
    h: half[1] * 2,
  }));
  for (const [x, y] of marks) taken.push({ x: x - 28, y: y - 9, w: 56, h: 18 });
  const found: Label[] = [];
  const weight = (s: number) => (PLACES[s]!.kind === "purple" ? 1 : isCity(s) ? 2 : 3);
  const spaces = chart.at
    .map((_, i) => land.first + i)
    .filter((s) => !cities || isCity(s))
    .sort((a, b) => weight(a) - weight(b));
  for (const space of spaces) {
    const [x, y] = chart.at[space - land.first]!;
    const w = shortName(space).length * size * 0.54;
    const sides: [Label["anchor"], number, number][] = [
      ["start", x + half[0] + 3, y],
      ["end", x - half[0] - 3, y],
      ["middle", x, y + half[1] + size * 0.62],
      ["middle", x, y - half[1] - size * 0.6],
    ];
    let best: { label: Label; box: Box; cost: number } | null = null;
    for (const [anchor, lx, ly] of sides) {
      const box = {
        x: anchor === "start" ? lx : anchor === "end" ? lx - w : lx - w / 2,
        y: ly - size / 2,
        w,
        h: size,
      };
      let cost = box.x < bounds[0] || box.x + w > bounds[1] ? 500 : 0;
      for (const other of taken) cost += meet(box, other);
      if (!best || cost < best.cost) best = { label: { space, x: lx, y: ly, anchor }, box, cost };
    }
    if (!best || best.cost > [900, 900, 190, 30][weight(space)]!) continue;
    taken.push(best.box);
    found.push(best.label);
  }
  return found;
}

/** A line through points, a little rounded. */
export function smooth(points: Point[], closed = false): string {
  const n = points.length;
  if (n < 3)
    return points.map(([x, y], i) => `${i ? "L" : "M"}${x.toFixed(1)} ${y.toFixed(1)}`).join("");
  const mid = (a: Point, b: Point): Point => [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2];
  const f = ([x, y]: Point) => `${x.toFixed(1)} ${y.toFixed(1)}`;
  if (closed) {
    let d = `M${f(mid(points[n - 1]!, points[0]!))}`;
    for (let i = 0; i < n; i++)
      d += `Q${f(points[i]!)} ${f(mid(points[i]!, points[(i + 1) % n]!))}`;
    return `${d}Z`;
  }
  let d = `M${f(points[0]!)}`;
  for (let i = 1; i < n - 1; i++)
    d += `Q${f(points[i]!)} ${f(i === n - 2 ? points[n - 1]! : mid(points[i]!, points[i + 1]!))}`;
  return d;
}

export function along(chart: Chart, flat: number[]): Point[] {
  const points: Point[] = [];
  for (let i = 0; i + 1 < flat.length; i += 2) points.push(chart.project(flat[i]!, flat[i + 1]!));
  return points;
}
