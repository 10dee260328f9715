import type { Bank, Clock, Pace, PaceName } from "../generated/wire";

type ClockText = "paceSlow" | "paceLive" | "paceShort";

/** What is sent for a clock. Over days it is a pace: the server knows the hours that fit the race. */
export function sentClock(clock: Clock, pace: PaceName = "usual") {
  return clock.type === "Bank" ? { pace } : { clock };
}

/** The pace of a name; where a race is too short for it, the usual one. */
export function paceCalled(paces: readonly Pace[], name: PaceName): Pace | null {
  const find = (wanted: PaceName) => paces.find((one) => one.name === wanted);
  return find(name) ?? find("usual") ?? null;
}

/** How often a day everybody has to look so that a race of this pace takes no longer. */
export function looksADay(pace: Pace): 1 | 2 | 3 {
  const looks = pace.days ? Math.ceil(pace.waits / pace.days) : 1;
  return looks > 2 ? 3 : looks > 1 ? 2 : 1;
}

/** The same bank with every number. */
export function filled(bank: Bank): Required<Bank> {
  return { ...FULL_BANK, ...bank };
}
/** What the server takes for a number that is not sent. */
const FULL_BANK: Required<Bank> = {
  type: "Bank",
  hours: 24,
  increment: 8,
  cap: 36,
  quiet: true,
};

export function isSame(one: Bank, other: Bank): boolean {
  const [a, b] = [filled(one), filled(other)];
  return a.hours === b.hours && a.increment === b.increment && a.cap === b.cap;
}

/** The numbers of a bank, for a sentence. */
export function timesOf(bank: Bank): { hours: number; increment: number; cap: number } {
  const { hours, increment, cap } = filled(bank);
  return { hours, increment, cap };
}

/** Whether a race takes days. */
export function isSlow(clock: Clock | undefined): boolean {
  return clock?.type === "Slow" || clock?.type === "Bank";
}

/** What is said of a clock without a bank: the id of the message, and how many; a short one in
 * seconds. */
export function clockText(clock: Clock): [ClockText, number] | null {
  if (clock.type === "Slow") return ["paceSlow", clock.hours ?? 48];
  if (clock.type !== "Live") return null;
  const bank = clock.bank ?? 600;
  return bank < 120 && bank % 60 !== 0 ? ["paceShort", bank] : ["paceLive", Math.round(bank / 60)];
}

/** Whole hours of a bank; minutes do not matter in a race of days. */
export function bankHours(ms: number): number {
  return Math.floor(ms / 3_600_000);
}

/** A language as the reader's browser writes it: British English has 24 hours. */
function localeOf(language: string): string {
  return navigator.languages.find((one) => one.split("-")[0] === language) ?? language;
}

/** A day with its hour, in the reader's language. */
export function dayText(ms: number, language: string): string {
  return new Intl.DateTimeFormat(localeOf(language), {
    weekday: "short",
    day: "numeric",
    month: "short",
    hour: "2-digit",
    minute: "2-digit",
  }).format(ms);
}

/** An hour of the next days. */
export function hourText(ms: number, language: string): string {
  return new Intl.DateTimeFormat(localeOf(language), {
    weekday: "short",
    hour: "2-digit",
    minute: "2-digit",
  }).format(ms);
}

/** A day of a holiday: it ends with midnight, so the last day is the one before. */
export function dateText(ms: number, language: string): string {
  return new Intl.DateTimeFormat(localeOf(language), {
    weekday: "short",
    day: "numeric",
    month: "short",
  }).format(ms);
}
