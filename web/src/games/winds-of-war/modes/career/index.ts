import type { Game } from "../../../../generated/winds-of-war-career";
import { defineGame } from "../../../registry";
import { bring, type Circuit } from "../../data";
import Board from "./Board.svelte";
import Composer from "./Composer.svelte";
import { composes } from "./model";
import { drawn, shows } from "./show";

export default defineGame<Game>({
  Board,
  Composer,
  composes,
  shows,
  drawn,
  bring: (text, circuit) => bring({ [text]: circuit as Circuit }),
});
