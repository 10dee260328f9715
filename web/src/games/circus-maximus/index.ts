import type { Game } from "../../generated/circus-maximus";
import { defineGame } from "../registry";
import Board from "./Board.svelte";
import Composer from "./Composer.svelte";
import { asked, composes, wears } from "./model";
import { drawn, shows } from "./show";

export default defineGame<Game>({
  Board,
  Composer,
  composes,
  shows,
  drawn,
  wears,
  asked,
});
