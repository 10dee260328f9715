import { expect, test } from "vitest";
import type { Option } from "../generated/wire";
import { Picks, severalOf, type Several } from "./several.svelte";

const option = (text: string): Option => ({
  move: { type: text },
  text,
  label: text,
  final: false,
  foreseen: {},
  remark: "",
  danger: "",
  closed: "",
  topic: "",
});
const [one, two, done] = [option("one"), option("two"), option("done")];
const cards: Several = {
  times: new Map([
    ["one", 2],
    ["two", 1],
  ]),
  least: 0,
  most: 3,
  end: "done",
};
const texts = (picks: Picks) => picks.picked.map(({ text }) => text);

test("picked in whatever order, as often as there are, and put back", () => {
  const picks = new Picks();
  for (const it of [two, one, one]) picks.take(it, cards);
  expect(texts(picks)).toEqual(["two", "one", "one"]);
  picks.take(two, cards); // there is no second one: it goes back
  expect(texts(picks)).toEqual(["one", "one"]);
  picks.drop(one);
  expect(texts(picks)).toEqual(["one"]);
  picks.drop(two);
  expect(texts(picks)).toEqual(["one"]);
});

test("where there is no room the first one makes it", () => {
  const picks = new Picks();
  for (const it of [one, two, one]) picks.take(it, { ...cards, most: 2 });
  expect(texts(picks)).toEqual(["two", "one"]);
});

test("all that is picked is one run, and then it is said that these are all", () => {
  const picks = new Picks();
  for (const it of [two, one]) picks.take(it, cards);
  const options = [done, one, two];
  expect(picks.moves(options, cards).map((m) => m.type)).toEqual(["two", "one", "done"]);
  expect(picks.moves(options, { ...cards, end: null }).map((m) => m.type)).toEqual(["two", "one"]);
});

test("the rules say what is chosen together", () => {
  const told = (one: Option, foreseen: Record<string, number>) => ({ ...one, foreseen });
  const both = [told(one, { times: 2, together: 99 }), told(two, { times: 1, together: 99 })];
  expect(severalOf([told(done, { ends: 1 }), ...both])).toEqual(cards);
  const least = [told(one, { times: 1, least: 2, together: 2 })];
  expect(severalOf(least)).toBeNull(); // there are not so many
  expect(severalOf([one, two, done])).toBeNull();
});
