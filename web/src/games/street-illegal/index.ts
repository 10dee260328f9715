import "@fontsource/rajdhani/latin-600.css";
import "@fontsource/rajdhani/latin-700.css";
import type { View } from "../../generated/street-illegal";
import type { Option } from "../../generated/wire";
import type { Event, Seen } from "./model";
import * as model from "./model";
import * as show from "./show";

export { default as Board } from "./Board.svelte";
export const standings = (view: unknown) => model.standings(view as View);
export const pace = (event: unknown) => show.pace(event as Event);
export const advance = (view: unknown, event: unknown) =>
  show.advance(view as Seen, event as Event);
export const remark = (option: Option, view: unknown, seat: number | null) =>
  model.remark(option, view as View, seat);
export const danger = (option: Option, view: unknown, seat: number | null) =>
  model.danger(option, view as View, seat);
