import "@fontsource/rajdhani/latin-600.css";
import "@fontsource/rajdhani/latin-700.css";
import type { Game } from "../../generated/street-illegal";
import { defineGame } from "../registry";
import Board from "./Board.svelte";
import { groups } from "./groups";
import { drawn, shows } from "./show";

export default defineGame<Game>({ Board, groups, shows, drawn });
