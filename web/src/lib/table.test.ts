import { beforeEach, expect, test, vi } from "vitest";
import type { Ask, FromServer, News, Now, SeatNow, Told, Whole } from "../generated/wire";
import type { GameModule } from "../games/registry";
import type { Table } from "./table.svelte";

const STEP = 1000; // milliseconds that a step is shown

const seat = (n: number, kind: SeatNow["kind"], asked: boolean): SeatNow =>
  ({ seat: n, kind, asked, mine: n === 0, away: false }) as SeatNow;
const now = (at: number, mine: boolean): Now =>
  ({
    state: "racing",
    seats: [seat(0, "person", mine), seat(1, "bot", !mine)],
    view: { at },
    standings: [],
    asks: mine ? [{ seat: 0, number: at, deadline: null } as Ask] : [],
    spoken: "",
    since: [],
  }) as unknown as Now;
const told = (n: number) =>
  ({
    type: "Told",
    n,
    turn: 0,
    kind: "move",
    text: "on",
    event: { type: "Step", at: n },
  }) as unknown as Told;
const whole = (at: number, mine: boolean) =>
  ({
    type: "Whole",
    eye: 0,
    version: at,
    log: [],
    turns: [],
    now: now(at, mine),
  }) as unknown as Whole;
const news = (at: number, mine: boolean) =>
  ({
    type: "News",
    eye: 0,
    since: at - 1,
    version: at,
    log: [told(at)],
    turns: [],
    now: now(at, mine),
  }) as unknown as News;
const strange = <T extends Whole | News>(frame: T): T => ({
  ...frame,
  now: { ...frame.now, seats: frame.now.seats.map((one) => ({ ...one, mine: false })) },
});
const shows = { Step: { pace: STEP, changes: (e: { at: number }) => ({ at: e.at }) } };

let table: Table;
let moves: unknown[]; // on the board
const hear = (frame: FromServer) =>
  (table as unknown as { hear: (frame: FromServer) => void }).hear(frame);
const at = () => (table.view as { at: number }).at;

beforeEach(async () => {
  vi.useFakeTimers();
  vi.stubGlobal("window", {
    matchMedia: () => ({ matches: false, addEventListener: () => undefined }),
  });
  moves = [];
  vi.stubGlobal("document", {
    hidden: false,
    querySelector: () => ({ getAnimations: () => moves }),
  });
  vi.stubGlobal("navigator", { languages: ["en"] });
  vi.stubGlobal("localStorage", { getItem: () => null });
  vi.stubGlobal("requestAnimationFrame", (then: () => void) => setTimeout(then, 16));
  const { Table } = await import("./table.svelte");
  table = new Table("t");
  table.eye = 0;
  table.game = { shows } as unknown as GameModule;
  hear(whole(1, false));
});

test("skip stands at once at the newest that was heard", async () => {
  for (const n of [2, 3, 4, 5]) hear(news(n, n === 5));
  await vi.advanceTimersByTimeAsync(STEP / 10);
  expect(at()).toBe(2);
  expect(table.asks).toEqual([]);
  table.skip();
  await vi.advanceTimersByTimeAsync(0);
  expect(at()).toBe(5);
  expect(table.asks).toHaveLength(1);
  expect(table.skippable).toBe(false);
});

/** Something on the board that moves until it is ended. */
function motion(): () => void {
  let end: () => void = () => undefined;
  const finished = new Promise<void>((resolve) => (end = resolve));
  const effect = { getComputedTiming: () => ({ endTime: 900 }) };
  const one = { playState: "running", effect, finished };
  moves.push(one);
  return () => {
    one.playState = "finished";
    end();
  };
}

test("what moves on the board is told when it has come to rest", async () => {
  const arrive = motion();
  hear(news(2, true));
  await vi.advanceTimersByTimeAsync(STEP);
  expect(at()).toBe(2);
  expect(table.log).toEqual([]);
  expect(table.asks).toEqual([]);
  arrive();
  await vi.advanceTimersByTimeAsync(1);
  expect(table.log).toHaveLength(1);
  expect(table.asks).toHaveLength(1);
});

