import type { Game } from "../../../../generated/circus-maximus-arena";
import { defineGame } from "../../../registry";
import Board from "./Board.svelte";
import { drawn, shows } from "./show";

export default defineGame<Game>({ Board, shows, drawn });
