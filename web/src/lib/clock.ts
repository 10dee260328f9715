import type { Clock } from "../generated/wire";

/** What is said of a clock: the id of the message, and how many; a short one in seconds. */
export function pace(clock: Clock): ["paceSlow" | "paceLive" | "paceShort", number] | null {
  if (clock.type === "Slow") return ["paceSlow", clock.hours ?? 48];
  if (clock.type !== "Live") return null;
  const bank = clock.bank ?? 600;
  return bank < 120 && bank % 60 !== 0 ? ["paceShort", bank] : ["paceLive", Math.round(bank / 60)];
}
