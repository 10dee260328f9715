import type { Option } from "../../generated/wire";
import * as race from "../winds-of-war/model";
import * as show from "../winds-of-war/show";
import * as model from "./model";
import type { Event, Season } from "./model";

export { default as Board } from "./Board.svelte";
export { default as Composer } from "./Composer.svelte";
export { composes } from "./model";
export const standings = (view: unknown) => model.standings(view as Season);
export const pace = (event: unknown) => {
  const told = event as Event;
  switch (told.type) {
    case "NextRace":
    case "Champion":
      return 900;
    case "SeasonScored":
    case "Won":
      return 200;
    case "Sold":
    case "Given":
    case "Offered":
    case "Agreed":
    case "Declined":
      return 500;
    default:
      return show.pace(told as race.Event);
  }
};
export const advance = (view: unknown, event: unknown) => {
  const season = view as Season;
  return { ...season, now: show.advance(season.now, event as race.Event) };
};
export const remark = (option: Option) => race.remark(option);
export const danger = (option: Option) => race.danger(option);
