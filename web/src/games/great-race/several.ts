/** What is chosen together, in whatever order: surplus cards, and the tiles of a hunter or swindler. */

import { counted, type Several } from "../../lib/several.svelte";
import type { Ask, View } from "./model";

export function several(ask: Ask, view: View, seat: number | null): Several | null {
  const { phase } = view;
  const options = ask.options ?? [];
  const crew = seat === null ? undefined : view.crews[seat];
  if (!crew) return null;
  if (phase.type === "Discarding") {
    const times = counted(options, view.hand, ({ move }) =>
      move.type === "Discard" || move.type === "Play" ? move.card : null,
    );
    const surplus = view.hand.length - crew.chassis;
    return surplus > 1 ? { times, least: surplus, most: surplus, end: null } : null;
  }
  if (phase.type !== "Hunting" && phase.type !== "Swindling") return null;
  if (phase.first !== null || options.length < 2) return null;
  const times = new Map(options.map((option) => [option.text, 1]));
  return { times, least: 2, most: 2, end: null };
}
