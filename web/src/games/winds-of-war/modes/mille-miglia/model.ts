/** The Mille Miglia as the view tells it: what passes on to the stage that is run. */

import type { Event as RaceEvent, Game as Race } from "../../../../generated/winds-of-war";
import type { Event, Game } from "../../../../generated/winds-of-war-mille-miglia";
import printed from "../../../../generated/winds-of-war-mille-miglia.board.json";
import type { Ask, Option } from "../../../../generated/wire";
import * as mode from "../../../../lib/mode";
import { beyond } from "../../../../lib/mode";
import { bring } from "../../data";

bring(printed.roads);

/** Events that the stages do not have; in a season with the Tour of Calabria too. */
export const EVENTS = [
  "MinutesServed",
  "StageClosed",
  "RacingTime",
  "RestartSet",
  "Winner",
] as const;

/** Whatever is said here is said in a race too. */
const isRaces = (move: Game["Move"]): move is Race["Move"] => Boolean(move);

/** Options and asks as the race's own board knows them. */
export const raceOptions = (options: readonly Option<Game>[]) =>
  mode.raceOptions<Game, Race>(options, isRaces);
export const raceAsk = (ask: Ask<Game>) => mode.raceAsk<Game, Race>(ask, isRaces);

export function raceEvent(event: Event | null): RaceEvent | null {
  return event && beyond(event, EVENTS) ? event : null;
}
