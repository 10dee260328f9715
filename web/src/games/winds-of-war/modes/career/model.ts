/** A career as the view tells it: what passes on to the Mille Miglia of a year. */

import type { Game } from "../../../../generated/winds-of-war-career";
import type {
  Event as RoadEvent,
  Game as Road,
} from "../../../../generated/winds-of-war-mille-miglia";
import type { Ask, Option } from "../../../../generated/wire";
import * as mode from "../../../../lib/mode";
import { beyond } from "../../../../lib/mode";
import * as market from "../../market";
import * as race from "../../model";

/** The events of the career that its editions do not have. */
const EVENTS = [
  ...market.EVENTS,
  "EditionEnded",
  "NextEdition",
  "DriverLeft",
  "MostSuccessful",
] as const;

const isRoads = (move: Game["Move"]): move is Road["Move"] => beyond(move, market.MOVES);

/** Options and asks as the board of the Mille Miglia knows them. */
export const roadOptions = (options: readonly Option<Game>[]) =>
  mode.raceOptions<Game, Road>(options, isRoads);
export const roadAsk = (ask: Ask<Game>) => mode.raceAsk<Game, Road>(ask, isRoads);

export function roadEvent(event: Game["Event"] | null): RoadEvent | null {
  return event && beyond(event, EVENTS) ? event : null;
}

export const composes = (ask: Ask<Game>): boolean => race.composes(ask) || ask.question === "offer";
