import type { View } from "../../generated/circus-maximus";
import type { Option } from "../../generated/wire";
import * as model from "./model";
import * as show from "./show";

export { default as Board } from "./Board.svelte";
export { default as Composer } from "./Composer.svelte";
export { composes } from "./model";
export const standings = (view: unknown, names: string[]) => model.standings(view as View, names);
export const pace = (event: unknown) => show.pace(event as model.Event);
export const advance = (view: unknown, event: unknown) =>
  show.advance(view as View, event as model.Event);
export const remark = (option: Option) => model.remark(option);
export const danger = (option: Option) => model.danger(option);
