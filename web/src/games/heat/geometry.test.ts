import { expect, test } from "vitest";
import printed from "../../generated/heat.board.json";
import { beside, heightFor, layout, nooks, raceSide } from "./geometry";

const CIRCUITS = Object.entries(printed.circuits);

test.each(CIRCUITS)("%s can be read on a desk and on a phone", (_, circuit) => {
  const tall = heightFor(circuit, 390, 620);
  expect(tall).toBeLessThanOrEqual(620);
  for (const [width, height, least] of [
    [888, 570, 15],
    [390, tall, 11.5],
  ] as const) {
    const l = layout(circuit, width, height);
    expect(l.step).toBeGreaterThan(least);
    for (let s = 0; s < circuit.spaces; s++) {
      for (const side of [-1, 1]) {
        const p = l.at(s + 0.5, side);
        expect(Math.min(p.x, p.y, width - p.x, height - p.y)).toBeGreaterThan(0);
      }
    }
    for (const corner of circuit.corners) {
      const sign = beside(l, corner.at, 20);
      expect(Math.min(sign.x, sign.y, width - sign.x, height - sign.y)).toBeGreaterThanOrEqual(20);
    }
  }
});

test.each(CIRCUITS)("%s: no road lies on another", (_, circuit) => {
  const l = layout(circuit, 888, 570);
  const n = circuit.spaces;
  for (let i = 0; i < n; i++) {
    for (let j = i + 5; j < n && n - (j - i) >= 5; j++) {
      const [a, b] = [l.at(i), l.at(j)];
      expect(Math.hypot(a.x - b.x, a.y - b.y)).toBeGreaterThan(l.road * 1.4);
    }
  }
});

test("the two spots of a space lie on both sides of the road", () => {
  const circuit = CIRCUITS[0]![1];
  const l = layout(circuit, 888, 570);
  const side = raceSide(circuit.corners, 20);
  const [line, other] = [l.at(20.5, side * 0.5), l.at(20.5, side * -0.5)];
  expect(Math.hypot(line.x - other.x, line.y - other.y)).toBeCloseTo(l.road / 2, 0);
  expect(new Set(nooks(l)).size).toBe(4);
});
