import type { Option } from "../../generated/wire";
import * as race from "../heat/model";
import * as show from "../heat/show";
import * as model from "./model";
import type { Event, Season } from "./model";

export { default as Board } from "./Board.svelte";
export { default as Composer } from "./Composer.svelte";
export { composes } from "./model";
export const standings = (view: unknown) => model.standings(view as Season);
export const pace = (event: unknown) => {
  const told = event as Event;
  if (told.type === "RaceAnnounced" || told.type === "Crowned") return 900;
  if (told.type === "PointsWon") return 250;
  if (told.type === "Swapped" || told.type === "Kept") return 500;
  return show.pace(told as race.Event);
};
export const advance = (view: unknown, event: unknown) => {
  const season = view as Season;
  return season.now ? { ...season, now: show.advance(season.now, event as race.Event) } : season;
};
export const remark = (option: Option) => race.remark(option);
export const danger = (option: Option) => race.danger(option);
