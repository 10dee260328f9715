/** What the board works out from a view and an ask. No rules here: options and numbers are the house's. */

import type { Event, Move, View } from "../../generated/great-race";
import type { Ask, Option } from "../../generated/wire";
import type { Standing } from "../registry";
import { land, placeName, PLACES, ROWS } from "./data";
import { w } from "./words";

export type { Event, Move, View };
export const move = (option: Option): Move => option.move as Move;

export function goalOf(view: View): number {
  const here = land(view.options.continent);
  return view.options.direction === "south" ? here.south : here.north;
}
export function startOf(view: View): number {
  const here = land(view.options.continent);
  return view.options.direction === "south" ? here.north : here.south;
}
export function rowOf(view: View, space: number): number {
  const row = PLACES[space]?.row ?? 1;
  return view.options.direction === "south" ? row : ROWS + 1 - row;
}

/** The arrived in their order, then by progress; on one row the bottom of the pile is ahead. */
export function standings(view: View): Standing[] {
  const seats = [...view.pile].sort(
    (a, b) => rowOf(view, view.rivals[b]!.space) - rowOf(view, view.rivals[a]!.space),
  );
  const order = [...view.arrivals, ...seats.filter((s) => !view.arrivals.includes(s))];
  return order.map((seat, i) => {
    const row = rowOf(view, view.rivals[seat]!.space);
    const arrived = view.arrivals.includes(seat);
    const note = arrived ? w("arrived") : `${w("row")} ${row}`;
    return {
      seat,
      place: i + 1,
      note,
      score: arrived
        ? w("prestige", { n: view.prestige[seat]! })
        : placeName(view.rivals[seat]!.space),
    };
  });
}

/** Options that belong to a space of the map. */
export function bySpace(options: Option[]): Map<number, Option[]> {
  const found = new Map<number, Option[]>();
  for (const option of options) {
    const it = move(option);
    if (it.type !== "Go" && it.type !== "Sail" && it.type !== "Lay" && it.type !== "Pick") continue;
    found.set(it.space, [...(found.get(it.space) ?? []), option]);
  }
  return found;
}

/** What a card in hand, at the bivouac or from the supplier can be clicked for. */
export function byCard(options: Option[]): Map<number, Option> {
  const found = new Map<number, Option>();
  for (const option of options) {
    const it = move(option);
    if (it.type !== "Take" && it.type !== "Play" && it.type !== "Discard") continue;
    if (it.type === "Play" && found.has(it.card)) continue;
    found.set(it.card, option);
  }
  return found;
}

const ASKED = ["Bear", "Allow", "Escort", "TurnBack", "Mend", "Sabotage"];
/** A question without a place on the map: it comes as a telegram. */
export function isTelegram(ask: Ask | undefined, view: View): boolean {
  const options = ask?.options ?? [];
  if (!options.length || options.length > 10) return false;
  return view.phase.type === "Halting" || options.some((o) => ASKED.includes(move(o).type));
}

const percent = (share: number): string => `${Math.round(share * 100)} %`;

/** The house's numbers in a few signs: fuel, wear, money, cards, risks. */
export function remark(option: Option): string | null {
  const f = option.foreseen;
  const it = move(option);
  const parts: string[] = [];
  if (it.type === "Drive" || it.type === "Plan")
    return it.type === "Drive" ? `≤ ${f["steps"]} ${w("steps")}` : `+${f["money"]} F`;
  if (f["unknown"]) {
    parts.push(`~${f["fuel"]} ${w("fuel").toLowerCase()}`);
    if (f["short"]) parts.push(`${percent(f["short"])} ${w("short")}`);
    else if (f["danger"]) parts.push(`${percent(f["danger"])} ${w("danger")}`);
    return parts.join(", ");
  }
  if (f["fuel"]) parts.push(`−${f["fuel"]} ${w("fuel").toLowerCase()}`);
  if (f["points"]) parts.push(`−${f["points"]} ${w("points")}`);
  if (f["danger"]) parts.push(w("danger"));
  if (f["stop"]) parts.push(w("stop"));
  if (f["cards"]) parts.push(`+${f["cards"]} ${w(f["cards"] === 1 ? "card" : "cards")}`);
  if (f["money"]) parts.push(`${f["money"] > 0 ? "+" : "−"}${Math.abs(f["money"])} F`);
  return parts.length ? parts.join(", ") : null;
}

/** The same for the map, where there is little room. */
export function price(option: Option): string {
  const f = option.foreseen;
  if (f["unknown"]) return f["short"] ? `~${f["fuel"]} ⚠${percent(f["short"])}` : `~${f["fuel"]}`;
  if (f["money"]) return `${Math.abs(f["money"])} F`;
  return "";
}

export function danger(option: Option): string | null {
  const short = option.foreseen["short"] ?? 0;
  return short >= 0.4 ? w("dangerShort", { n: Math.round(short * 100) }) : null;
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

/** A text in lines of so many letters at most. */
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
export function spoken(view: View, names: string[]): string {
  return standings(view)
    .map(
      ({ seat, place }) =>
        `${place} ${names[seat!] ?? ""} ${w("at")} ${placeName(view.rivals[seat!]!.space)}`,
    )
    .join("; ");
}
