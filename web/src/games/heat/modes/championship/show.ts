/** How the events of a season are shown: those of its races, and its own. */

import type { Game, View } from "../../../../generated/heat-championship";
import type { Shows } from "../../../../lib/show";
import { drawn as drawnInRace, raceShows } from "../../show";

export const shows: Shows<Game> = {
  ...raceShows<Game>((now) => ({ now })),
  WeatherSet: { redraw: true, pace: 500 }, // a race is set up, and what it begins with follows
  RaceAnnounced: { redraw: true, pace: 900 },
  PointsWon: { redraw: true, pace: 250 },
  Swapped: 500,
  Kept: 500,
  YearWon: 900,
  Crowned: 900,
};

export const drawn = ({ now }: View) => now && drawnInRace(now);
