/** The board's own words: `[board]` in the words.toml of the house. */

import type { Homes } from "../../generated/words";
import { wordsOf } from "../../lib/i18n.svelte";

export type CircusWord = Homes["circus-maximus"];
export const w = wordsOf("circus-maximus");
