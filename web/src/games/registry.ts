/** The boards: what each game adds to the frame. docs/boards.md tells how to add one. */

import "@fontsource/cinzel/latin-700.css";
import "@fontsource/josefin-sans/latin-700.css";
import "@fontsource/poiret-one/latin-400.css";
import "@fontsource/righteous/latin-400.css";
import "@fontsource/rajdhani/latin-700.css"; // display faces are fetched only where they are used
import type { Component } from "svelte";
import type { Ask, Option } from "../generated/wire";
import type { Livery } from "../lib/liveries";

/** What every board is given. `choose` answers an ask; the frame sees to confirming and sending. */
export interface BoardProps {
  view: unknown;
  seat: number | null;
  asks: Ask[];
  names: string[];
  liveries: number[];
  /** The event being shown, while `view` follows it. */
  event: unknown;
  /** The option pointed at in the panel, to be shown on the board, and the other way round. */
  pointed: Option | null;
  choose: (option: Option) => void;
  point: (option: Option | null) => void;
  /** In a series: the board of its race. */
  Race?: Component<BoardProps> | undefined;
}

export interface Standing {
  /** None: a car nobody drives. A seat of several cars stands here as often. */
  seat: number | null;
  place: number;
  /** What stands beside the name: a speed, a gap, a lap. */
  note?: string;
  /** What is told beside the name when the race is over: points, or what became of it. */
  score?: string;
  name?: string;
  /** What this car wears, where it is not its seat's livery: nobody drives it, or it is one of several. */
  livery?: Livery;
}

/** What a composed control is given in place of a long list of options. */
export interface ComposerProps {
  ask: Ask;
  options: Option[];
  view: unknown;
  seat: number | null;
  choose: (option: Option) => void;
  point: (option: Option | null) => void;
}

export interface GameModule {
  Board: Component<BoardProps>;
  /** One control for a choice of many parts, in place of the buttons, where `composes` says so. */
  Composer?: Component<ComposerProps, { key?: (event: KeyboardEvent) => boolean }>;
  composes?: (ask: Ask) => boolean;
  Race?: Component<BoardProps>;
  /** My things, for the panel beside the board, where the board does not show them. */
  Things?: Component<Omit<BoardProps, "pointed" | "point">>;
  /** Who is where; the frame draws standings and the position chart from it. */
  standings?: (view: unknown, names: string[]) => Standing[];
  /** How long an event is shown, in milliseconds; 0 is not at all. */
  pace?: (event: unknown) => number;
  /** The view as it looks after an event; only for the eye, the server's view follows. */
  advance?: (view: unknown, event: unknown) => unknown;
  /** What a final option risks, in words; the frame then asks a second time. */
  danger?: (option: Option, view: unknown, seat: number | null) => string | null;
  /** More to say beside an option: a cost, a risk, a result. */
  remark?: (option: Option, view: unknown, seat: number | null) => string | null;
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

/** A wing or a series of a game wears its colours: "heat-championship" those of "heat". */
export function face(game: string): Face {
  const id = Object.keys(FACES).find((key) => game === key || game.startsWith(`${key}-`));
  return id ? FACES[id]! : PLAIN;
}

const MODULES = import.meta.glob<GameModule>("./*/index.ts");

/** A game's own board, its race's board in a series of it, or the one that suits any game. */
export async function load(game: string): Promise<GameModule> {
  const own = MODULES[`./${game}/index.ts`];
  if (own) return await own();
  const race = MODULES[`./${game.replace(/-series$/, "")}/index.ts`];
  if (race) return seriesOf(await race(), (await import("./SeriesBoard.svelte")).default);
  return await MODULES["./generic/index.ts"]!();
}

interface SeriesView {
  now: unknown;
}

/** A series shows the race in progress by the race's own board. */
function seriesOf(race: GameModule, Board: GameModule["Board"]): GameModule {
  const inner = (view: unknown) => (view as SeriesView).now;
  const { standings, pace, advance, danger, remark, Composer, composes } = race;
  return {
    Board,
    Race: race.Board,
    ...(Composer && composes && { Composer, composes }),
    ...(standings && { standings: (v: unknown, names: string[]) => standings(inner(v), names) }),
    ...(pace && { pace }),
    ...(advance && {
      advance: (v: unknown, event: unknown) => ({
        ...(v as SeriesView),
        now: advance(inner(v), event),
      }),
    }),
    ...(danger && { danger: (o: Option, v: unknown, s: number | null) => danger(o, inner(v), s) }),
    ...(remark && { remark: (o: Option, v: unknown, s: number | null) => remark(o, inner(v), s) }),
  };
}
