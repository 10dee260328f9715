/** The market between two races, in a season as in a career. */

import type { View as RaceView } from "../../generated/winds-of-war";
import { Item } from "../../generated/winds-of-war-championship";
import names from "../../generated/winds-of-war-championship.board.json";
import { driverName, MODELS } from "./data";
import { w } from "./words";

/** Moves that only the market has, and its events. */
export const MOVES = [
  "Sell",
  "Propose",
  "Want",
  "Give",
  "Pay",
  "Claim",
  "Agree",
  "Decline",
] as const;
export const EVENTS = ["Won", "Sold", "Given", "Offered", "Agreed", "Declined"] as const;

/** What can be part of a deal: the car and the driver of a team, tuning cards, spare parts. */
export function itemName(view: RaceView, seat: number, item: Item): string {
  const team = view.teams[seat];
  if (item === Item.CAR) return MODELS[team?.model ?? -1]?.name ?? "";
  if (item === Item.DRIVER) return driverName(team?.driver ?? -1);
  return w.any(names.items[item] ?? "");
}
