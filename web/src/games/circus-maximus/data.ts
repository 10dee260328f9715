/** The printed things: counts of the track, builds, colours. Written out of the house's data by `paddock types`. */

import printed from "../../generated/circus-maximus.board.json";
import { settings } from "../../lib/settings.svelte";

export interface Counts {
  straight: number;
  corner: number[];
  /** By lane, from 1. */
  safe: number[];
  rows: number[];
  /** Straights of a race of three laps, of two. */
  stretches: number[];
}
type Named = { en: string[]; it: string[] };
interface Printed {
  lanes: number;
  part: number;
  grey: number;
  tracks: Record<string, Counts>;
  builds: Record<string, number[]>;
  points: number;
  most: number;
  /** What no, one and two preparation points give: from, to. */
  worth: Record<"hits" | "speeds" | "endurance", [number, number][]>;
  shop: { en: string; it: string; values: Named; cost: number[] }[];
  purse: number;
  colours: Named;
  weights: Named;
  weapons: Named;
  sky: Named;
}
const DATA = printed as unknown as Printed;
export const {
  lanes: LANES,
  part: PART,
  grey: GREY,
  tracks: TRACKS,
  builds: BUILDS,
  points: POINTS,
  most: MOST,
  worth: WORTH,
  purse: PURSE,
} = DATA;

const named = (what: Named, i: number): string => what[settings.language][i] ?? "";
export const colourName = (i: number): string => named(DATA.colours, i);
export const weightName = (i: number): string => named(DATA.weights, i);
export const weaponName = (i: number): string => named(DATA.weapons, i);
export const skyName = (i: number): string => named(DATA.sky, i);

/** What is for sale in the detailed specification, in words. */
export const shop = () =>
  DATA.shop.map((item) => ({
    name: item[settings.language],
    values: item.values[settings.language],
    cost: item.cost,
  }));

/** Paint and what is written on it, in the order of the house's colours. */
export const CLOTH: [string, string][] = [
  ["#E3B505", "#2F2B28"],
  ["#2E7D4F", "#FFFFFF"],
  ["#7A4B94", "#FFFFFF"],
  ["#26231F", "#FFFFFF"],
  ["#FBF7EC", "#2F2B28"],
  ["#2C5AA0", "#FFFFFF"],
  ["#B3261E", "#FFFFFF"],
  ["#E07A1F", "#2F2B28"],
  ["#7B4B2A", "#FFFFFF"],
  ["#6B1B2D", "#FFFFFF"],
  ["#8A8A86", "#1B1B1B"],
  ["#00A08A", "#10201C"],
  ["#7FB8E6", "#10202C"],
  ["#9CCB5A", "#1E2A10"],
  ["#E79AB5", "#3A1020"],
  ["#E9D9B0", "#3A3020"],
];
