/**
 * What explains options, gauges and questions: the family `help` in the words of a house. An option
 * names its topic; `help.TOPIC` says what it does and costs, `help.why.TOPIC` why one would choose it.
 */

import type { Ask, Option } from "../generated/wire";
import { shared } from "./choices";
import { homeOf, wordsOf } from "./i18n.svelte";
import { settings } from "./settings.svelte";

export class Help {
  private readonly told: (id: string) => string;
  private readonly ids: () => string[];

  constructor(private readonly game: string) {
    const home = homeOf(game);
    const words = home && wordsOf(home);
    this.told = (id) => {
      const text = words?.any(id) ?? id;
      return text === id ? "" : text;
    };
    this.ids = () => words?.ids() ?? [];
  }

  what = (topic: string): string => this.told(`help.${topic}`);
  why = (topic: string): string => this.told(`help.why.${topic}`);
  advice = (question: string): string => this.told(`help.ask.${question}`);
  /** What is to be seen on the board, each in a line that begins with its name. */
  gauges = (): string[] =>
    this.ids()
      .filter((id) => id.startsWith("help.gauge."))
      .map((id) => this.told(id));

  /** Whether someone at this browser has not decided about this yet. */
  isNew = (topic: string): boolean => !settings.met.includes(this.key(topic));
  meet(topics: readonly string[]): void {
    const met = topics.filter(this.isNew).map((topic) => this.key(topic));
    if (met.length) settings.met = [...settings.met, ...met];
  }
  /** A series and a mode teach nothing again that the race has taught. */
  private key = (topic: string): string => `${homeOf(this.game) ?? this.game}/${topic}`;
}

/** Options by what they are about, in the order in which they are offered. */
export function byTopic(options: readonly Option[]): Map<string, Option[]> {
  const found = new Map<string, Option[]>();
  for (const option of options) {
    const alike = found.get(option.topic);
    if (alike) alike.push(option);
    else if (option.topic) found.set(option.topic, [option]);
  }
  return found;
}

/** The words with which all options of one topic begin, or the first of them. */
export function nameOf(options: readonly Option[]): string {
  const labels = options.map((option) => option.label);
  const [head] = labels.length > 1 ? shared(labels) : labels;
  const name = (head || labels[0] || "").replace(/[:,]$/, "");
  return head && name === head && !labels.includes(name) ? `${name} …` : name;
}

export function topicsOf(ask: Ask): string[] {
  return ask.range ? [ask.range.topic] : [...byTopic(ask.options ?? []).keys()];
}
