/** The one-click race of a game: the one for beginners, against bots. */

import type { TableCard } from "../generated/wire";
import { api } from "./api";
import { sentClock } from "./clock";
import { presets, usualClock, usualLevel } from "./presets";

export async function startRace(game: string): Promise<TableCard> {
  const { card, bots } = await api.game(game);
  const { seats } = presets(card, usualLevel(bots), "")[0]!;
  return api.create({ game, seats, options: card.quick, ...sentClock(usualClock(seats)) });
}
