/** What this browser remembers: language, theme, motion, notices. */

export type Language = "en" | "it";
export type Theme = "auto" | "light" | "dark";
export type Motion = "auto" | "on" | "off";

interface Kept {
  language: Language;
  theme: Theme;
  motion: Motion;
  notices: boolean;
  confirmFinal: boolean;
  muted: string[];
}

const KEY = "paddock.settings";

function first(): Kept {
  const language: Language = navigator.language.toLowerCase().startsWith("it") ? "it" : "en";
  const defaults: Kept = {
    language,
    theme: "auto",
    motion: "auto",
    notices: false,
    confirmFinal: false,
    muted: [],
  };
  try {
    return { ...defaults, ...(JSON.parse(localStorage.getItem(KEY) ?? "{}") as Partial<Kept>) };
  } catch {
    return defaults;
  }
}

export const settings: Kept = $state(first());

const still = window.matchMedia("(prefers-reduced-motion: reduce)");
const system = $state({ still: still.matches });
still.addEventListener("change", () => (system.still = still.matches));

/** Whether things may move. */
export function moving(): boolean {
  return settings.motion === "on" || (settings.motion === "auto" && !system.still);
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
