/** Tracks that players bring: a board learns to draw them before it shows a race. */

import { load, type GameModule } from "../games/registry";
import { api } from "./api";

/** The text of the track, where a race is on somebody's own. */
function ownOf(options: unknown): string {
  const own = (options as { own?: unknown } | null)?.own;
  return typeof own === "string" ? own : "";
}

/** A game's board, ready for a table with these options. */
export async function boardFor(game: string, options: unknown): Promise<GameModule> {
  const own = ownOf(options);
  const [module, judged] = await Promise.all([load(game), own ? api.judge(game, own) : null]);
  if (judged?.circuit) module.bring?.(own, judged.circuit);
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
