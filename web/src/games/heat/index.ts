import type { Game } from "../../generated/heat";
import { defineGame } from "../registry";
import Board from "./Board.svelte";
import Composer from "./Composer.svelte";
import { composes } from "./model";
import { several } from "./several";
import { wears } from "./paints";
import { drawn, shows } from "./show";

export default defineGame<Game>({
  Board,
  Composer,
  composes,
  several,
  shows,
  drawn,
  wears,
});
