/** The printed things: circuits, cars, drivers, parts. Written out of the house's data by `paddock types`. */

import printed from "../../generated/winds-of-war.board.json";
import { settings } from "../../lib/settings.svelte";

export interface Curve {
  letter: string;
  start: number;
  end: number;
  parts: { inner: number; start: number; end: number }[];
  line: number[];
}
/** A circuit: tables by box, in units of which a space of a straight has sixty. */
export interface Circuit {
  name: string;
  icons: string[];
  laps: number;
  length: number;
  spaces: number;
  nodes: [number, number][];
  curves: Curve[];
  lane: number[];
  start: number[];
  end: number[];
  ways: [number, number][][];
  curve: number[];
  slope: number[];
  pits: number[];
  ground: number[];
  next_line: number[];
  grid: number[][];
  boxes: string[];
}
export interface Model {
  name: string;
  group: number;
  top: number;
  red: number;
  acceleration: number;
  braking: number;
  turns: number[];
  reliability: number[];
  engine: number;
  heat: number;
  brakes: number;
  body: number;
  price: number;
  horsepower: number;
}
export interface Driver {
  name: string;
  nation: string;
  grade: string;
  price: number;
  rows: number[][];
  challenge: number;
  reroll: boolean;
}
type Both = [string, string];
interface Printed {
  kmh: number;
  tyres: number;
  red: { engine: number; heat: number; brakes: number; body: number; tyres: number };
  grounds: string[];
  circuits: Record<string, Circuit>;
  models: Model[];
  drivers: Driver[];
  tunings: { name: string; effect: Both; price: number }[];
  spares: { name: string; price: number }[];
  dice: { colour: string; warnings: number }[];
  events: Record<string, Both>;
  words: { ground: Both[]; failure: Both[]; job: Both[] };
  points: number[];
  prizes: number[];
}
const DATA = printed as unknown as Printed;

export const {
  kmh: KMH,
  tyres: TYRES,
  red: IN_RED,
  grounds: GROUNDS,
  circuits: CIRCUITS,
  models: MODELS,
  drivers: DRIVERS,
} = DATA;
export const {
  tunings: TUNINGS,
  spares: SPARES,
  dice: DICE,
  points: POINTS,
  prizes: PRIZES,
} = DATA;
export { UNIT } from "./geometry";

const tongue = () => (settings.language === "it" ? 1 : 0);
export const eventName = (no: number): string => DATA.events[String(no)]?.[tongue()] ?? "";
export const groundName = (ground: number): string => DATA.words.ground[ground]?.[tongue()] ?? "";
export const failureName = (failure: number): string =>
  DATA.words.failure[failure]?.[tongue()] ?? "";
export const jobName = (job: number): string => DATA.words.job[job]?.[tongue()] ?? "";
export const effectOf = (card: number): string => TUNINGS[card]?.effect[tongue()] ?? "";
export const circuitOf = (id: string): Circuit => CIRCUITS[id]!;
export const speedOf = (boxes: number): number => boxes * KMH;

/** The colours of the dice, by number: green, yellow, red, black, blue. */
export const DIE_COLOURS = ["#2e8b57", "#e0b93a", "#c1121f", "#1b1b1e", "#2f6fb0"];
