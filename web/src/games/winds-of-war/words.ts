/** The board's own words: `[board]` in the words.toml of the house. */

import { wordsOf } from "../../lib/i18n.svelte";

export const w = wordsOf("winds-of-war");
