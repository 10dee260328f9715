/** What places, tiles and cards are called. */

import { settings } from "../../lib/settings.svelte";
import { CARDS, land, PLACES, TILES, VEHICLES } from "./data";

const said = (both: string[] | undefined): string =>
  both?.[settings.language === "it" ? 1 : 0] ?? "";
export const placeName = (space: number): string => said(PLACES[space]?.name);
/** On the map there is no room for what stands in brackets. */
export const shortName = (space: number): string => placeName(space).replace(/ \(.*\)$/, "");
export const tileName = (tile: number): string => said(TILES[tile]?.name);
export const cardName = (card: number): string => said(CARDS[card]?.name);
export const landName = (id: string): string => said(land(id).name);
export const vehicleName = (vehicle: number | null): string =>
  vehicle === null ? "" : said(VEHICLES[vehicle]);
