/** The board's own words: `[board]` in the words.toml of the house. */

import { wordsOf } from "../../lib/i18n.svelte";

export const w = wordsOf("heat");

const camel = (head: string, id: string) =>
  head + id.replace(/(^|-)(\w)/g, (_, __, c: string) => c.toUpperCase());
/** The name of a weather, what it does in its sectors, what a road token does. */
export const weatherWord = (id: string): string => w.any(camel("w", id));
export const skyWord = (id: string): string => w.any(camel("s", id));
export const tokenWord = (id: string): string => w.any(camel("t", id));
export const colourWord = (id: string): string => w.any(id);
