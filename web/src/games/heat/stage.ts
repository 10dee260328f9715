/** How far a plan has come, by the moves that are offered. */

import type { Ask } from "./types";

/** A plan is made in one move; a hand of more than seven cards gear first, then card by card. */
export function stage(ask: Ask | undefined): "whole" | "gear" | "card" | null {
  const first = ask?.question === "plan" ? ask.options?.[0]?.move : undefined;
  if (!first) return null;
  return first.type === "Shift" ? "gear" : first.type === "Add" ? "card" : "whole";
}

/** Whether gear and cards are put together here: sent in one move, or in a run. */
export function composes(ask: Ask): boolean {
  const at = stage(ask);
  const first = ask.options?.[0]?.move;
  const cluttered = first?.type === "Plan" && !first.gear;
  return at === "gear" || (at === "whole" && !cluttered && (ask.options?.length ?? 0) > 1);
}
