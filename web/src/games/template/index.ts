import type { Game, View } from "../../generated/template";
import type { Option } from "../../generated/wire";
import * as model from "./model";

export { default as Board } from "./Board.svelte";
export const standings = (view: unknown) => model.standings(view as View);
export const pace = (event: unknown) => model.pace(event as Game["Event"]);
export const advance = (view: unknown, event: unknown) =>
  model.advance(view as View, event as Game["Event"]);
export const remark = (option: Option, view: unknown, seat: number | null) =>
  model.remark(option, view as View, seat);
