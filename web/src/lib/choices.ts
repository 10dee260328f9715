/** Long lists of options as a tree: by kind of move, then by what differs least. */

import type { AnyGame, Option } from "../generated/wire";

/** What a game says of a move that always stands together with its like, however many there are: a
 *  title above them, its own name, and where two things are chosen at once all columns and its own.
 */
export interface Grouped {
  title: string;
  name: string;
  columns?: readonly string[];
  column?: string;
}
export type Groups<G extends AnyGame> = (option: Option<G>) => Grouped | null;

export interface Leaf {
  label: string;
  option: Option;
  column?: string;
}
export interface Branch {
  label: string;
  nodes: Node[];
  /** Two things are chosen at once: rows are the nodes, and these are their columns. */
  columns?: readonly string[];
}
export type Node = Leaf | Branch;

/** Up to this many are side by side under one heading. */
const FEW = 9;

export function isLeaf(node: Node): node is Leaf {
  return "option" in node;
}

/** What a move says, field by field. */
const said = (option: Option): Record<string, unknown> => ({ ...option.move });

const kind = (option: Option): string => option.move.type;

export function tree(options: readonly Option[], groups?: Groups<AnyGame>): Node[] {
  const leaves = options.map((option) => ({ label: option.label, option }));
  if (groups && options.some(groups))
    return byKind(options).flatMap((alike): Node[] => {
      const found = arranged(alike, groups);
      return found ? [found] : alike.map((option) => ({ label: option.label, option }));
    });
  if (options.length <= 6) return leaves;
  const kinds = byKind(options);
  if (kinds.length === 1) return split(options, new Set(["type"]));
  return kinds.map((group) => {
    if (group.length === 1) return { label: group[0]!.label, option: group[0]! };
    return grid(group) ?? branch(group, split(group, new Set(["type"])));
  });
}

const byKind = (options: readonly Option[]) => alikeBy(options, kind);

/** Moves of one kind as their game names them: a table, or names side by side. */
function arranged(options: readonly Option[], groups: Groups<AnyGame>): Branch | null {
  const named = options.flatMap((option) => {
    const group = groups(option);
    return group ? [{ ...group, option }] : [];
  });
  if (!named.length || named.length < options.length) return null;
  const title = named[0]!.title;
  const { columns } = named[0]!;
  if (!columns)
    return { label: title, nodes: named.map(({ name, option }) => ({ label: name, option })) };
  const rows = [...new Set(named.map(({ name }) => name))];
  return {
    label: title,
    columns,
    nodes: rows.map((label) => ({
      label,
      nodes: columns.flatMap((column) =>
        named
          .filter((one) => one.name === label && one.column === column)
          .map(({ option }) => ({ label: option.label, option, column })),
      ),
    })),
  };
}

const MOST_COLUMNS = 4;

/** Moves of two fields, every value of one with every value of the other, make a table. */
export function grid(options: readonly Option[]): Branch | null {
  const varied = Object.keys(options[0]!.move).filter((field) => by(options, field).length > 1);
  if (varied.length !== 2 || options.length <= 6) return null;
  let [rows, columns] = varied.map((field) => by(options, field)) as [Option[][], Option[][]];
  if (rows.length < columns.length) [rows, columns] = [columns, rows];
  if (columns.length > MOST_COLUMNS || rows.length * columns.length !== options.length) return null;
  const [head, tail] = shared(options.map((o) => o.label));
  const named = (group: Option[]) => {
    const [a, b] = shared(group.map((o) => o.label));
    return `${cut(a, head, "")} ${cut(b, "", tail)}`.trim();
  };
  const across = columns.map(named);
  const [join] = shared(across);
  const heads = across.map((label) => cut(label, join, ""));
  return {
    label: `${head} ${tail}`.trim().replace(/[:,]$/, ""),
    columns: heads,
    nodes: rows.map((row) => ({
      label: cut(named(row), "", join).replace(/[:,]$/, ""),
      nodes: columns.map((column, at) => {
        const option = column.find((o) => row.includes(o))!;
        return { label: option.label, option, column: heads[at]! };
      }),
    })),
  };
}

