/** How the events of a championship are shown: those of its races, and its own. */

import type { Game, View } from "../../generated/winds-of-war-championship";
import type { Patch } from "../../lib/patch";
import type { Shows } from "../../lib/show";
import { drawn as drawnInRace, raceShows } from "../winds-of-war/show";

type Team = View["now"]["teams"][number];
const team = (seat: number, change: Partial<Team>): Patch<View> => ({
  now: { teams: { [seat]: change } },
});

export const shows: Shows<Game> = {
  ...raceShows<Game>((now) => ({ now })),
  SeasonScored: {
    pace: 200,
    changes: (e) => ({ points: { [e.seat]: e.total }, results: e.results }),
  },
  Won: {
    pace: 200,
    changes: (e) => ({ won: { [e.seat]: e.won }, ...team(e.seat, { purse: e.purse }) }),
  },
  NextRace: { anew: true, pace: 900 },
  Sold: { pace: 500, changes: (e) => team(e.seat, { model: -1, purse: e.purse }) },
  Given: { pace: 500, changes: (e) => team(e.seat, { model: e.model }) },
  Offered: 500,
  Agreed: {
    pace: 500,
    changes: (e) => ({ now: { teams: { [e.seat]: e.team, [e.by]: e.by_team } } }),
  },
  Declined: 500,
  Champion: 900,
};

export const drawn = ({ points, won, results, now }: View) => ({
  points,
  won,
  results,
  now: drawnInRace(now),
});
