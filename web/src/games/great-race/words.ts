/** The board's own words: `[board]` in the words.toml of the house. */

import type { Homes } from "../../generated/words";
import { wordsOf } from "../../lib/i18n.svelte";

export type Word = Homes["great-race"];
export const w = wordsOf("great-race");

export const JOBS = ["scouts", "mechanics", "escorts", "financing"] as const;
export type Job = (typeof JOBS)[number];
