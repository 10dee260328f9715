import type { Game } from "../../generated/great-race";
import { defineGame } from "../registry";
import Board from "./Board.svelte";
import Composer from "./Composer.svelte";
import { isPlan } from "./plan.svelte";
import { drawn, shows } from "./show";

export default defineGame<Game>({
  Board,
  Composer,
  composes: isPlan,
  shows,
  drawn,
});
