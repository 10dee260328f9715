/** What is chosen together in a race, in whatever order: discards, and what is salvaged. */

import type { View } from "../../generated/heat";
import { counted, type Several } from "../../lib/several.svelte";
import { courseOf } from "./data";
import type { Ask } from "./types";

export function several(ask: Ask, view: View, seat: number | null): Several | null {
  const { phase } = view;
  const options = ask.options ?? [];
  const car = seat === null ? undefined : view.cars[seat];
  if (!car || (phase.type !== "Discarding" && phase.type !== "Salvaging")) return null;
  const discarding = phase.type === "Discarding";
  const there = discarding ? view.mine.hand : [...car.discard, ...view.mine.hidden];
  const times = counted(options, there, ({ move }) =>
    move.type === "Toss" || move.type === "Take" ? move.card : null,
  );
  const all = [...times.values()].reduce((n, one) => n + one, 0);
  const limit = discarding
    ? (courseOf(view.course).occasion?.discards ?? all) - phase.n
    : phase.left;
  const most = Math.min(all, limit);
  const end = options.find(({ move }) => move.type === "Done")?.text ?? null;
  return most > 1 ? { times, least: 0, most, end } : null;
}
