import type { Game } from "../../generated/winds-of-war";
import { defineGame } from "../registry";
import Board from "./Board.svelte";
import Composer from "./Composer.svelte";
import { composes } from "./model";
import { bring, type Circuit } from "./data";
import { drawn, shows } from "./show";
import Picture from "./Picture.svelte";
import Studio from "./Studio.svelte";

export default defineGame<Game>({
  Board,
  Composer,
  composes,
  shows,
  drawn,
  Studio,
  Picture,
  bring: (text, circuit) => bring({ [text]: circuit as Circuit }),
});
