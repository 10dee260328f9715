/** The printed things: maps, tiles, cards. Written out of the house's data by `paddock types`. */

import printed from "../../generated/great-race.board.json";
import { Kind, type LandDrawn } from "../../generated/great-race";

export const SPACES = printed.spaces_a_land;
export const EMPTY = printed.empty;
export const GAUGES = printed.gauges;
export const ASSISTANTS = printed.assistants;
export const ROWS = printed.rows;
export const PLACES = printed.spaces;
export const ROUTES = printed.routes;
export const TILES = printed.tiles;
export const CARDS = printed.cards;
export const VEHICLES = printed.vehicles;

export const land = (id: string): LandDrawn =>
  printed.lands.find((l) => l.id === id) ?? printed.lands[0]!;
/** Where a space stands in the row of a view's board. */
export const onBoard = (space: number): number => space % SPACES;
export const isCity = (space: number): boolean =>
  [Kind.CITY, Kind.PURPLE].some((kind) => kind === PLACES[space]?.kind);

/** How high the line of a rival is. */
export const ROW = 62;
