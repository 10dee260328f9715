/** Long lists of options as a tree: by kind of move, then by what differs least. */

import type { Option } from "../generated/wire";

export interface Leaf {
  label: string;
  option: Option;
}
export interface Branch {
  label: string;
  nodes: Node[];
}
export type Node = Leaf | Branch;

/** Up to so many stand side by side under one heading. */
const FEW = 9;

export function isLeaf(node: Node): node is Leaf {
  return "option" in node;
}

type Fields = Record<string, unknown>;

function kind(option: Option): string {
  return String((option.move as Fields)["type"] ?? "");
}

export function tree(options: readonly Option[]): Node[] {
  const leaves = options.map((option) => ({ label: option.label, option }));
  if (options.length <= 6) return leaves;
  const kinds = groups(options, kind);
  if (kinds.length === 1) return split(options, new Set(["type"]));
  return kinds.map((group) => {
    if (group.length === 1) return { label: group[0]!.label, option: group[0]! };
    return branch(group, split(group, new Set(["type"])));
  });
}

/** Cuts a group by the field with the fewest values, while it is too long for one look. */
function split(options: readonly Option[], used: Set<string>): Node[] {
  const plain = options.map((option) => ({ label: option.label, option }));
  if (options.length <= FEW) return plain;
  let best: Option[][] | null = null;
  let by = "";
  for (const field of Object.keys(options[0]!.move as Fields)) {
    if (used.has(field)) continue;
    const cut = groups(options, (o) => JSON.stringify((o.move as Fields)[field]));
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

/** A heading out of the words its options share; they keep the rest. */
function branch(group: readonly Option[], nodes: Node[]): Branch {
  const [head, tail] = shared(group.map((o) => o.label));
  const label = `${head}${head && tail ? " … " : ""}${tail}`.trim() || group[0]!.label;
  return { label, nodes: nodes.map((node) => shorten(node, head, tail)) };
}

function shorten(node: Node, head: string, tail: string): Node {
  const cut = (text: string): string => {
    let rest = text.startsWith(head) ? text.slice(head.length) : text;
    if (tail && rest.endsWith(tail)) rest = rest.slice(0, -tail.length);
    return rest.trim().replace(/^[:,–-]\s*/, "") || text;
  };
  return isLeaf(node)
    ? { ...node, label: cut(node.label) }
    : { label: cut(node.label), nodes: node.nodes.map((n) => shorten(n, head, tail)) };
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
  return [
    first.slice(0, head).join(" "),
    tail ? first.slice(first.length - tail).join(" ") : "",
  ];
}

function groups(options: readonly Option[], key: (option: Option) => string): Option[][] {
  const found = new Map<string, Option[]>();
  for (const option of options) {
    const k = key(option);
    const group = found.get(k);
    if (group) group.push(option);
    else found.set(k, [option]);
  }
  return [...found.values()];
}

export function count(nodes: readonly Node[]): number {
  return nodes.reduce((n, node) => n + (isLeaf(node) ? 1 : count(node.nodes)), 0);
}
