/** What places, tiles, cards and vehicles are called. */

import { CARDS, PLACES, TILES, VEHICLES } from "./data";
import { w } from "./words";

const named = (family: string, id: string | undefined): string =>
  id === undefined ? "" : w.any(`${family}.${id}`);
export const placeName = (space: number): string => named("space", PLACES[space]?.id);
/** On the map there is no room for what stands in brackets. */
export const shortName = (space: number): string => placeName(space).replace(/ \(.*\)$/, "");
export const tileName = (tile: number): string => named("tile", TILES[tile]?.id);
export const cardName = (card: number): string => named("card", CARDS[card]?.id);
export const landName = (id: string): string => named("land", id);
export const vehicleName = (vehicle: number | null): string =>
  vehicle === null ? "" : named("vehicle", VEHICLES[vehicle]);
