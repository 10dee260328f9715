/** The cards as the board draws them: numbers in, speeds, icons and colours out. */

import { Road } from "../../generated/street-illegal";
import board from "../../generated/street-illegal.board.json";

export const NONE = board.none;
export const HIDDEN = board.hidden;
export const PRO = board.pro;

/** What stands on a tempo card. */
export const mph = (card: number): number => board.mph[card] ?? 0;
export const icon = (card: number): Road => board.icon[card] ?? Road.LEFT;
/** What stands on a track card; a limit of 0 is none. */
export const limitOf = (track: number): number => board.limit[track] ?? 0;
export const roadOf = (track: number): Road => board.road[track] ?? Road.LEFT;

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
export const SHAPES: Record<Road, string> = {
  [Road.LEFT]: "M1 4h6v12H1zM9.5 8.5h2v3h-2zM15.5 8.5h2v3h-2z",
  [Road.MIDDLE]: "M7 4h6v12H7zM2.5 8.5h2v3h-2zM15.5 8.5h2v3h-2z",
  [Road.RIGHT]: "M13 4h6v12h-6zM2.5 8.5h2v3h-2zM8.5 8.5h2v3h-2z",
  [Road.UPHILL]: "M1 17L19 5v12z",
  [Road.DOWNHILL]: "M1 5l18 12H1z",
};
