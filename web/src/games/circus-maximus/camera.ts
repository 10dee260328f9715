/** What the board looks at: everything that matters for a decision, as large as it can be. */

/** Places of the picture, in its own units. */
export interface Box {
  x0: number;
  y0: number;
  x1: number;
  y1: number;
}
/** The middle of what is seen, and the pixels of a unit. */
export interface Camera {
  x: number;
  y: number;
  zoom: number;
}
export interface Lens {
  /** Pixels of the window. */
  width: number;
  height: number;
  /** The whole picture, in its units. */
  all: Box;
  /** The largest zoom; and the least at which a square can be clicked. */
  most: number;
  least: number;
}

export const around = (x: number, y: number, margin: number): Box => ({
  x0: x - margin,
  y0: y - margin,
  x1: x + margin,
  y1: y + margin,
});
export function union(boxes: readonly Box[]): Box | null {
  const [first, ...rest] = boxes;
  return first
    ? rest.reduce(
        (a, b) => ({
          x0: Math.min(a.x0, b.x0),
          y0: Math.min(a.y0, b.y0),
          x1: Math.max(a.x1, b.x1),
          y1: Math.max(a.y1, b.y1),
        }),
        first,
      )
    : null;
}
/** The zoom at which a box just fills the window. */
export const zoomFor = (box: Box, lens: Lens): number =>
  Math.min(lens.width / (box.x1 - box.x0), lens.height / (box.y1 - box.y0));

/** The part of the picture that a camera shows. */
export function seen(camera: Camera, lens: Lens): Box {
  const [halfWidth, halfHeight] = [lens.width / 2 / camera.zoom, lens.height / 2 / camera.zoom];
  return {
    x0: camera.x - halfWidth,
    y0: camera.y - halfHeight,
    x1: camera.x + halfWidth,
    y1: camera.y + halfHeight,
  };
}
export const holds = (outer: Box, inner: Box): boolean =>
  outer.x0 <= inner.x0 && outer.y0 <= inner.y0 && outer.x1 >= inner.x1 && outer.y1 >= inner.y1;

/** A camera in the middle of a box, which does not look past the edge of the picture. */
export function lookAt(box: Box, zoom: number, lens: Lens): Camera {
  const within = (low: number, high: number, from: number, to: number, pixels: number): number => {
    const half = pixels / 2 / zoom;
    const middle = (low + high) / 2;
    return to - from <= 2 * half
      ? (from + to) / 2
      : Math.min(to - half, Math.max(from + half, middle));
  };
  return {
    x: within(box.x0, box.x1, lens.all.x0, lens.all.x1, lens.width),
    y: within(box.y0, box.y1, lens.all.y0, lens.all.y1, lens.height),
    zoom,
  };
}
/** The picture rests as long as it shows everything and is not much too small. */
const CLOSER = 1.3;
/** Zooms come in steps, so that the ground is not painted for every little change. */
const STEP = 1.12;
const stepped = (zoom: number): number =>
  STEP ** Math.floor(Math.log(zoom) / Math.log(STEP) + 1e-6);

/**
 * Where to look next. `must` is always shown whole; of `also`, the nearest first, as much as fits
 * above the least zoom.
 */
export function aim(
  before: Camera | null,
  must: readonly Box[],
  also: readonly Box[],
  lens: Lens,
): Camera {
  const whole = union(must);
  if (!whole) return before ?? lookAt(lens.all, zoomFor(lens.all, lens), lens);
  let box: Box = whole;
  for (const one of also) {
    const wider: Box = union([box, one])!;
    if (zoomFor(wider, lens) >= lens.least) box = wider;
  }
  const zoom = Math.min(lens.most, stepped(zoomFor(box, lens)));
  if (before && holds(seen(before, lens), box) && before.zoom * CLOSER >= zoom) return before;
  return lookAt(box, zoom, lens);
}
