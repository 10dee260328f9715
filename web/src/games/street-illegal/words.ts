/** The board's own words: `[board]` in the words.toml of the house. */

import { Road, Slot } from "../../generated/street-illegal";
import { wordsOf } from "../../lib/i18n.svelte";

export const w = wordsOf("street-illegal");

/** What a road, an icon and a place before the driver are called. */
export const ROADS = {
  [Road.LEFT]: "road.left",
  [Road.MIDDLE]: "road.middle",
  [Road.RIGHT]: "road.right",
  [Road.UPHILL]: "road.uphill",
  [Road.DOWNHILL]: "road.downhill",
} as const;
export const SLOTS = {
  [Slot.LEFT]: "road.left",
  [Slot.MIDDLE]: "road.middle",
  [Slot.RIGHT]: "road.right",
  [Slot.TURNED]: "turned",
} as const;
