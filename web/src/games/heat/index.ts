import type { Circuit, Game } from "../../generated/heat";
import { defineGame } from "../registry";
import Board from "./Board.svelte";
import Composer from "./Composer.svelte";
import { bring } from "./data";
import { composes } from "./model";
import { wears } from "./paints";
import { drawn, shows } from "./show";
import Picture from "./Picture.svelte";
import Studio from "./Studio.svelte";

export default defineGame<Game>({
  Board,
  Composer,
  composes,
  shows,
  drawn,
  wears,
  Studio,
  Picture,
  bring: (text, circuit) => bring(text, circuit as Circuit),
});
