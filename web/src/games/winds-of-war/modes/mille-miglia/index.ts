import type { Game } from "../../../../generated/winds-of-war-mille-miglia";
import { defineGame } from "../../../registry";
import { bring, type Circuit } from "../../data";
import { composes } from "../../model";
import Board from "./Board.svelte";
import Composer from "./Composer.svelte";
import { drawn, shows } from "./show";

export default defineGame<Game>({
  Board,
  Composer,
  composes,
  shows,
  drawn,
  bring: (text, circuit) => bring({ [text]: circuit as Circuit }),
});
