import type { Game } from "../../../../generated/heat-championship";
import type { Circuit } from "../../../../generated/heat";
import { bring } from "../../data";
import { defineGame } from "../../../registry";
import { wears } from "../../paints";
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
  wears,
  bring: (text, circuit) => bring(text, circuit as Circuit),
});
