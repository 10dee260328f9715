/** What the board works out from a view and an ask. No rules here: options and numbers are the house's. */

import type { Event, Game, Move, View } from "../../generated/great-race";
import type * as wire from "../../generated/wire";
import type { Standing } from "../registry";
import { placeName } from "./names";
import { w } from "./words";

export type { Event, Move, View };
export type Ask = wire.Ask<Game>;
export type Option = wire.Option<Game>;

/** Options that belong to a space of the map. */
export function bySpace(options: Option[]): Map<number, Option[]> {
  const found = new Map<number, Option[]>();
  for (const option of options) {
    const it = option.move;
    if (it.type !== "Go" && it.type !== "Sail" && it.type !== "Lay" && it.type !== "Pick") continue;
    found.set(it.space, [...(found.get(it.space) ?? []), option]);
  }
  return found;
}

/** What a card in hand, at the bivouac or from the supplier can be clicked for. */
export function byCard(options: Option[]): Map<number, Option> {
  const found = new Map<number, Option>();
  for (const option of options) {
    const it = option.move;
    if (it.type !== "Take" && it.type !== "Play" && it.type !== "Discard") continue;
    if (it.type === "Play" && found.has(it.card)) continue;
    found.set(it.card, option);
  }
  return found;
}

const percent = (share: number): string => `${Math.round(share * 100)} %`;

/** What a space costs, for the map, where there is little room. */
export function price(option: Option): string {
  const f = option.foreseen;
  if (f["unknown"]) return f["short"] ? `~${f["fuel"]} ⚠${percent(f["short"])}` : `~${f["fuel"]}`;
  if (f["money"]) return `${Math.abs(f["money"])} F`;
  return "";
}

/** Cards of one kind lie together. */
export function grouped(cards: number[]): { card: number; count: number }[] {
  const found: { card: number; count: number }[] = [];
  for (const card of [...cards].sort((a, b) => a - b)) {
    const last = found[found.length - 1];
    if (last && last.card === card) last.count++;
    else found.push({ card, count: 1 });
  }
  return found;
}

/** A text in lines of at most this many letters. */
export function wrapped(text: string, letters: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(" ")) {
    const last = lines[lines.length - 1];
    if (last !== undefined && last.length + word.length < letters)
      lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
}

/** The race in one sentence, place by place. */
export function spoken(view: View, standings: Standing[]): string {
  return standings
    .map(({ seat, place, name }) => {
      const space = seat === null ? undefined : view.crews[seat]?.space;
      return `${place} ${name ?? ""}${space === undefined ? "" : ` ${w("at")} ${placeName(space)}`}`;
    })
    .join("; ");
}
