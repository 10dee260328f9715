/** The printed things: counts of the track, builds, colours. Written out of the house's data by `paddock types`. */

import printed from "../../generated/circus-maximus.board.json";
import { w } from "./words";

export type Counts = (typeof printed)["tracks"][string];
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
} = printed;

/** What preparation points are given for, in the order of a build. */
export const PURPOSES = ["driver", "car", "speed", "endurance"] as const;

export const colourName = (i: number): string => w.any(`chariot.${printed.chariots[i] ?? ""}`);
/** A driver's name; a debtor who was sold into slavery is written as his seat: `@2`. */
export const driverName = (name: string, names: readonly string[]): string =>
  name.startsWith("@") ? (names[Number(name.slice(1))] ?? name) : name;
export const weightName = (i: number): string => w.any(`weight.${printed.weights[i] ?? ""}`);
export const weaponName = (i: number): string => w.any(`weapon.${printed.weapons[i] ?? ""}`);
export const skyName = (i: number): string => w.any(`sky.${printed.skies[i] ?? ""}`);

/** What is for sale in the detailed specification: levels are numbers, unless they have words of their own. */
export const shop = () =>
  printed.shop.map((ware) => ({
    name: w.any(`item.${ware.name}`),
    values: ware.levels.map((level, n) => {
      const id = `level.${ware.name}.${n}`;
      const told = w.any(id);
      return told === id ? String(level) : told;
    }),
    cost: ware.cost,
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
