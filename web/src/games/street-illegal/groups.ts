/** Cards of the hand in the panel: rows are cards and columns are places, whatever is in the hand. */

import { Slot, type Game } from "../../generated/street-illegal";
import type { Grouped } from "../../lib/choices";
import type { Option } from "../../generated/wire";
import { icon, mph } from "./cards";
import { ROADS, SLOTS, w } from "./words";

const PLACES = [Slot.LEFT, Slot.MIDDLE, Slot.RIGHT] as const;
const titled = (slot: Slot) => w(SLOTS[slot]);

export function groups({ move, label }: Option<Game>): Grouped | null {
  if (move.type !== "Drive" && move.type !== "Change") return null;
  const name = `${mph(move.card)} ${w(ROADS[icon(move.card)])}`;
  if (move.type === "Change") return { title: label.replace(name, "").trim(), name };
  return {
    title: label.split(":")[0]!,
    name,
    columns: PLACES.map(titled),
    column: titled(move.slot),
  };
}
