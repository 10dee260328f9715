/** A series of any race: its board around the race's own, its events next to the race's. */

import type { Component } from "svelte";
import type { Game as OneSeries } from "../generated/template-series";
import type { AnyGame } from "../generated/wire";
import type { Shown, Shows } from "../lib/show";
import type { BoardProps, GameModule } from "./registry";

/** What a series adds to its race is the same for all of them. */
type Added = Extract<OneSeries["Event"], { type: "RaceOver" | "Scored" | "OthersScored" }>;

export interface Series<G extends AnyGame = AnyGame> {
  View: Omit<OneSeries["View"], "now" | "options"> & { options: { races: number }; now: G["View"] };
  Move: G["Move"];
  Event: G["Event"] | Added;
  Options: unknown;
}

const ADDED = {
  RaceOver: { redraw: true, pace: 900 }, // the next race is set up in the same row
  Scored: 0,
  OthersScored: 0,
} as const satisfies Record<Added["type"], Shown<Added, Series["View"]>>;

/** The race's events change the race inside the series. */
export function seriesShows(race: Shows<AnyGame>): Shows<Series> {
  const inner = Object.keys(race).map((kind): [string, Shown<AnyGame["Event"], Series["View"]>] => {
    const one = race[kind]!;
    if (typeof one === "number" || "redraw" in one) return [kind, one];
    return [kind, { pace: one.pace, changes: (event) => ({ now: one.changes(event) }) }];
  });
  return { ...Object.fromEntries(inner), ...ADDED };
}

/** What is drawn of a series is what is drawn of its race. */
export function seriesDrawn<V>(drawn: (view: V) => unknown): (view: { now: V }) => unknown {
  return (view) => drawn(view.now);
}

/** A series shows the race in progress by the race's own board. */
export function seriesOf(
  race: GameModule,
  Board: Component<BoardProps<Series>>,
): GameModule<Series> {
  const { wears, Composer, composes, groups, shows, drawn } = race;
  return {
    Board,
    Race: race.Board,
    ...(Composer && composes && { Composer, composes }),
    ...(groups && { groups }),
    ...(shows && drawn && { shows: seriesShows(shows), drawn: seriesDrawn(drawn) }),
    ...(wears && { wears: (standing, view) => wears(standing, view.now) }),
  };
}
