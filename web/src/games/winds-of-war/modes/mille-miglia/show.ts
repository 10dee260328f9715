/** How the events of the Mille Miglia are shown: those of its stages, and its own. */

import type { Game, View } from "../../../../generated/winds-of-war-mille-miglia";
import type { Shows } from "../../../../lib/show";
import { drawn as drawnInRace, raceShows } from "../../show";

/** Events that the stages do not have; in a career too. */
export const roadShows = {
  MinutesServed: 600,
  StageClosed: { redraw: true, pace: 900 },
  RacingTime: 250,
  RestartSet: 150,
  Winner: 900,
} satisfies Partial<Shows<Game>>;

export const shows: Shows<Game> = { ...raceShows<Game>((now) => ({ now })), ...roadShows };

export const drawn = ({ chart, weather, now }: View) => ({
  chart,
  weather,
  now: drawnInRace(now),
});
