/** What the board of Three Bends works out from a view. */

import type { Game, View } from "../../generated/template";
import type { Option } from "../../generated/wire";

/** How far an option may lead, in spaces: the rules foresaw it. */
function ahead(option: Option<Game>): [number, number] | null {
  const { least, most } = option.foreseen;
  return least === undefined || most === undefined ? null : [least, most];
}

/** The spaces an option may lead to. */
export function reach(
  view: View,
  seat: number | null,
  option: Option<Game> | null,
): [number, number] | null {
  const spaces = option && ahead(option);
  const car = seat === null ? undefined : view.cars[seat];
  return spaces && car ? [car.at + spaces[0], car.at + spaces[1]] : null;
}
