import type { Game as Race } from "../../../../generated/circus-maximus";
import type { Game } from "../../../../generated/circus-maximus-campaign";
import type { Ask } from "../../../../generated/wire";
import { asked, wears } from "../../model";
import Board from "../season/Board.svelte";
import Composer from "../season/Composer.svelte";
import { composes, onTheTrack } from "../season/model";
import { defineGame } from "../../../registry";
import { drawn, shows } from "./show";

export default defineGame<Game>({
  Board,
  Composer,
  composes,
  shows,
  drawn,
  asked: (ask, view) =>
    view.now && onTheTrack(view) ? asked(ask as unknown as Ask<Race>, view.now) : -1,
  wears: (standing, view) => (view.now && onTheTrack(view) ? wears(standing, view.now) : null),
});
