/** Places as figures: how far something moves a driver up or down. */

import { settings } from "./settings.svelte";

/** A place to be expected, as "2.4". */
export function places(value: number): string {
  return new Intl.NumberFormat(settings.language, {
    minimumFractionDigits: 1,
    maximumFractionDigits: 1,
  }).format(value);
}

/** What was won or lost, as "+0.35" or "−1.20". */
export function signed(value: number, digits = 2): string {
  const text = new Intl.NumberFormat(settings.language, {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
    signDisplay: "exceptZero",
  }).format(value);
  return text.replace("-", "−");
}
