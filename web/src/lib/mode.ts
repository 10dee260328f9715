/** A wing of a game (a championship) hands the board of its race what the race knows. */

import type { AnyGame, Ask, Option } from "../generated/wire";

/** Whether a move or an event of the wing is one of the race's: none of those it has on its own. */
export function beyond<T extends { type: string }, K extends T["type"]>(
  value: T,
  own: readonly K[],
): value is Exclude<T, { type: K }> {
  return !own.some((kind) => kind === value.type);
}

/** Whether a move of a mode is one of its race. */
type Known<Wing extends AnyGame, Race extends AnyGame> = (
  move: Wing["Move"],
) => move is Wing["Move"] & Race["Move"];

/** An option as the race's own board knows it; null for what is chosen between races only. */
export function raceOption<Wing extends AnyGame, Race extends AnyGame>(
  { move, ...rest }: Option<Wing>,
  known: Known<Wing, Race>,
): Option<Race> | null {
  return known(move) ? { ...rest, move } : null;
}

export function raceOptions<Wing extends AnyGame, Race extends AnyGame>(
  options: readonly Option<Wing>[],
  known: Known<Wing, Race>,
): Option<Race>[] {
  return options.flatMap((option) => raceOption<Wing, Race>(option, known) ?? []);
}

export function raceAsk<Wing extends AnyGame, Race extends AnyGame>(
  ask: Ask<Wing>,
  known: Known<Wing, Race>,
): Ask<Race> {
  const options = ask.options && raceOptions<Wing, Race>(ask.options, known);
  return { ...ask, options, range: null, prepared: null };
}
