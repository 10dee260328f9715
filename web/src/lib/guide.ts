/** Races that teach: what of an ask may be chosen already. */

import type { Ask } from "../generated/wire";

export function openOnly(ask: Ask): Ask {
  if (!ask.options?.some((option) => option.closed)) return ask;
  return { ...ask, default: 0, options: ask.options.filter((option) => !option.closed) };
}
