import type { Ask, Option } from "../../generated/wire";
import * as model from "./model";
import * as plan from "./plan.svelte";
import * as show from "./show";

export { default as Board } from "./Board.svelte";
export { default as Composer } from "./Composer.svelte";
export const composes = (ask: Ask) => plan.isPlan(ask);
export const standings = (view: unknown) => model.standings(view as model.View);
export const pace = (event: unknown) => show.pace(event as model.Event);
export const advance = (view: unknown, event: unknown) =>
  show.advance(view as model.View, event as model.Event);
export const remark = (option: Option) => model.remark(option);
export const danger = (option: Option) => model.danger(option);
