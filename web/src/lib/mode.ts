/** A mode of a game (a championship) hands the board of its race what the race knows. */

import type { AnyGame, Ask, Option } from "../generated/wire";

/** Whether a move or an event of the mode is one of the race's: none of those it has on its own. */
export function beyond<T extends { type: string }, K extends T["type"]>(
  value: T,
  own: readonly K[],
): value is Exclude<T, { type: K }> {
  return !own.some((kind) => kind === value.type);
}

/** Whether a move of a mode is one of its race. */
type Known<Mode extends AnyGame, Race extends AnyGame> = (
  move: Mode["Move"],
) => move is Mode["Move"] & Race["Move"];

/** An option as the race's own board knows it; null for what is chosen between races only. */
export function raceOption<Mode extends AnyGame, Race extends AnyGame>(
  { move, ...rest }: Option<Mode>,
  known: Known<Mode, Race>,
): Option<Race> | null {
  return known(move) ? { ...rest, move } : null;
}

export function raceOptions<Mode extends AnyGame, Race extends AnyGame>(
  options: readonly Option<Mode>[],
  known: Known<Mode, Race>,
): Option<Race>[] {
  return options.flatMap((option) => raceOption<Mode, Race>(option, known) ?? []);
}

export function raceAsk<Mode extends AnyGame, Race extends AnyGame>(
  ask: Ask<Mode>,
  known: Known<Mode, Race>,
): Ask<Race> {
  const options = ask.options && raceOptions<Mode, Race>(ask.options, known);
  return { ...ask, options, range: null, prepared: null };
}
