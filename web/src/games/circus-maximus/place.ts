/** Places for signs on a crowded board: near what they are about, on nothing that must be seen. */

export interface Point {
  x: number;
  y: number;
}
/** Something round that lies there already. */
export interface Taken extends Point {
  r: number;
}
const TURN = 12; // directions that are tried
const RINGS = [1, 1.45, 1.9, 2.5, 3.2];

/**
 * A place for a sign of radius `r` close to `at`, on the far side of `from` if that is free. What
 * overlaps least wins where nothing is free.
 */
export function place(
  at: Point,
  from: Point | null,
  r: number,
  near: number,
  taken: Taken[],
): Point {
  const away = from ? Math.atan2(at.y - from.y, at.x - from.x) : -Math.PI / 2;
  let best: Point = at;
  let least = Infinity;
  for (const [ring, far] of RINGS.entries())
    for (let k = 0; k < TURN; k++) {
      const side = Math.ceil(k / 2) * (k % 2 ? 1 : -1);
      const angle = away + (side * 2 * Math.PI) / TURN;
      const x = at.x + far * near * Math.cos(angle);
      const y = at.y + far * near * Math.sin(angle);
      let cost = ring * 0.6 + k * 0.1;
      for (const one of taken)
        cost += 4 * Math.max(0, one.r + r - Math.hypot(one.x - x, one.y - y));
      if (cost < least) [least, best] = [cost, { x, y }];
    }
  return best;
}
