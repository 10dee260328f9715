import { expect, test } from "vitest";

import type { Standing } from "../games/registry";
import { merged } from "./standings";

const row = (seat: number | null, place: number): Standing =>
  ({ seat, place, name: seat === null ? "an Old Pro" : `driver ${seat}` }) as Standing;

test("neighbours that nobody drives are one line that says how many they are", () => {
  const lines = merged([row(null, 0), row(0, 1), row(null, 0), row(null, 0), row(1, 2)]);
  expect(lines.map((line) => [line.seat, line.count])).toEqual([
    [null, 1],
    [0, 1],
    [null, 2],
    [1, 1],
  ]);
});
