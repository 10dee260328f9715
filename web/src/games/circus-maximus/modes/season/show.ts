/** How the events of a season are shown: those of its races, of its stables, and its own. */

import type { Game, View } from "../../../../generated/circus-maximus-season";
import type { Shows } from "../../../../lib/show";
import { drawn as drawnInRace, raceShows } from "../../show";
import { stableShows } from "./stable";

export const shows: Shows<Game> = {
  ...raceShows<Game>((now) => ({ now })),
  ...stableShows,
  WeekBegan: { redraw: true, pace: 700 },
  Founded: 0,
  MoneyChangers: 400,
  SeasonWon: 900,
};

export const drawn = ({ now }: View) => now && drawnInRace(now);
