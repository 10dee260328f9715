/** A season as the view tells it: what passes on to the race, and what lies between two races. */

import type { Event as RaceEvent, Game as Race } from "../../generated/winds-of-war";
import { Item, type Event, type Game, type View } from "../../generated/winds-of-war-championship";
import names from "../../generated/winds-of-war-championship.board.json";
import type { Ask, Option } from "../../generated/wire";
import * as wing from "../../lib/wing";
import { beyond } from "../../lib/wing";
import { driverName, MODELS } from "../winds-of-war/data";
import * as race from "../winds-of-war/model";
import { w } from "../winds-of-war/words";

/** What a team says at the market only, and what the season tells beside its races. */
const MOVES = ["Sell", "Propose", "Want", "Give", "Pay", "Claim", "Agree", "Decline"] as const;
const EVENTS = [
  "SeasonScored",
  "Won",
  "NextRace",
  "Sold",
  "Given",
  "Offered",
  "Agreed",
  "Declined",
  "Champion",
] as const;

const isRaces = (move: Game["Move"]): move is Race["Move"] => beyond(move, MOVES);

/** Options and asks as the race's own board knows them. */
export const raceOptions = (options: readonly Option<Game>[]) =>
  wing.raceOptions<Game, Race>(options, isRaces);
export const raceAsk = (ask: Ask<Game>) => wing.raceAsk<Game, Race>(ask, isRaces);

export function raceEvent(event: Event | null): RaceEvent | null {
  return event && beyond(event, EVENTS) ? event : null;
}

/** What can be part of a deal: the car and the driver of a team, tuning cards, spare parts. */
export function itemName(view: View, seat: number, item: Item): string {
  const team = view.now.teams[seat];
  if (item === Item.CAR) return MODELS[team?.model ?? -1]?.name ?? "";
  if (item === Item.DRIVER) return driverName(team?.driver ?? -1);
  return w.any(names.items[item] ?? "");
}

export const composes = (ask: Ask<Game>): boolean => race.composes(ask) || ask.question === "offer";
