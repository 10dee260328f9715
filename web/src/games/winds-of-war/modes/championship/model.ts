/** A season as the view tells it: what passes on to the race, and what lies between two races. */

import type { Event as RaceEvent, Game as Race } from "../../../../generated/winds-of-war";
import type { Event, Game } from "../../../../generated/winds-of-war-championship";
import type { Ask, Option } from "../../../../generated/wire";
import * as mode from "../../../../lib/mode";
import { beyond } from "../../../../lib/mode";
import * as market from "../../market";
import * as race from "../../model";
import * as road from "../mille-miglia/model";

/** The events of the season that its races do not have. */
const EVENTS = [...market.EVENTS, ...road.EVENTS, "SeasonScored", "NextRace", "Champion"] as const;

const isRaces = (move: Game["Move"]): move is Race["Move"] => beyond(move, market.MOVES);

/** Options and asks as the race's own board knows them. */
export const raceOptions = (options: readonly Option<Game>[]) =>
  mode.raceOptions<Game, Race>(options, isRaces);
export const raceAsk = (ask: Ask<Game>) => mode.raceAsk<Game, Race>(ask, isRaces);

export function raceEvent(event: Event | null): RaceEvent | null {
  return event && beyond(event, EVENTS) ? event : null;
}

export const composes = (ask: Ask<Game>): boolean => race.composes(ask) || ask.question === "offer";
