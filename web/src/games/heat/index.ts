import type { View } from "../../generated/heat";
import type { Option } from "../../generated/wire";
import type { Event, Seen } from "./model";
import * as model from "./model";
import * as show from "./show";

export { default as Board } from "./Board.svelte";
export { default as Composer } from "./Composer.svelte";
export { composes } from "./model";
export const standings = (view: unknown) => model.standings(view as View);
export const pace = (event: unknown) => show.pace(event as Event);
export const advance = (view: unknown, event: unknown) =>
  show.advance(view as Seen, event as Event);
export const remark = (option: Option) => model.remark(option);
export const danger = (option: Option) => model.danger(option);
