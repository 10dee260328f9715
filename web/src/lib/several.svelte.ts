/** A choice of several: picked in whatever order, put back, and sent as one run. */

import type { AnyGame, Option } from "../generated/wire";

/** What may be picked together, by the text of the option. */
export interface Several {
  /** How often each may be; what is not here is no part of it. */
  times: ReadonlyMap<string, number>;
  least: number;
  most: number;
  /** The option that says that these are all, where fewer than the most will do. */
  end: string | null;
}

/** What the rules let choose together: they say next to each option how often there is it, how many
 *  must be chosen and how many may be, and which one says that these are all. */
export function severalOf(options: readonly Option[]): Several | null {
  const among = options.filter(({ foreseen }) => foreseen["times"] !== undefined);
  const all = among.reduce((n, { foreseen }) => n + foreseen["times"]!, 0);
  const { least = 0, together = 0 } = among[0]?.foreseen ?? {};
  const most = Math.min(all, together);
  if (most < 2 || most < least) return null;
  return {
    times: new Map(among.map(({ text, foreseen }) => [text, foreseen["times"]!])),
    least,
    most,
    end: options.find(({ foreseen }) => foreseen["ends"])?.text ?? null,
  };
}

/** What is picked so far. The rules have an order for it; the server puts it into that order. */
export class Picks {
  picked = $state.raw<readonly Option[]>([]);

  count(option: { text: string }): number {
    return this.picked.filter((one) => one.text === option.text).length;
  }

  /** Takes one more; where there are no more of it, puts one back; where there is no room, the
   *  first one makes it. */
  take(option: Option, { times, most }: Several): void {
    if (this.count(option) >= (times.get(option.text) ?? 0)) this.drop(option);
    else this.picked = [...this.picked, option].slice(-most);
  }

  drop(option: { text: string }): void {
    const at = this.picked.map((one) => one.text).lastIndexOf(option.text);
    if (at >= 0) this.picked = this.picked.toSpliced(at, 1);
  }

  clear(): void {
    this.picked = [];
  }

  /** What is sent: all that is picked, and that these are all. */
  moves(options: readonly Option[], { end }: Several): AnyGame["Move"][] {
    const last = options.find((option) => option.text === end);
    return [...this.picked, ...(last ? [last] : [])].map((option) => option.move);
  }
}
