/** The printed things: circuits, cars, drivers, parts. Written out of the house's data by `paddock types`. */

import printed from "../../generated/winds-of-war.board.json";
import {
  Colour,
  Failure,
  Gauge,
  Ground,
  Job,
  KindOfTest,
  Letter,
  TuningCard,
  type Circuit,
} from "../../generated/winds-of-war";
import { w } from "./words";

export type { Circuit };
export { UNIT } from "./geometry";

export const {
  kmh: KMH,
  tyres: TYRES,
  sector: SECTOR,
  red: RED,
  circuits: CIRCUITS,
  models: MODELS,
  drivers: DRIVERS,
  skills: SKILLS,
  tunings: TUNINGS,
  spares: SPARES,
  warnings: WARNINGS,
} = printed;

/** Circuits, and the open roads that a mode has brought along. */
const roads: Record<string, Circuit> = { ...CIRCUITS };
export function bring(more: Record<string, Circuit>): void {
  Object.assign(roads, more);
}
export const circuitOf = (id: string): Circuit => roads[id]!;
export const speedOf = (boxes: number): number => boxes * KMH;

/** What a member of a closed set is called in the words of the house. */
function called<S extends Record<string, number>>(set: S, value: S[keyof S]): string {
  const name = Object.keys(set).find((key) => set[key] === value) ?? "";
  return name.toLowerCase().replaceAll("_", "-");
}

/** A letter as it stands on its sign; at night it may be dark. */
export const letterOf = (letter: Letter | null): string =>
  letter === null ? "?" : called(Letter, letter).toUpperCase();
export const groundOf = (ground: Ground): string => called(Ground, ground);
export const colourOf = (colour: Colour): string => called(Colour, colour);
export const groundName = (ground: Ground): string => w.any(`ground.${called(Ground, ground)}`);
export const failureName = (kind: Failure): string => w.any(`failure.${called(Failure, kind)}`);
export const jobName = (job: Job): string => w.any(`job.${called(Job, job)}`);
export const gaugeName = (gauge: Gauge): string => w.any(called(Gauge, gauge));
export const testName = (test: KindOfTest): string => w.any(`tests.${called(KindOfTest, test)}`);
export const effectOf = (card: TuningCard): string => w.any(`tuning.${called(TuningCard, card)}`);
export const cardName = (card: TuningCard): string =>
  w.any(`tuning-card.${called(TuningCard, card)}`);
export const spareName = (part: number): string => w.any(`spare.${SPARES[part]?.id ?? ""}`);
/** A man by his name; a works driver and an unknown one have none. */
export function driverName(driver: number): string {
  const man = DRIVERS[driver];
  const nameless = man?.id === "works-driver" || man?.id === "x";
  return nameless ? w.any(`driver.${man.id}`) : (man?.name ?? "");
}
export const eventName = (no: number): string => w.any(`happening.${printed.events[no] ?? ""}`);

export const DIE_COLOURS: Record<Colour, string> = {
  [Colour.GREEN]: "#2e8b57",
  [Colour.YELLOW]: "#e0b93a",
  [Colour.RED]: "#c1121f",
  [Colour.BLACK]: "#1b1b1e",
  [Colour.BLUE]: "#2f6fb0",
};
