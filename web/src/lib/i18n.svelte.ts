/**
 * The words of the pages and boards in the chosen language: generated from the words.toml of the
 * server and of each house, one file for each home and language, fetched when it is needed.
 * A text that a language lacks is shown in the first. Sentences of a race come from the server.
 */

import type { Homes, Language } from "../generated/words";
import { fill, type Args } from "./sentences";
import { languages, settings } from "./settings.svelte";

export type Home = keyof Homes;
export type Word = Homes["pages"];
export type { Args };

type Messages = Record<string, string>;

const FILES = import.meta.glob<Messages>("../generated/words/*.json", { import: "default" });
const FIRST = languages[0]!; // it has every word

/** What was fetched, by "home.language". */
let fetched = $state.raw<Record<string, Messages>>({});
const used = new Set<Home>();

/** Fetches what the homes in use say in a language. A board waits for it, and a change of language. */
export async function ready(language: Language = settings.language): Promise<void> {
  const wanted = [...used].flatMap((home) => [`${home}.${FIRST}`, `${home}.${language}`]);
  const missing = [...new Set(wanted)].filter((name) => !fetched[name]);
  const found = await Promise.all(
    missing.map(async (name) => [name, await FILES[`../generated/words/${name}.json`]!()] as const),
  );
  if (found.length) fetched = { ...fetched, ...Object.fromEntries(found) };
}

/** From now on every text is in this language. */
export async function speak(language: Language): Promise<void> {
  await ready(language);
  settings.language = language;
}

/** The words of a home. `any` is for ids that are put together: itself, where there is no such word. */
export interface Words<W extends string> {
  (word: W, args?: Args): string;
  any: (id: string, args?: Args) => string;
  /** Every id there is. */
  ids: () => string[];
}

/** Where a game has its words: a mode and a series have those of their race. */
export function homeOf(game: string): Home | null {
  const homes = Object.keys(FILES).map((path) => path.split("/").pop()!.split(".")[0]!);
  const own = homes.filter((home) => game === home || game.startsWith(`${home}-`));
  return (own.sort((a, b) => b.length - a.length)[0] as Home | undefined) ?? null;
}

export function wordsOf<H extends Home>(home: H): Words<Homes[H]> {
  used.add(home);
  const any = (id: string, args?: Args): string => {
    for (const language of [settings.language, FIRST]) {
      const text = fetched[`${home}.${language}`]?.[id];
      if (text !== undefined) return fill(text, args, language);
    }
    return id;
  };
  const ids = () => Object.keys(fetched[`${home}.${FIRST}`] ?? {});
  return Object.assign((word: Homes[H], args?: Args) => any(word, args), { any, ids });
}

export const t = wordsOf("pages");

/** 1st, 2nd, 3rd, 4th; 1º, 2º in Italian. */
export const ordinal = (n: number): string => t("ordinal", { n });

/** How long ago, in words. */
export function ago(then: number, now: number): string {
  const format = new Intl.RelativeTimeFormat(settings.language, { numeric: "auto" });
  const seconds = Math.round((then - now) / 1000);
  if (Math.abs(seconds) < 60) return t("justNow");
  if (Math.abs(seconds) < 3600) return format.format(Math.round(seconds / 60), "minute");
  if (Math.abs(seconds) < 86400) return format.format(Math.round(seconds / 3600), "hour");
  return format.format(Math.round(seconds / 86400), "day");
}
