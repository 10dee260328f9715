/** A road drawn through points, closed or open: what every circuit needs, whatever its lanes. */

export interface Point {
  x: number;
  y: number;
}
export interface Spot extends Point {
  /** Which way the road points there, in degrees. */
  angle: number;
}

/** Points of the curve to a space. */
export const FINE = 8;

/** The points of a road by their number: round a ring, straight on beyond the ends of an open one. */
function numbered(points: readonly Point[], open: boolean): (i: number) => Point {
  const n = points.length;
  if (!open) return (i) => points[((i % n) + n) % n]!;
  const beyond = (end: Point, before: Point, by: number) => ({
    x: end.x + (end.x - before.x) * by,
    y: end.y + (end.y - before.y) * by,
  });
  return (i) => {
    if (i < 0) return beyond(points[0]!, points[1]!, -i);
    return points[i] ?? beyond(points[n - 1]!, points[n - 2]!, i - n + 1);
  };
}

function smooth(nodes: readonly Point[], open: boolean): Point[] {
  const get = numbered(nodes, open);
  return (open ? nodes.slice(0, -1) : nodes).flatMap((_, i) => {
    const [a, b, c, d] = [get(i - 1), get(i), get(i + 1), get(i + 2)];
    return Array.from({ length: FINE }, (__, k) => {
      const t = k / FINE;
      const mix = (p: number, q: number, r: number, s: number) =>
        0.5 *
        (2 * q +
          (r - p) * t +
          (2 * p - 5 * q + 4 * r - s) * t * t +
          (3 * q - p - 3 * r + s) * t * t * t);
      return { x: mix(a.x, b.x, c.x, d.x), y: mix(a.y, b.y, c.y, d.y) };
    });
  });
}

export interface Shape {
  points: Point[];
  w: number;
  h: number;
}

/** The curve in lengths of a space, as drawn or turned by a quarter for a narrow page. */
export function shape(
  circuit: { readonly nodes: readonly (readonly [number, number])[] },
  turned: boolean,
  open = false,
): Shape {
  const nodes = circuit.nodes.map(([x, y]) => (turned ? { x: -y, y: x } : { x, y }));
  const points = smooth(nodes, open);
  if (open) points.push(nodes[nodes.length - 1]!);
  const left = Math.min(...points.map((p) => p.x));
  const top = Math.min(...points.map((p) => p.y));
  const moved = points.map((p) => ({ x: p.x - left, y: p.y - top }));
  return {
    points: moved,
    w: Math.max(...moved.map((p) => p.x)),
    h: Math.max(...moved.map((p) => p.y)),
  };
}

function inside(points: readonly Point[], p: Point): boolean {
  let odd = false;
  for (let i = 0, j = points.length - 1; i < points.length; j = i++) {
    const [a, b] = [points[i]!, points[j]!];
    if (a.y > p.y !== b.y > p.y && p.x < ((b.x - a.x) * (p.y - a.y)) / (b.y - a.y) + a.x)
      odd = !odd;
  }
  return odd;
}

/** The largest free disc inside; of an open road, between its bends. */
function heartOf(
  points: readonly Point[],
  clear: (p: Point) => number,
  open: boolean,
): Point & { r: number } {
  const xs = points.map((p) => p.x);
  const ys = points.map((p) => p.y);
  const [x0, x1, y0, y1] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
  let best = { x: (x0 + x1) / 2, y: (y0 + y1) / 2, r: 0 };
  for (let i = 1; i < 28; i++) {
    for (let j = 1; j < 20; j++) {
      const p = { x: x0 + ((x1 - x0) * i) / 28, y: y0 + ((y1 - y0) * j) / 20 };
      if (!open && !inside(points, p)) continue;
      const edge = Math.min(p.x - x0, x1 - p.x, p.y - y0, y1 - p.y);
      const r = open ? Math.min(clear(p), edge) : clear(p);
      if (r > best.r) best = { ...p, r };
    }
  }
  return best;
}

/** A road on paper. Along it one counts in spaces, across it in steps to the side of the middle. */
export interface Road {
  /** The middle of the road. */
  path: string;
  at: (s: number, side?: number) => Spot;
  /** A line along the road. */
  along: (from: number, to: number, side: number | ((s: number) => number)) => string;
  /** A line across it. */
  across: (s: number, low: number, high: number) => string;
  /** A stretch of it as a shape. */
  band: (from: number, to: number, low: number, high: number) => string;
  /** How far a point is from the middle of the road. */
  clear: (p: Point) => number;
  /** The largest free disc inside. */
  heart: Point & { r: number };
}

/** The road through points of the curve; with a step to the side, in pixels. */
export function roadThrough(points: readonly Point[], aside: number, open = false): Road {
  const get = numbered(points, open);
  const say = (p: Point) => `${p.x.toFixed(1)} ${p.y.toFixed(1)}`;

  function at(s: number, side = 0): Spot {
    const f = s * FINE;
    const i = Math.floor(f);
    const t = f - i;
    const [a, b] = [get(i), get(i + 1)];
    const [p, q] = [get(i - 3), get(i + 4)];
    const angle = Math.atan2(q.y - p.y, q.x - p.x);
    const off = side * aside;
    return {
      x: a.x + (b.x - a.x) * t - Math.sin(angle) * off,
      y: a.y + (b.y - a.y) * t + Math.cos(angle) * off,
      angle: (angle * 180) / Math.PI,
    };
  }
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
    path: `M${points.map(say).join("L")}${open ? "" : "Z"}`,
    at,
    along: (from, to, side) => `M${walk(from, to, side).join("L")}`,
    across: (s, low, high) => `M${say(at(s, low))}L${say(at(s, high))}`,
    band: (from, to, low, high) =>
      `M${[...walk(from, to, low), ...walk(to, from, high)].join("L")}Z`,
    clear,
    heart: heartOf(points, clear, open),
  };
}

interface Page {
  width: number;
  height: number;
  clear: (p: Point) => number;
}

/** Where a sign has the most room: of some places, and not nearer to the edge than `least`. */
export function roomiest(l: Page, places: readonly Point[], least: number): Point {
  const room = (p: Point) =>
    Math.min(l.clear(p), Math.min(p.x, p.y, l.width - p.x, l.height - p.y) * 1.6 + 8);
  const best = places.reduce((a, b) => (room(b) > room(a) ? b : a));
  const keep = (v: number, most: number) => Math.min(most - least, Math.max(least, v));
  return { x: keep(best.x, l.width), y: keep(best.y, l.height) };
}

export type Nook = "top-left" | "top-right" | "bottom-left" | "bottom-right";

/** The corners of a page, the emptiest first; of equals, in the order given. */
export function nooks(l: Page, all: readonly Nook[]): Nook[] {
  const room = (nook: Nook) => {
    const x = (d: number) => (nook.endsWith("left") ? d : l.width - d);
    const y = (d: number) => (nook.startsWith("top") ? d : l.height - d);
    return Math.min(
      l.clear({ x: x(40), y: y(24) }),
      l.clear({ x: x(150), y: y(24) }),
      l.clear({ x: x(90), y: y(60) }),
    );
  };
  return [...all].sort((a, b) => room(b) - room(a));
}
