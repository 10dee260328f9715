/** The cards as the board draws them: numbers in, speeds, icons and colours out. */

export const NONE = -1;
export const HIDDEN = -2;
export const PRO = -1;

export type Icon = 0 | 1 | 2 | 3 | 4;
export const UPHILL: Icon = 3;

/** A tempo card: value times five, plus icon. */
export function mph(card: number): number {
  return card < 0 ? 0 : 10 * (Math.floor(card / 5) + 1);
}
export function icon(card: number): Icon {
  return (((card % 5) + 5) % 5) as Icon;
}

const LIMITS = [70, 80, 90, 0];
/** The limit of a track card; 0 is none. */
export function limitOf(track: number): number {
  return LIMITS[Math.floor(track / 5)] ?? 0;
}

/** From cool to hot. */
const GLOW: Record<number, string> = {
  0: "#8A90A6",
  10: "#6CC6F5",
  20: "#21E6C1",
  30: "#B6E34B",
  40: "#FFD34D",
  50: "#FF9A52",
  60: "#FF6FAE",
};
export function glow(card: number): string {
  return GLOW[mph(card)] ?? GLOW[0]!;
}

/** Road icons on a square of 20: an obstacle in one of three lanes, a climb, a descent. */
export const SHAPES: readonly string[] = [
  "M1 4h6v12H1zM9.5 8.5h2v3h-2zM15.5 8.5h2v3h-2z",
  "M7 4h6v12H7zM2.5 8.5h2v3h-2zM15.5 8.5h2v3h-2z",
  "M13 4h6v12h-6zM2.5 8.5h2v3h-2zM8.5 8.5h2v3h-2z",
  "M1 17L19 5v12z",
  "M1 5l18 12H1z",
];

/** All tempo cards: each of thirty, three times. */
export const COPIES = 3;
export const KINDS = 30;
