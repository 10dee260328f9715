/** Tracks that players bring: a board learns to draw them before it shows a race. */

import { load, type GameModule } from "../games/registry";
import { api } from "./api";

export const STUDIOS = ["winds-of-war", "heat"] as const;

/** The game on whose tracks a race, a season or a series is run. */
export const trackGame = (game: string): string =>
  STUDIOS.find((one) => game === one || game.startsWith(`${one}-`)) ?? game;

/** Championships and careers, and the race whose tracks they go to. */
const RACES: Record<string, string> = {
  "winds-of-war-championship": "winds-of-war",
  "winds-of-war-career": "winds-of-war-mille-miglia",
  "heat-championship": "heat",
};
/** The race of which tracks are offered for a game: a ring is none for the Mille Miglia. */
export const raceOf = (game: string): string => {
  const one = game.replace(/-series$/, "");
  return RACES[one] ?? one;
};

/** The texts of the tracks, where some are players' own. */
function ownOf(options: unknown): string[] {
  const { own, own_tracks: many } = (options ?? {}) as { own?: unknown; own_tracks?: unknown };
  return [own, ...(Array.isArray(many) ? many : [])].filter(
    (text): text is string => typeof text === "string" && text !== "",
  );
}

/** A game's board, ready for a table with these options. */
export async function boardFor(game: string, options: unknown): Promise<GameModule> {
  const own = ownOf(options);
  const race = trackGame(game);
  const [module, judged] = await Promise.all([
    load(game),
    Promise.all(own.map((text) => api.judge(race, text))),
  ]);
  own.forEach((text, i) => {
    const circuit = judged[i]?.circuit;
    if (circuit) module.bring?.(text, circuit);
  });
  return module;
}

/** What a track calls itself. */
export function nameOf(text: string): string {
  const found = /^name\s*=\s*("(?:[^"\\]|\\.)*"|'[^']*')/m.exec(text)?.[1];
  if (!found) return "";
  if (found.startsWith("'")) return found.slice(1, -1);
  try {
    return String(JSON.parse(found));
  } catch {
    return found.slice(1, -1);
  }
}

/** A text as a file that the browser saves. */
export function save(name: string, text: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type: "application/toml" }));
  link.download = `${name.replace(/[^\p{L}\p{N}]+/gu, "-").replace(/^-|-$/g, "") || "track"}.toml`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1_000);
}
