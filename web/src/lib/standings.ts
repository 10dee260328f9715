/** Who is where: as the server tells it, with what each car wears. */

import type { Outcome, SeatNow, Standing as Told } from "../generated/wire";
import type { GameModule, Standing } from "../games/registry";

export function standingsOf(
  game: GameModule | null,
  told: readonly Told[],
  view: unknown,
  seats: readonly SeatNow[],
  outcome: Outcome | null,
): Standing[] {
  if (told.length) {
    return told.map((one) => {
      const livery = game?.wears?.(one, view);
      return livery ? { ...one, livery } : one;
    });
  }
  return byBoard(game, view, seats, outcome);
}

/** For games whose house does not tell standings yet. */
function byBoard(
  game: GameModule | null,
  view: unknown,
  seats: readonly SeatNow[],
  outcome: Outcome | null,
): Standing[] {
  const names = seats.map((s) => s.name);
  const rows = game?.standings && view !== null ? game.standings(view, names) : [];
  const seated = rows.filter((r) => r.seat !== null).map((r) => r.seat);
  if (outcome && new Set(seated).size < seated.length) return rows; // several cars to a seat: the game has told each
  if (outcome) return final(rows, seats, outcome);
  if (rows.length) return rows;
  return seats.map((s) => ({ seat: s.seat, place: 0 }));
}

/** The places of the outcome; cars nobody drives among them, where the game names each. */
function final(rows: readonly Standing[], seats: readonly SeatNow[], outcome: Outcome): Standing[] {
  const last = (place: number) => place || 99;
  const others = [...outcome.others].sort((a, b) => last(a) - last(b));
  const nobody = rows.filter((r) => r.seat === null).sort((a, b) => last(a.place) - last(b.place));
  const named = nobody.length === others.length ? nobody : [];
  return [
    ...seats.map((s): Standing => {
      const { name, score } = rows.find((r) => r.seat === s.seat) ?? {};
      return {
        seat: s.seat,
        place: outcome.places[s.seat] ?? 0,
        ...(name ? { name } : {}),
        ...(score ? { score } : {}),
      };
    }),
    ...named.map(({ name, livery }, i): Standing => ({
      seat: null,
      place: others[i] ?? 0,
      ...(name ? { name } : {}),
      ...(livery ? { livery } : {}),
    })),
  ].sort((a, b) => last(a.place) - last(b.place));
}
