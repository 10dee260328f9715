import type { Bank, Clock } from "../generated/wire";

type Pace = "paceBank" | "paceSlow" | "paceLive" | "paceShort";

export const USUAL_BANK: Required<Bank> = {
  type: "Bank",
  hours: 24,
  increment: 8,
  cap: 36,
  quiet: true,
};
/** Banks to choose among, the slowest first. */
export const TEMPOS = {
  calm: { ...USUAL_BANK, hours: 36, increment: 10, cap: 48 },
  usual: USUAL_BANK,
  brisk: { ...USUAL_BANK, hours: 12, increment: 6, cap: 24 },
} as const;
export type Tempo = keyof typeof TEMPOS;

/** The same bank with every number. */
export function filled(bank: Bank): Required<Bank> {
  return { ...USUAL_BANK, ...bank };
}

/** The numbers of a bank, for a sentence. */
export function timesOf(bank: Bank): { hours: number; increment: number; cap: number } {
  const { hours, increment, cap } = filled(bank);
  return { hours, increment, cap };
}

export function tempoOf(bank: Bank): Tempo | null {
  const { hours, increment, cap } = filled(bank);
  const names = Object.keys(TEMPOS) as Tempo[];
  return (
    names.find((name) => {
      const one = TEMPOS[name];
      return one.hours === hours && one.increment === increment && one.cap === cap;
    }) ?? null
  );
}

/** Whether a race takes days. */
export function isSlow(clock: Clock | undefined): boolean {
  return clock?.type === "Slow" || clock?.type === "Bank";
}

/** What is said of a clock: the id of the message, and how many; a short one in seconds. */
export function pace(clock: Clock): [Pace, number] | null {
  if (clock.type === "Bank") return ["paceBank", filled(clock).hours];
  if (clock.type === "Slow") return ["paceSlow", clock.hours ?? 48];
  if (clock.type !== "Live") return null;
  const bank = clock.bank ?? 600;
  return bank < 120 && bank % 60 !== 0 ? ["paceShort", bank] : ["paceLive", Math.round(bank / 60)];
}

/** Whole hours of a bank; minutes do not matter in a race of days. */
export function bankHours(ms: number): number {
  return Math.floor(ms / 3_600_000);
}

/** A day with its hour, in the reader's language. */
export function dayText(ms: number, language: string): string {
  return new Intl.DateTimeFormat(language, {
    weekday: "short",
    day: "numeric",
    month: "short",
    hour: "2-digit",
    minute: "2-digit",
  }).format(ms);
}

/** An hour of the next days. */
export function hourText(ms: number, language: string): string {
  return new Intl.DateTimeFormat(language, {
    weekday: "short",
    hour: "2-digit",
    minute: "2-digit",
  }).format(ms);
}

/** A day of a holiday: it ends with midnight, so the last day is the one before. */
export function dateText(ms: number, language: string): string {
  return new Intl.DateTimeFormat(language, {
    weekday: "short",
    day: "numeric",
    month: "short",
  }).format(ms);
}
