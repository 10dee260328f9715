/** The rules of a game, fetched once a language. */

import type { ClauseText, Rules } from "../generated/wire";
import { api } from "./api";
import { settings } from "./settings.svelte";

const shelf = new Map<string, Promise<Rules>>();

export function rulesOf(game: string): Promise<Rules> {
  const key = `${settings.language}/${game}`;
  let rules = shelf.get(key);
  if (!rules) {
    rules = api.rules(game);
    rules.catch(() => shelf.delete(key));
    shelf.set(key, rules);
  }
  return rules;
}

export async function clauseOf(game: string, id: string): Promise<ClauseText | null> {
  const rules = await rulesOf(game);
  return rules.clauses.find((clause) => clause.id === id) ?? null;
}
