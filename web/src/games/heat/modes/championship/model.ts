/** A season as the view tells it: what lies between two races. */

import type { Game } from "../../../../generated/heat-championship";
import type { Ask, Option } from "../../../../generated/wire";
import type { Game as Race } from "../../../../generated/heat";
import * as mode from "../../../../lib/mode";
import { beyond } from "../../../../lib/mode";
import * as race from "../../model";

export type Season = Game["View"];
export type Event = Game["Event"];

/** The cards open between two races. */
export function market(view: Season): number[] {
  const phase = view.phase;
  return phase?.type === "Market" || phase?.type === "Swapping" ? phase.market : [];
}

export function composes(ask: Ask<Game>): boolean {
  return race.composes(raceAsk(ask)) || ask.question === "swap";
}

const MOVES = ["Swap", "Keep"] as const;
const EVENTS = ["RaceAnnounced", "Swapped", "PointsWon", "Kept", "YearWon", "Crowned"] as const;

const isRaces = (move: Game["Move"]): move is Race["Move"] => beyond(move, MOVES);

/** Options and asks as the race's own board knows them; null for what is chosen between races only. */
export const raceOption = (option: Option<Game>) => mode.raceOption<Game, Race>(option, isRaces);
export const raceOptions = (options: readonly Option<Game>[]) =>
  mode.raceOptions<Game, Race>(options, isRaces);
export const raceAsk = (ask: Ask<Game>) => mode.raceAsk<Game, Race>(ask, isRaces);

export function raceEvent(event: Event | null): race.Event | null {
  return event && beyond(event, EVENTS) ? event : null;
}

/** An option of the race's board, as one of the season. */
export const seasonOption = ({ ...option }: Option<Race>): Option<Game> => option;
