import type { AnyGame } from "../../generated/wire";
import { defineGame } from "../registry";
import Board from "./Board.svelte";

export default defineGame<AnyGame>({ Board });
