/** Interface words in the chosen language. Sentences of a game come from the server. */

import { en, type Words } from "../words/en";
import { it } from "../words/it";
import { settings } from "./settings.svelte";

const LANGUAGES: Record<string, Words> = { en, it };

export type Word = keyof Words;
export type Args = Record<string, string | number>;

/** `{name}` is replaced; `{n:race|races}` counts. */
export function fill(text: string, args: Args = {}): string {
  return text.replace(/\{(\w+)(?::([^|}]*)\|([^}]*))?\}/g, (whole, key: string, one, many) => {
    const value = args[key];
    if (value === undefined) return whole as string;
    if (one === undefined) return String(value);
    return `${value} ${value === 1 ? one : many}`;
  });
}

export function t(word: Word, args?: Args): string {
  return fill((LANGUAGES[settings.language] ?? en)[word], args);
}

/** 1st, 2nd, 3rd, 4th; 1º, 2º in Italian. */
export function ordinal(n: number): string {
  if (settings.language === "it") return `${n}º`;
  const tail = n % 100 > 10 && n % 100 < 14 ? "th" : (["th", "st", "nd", "rd"][n % 10] ?? "th");
  return `${n}${tail}`;
}

/** How long ago, in words. */
export function ago(then: number, now: number): string {
  const format = new Intl.RelativeTimeFormat(settings.language, { numeric: "auto" });
  const seconds = Math.round((then - now) / 1000);
  if (Math.abs(seconds) < 60) return t("justNow");
  if (Math.abs(seconds) < 3600) return format.format(Math.round(seconds / 60), "minute");
  if (Math.abs(seconds) < 86400) return format.format(Math.round(seconds / 3600), "hour");
  return format.format(Math.round(seconds / 86400), "day");
}
