/** The board's own words: `[board]` in the words.toml of the house. */

import type { Homes } from "../../generated/words";
import { wordsOf } from "../../lib/i18n.svelte";

export const w = wordsOf("circus-maximus");
export type CircusWord = Homes["circus-maximus"];
