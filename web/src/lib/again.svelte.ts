/** Looking again and again at what the server works on. */

import type { Failed } from "./api";

const LONGEST = 60_000; // milliseconds
/** What may be otherwise a moment later. */
const PASSING: readonly Failed["code"][] = ["offline", "unavailable", "too-many", "broken"];

/**
 * Look again after this many milliseconds, as long as there is more to come; after a look that failed
 * too, each time after twice as long.
 */
export function lookAgain(
  look: () => Promise<void>,
  wait: number,
  more: () => Failed | boolean,
): void {
  let looks = $state(0);
  let failures = 0; // one after another
  function done() {
    failures = typeof more() === "boolean" ? 0 : failures + 1;
    looks += 1;
  }
  $effect(() => {
    void looks;
    const now = more();
    if (now === false || (now !== true && !PASSING.includes(now.code))) return;
    const timer = setTimeout(() => void look().then(done), Math.min(wait * 2 ** failures, LONGEST));
    return () => clearTimeout(timer);
  });
}
