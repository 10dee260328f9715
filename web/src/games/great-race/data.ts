/** The printed things: maps, tiles, cards. Written out of the house's data by `paddock types`. */

import printed from "../../generated/great-race.board.json";
import { settings } from "../../lib/settings.svelte";

type Both = string[];
export interface Place {
  name: Both;
  row: number;
  kind: string;
  cards: number;
  black: number;
  lat: number;
  lon: number;
  next: number[];
}
export interface TileFace {
  id: string;
  name: Both;
  fuel: number;
  points: number;
  danger: boolean;
  stop: boolean;
}

export const SPACES = 60;
export const EMPTY = -1;
export const GAUGES = printed.gauges;
export const ASSISTANTS = printed.assistants;
export const FINANCING: number[] = printed.financing;
export const ROWS = printed.rows;
export const LANDS = printed.lands;
export const PLACES: Place[] = printed.spaces;
export const ROUTES = printed.routes;
export const TILES: TileFace[] = printed.tiles;
export const CARDS = printed.cards;

export type Land = (typeof LANDS)[number];

export const land = (id: string): Land => LANDS.find((l) => l.id === id) ?? LANDS[0]!;
export const isCity = (space: number): boolean =>
  ["city", "purple"].includes(PLACES[space]?.kind ?? "");

const said = (both: Both | undefined): string => both?.[settings.language === "it" ? 1 : 0] ?? "";
export const placeName = (space: number): string => said(PLACES[space]?.name);
/** On the map there is no room for what stands in brackets. */
export const shortName = (space: number): string => placeName(space).replace(/ \(.*\)$/, "");
export const tileName = (tile: number): string => said(TILES[tile]?.name);
export const cardName = (card: number): string => said(CARDS[card]?.name);
export const landName = (id: string): string => said(land(id).title);
