import { expect, test } from "vitest";
import type { Option } from "../generated/wire";
import { count, grid, isLeaf, shared, tree, under } from "./choices";

const option = (move: { type: string; [field: string]: unknown }, label: string): Option => ({
  move,
  label,
  text: label.toLowerCase(),
  final: true,
  foreseen: {},
  remark: "",
  danger: "",
  closed: "",
  topic: "",
});
const SLOTS = ["left", "middle", "right"];
const drives = [10, 20, 30, 40].flatMap((card) =>
  SLOTS.map((name, slot) =>
    option(
      { type: "Drive", slot, card },
      `Drive: ${card} ${card > 20 ? "uphill" : "left"} in place ${name}`,
    ),
  ),
);

test("labels share their first and last words", () => {
  expect(shared(["Spend 1 chip now", "Spend 2 chips now"])).toEqual(["Spend", "now"]);
  expect(shared(["Attack", "Stay"])).toEqual(["", ""]);
});

test("few options stay a list", () => {
  const few = [option({ type: "Stay" }, "Stay"), option({ type: "Attack" }, "Attack")];
  expect(tree(few).every(isLeaf)).toBe(true);
});

test("two fields make a table with short labels", () => {
  const table = grid(drives);
  expect(table?.label).toBe("Drive");
  expect(table?.columns).toEqual(SLOTS);
  expect(table?.nodes.map((row) => row.label)).toEqual([
    "10 left",
    "20 left",
    "30 uphill",
    "40 uphill",
  ]);
});

test("a heading keeps the words between two gaps", () => {
  const names = ["Yellow", "Green", "Blue", "White"];
  const bets = names.flatMap((a) =>
    names
      .filter((b) => b !== a)
      .map((b) => option({ type: "Say", a, b }, `That ${a} finishes ahead of ${b}`)),
  );
  const [first] = tree([...bets, option({ type: "Stop" }, "Nothing more")]);
  expect(first?.label).toBe("That … finishes ahead of …");
});

test("a long list is grouped by kind of move, and nothing is lost", () => {
  const all = [
    option({ type: "Nothing" }, "Do nothing"),
    ...drives,
    ...[10, 20].map((card) => option({ type: "Change", card }, `Optimize: change ${card}`)),
  ];
  const nodes = tree(all);
  expect(nodes.map((node) => node.label)).toEqual(["Do nothing", "Drive", "Optimize: change"]);
  expect(count(nodes)).toBe(all.length);
  expect(new Set(under(nodes))).toEqual(new Set(all));
});

test("what a game names stands in one layout, however many there are", () => {
  const named = ({ move, label }: Option) => {
    const { type, card, slot } = { ...move } as { type: string; card: number; slot: number };
    if (type !== "Drive") return null;
    return { title: label.split(":")[0]!, name: `${card}`, columns: SLOTS, column: SLOTS[slot]! };
  };
  const nothing = option({ type: "Nothing" }, "Do nothing");
  for (const hand of [1, 2, 3, 4]) {
    const nodes = tree([nothing, ...drives.slice(0, hand * SLOTS.length)], named);
    expect(nodes.map((node) => node.label)).toEqual(["Do nothing", "Drive"]);
    const table = nodes[1]!;
    expect(isLeaf(table) ? null : table.columns).toEqual(SLOTS);
    expect(isLeaf(table) ? 0 : table.nodes.length).toBe(hand);
  }
  const [, left] = tree([nothing, drives[1]!], named); // only one place is possible
  expect(left && !isLeaf(left) ? left.columns : null).toEqual(SLOTS);
  expect(under([left!]).length).toBe(1);
});

test("a hundred options of three fields are cut until nine or fewer stand together", () => {
  const many = [1, 2, 3, 4].flatMap((gear) =>
    ["a", "b", "c", "d", "e"].flatMap((card) =>
      [0, 1, 2, 3, 4].map((heat) =>
        option({ type: "Plan", gear, card, heat }, `Gear ${gear} with ${card} and ${heat} heat`),
      ),
    ),
  );
  const widest = (nodes: ReturnType<typeof tree>): number =>
    Math.max(nodes.length, ...nodes.map((n) => (isLeaf(n) ? 0 : widest(n.nodes))));
  const nodes = tree(many);
  expect(count(nodes)).toBe(100);
  expect(widest(nodes)).toBeLessThanOrEqual(9);
});
