import { expect, test, vi } from "vitest";
import type { Showing } from "../lib/show";
import type { AnyGame } from "../generated/wire";

vi.stubGlobal("window", { matchMedia: () => ({ matches: false, addEventListener: () => {} }) });

const SHOWING = import.meta.glob<Partial<Showing<AnyGame>>>(["./*/show.ts", "./*/modes/*/show.ts"]);
const paths = Object.keys(import.meta.glob(["./*/index.ts", "./*/modes/*/index.ts"]));

test.each(paths)(
  "%s shows events as its show.ts says, which is held against the server",
  async (path) => {
    const { gameId, load } = await import("./registry");
    const module = await load(gameId(path));
    const showing = await SHOWING[path.replace("index.ts", "show.ts")]?.();
    expect(module.Board).toBeTypeOf("function");
    expect(module.shows).toBe(showing?.shows);
    expect(module.drawn).toBe(showing?.drawn);
  },
  30_000, // boards are compiled on the way
);