test("a turn in several rows is told once, when it is over", async () => {
  for (const n of [2, 3, 4]) hear(news(n, false));
  const told = new Set<number>();
  while (at() !== 4 || table.busy) {
    told.add(table.log.length);
    await vi.advanceTimersByTimeAsync(STEP / 100);
  }
  expect([...told, table.log.length]).toEqual([0, 3]);
});

test("everybody sees the start coming before anything is asked or shown", async () => {
  const friends = (frame: Now, state: Now["state"]): Now => ({
    ...frame,
    state,
    seats: [seat(0, "person", true), seat(1, "person", false)],
  });
  hear({ ...whole(1, false), now: friends(now(1, false), "gathering") });
  hear({ ...news(2, true), now: friends(now(2, true), "racing") });
  await vi.advanceTimersByTimeAsync(STEP);
  expect(table.startsIn).toBeGreaterThan(0);
  expect(table.asks).toEqual([]);
  hear({ ...news(3, true), now: friends(now(3, true), "racing") });
  await vi.advanceTimersByTimeAsync(STEP);
  expect(at()).toBe(2);
  await vi.advanceTimersByTimeAsync(4 * STEP);
  expect(table.startsIn).toBe(0);
  expect(at()).toBe(3);
  expect(table.asks).toHaveLength(1);
});

test("who skipped waits for nothing that comes before the question", async () => {
  expect(table.skippable).toBe(true); // a bot decides
  table.skip();
  expect(table.skippable).toBe(false);
  for (const n of [2, 3, 4]) {
    hear(news(n, n === 4));
    await vi.advanceTimersByTimeAsync(20); // a frame
    expect(at()).toBe(n);
  }
  expect(table.asks).toHaveLength(1);
  hear(news(5, false)); // the next turns are shown again
  hear(news(6, false));
  await vi.advanceTimersByTimeAsync(20);
  expect(at()).toBe(5);
});

test("what was asked and answered meanwhile does not end a skip", async () => {
  for (const n of [2, 3, 4]) hear(news(n, n === 3));
  table.skip();
  await vi.advanceTimersByTimeAsync(0);
  expect(at()).toBe(4);
  hear(news(5, false));
  hear(news(6, false));
  await vi.advanceTimersByTimeAsync(20);
  expect(at()).toBe(6);
});

test("a spectator skips what there is, and sees what comes then", async () => {
  table.eye = null;
  const seen = (n: number) => hear({ ...strange(news(n, false)), eye: null });
  [2, 3].forEach(seen);
  table.skip();
  await vi.advanceTimersByTimeAsync(0);
  expect(at()).toBe(3);
  [4, 5].forEach(seen);
  await vi.advanceTimersByTimeAsync(STEP / 10);
  expect(at()).toBe(4);
});

test("a whole table that comes while something is shown stays", async () => {
  hear(news(2, false));
  hear(news(3, false));
  await vi.advanceTimersByTimeAsync(STEP / 10);
  expect(table.busy).toBe(true);
  hear(whole(9, true));
  expect(at()).toBe(9);
  expect(table.asks).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(20 * STEP);
  expect(at()).toBe(9);
  expect(table.asks).toHaveLength(1);
  expect(table.log).toEqual([]);
  hear(news(10, false)); // and what comes next is shown again
  await vi.advanceTimersByTimeAsync(20 * STEP);
  expect(at()).toBe(10);
});

test("who looks through another seat is shown nothing more of the seat before", async () => {
  hear(news(2, true));
  await vi.advanceTimersByTimeAsync(STEP / 10);
  table.look(1);
  await vi.advanceTimersByTimeAsync(20 * STEP);
  expect(table.asks).toEqual([]);
  expect(table.busy).toBe(false);
});

test("a seat taken in another tab is looked through in this one", () => {
  table.eye = null;
  hear(strange({ ...whole(2, false), eye: null }));
  expect(table.eye).toBe(null);
  hear({ ...news(3, true), eye: null });
  expect(table.eye).toBe(0);
  hear(whole(3, true));
  expect(table.asks).toHaveLength(1);
});

test("a seat left in another tab is left in this one", () => {
  hear(strange({ ...whole(2, false), eye: null }));
  expect(table.eye).toBe(null);
  expect(at()).toBe(2);
});
