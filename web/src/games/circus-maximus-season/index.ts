import type { Game } from "../../generated/circus-maximus-season";
import { wears } from "../circus-maximus/model";
import { defineGame } from "../registry";
import Board from "./Board.svelte";
import Composer from "./Composer.svelte";
import { composes, onTheTrack } from "./model";
import { drawn, shows } from "./show";

export default defineGame<Game>({
  Board,
  Composer,
  composes,
  shows,
  drawn,
  wears: (standing, view) => (view.now && onTheTrack(view) ? wears(standing, view.now) : null),
});
