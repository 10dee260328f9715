/** How the events of a championship are shown: those of its races and its market, and its own. */

import type { Game, View } from "../../../../generated/winds-of-war-championship";
import type { Shows } from "../../../../lib/show";
import { drawn as drawnInRace, marketShows, raceShows } from "../../show";
import { roadShows } from "../mille-miglia/show";

export const shows: Shows<Game> = {
  ...raceShows<Game>((now) => ({ now })),
  ...marketShows<Game>((now) => ({ now })),
  ...roadShows,
  SeasonScored: {
    pace: 200,
    changes: (e) => ({ points: { [e.seat]: e.total }, results: e.results }),
  },
  Won: {
    pace: 200,
    changes: (e) => ({
      won: { [e.seat]: e.won },
      now: { teams: { [e.seat]: { purse: e.purse } } },
    }),
  },
  NextRace: { redraw: true, pace: 900 },
  Champion: 900,
};

export const drawn = ({ points, won, results, now }: View) => ({
  points,
  won,
  results,
  now: drawnInRace(now),
});
