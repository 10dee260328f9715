/** How events are shown: how long each takes, and what it changes on the board meanwhile. */

import type { Event, Game, Rival, View } from "../../generated/heat";
import type { AnyGame } from "../../generated/wire";
import type { Patch } from "../../lib/patch";
import type { Shown, Shows } from "../../lib/show";

type RaceShows<G extends AnyGame> = {
  readonly [K in Event["type"]]: Shown<Extract<Event, { type: K }>, G["View"]>;
};

/** How long a car is on its way, as the board moves it. */
export function travel(spaces: number): number {
  return Math.min(950, 220 + 55 * Math.abs(spaces));
}

/** Every event of a race; `into` says where its view stands in that of a season. */
export function raceShows<G extends AnyGame>(
  into: (patch: Patch<View>) => Patch<G["View"]>,
): RaceShows<G> {
  const car = (number: number, change: Partial<Rival>) => into({ cars: { [number]: change } });
  const engine = (e: { seat: number; engine: number }) => car(e.seat, { engine: e.engine });
  return {
    GridSet: 0,
    WeatherSet: 500,
    RoadSet: 0,
    MarketOpened: 300,
    Picked: 400,
    UpgradesDealt: 0,
    Tuned: 0,
    RoundBegan: {
      pace: 350,
      changes: (e) =>
        into({
          round: e.round,
          cars: Object.assign(
            {},
            e.engines.map((engine) => ({ engine })),
          ),
        }),
    },
    Sealed: 0,
    Shifted: { pace: 160, changes: (e) => car(e.seat, { gear: e.gear, engine: e.engine }) },
    Cluttered: { pace: 700, changes: (e) => car(e.seat, { gear: e.gear }) },
    Revealed: { pace: 650, changes: (e) => car(e.seat, { gear: e.gear }) },
    Misjudged: 600,
    CardLost: 500,
    Flipped: 420,
    ValueChosen: 250,
    Moved: {
      pace: (e) => travel(e.end - e.start) + 60,
      changes: (e) => car(e.car, { pos: e.end, line: e.line }),
    },
    Blocked: 250,
    Pushed: 300,
    Cooled: { pace: 350, changes: engine },
    Boosted: { pace: 350, changes: engine },
    Relaxed: 300,
    Salvaged: 300,
    DirectPlayed: 400,
    Accelerated: 300,
    Supercooled: { pace: 300, changes: engine },
    Drafted: 300,
    HeatPaid: { pace: 350, changes: engine },
    Replaced: 400,
    PutBack: { pace: 400, changes: (e) => car(e.seat, { pos: e.pos, line: e.line }) },
    Scrapped: 250,
    Slipstreamed: 400,
    CornerPaid: { pace: 550, changes: engine },
    SpunOut: { pace: 1000, changes: (e) => car(e.seat, { gear: e.gear, engine: e.engine }) },
    Eliminated: { pace: 800, changes: (e) => car(e.seat, { pos: e.pos, place: e.place }) },
    SponsorGained: 500,
    HeatGone: { pace: 300, changes: engine },
    Discarded: 0,
    TopSeen: 0,
    Refreshed: 250,
    SponsorUsed: 0,
    Reshuffled: 200,
    Drew: 0,
    LegendShown: { pace: 500, changes: (e) => into({ legend: e.legend }) },
    LegendCleared: 120,
    LegendApproached: 120,
    GaveUp: { pace: 700, changes: (e) => car(e.car, { place: e.place, pos: e.pos }) },
    Finished: { pace: 700, changes: (e) => car(e.car, { place: e.place, pos: e.pos }) },
  };
}

/** One that changes nothing on the board is only its pace. */
export const shows: Shows<Game> = raceShows<Game>((patch) => patch);

/** Where everybody is, in which gear, with how much Heat left; the round, the Legends' card. */
export const drawn = ({ cars, round, legend }: View) => ({
  cars: cars.map(({ gear, pos, line, engine, place }) => ({ gear, pos, line, engine, place })),
  round,
  legend,
});
