/** Who is where: by the game's own word, by the outcome, or simply seat by seat. */

import type { Outcome, SeatNow } from "../generated/wire";
import type { GameModule, Standing } from "../games/registry";

export function standingsOf(
  game: GameModule | null,
  view: unknown,
  seats: readonly SeatNow[],
  outcome: Outcome | null,
): Standing[] {
  if (outcome) {
    return seats
      .map((s) => ({ seat: s.seat, place: outcome.places[s.seat] ?? 0 }))
      .sort((a, b) => (a.place || 99) - (b.place || 99));
  }
  if (game?.standings && view !== null) {
    const rows = game.standings(view, seats.map((s) => s.name));
    if (rows.length) return rows;
  }
  return seats.map((s) => ({ seat: s.seat, place: 0 }));
}
