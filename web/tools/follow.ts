/**
 * The client's side of the test "client against server": follows races by the boards' own code.
 *
 *   node follow.js games ID…                 whether their boards follow events, and which
 *   node follow.js follow [drop=K] [bend=K]  follows what stdin feeds it; events of kind K are
 *                                            followed wrongly, to prove that it is found
 *
 * Stdin and stdout are lines of JSON. `Race` says which game; then, for an eye, `Start` gives the
 * server's view and each `Row` its events (none: it was taken back) and the server's view after it.
 * Out come the places where the board would show something else than the server, and a sum.
 */

import { createInterface } from "node:readline";
import type { AnyGame } from "../src/generated/wire";
import { seriesDrawn, seriesShows } from "../src/games/series";
import { isFields, type Patch } from "../src/lib/patch";
import { isRedraw, follow, patchOf, type Shown, type Showing, type Shows } from "../src/lib/show";

type Fed =
  | { type: "Race"; game: string; name: string }
  | { type: "Start"; eye: number | null; view: unknown }
  | { type: "Row"; row: number; eye: number | null; events: AnyEvent[] | null; view: unknown };
type AnyEvent = AnyGame["Event"];
type AnyShown = Shown<AnyEvent, unknown>;

interface Difference {
  path: string;
  client: unknown;
  server: unknown;
}

/** So many differences of a race are told one by one. */
const TOLD = 20;

const FOUND = Object.fromEntries(
  Object.entries(
    import.meta.glob<Partial<Showing<AnyGame>>>([
      "../src/games/*/show.ts",
      "../src/games/*/modes/*/show.ts",
    ]),
  ).map(([path, load]) => [path.replace("../src/games/", "").replace("/modes/", "-"), load]),
);

async function showingOf(game: string): Promise<Showing<AnyGame> | null> {
  const own = await FOUND[`${game}/show.ts`]?.();
  if (own?.shows && own.drawn) return { shows: own.shows, drawn: own.drawn };
  const race = game.endsWith("-series") ? await showingOf(game.replace(/-series$/, "")) : null;
  return race && { shows: seriesShows(race.shows), drawn: seriesDrawn(race.drawn) };
}

// ---------------------------------------------------------------- comparing

const inside = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null;

/** Where two values differ. */
function* differences(client: unknown, server: unknown, path: string): Generator<Difference> {
  if (!inside(client) || !inside(server) || Array.isArray(client) !== Array.isArray(server)) {
    if (client !== server) yield { path, client, server };
    return;
  }
  for (const name of new Set([...Object.keys(client), ...Object.keys(server)])) {
    yield* differences(client[name], server[name], `${path}.${name}`);
  }
}

/** Where something that a patch touched is not what the server says. */
function* touched(
  patch: unknown,
  client: unknown,
  server: unknown,
  path: string,
): Generator<Difference> {
  if (!isFields(patch) || !inside(client) || !inside(server)) {
    yield* differences(client, server, path);
    return;
  }
  for (const [name, value] of Object.entries(patch)) {
    if (value === undefined || (Array.isArray(client) && !(name in client))) continue;
    yield* touched(value, client[name], server[name], `${path}.${name}`);
  }
}

// ---------------------------------------------------------------- wrong on purpose

/** Every number of a patch one too high. */
function bent(patch: unknown): unknown {
  if (typeof patch === "number") return patch + 1;
  if (Array.isArray(patch)) return patch.map(bent);
  if (!isFields(patch)) return patch;
  return Object.fromEntries(Object.entries(patch).map(([name, value]) => [name, bent(value)]));
}

function planted(shows: Shows<AnyGame>, faults: readonly string[]): Shows<AnyGame> {
  const made: Record<string, AnyShown> = { ...shows };
  for (const fault of faults) {
    const [how, kind = ""] = fault.split("=");
    const right = made[kind];
    if (right === undefined || typeof right === "number" || "redraw" in right) {
      throw new Error(`${kind} changes nothing that could go wrong`);
    }
    const { pace, changes } = right;
    made[kind] = {
      pace,
      changes: how === "drop" ? () => ({}) : (event) => bent(changes(event)) as Patch<unknown>,
    };
  }
  return made;
}

// ---------------------------------------------------------------- following

const say = (line: object) => process.stdout.write(`${JSON.stringify(line)}\n`);

async function followAll(faults: readonly string[]): Promise<void> {
  let showing: Showing<AnyGame> | null = null;
  let race = "";
  let told = 0;
  const views = new Map<number | null, unknown>();
  const kinds = new Map<string, number>();
  const sum = { type: "Sum", rows: 0, redraws: 0, differences: 0, kinds: {} };
  for await (const line of createInterface({ input: process.stdin, crlfDelay: Infinity })) {
    const fed = JSON.parse(line) as Fed;
    if (fed.type === "Race") {
      const found = await showingOf(fed.game);
      if (!found) throw new Error(`the board of ${fed.game} does not follow events`);
      showing = { ...found, shows: planted(found.shows, faults) };
      race = fed.name;
      told = 0;
      continue;
    }
    const before = views.get(fed.eye);
    views.set(fed.eye, fed.view);
    if (fed.type === "Start" || fed.events === null || !showing) continue;
    const { shows, drawn } = showing;
    const end = fed.events.findIndex((event) => isRedraw(shows, event));
    const events = end < 0 ? fed.events : fed.events.slice(0, end);
    const client = events.reduce((view, event) => follow(shows, view, event), before);
    sum.rows += 1;
    for (const { type } of fed.events) kinds.set(type, (kinds.get(type) ?? 0) + 1);
    if (end >= 0) {
      sum.redraws += 1;
      continue;
    }
    const wrong = [...differences(drawn(client), drawn(fed.view), "drawn")];
    for (const event of events) {
      wrong.push(...touched(patchOf(shows, event) ?? {}, client, fed.view, event.type));
    }
    sum.differences += wrong.length;
    for (const one of wrong) {
      if (told++ < TOLD) say({ type: "Difference", race, eye: fed.eye, row: fed.row, ...one });
    }
  }
  say({ ...sum, kinds: Object.fromEntries(kinds) });
}

const [command, ...args] = process.argv.slice(2);
if (command === "games") {
  for (const game of args) {
    const showing = await showingOf(game).catch((wrong: unknown) => String(wrong));
    if (typeof showing === "string") say({ game, wrong: showing });
    else say({ game, ...(showing ? kindsOf(showing) : { wrong: "no `shows` and `drawn`" }) });
  }
} else await followAll(args);

function kindsOf({ shows }: Showing<AnyGame>): object {
  const entries = Object.entries(shows);
  const of = (which: "redraw" | "changes") =>
    entries.filter(([, one]) => typeof one !== "number" && which in one).map(([kind]) => kind);
  return { changes: of("changes"), redraw: of("redraw") };
}
