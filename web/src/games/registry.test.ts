import { expect, test, vi } from "vitest";
import type { Showing } from "../lib/show";
import type { AnyGame } from "../generated/wire";

vi.stubGlobal("window", { matchMedia: () => ({ matches: false, addEventListener: () => {} }) });

const SHOWING = import.meta.glob<Partial<Showing<AnyGame>>>("./*/show.ts");
const games = Object.keys(import.meta.glob("./*/index.ts")).map((path) => path.split("/")[1]!);

test.each(games)(
  "%s shows events as its show.ts says, which is held against the server",
  async (game) => {
    const { load } = await import("./registry");
    const module = await load(game);
    const showing = await SHOWING[`./${game}/show.ts`]?.();
    expect(module.Board).toBeTypeOf("function");
    expect(module.shows).toBe(showing?.shows);
    expect(module.drawn).toBe(showing?.drawn);
  },
  30_000, // boards are compiled on the way
);
