/** The boards: what each game adds to the frame. docs/boards.md tells how to add one. */

import "@fontsource/cinzel/latin-700.css";
import "@fontsource/josefin-sans/latin-700.css";
import "@fontsource/poiret-one/latin-400.css";
import "@fontsource/righteous/latin-400.css";
import "@fontsource/rajdhani/latin-700.css"; // display faces are fetched only where they are used
import type { Component, Snippet } from "svelte";
import type { AnyGame, Ask, Judged, Option, Standing as Told } from "../generated/wire";
import type { Groups } from "../lib/choices";
import type { Livery } from "../lib/liveries";
import { ready } from "../lib/i18n.svelte";
import type { Showing } from "../lib/show";
import { seriesOf } from "./series";

/** What every board is given. `choose` answers an ask; the frame sees to confirming and sending. */
export interface BoardProps<G extends AnyGame = AnyGame> {
  view: G["View"];
  seat: number | null;
  asks: Ask<G>[];
  names: string[];
  liveries: number[];
  /** Who is where, the best first. */
  standings: Standing[];
  /** The event being shown, while `view` follows it. */
  event: G["Event"] | null;
  /** The option pointed at in the panel, to be shown on the board, and the other way round. */
  pointed: Option<G> | null;
  /** Of a choice of several: what is picked so far. `choose` picks, and `drop` puts back. */
  picked?: readonly Option<G>[];
  drop?(option: Option<G>): void;
  /** Several moves in one run. */
  run?(moves: G["Move"][]): void;
  choose(option: Option<G>): void;
  point(option: Option<G> | null): void;
  /** In a series: the board of its race. */
  Race?: Component<BoardProps> | undefined;
}

/** Who is where, as the server tells it, and what the car wears. */
export interface Standing extends Told {
  /** Where it is not its seat's livery: no one drives it, or it is one of several. */
  livery?: Livery;
}

/** What a composed control is given in place of a long list of options. */
export interface ComposerProps<G extends AnyGame = AnyGame> {
  ask: Ask<G>;
  options: Option<G>[];
  view: G["View"];
  seat: number | null;
  choose(option: Option<G>): void;
  /** Several moves in one run. */
  run(moves: G["Move"][]): void;
  point(option: Option<G> | null): void;
}

/** What a studio is given: the text of the track, and what the server said last of which text. */
export interface StudioProps {
  text: string;
  judged: Judged & { text: string };
  change(text: string): void;
  /** What is chosen, as faults count it: from 1. */
  at: number;
  pick(at: number): void;
  /** The text of the frame, below the picture. */
  verdict: Snippet;
}

/** What a game adds to the frame, in the types that are generated for it. */
export interface GameModule<G extends AnyGame = AnyGame> extends Partial<Showing<G>> {
  Board: Component<BoardProps<G>>;
  /** One control for a choice of many parts, in place of the buttons, where `composes` says so. */
  Composer?: Component<ComposerProps<G>, { key?: (event: KeyboardEvent) => boolean }>;
  composes?: (ask: Ask<G>) => boolean;
  /** Moves that stand together in the panel, in one layout however many there are. */
  groups?: Groups<G>;
  Race?: Component<BoardProps>;
  /** Where players build tracks, and how the board learns to draw one, by its text. */
  Studio?: Component<StudioProps>;
  bring?: (text: string, circuit: unknown) => void;
  /** A track as a small picture. */
  Picture?: Component<{ circuit: unknown; laps: number }>;
  /** What a car wears, where it is not the livery of its seat. */
  wears?: (standing: Told, view: G["View"]) => Livery | null;
  /** Which car a question is about, where a seat may have several. */
  asked?: (ask: Ask<G>, view: G["View"]) => number;
}

/** A game's module, checked against the types of that game: what `index.ts` exports by default. */
export function defineGame<G extends AnyGame>(module: GameModule<G>): GameModule<G> {
  return module;
}

export interface Face {
  /** The display face and colours of a game's world, for cards and titles. */
  font: string;
  ground: string;
  ink: string;
  accent: string;
}

const FACES: Record<string, Face> = {
  "street-illegal": { font: "Rajdhani", ground: "#0F1020", ink: "#D7DCE8", accent: "#FFB627" },
  "circus-maximus": { font: "Cinzel", ground: "#EFE6D5", ink: "#2F2B28", accent: "#B5533C" },
  "great-race": { font: "Poiret One", ground: "#F1E3C6", ink: "#3B2F2A", accent: "#C8452D" },
  "winds-of-war": { font: "Josefin Sans", ground: "#F4E9D8", ink: "#1B1B1E", accent: "#C1121F" },
  heat: { font: "Righteous", ground: "#F5E6B8", ink: "#2B2B2B", accent: "#00573F" },
};
const PLAIN: Face = { font: "Barlow", ground: "#22304A", ink: "#F2F5FA", accent: "#56B4E9" };

/** A mode or a series of a game wears its colours: "heat-championship" those of "heat". */
export function face(game: string): Face {
  const id = Object.keys(FACES).find((key) => game === key || game.startsWith(`${key}-`));
  return id ? FACES[id]! : PLAIN;
}

/**
 * The one place where a game's module is paired with data of a table. A module is written for the
 * types of one game; the server says which game a table plays, and the module is found by that name.
 */
const MODULES = Object.fromEntries(
  Object.entries(
    import.meta.glob<GameModule>(["./*/index.ts", "./*/modes/*/index.ts"], { import: "default" }),
  ).map(([path, load]) => [gameId(path), load]),
);

/** `./heat/index.ts` is the game `heat`, `./heat/modes/championship/index.ts` is `heat-championship`. */
export function gameId(path: string): string {
  const [game, , mode] = path.replace(/^\.\/|\/index\.ts$/g, "").split("/");
  return mode ? `${game}-${mode}` : game!;
}

function paired<G extends AnyGame>(module: GameModule<G>): GameModule {
  return module as unknown as GameModule;
}

async function found(game: string): Promise<GameModule | null> {
  const module = await MODULES[game]?.();
  if (!module) return null;
  await ready();
  return module;
}

/** A game's own board, its race's board in a series of it, or the one that suits any game. */
export async function load(game: string): Promise<GameModule> {
  const own = await found(game);
  if (own) return own;
  const race = await found(game.replace(/-series$/, ""));
  if (race) return paired(seriesOf(race, (await import("./SeriesBoard.svelte")).default));
  return (await found("generic"))!;
}
