/** Hexagons as the studio lays and writes them; whether they can lie so, the server says. */

import type { Hexagon, Laid, Sketch } from "../../generated/winds-of-war";

export const straight = (boxes: number): Laid => ({
  letter: "S",
  parts: [[boxes, ""]],
  start: 0,
  word: `S${boxes}`,
});
export const curve = (letter: string, parts: [number, string][]): Laid => ({
  letter,
  parts,
  start: 0,
  word: letter + parts.map(([boxes, side]) => `${boxes}${side}`).join(""),
});
/** A curve, or none, with this many boxes of straight road before and after it. */
export const pieces = (first: number, middle: Laid | undefined, last: number): Laid[] => [
  ...(first > 0 ? [straight(first)] : []),
  ...(middle ? [middle] : []),
  ...(last > 0 ? [straight(last)] : []),
];
export const curveOf = (one: Hexagon): Laid | undefined =>
  one.pieces.find((piece) => piece.letter !== "S");
export const boxesOf = (some: Laid[]) =>
  some.reduce((sum, piece) => sum + piece.parts.reduce((n, [boxes]) => n + boxes, 0), 0);

const flat = (laid: Laid[]): Hexagon => ({
  pieces: laid,
  slope: "plain",
  pits: false,
  assist: false,
  left: "",
  right: "",
  other: "",
});
/** What lies ready to be laid, and how it is drawn on its button. */
export const TILES: { id: string; hexagon: Hexagon; way: string }[] = [
  { id: "straight", hexagon: flat([straight(4)]), way: "M24 46V2" },
  {
    id: "right",
    hexagon: flat([straight(2), curve("C", [[3, "r"]])]),
    way: "M24 46V30Q24 24 30 21L45 12",
  },
  {
    id: "left",
    hexagon: flat([straight(2), curve("C", [[3, "l"]])]),
    way: "M24 46V30Q24 24 18 21L3 12",
  },
  {
    id: "chicane",
    hexagon: flat([
      straight(2),
      curve("B", [
        [2, "r"],
        [2, "l"],
      ]),
    ]),
    way: "M24 46V38Q24 33 29 30Q34 27 29 22Q24 17 24 12V2",
  },
];

/** A circuit or a road as its file. */
export function written(sketch: Sketch): string {
  const q = (value: unknown) => JSON.stringify(value);
  const worn = Object.entries(sketch.damage).filter(([, points]) => points);
  const ends = [
    "open = true",
    `end = ${q(sketch.end || "controllo")}`,
    ...(sketch.km ? [`km = ${sketch.km}`] : []),
    ...(worn.length
      ? [`damage = { ${worn.map(([what, n]) => `${what} = ${n}`).join(", ")} }`]
      : []),
    ...(sketch.section ? [`section = ${sketch.section}`] : []),
  ];
  const ring = [`laps = ${sketch.laps}`, `qualifying = [${sketch.qualifying.map(q).join(", ")}]`];
  return [
    `name = ${q(sketch.name)}`,
    ...(sketch.open ? ends : ring),
    ...(sketch.reconstructed ? ["reconstructed = true"] : []),
    "hexagons = [",
    ...sketch.hexagons.map((one) => `    ${q(lineOf(one))},`),
    "]",
    "",
  ].join("\n");
}
function lineOf(one: Hexagon): string {
  return [
    ...one.pieces.map((piece) => piece.word),
    one.slope === "plain" ? "" : one.slope,
    one.pits ? "pits" : "",
    one.assist ? "assist" : "",
    one.left ? `left=${one.left}` : "",
    one.right ? `right=${one.right}` : "",
    one.other,
  ]
    .filter(Boolean)
    .join(" ");
}
