/** The plan being composed behind the screen: shared by the board and the panel. */

import type { Ask, Option } from "./model";
import { ASSISTANTS } from "./data";
import { JOBS, type Job } from "./words";

const NOBODY = { scouts: 0, mechanics: 0, escorts: 0, financing: 0 };

class Draft {
  placed = $state<Record<Job, number>>({ ...NOBODY });
  #ask = -1;

  readonly left = $derived(ASSISTANTS - JOBS.reduce((n, job) => n + this.placed[job], 0));

  /** A new question empties the screen. */
  about(ask: Ask) {
    if (ask.number === this.#ask) return;
    this.#ask = ask.number;
    this.placed = { ...NOBODY };
  }
  /** Nothing is asked any more: what is asked next begins again, also where it is the same again. */
  over() {
    this.#ask = -1;
  }
  add(job: Job) {
    if (this.left > 0) this.placed[job]++;
  }
  take(job: Job) {
    if (this.placed[job] > 0) this.placed[job]--;
  }
  /** The option that says what lies here, when all are placed. */
  option(options: Option[]): Option | null {
    if (this.left !== 0) return null;
    return (
      options.find(
        ({ move }) => move.type === "Plan" && JOBS.every((job) => move[job] === this.placed[job]),
      ) ?? null
    );
  }
}
export const draft = new Draft();
export const isPlan = (ask: Ask | undefined): boolean => {
  const first = ask?.options?.[0];
  return first !== undefined && first.move.type === "Plan";
};
