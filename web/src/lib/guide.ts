/** Races that teach: what of an ask may be chosen already. */

import type { Ask } from "../generated/wire";

export function openOnly(ask: Ask): Ask {
  if (!ask.options?.some((option) => option.closed)) return ask;
  return { ...ask, default: 0, options: ask.options.filter((option) => !option.closed) };
}

/** What a guide does not show yet is greyed, and says why; of several, where it is true of all. */
export function shut(...options: readonly ({ closed: string } | null | undefined)[]): {
  "aria-disabled"?: true;
  title?: string;
} {
  const why = options[0]?.closed;
  if (!why || !options.every((option) => option?.closed)) return {};
  return { "aria-disabled": true, title: why };
}
