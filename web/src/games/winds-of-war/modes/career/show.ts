/** How the events of a career are shown: those of its editions and its market, and its own. */

import type { Game, View } from "../../../../generated/winds-of-war-career";
import type { Shows } from "../../../../lib/show";
import { marketShows, raceShows } from "../../show";
import { drawn as drawnOnRoad, roadShows } from "../mille-miglia/show";

export const shows: Shows<Game> = {
  ...raceShows<Game>((now) => ({ edition: { now } })),
  ...marketShows<Game>((now) => ({ edition: { now } })),
  ...roadShows,
  EditionEnded: { pace: 700, changes: (e) => ({ results: e.results }) },
  Won: {
    pace: 200,
    changes: (e) => ({
      won: { [e.seat]: e.won },
      edition: { now: { teams: { [e.seat]: { purse: e.purse } } } },
    }),
  },
  NextEdition: { redraw: true, pace: 900 },
  DriverLeft: {
    pace: 500,
    changes: (e) => ({ edition: { now: { teams: { [e.seat]: { driver: e.now } } } } }),
  },
  MostSuccessful: 900,
};

export const drawn = ({ won, results, edition }: View) => ({
  won,
  results,
  edition: drawnOnRoad(edition),
});
