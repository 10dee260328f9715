/** Sixteen liveries: a colour, a pattern and a number each, never colour alone. */

export type Pattern =
  "plain" | "stripe" | "chevron" | "halves" | "dots" | "cross" | "bands" | "diagonal";

export interface Livery {
  number: number;
  colour: string;
  ink: string; // what is written on the colour
  second: string; // the pattern's colour
  pattern: Pattern;
  /** The number stands on a dark roundel: no one sits in this car. */
  dark?: boolean;
}

/** Okabe–Ito first, then eight that keep apart from them in hue and lightness. */
const ROWS: [string, string, string, Pattern][] = [
  ["#0072B2", "#FFFFFF", "#7CC4F0", "stripe"],
  ["#E69F00", "#14161C", "#7A4B00", "chevron"],
  ["#009E73", "#0B0D12", "#B9F2DE", "halves"],
  ["#CC79A7", "#14161C", "#5E1F45", "dots"],
  ["#56B4E9", "#10131A", "#0B3F60", "cross"],
  ["#D55E00", "#0B0D12", "#FFD9BF", "bands"],
  ["#F0E442", "#14161C", "#6B6300", "diagonal"],
  ["#E8EAF0", "#14161C", "#3A3F4C", "plain"],
  ["#7B5FC9", "#FFFFFF", "#D9CCFF", "chevron"],
  ["#A6D854", "#14161C", "#2F5B00", "stripe"],
  ["#8C564B", "#FFFFFF", "#F0C9BF", "cross"],
  ["#17BECF", "#0B0D12", "#00414A", "dots"],
  ["#F7B6D2", "#14161C", "#8A1C55", "halves"],
  ["#5C6B8A", "#FFFFFF", "#CBD6EE", "diagonal"],
  ["#C7A76C", "#14161C", "#4A3410", "bands"],
  ["#3B3F46", "#FFFFFF", "#B7BECB", "plain"],
];

export const LIVERIES: readonly Livery[] = ROWS.map(([colour, ink, second, pattern], i) => ({
  number: i + 1,
  colour,
  ink,
  second,
  pattern,
}));

/** The livery of that number, from 1; cars without a player are grey and have none. */
export function livery(number: number): Livery {
  return LIVERIES[(((number - 1) % 16) + 16) % 16]!;
}

/** What each seat of a new table will wear: the chosen livery, else its own number or a free one. */
export function worn(chosen: readonly number[], seats: number): number[] {
  const own = Array.from({ length: seats }, (_, i) => chosen[i] || i + 1);
  const kept = new Set(own.filter((n, i) => chosen[i] || !chosen.includes(n)));
  const free = LIVERIES.map((l) => l.number).filter((n) => !kept.has(n));
  return own.map((n, i) => (chosen[i] || !chosen.includes(n) ? n : free.shift()!));
}

export const NOBODY: Livery = {
  number: 0,
  colour: "#8A8F9C",
  ink: "#0B0D12",
  second: "#646A78",
  pattern: "plain",
};

/** A pattern as a path over the unit square 0..24. */
export const MARKS: Record<Pattern, string> = {
  plain: "",
  stripe: "M0 9h24v6H0z",
  chevron: "M6 0l8 12-8 12h5l8-12L11 0z",
  halves: "M0 12h24v12H0z",
  dots: "M5 5m-2.6 0a2.6 2.6 0 1 0 5.2 0a2.6 2.6 0 1 0-5.2 0M19 5m-2.6 0a2.6 2.6 0 1 0 5.2 0a2.6 2.6 0 1 0-5.2 0M5 19m-2.6 0a2.6 2.6 0 1 0 5.2 0a2.6 2.6 0 1 0-5.2 0M19 19m-2.6 0a2.6 2.6 0 1 0 5.2 0a2.6 2.6 0 1 0-5.2 0",
  cross: "M0 9.5h9.5V0h5v9.5H24v5h-9.5V24h-5v-9.5H0z",
  bands: "M3 0h4v24H3zM17 0h4v24h-4z",
  diagonal: "M0 24L24 0v8L8 24zM0 8L8 0H0z",
};
