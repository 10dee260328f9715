import type { Game } from "../../generated/heat-championship";
import type { Circuit } from "../../generated/heat";
import { bring } from "../heat/data";
import { defineGame } from "../registry";
import { several } from "../heat/several";
import { wears } from "../heat/paints";
import Board from "./Board.svelte";
import Composer from "./Composer.svelte";
import { composes, raceAsk } from "./model";
import { drawn, shows } from "./show";

export default defineGame<Game>({
  Board,
  Composer,
  composes,
  several: (ask, { now }, seat) => now && several(raceAsk(ask), now, seat),
  shows,
  drawn,
  wears,
  bring: (text, circuit) => bring(text, circuit as Circuit),
});
