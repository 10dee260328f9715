/** Who is where: as the server tells it, with what each car wears. */

import type { GameModule, Standing } from "../games/registry";
import type { Standing as Told } from "../generated/wire";

export function standingsOf(
  game: GameModule | null,
  told: readonly Told[],
  view: unknown,
): Standing[] {
  return told.map((one) => {
    const livery = game?.wears?.(one, view);
    return livery ? { ...one, livery } : one;
  });
}
