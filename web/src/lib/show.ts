/** How events are shown while the board follows them: how long each, and what it changes. */

import type { AnyGame } from "../generated/wire";
import { merge, type Patch } from "./patch";

/** An event that changes what is drawn. It gets only the event: boards do not compute rules. */
export interface Change<E, V> {
  /** For how long it is shown, in milliseconds; 0 is not at all: it takes effect with the next. */
  pace: number | ((event: E) => number);
  changes: (event: E) => Patch<V>;
}

/**
 * The board is set up again (the next race of a series): it waits for the server's view, and what
 * else happens in the same row is only a line of the log.
 */
export interface Anew {
  redraw: true;
  pace: number;
}

/** An event that only takes time is a number: its pace; 0 is not shown. */
export type Shown<E, V> = number | Change<E, V> | Anew;

/** Every kind of event of a game, so that none is forgotten. */
export type Shows<G extends AnyGame> = {
  readonly [K in G["Event"]["type"]]: Shown<Extract<G["Event"], { type: K }>, G["View"]>;
};

/** What a game's module has for showing events. */
export interface Showing<G extends AnyGame> {
  shows: Shows<G>;
  /** What of the view moves on the board: after the events of a row it is as the server says. */
  drawn(view: G["View"]): unknown;
}

/** The entry of an event's own kind. */
function shown<G extends AnyGame>(
  shows: Shows<G>,
  event: G["Event"],
): Shown<G["Event"], G["View"]> {
  const kind: G["Event"]["type"] = event.type;
  return (shows[kind] ?? 0) as Shown<G["Event"], G["View"]>; // found by this event's kind
}

export function paceOf<G extends AnyGame>(shows: Shows<G>, event: G["Event"]): number {
  const how = shown(shows, event);
  if (typeof how === "number") return how;
  return typeof how.pace === "number" ? how.pace : how.pace(event);
}

/** Whether the board waits for the server's view from this event on. */
export function isRedraw<G extends AnyGame>(shows: Shows<G>, event: G["Event"]): boolean {
  const how = shown(shows, event);
  return typeof how !== "number" && "redraw" in how;
}

/** What an event changes in a view, if anything. */
export function patchOf<G extends AnyGame>(
  shows: Shows<G>,
  event: G["Event"],
): Patch<G["View"]> | null {
  const how = shown(shows, event);
  return typeof how !== "number" && "changes" in how ? how.changes(event) : null;
}

/** The view after an event, as the board shows it. */
export function follow<G extends AnyGame>(
  shows: Shows<G>,
  view: G["View"],
  event: G["Event"],
): G["View"] {
  const patch = patchOf(shows, event);
  return patch === null ? view : merge(view, patch);
}
