/** What this browser remembers: language, theme, motion, notices. */

import type { Wish } from "../generated/wire";
import { LANGUAGES, type Language } from "../generated/words";

export type Theme = "auto" | "light" | "dark";
export type Motion = "auto" | "on" | "off";
export type Speed = "slow" | "normal" | "fast" | "once";
export const SPEEDS: Speed[] = ["slow", "normal", "fast", "once"];

interface Kept {
  language: Language;
  theme: Theme;
  motion: Motion;
  /** How fast the others' turns are shown. */
  speed: Speed;
  /** Sound; none: not until something was touched on a phone, at once elsewhere. */
  sound: boolean | null;
  notices: boolean;
  confirmFinal: boolean;
  muted: string[];
  /** What was explained and decided about once: "heat/Boost". */
  met: string[];
  /** The level of bots in quick races; empty: the usual one. */
  level: string;
  /** How each game was raced last: who sat where, and by which options. */
  last: Record<string, { seats: Wish[]; options: Record<string, unknown> }>;
}

const KEY = "paddock.settings";

export const languages = Object.keys(LANGUAGES) as Language[]; // its keys are all there is to it

/** The first of the browser's languages that we have. */
export function understood(wanted: readonly string[]): Language {
  for (const tag of wanted.map((one) => one.toLowerCase())) {
    const found = languages.find((id) => tag === id || tag.startsWith(`${id}-`));
    if (found) return found;
  }
  return languages[0]!;
}

function first(): Kept {
  const defaults: Kept = {
    language: understood(navigator.languages),
    theme: "auto",
    motion: "auto",
    speed: "normal",
    sound: null,
    notices: false,
    confirmFinal: false,
    muted: [],
    met: [],
    level: "",
    last: {},
  };
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? "{}") as Partial<Kept>;
    const language = understood([kept.language ?? "", ...navigator.languages]);
    return { ...defaults, ...kept, language };
  } catch {
    return defaults;
  }
}

export const settings: Kept = $state(first());

const still = window.matchMedia("(prefers-reduced-motion: reduce)");
const system = $state({ still: still.matches, skipped: false });
still.addEventListener("change", () => (system.still = still.matches));

/** Whether things may move. */
export function moving(): boolean {
  if (system.skipped) return false;
  return settings.motion === "on" || (settings.motion === "auto" && !system.still);
}

/** What is skipped stands where it belongs at once: nothing glides there. */
export function skipMotion(skipped: boolean): void {
  system.skipped = skipped;
}

/** Keeps the settings, and puts them on the page; called once, inside an effect root. */
export function keep(): void {
  $effect(() => {
    try {
      localStorage.setItem(KEY, JSON.stringify(settings));
    } catch {
      // a browser that keeps nothing still plays
    }
  });
  $effect(() => {
    const root = document.documentElement;
    root.lang = settings.language;
    root.dataset["theme"] = settings.theme;
    root.dataset["motion"] = moving() ? "on" : "off";
  });
}
