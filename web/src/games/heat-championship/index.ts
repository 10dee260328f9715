import type { Game } from "../../generated/heat-championship";
import { defineGame } from "../registry";
import { danger, remark } from "../heat/model";
import { several } from "../heat/several";
import { wears } from "../heat/paints";
import Board from "./Board.svelte";
import Composer from "./Composer.svelte";
import { composes, raceAsk, raceOption } from "./model";
import { drawn, shows } from "./show";

export default defineGame<Game>({
  Board,
  Composer,
  composes,
  several: (ask, { now }, seat) => now && several(raceAsk(ask), now, seat),
  shows,
  drawn,
  wears,
  remark: (option) => {
    const known = raceOption(option);
    return known && remark(known);
  },
  danger: (option) => {
    const known = raceOption(option);
    return known && danger(known);
  },
});
