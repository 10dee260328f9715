/** The printed things: circuits, cards, tokens. Written out of the house's data by `paddock types`. */

import printed from "../../generated/heat.board.json";
import type { Circuit, Occasion, Printed } from "../../generated/heat";
import { settings } from "../../lib/settings.svelte";

export const {
  heat: HEAT,
  stress: STRESS,
  upgrades: FIRST_UPGRADE,
  sponsors: FIRST_SPONSOR,
} = printed;
/** What a circuit is called in the language in use. */
export const circuitName = (circuit: Circuit): string =>
  circuit.names[settings.language] ?? circuit.names["en"]!;
export const {
  circuits: CIRCUITS,
  cards: CARDS,
  colours: COLOURS,
  legends: LEGENDS,
  points: POINTS,
} = printed;

export type SymbolName = Printed["symbol"];

export interface Token {
  letter: string;
  id: string;
  place: "corner" | "sector";
}
/** A course as the view spells it: board, laps, weather, road tokens, event, flags. */
export interface Course {
  id: string;
  circuit: Circuit;
  laps: number;
  weather: string | null;
  /** What the weather does in its sectors. */
  sky: string | null;
  tokens: (Token | null)[];
  occasion: Occasion | null;
  tournament: boolean;
  chevrons: boolean;
  pro: number;
}

/** The Event card of a number; 0 is none. */
export function eventOf(no: number): Occasion | null {
  return printed.events.find((e) => e.no === no) ?? null;
}

export const occasionTitle = (event: Occasion): string =>
  event.title[settings.language] ?? event.title["en"] ?? "";
export const occasionText = (event: Occasion): string =>
  event.text[settings.language] ?? event.text["en"] ?? "";

const read = new Map<string, Course>();

/** Boards, and those that players have brought along. */
const boards: Record<string, Circuit> = { ...CIRCUITS };
export function bring(text: string, circuit: Circuit): void {
  boards[text] = circuit;
}

export const circuitOf = (id: string): Circuit => boards[id]!;

/** A course without weather, tokens or modules. */
export const plainCourse = (circuit: Circuit, laps: number): Course => ({
  id: "own",
  circuit,
  laps,
  weather: null,
  sky: null,
  tokens: [],
  occasion: null,
  tournament: false,
  chevrons: false,
  pro: 0,
});

export function courseOf(text: string): Course {
  const known = read.get(text);
  if (known) return known;
  const parts = text.split(":");
  const [laps = "1", sky = "-", road = "", event = "0", flags = ""] = parts.slice(-5);
  const id = parts.slice(0, -5).join(":"); // for a track of a player, its text
  const made: Course = {
    id,
    circuit: boards[id]!,
    laps: Number(laps),
    weather: sky === "-" ? null : sky,
    sky: printed.sky[sky] ?? null,
    tokens: [...road].map((letter) => {
      const found = printed.roads[letter];
      return found ? { letter, ...found } : null;
    }),
    occasion: eventOf(Number(event)),
    tournament: flags.includes("t"),
    chevrons: flags.includes("c"),
    pro: Number(flags.replace(/\D/g, "") || "0"),
  };
  read.set(text, made);
  return made;
}

export function cardName(card: number): string {
  const face = CARDS[card];
  return face?.names[settings.language] ?? face?.names["en"] ?? "";
}

/** A card in a few words, for those who hear it. */
export function cardText(card: number): string {
  const face = CARDS[card];
  if (!face) return "?";
  const value = face.values.join("/");
  if (card < HEAT) return value;
  if (card < FIRST_UPGRADE) return cardName(card);
  return `${cardName(card)} ${value}`;
}

export const isSpeed = (card: number): boolean => card >= 1 && card <= 4;
