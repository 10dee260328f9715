import type { Game } from "../../generated/template";
import { defineGame } from "../registry";
import Board from "./Board.svelte";
import { drawn, shows } from "./show";

export default defineGame<Game>({ Board, shows, drawn });
