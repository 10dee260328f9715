import type { Livery, Pattern } from "../../lib/liveries";
import { COLOURS } from "./data";

/** The colours of cars without a player, by the name the log gives them: paint and stripe. */
export const PAINTS: Record<string, [string, string]> = {
  red: ["#B3261E", "#F6C9B8"],
  blue: ["#22577E", "#BBD9EC"],
  green: ["#2F7D4F", "#CFEBD6"],
  yellow: ["#E8C32E", "#6B5300"],
  black: ["#26282C", "#B9BCC2"],
  gray: ["#8D9096", "#33363B"],
  orange: ["#DA6A1E", "#FBE0C4"],
  purple: ["#6C4E9B", "#DCCDF0"],
};
const PATTERNS: readonly Pattern[] = [
  "chevron",
  "stripe",
  "cross",
  "bands",
  "diagonal",
  "halves",
  "dots",
  "plain",
];

/** What a Legend wears: its colour, a pattern and the number of its car on a dark roundel. */
export function legendLivery(car: number): Livery {
  const at = car % COLOURS.length;
  const [colour, second] = PAINTS[COLOURS[at] ?? ""] ?? ["#8D9096", "#33363B"];
  return {
    number: car + 1,
    colour,
    second,
    ink: "#FFFFFF",
    pattern: PATTERNS[at] ?? "stripe",
    dark: true,
  };
}

/** Cars without a player wear their own colours. */
export const wears = (standing: { seat: number | null; car: number }): Livery | null =>
  standing.seat === null ? legendLivery(standing.car) : null;