function by(options: readonly Option[], field: string): Option[][] {
  return alikeBy(options, (o) => JSON.stringify(said(o)[field]));
}

function cut(text: string, head: string, tail: string): string {
  let rest = head && text.startsWith(head) ? text.slice(head.length) : text;
  if (tail && rest.endsWith(tail)) rest = rest.slice(0, -tail.length);
  return rest.trim();
}

/** Cuts a group by the field with the fewest values, while it is too long for one look. */
function split(options: readonly Option[], used: Set<string>): Node[] {
  const plain = options.map((option) => ({ label: option.label, option }));
  if (options.length <= FEW) return plain;
  let best: Option[][] | null = null;
  let by = "";
  for (const field of Object.keys(options[0]!.move)) {
    if (used.has(field)) continue;
    const cut = alikeBy(options, (o) => JSON.stringify(said(o)[field]));
    if (cut.length < 2 || cut.length === options.length) continue;
    if (!best || cut.length < best.length) [best, by] = [cut, field];
  }
  if (!best) return plain;
  const deeper = new Set(used).add(by);
  return best.map((group) =>
    group.length === 1
      ? { label: group[0]!.label, option: group[0]! }
      : branch(group, split(group, deeper)),
  );
}

/** What labels say with gaps on both sides of shared words, as "That … is ahead of …"; else nothing. */
function inside(labels: readonly string[]): string {
  const words = labels.map((label) => label.split(" "));
  if (words.some((one) => one.length !== words[0]!.length)) return "";
  const kept = words[0]!.map((word, at) => (words.every((one) => one[at] === word) ? word : "…"));
  const text = kept.filter((word, at) => word !== "…" || kept[at - 1] !== "…").join(" ");
  return /… [^…]+ …/.test(text) ? text : "";
}

/** A heading out of the words its options share; they keep the rest. */
function branch(group: readonly Option[], nodes: Node[]): Branch {
  const labels = group.map((o) => o.label);
  const [head, tail] = shared(labels);
  const ends = `${head}${head && tail ? " … " : ""}${tail}`.trim().replace(/,$/, "");
  const label = inside(labels) || ends || group[0]!.label;
  return { label, nodes: nodes.map((node) => shorten(node, head, tail)) };
}

function shorten(node: Node, head: string, tail: string): Node {
  const label = cut(node.label, head, tail).replace(/^[:,–-]\s*/, "") || node.label;
  return isLeaf(node)
    ? { ...node, label }
    : { ...node, label, nodes: node.nodes.map((n) => shorten(n, head, tail)) };
}

/** The words that all labels begin with, and those that all end with. */
export function shared(labels: readonly string[]): [string, string] {
  const words = labels.map((label) => label.split(" "));
  const shortest = Math.min(...words.map((w) => w.length));
  let head = 0;
  while (head < shortest - 1 && words.every((w) => w[head] === words[0]![head])) head++;
  let tail = 0;
  while (
    tail < shortest - 1 - head &&
    words.every((w) => w[w.length - 1 - tail] === words[0]![words[0]!.length - 1 - tail])
  ) {
    tail++;
  }
  const first = words[0]!;
  return [first.slice(0, head).join(" "), tail ? first.slice(first.length - tail).join(" ") : ""];
}

function alikeBy(options: readonly Option[], key: (option: Option) => string): Option[][] {
  const found = new Map<string, Option[]>();
  for (const option of options) {
    const k = key(option);
    const group = found.get(k);
    if (group) group.push(option);
    else found.set(k, [option]);
  }
  return [...found.values()];
}

/** All options under some nodes. */
export function under(nodes: readonly Node[]): Option[] {
  return nodes.flatMap((node) => (isLeaf(node) ? [node.option] : under(node.nodes)));
}

export function count(nodes: readonly Node[]): number {
  return nodes.reduce((n, node) => n + (isLeaf(node) ? 1 : count(node.nodes)), 0);
}
