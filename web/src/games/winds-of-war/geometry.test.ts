import { describe, expect, it } from "vitest";
import printed from "../../generated/winds-of-war.board.json";
import { Ground, Lane } from "../../generated/winds-of-war";
import roads from "../../generated/winds-of-war-mille-miglia.board.json";
import type { Circuit } from "./data";
import { groundsOf, layout, routes, stretches, UNIT } from "./geometry";

const CIRCUITS = Object.entries(printed.circuits);

it("has the ground of curves by night only from the view", () => {
  const road = roads.roads["one-evening"] as unknown as Circuit;
  const edges = [...road.lane.keys()].filter((box) => road.lane[box] !== Lane.MIDDLE);
  const dark = groundsOf(road, [null, null]);
  expect(edges.some((box) => dark[box] === null)).toBe(true);
  const box = edges.find((one) => dark[one] === null)!;
  const lit = groundsOf(road, [[[box, 2, Ground.TREES]], null]);
  expect(lit.slice(box, box + 2)).toEqual([Ground.TREES, Ground.TREES]);
  expect(lit[box + 2]).toBe(dark[box + 2]);
});

describe.each(CIRCUITS)("%s", (_, circuit) => {
  it.each([
    [880, 480],
    [390, 300],
  ])("fits a page of %i by %i", (width, height) => {
    const l = layout(circuit, width, height);
    for (const box of circuit.lane.keys()) {
      const p = l.spot(box);
      expect(p.x).toBeGreaterThan(0);
      expect(p.x).toBeLessThan(l.width);
      expect(p.y).toBeGreaterThan(0);
      expect(p.y).toBeLessThan(l.height);
    }
  });

  it("keeps boxes of neighbouring lanes apart", () => {
    const l = layout(circuit, 880, 480);
    for (const box of circuit.lane.keys())
      for (const [, there] of circuit.ways[box]!) {
        const [a, b] = [l.spot(box), l.spot(there)];
        expect(Math.hypot(a.x - b.x, a.y - b.y)).toBeGreaterThan(l.lane * 0.5);
      }
  });

  it("is covered by the stretches of each lane", () => {
    for (const lane of Object.values(Lane)) {
      const all = stretches(circuit, lane, (box) => circuit.slope[box]!);
      expect(all.reduce((sum, s) => sum + s.to - s.from, 0)).toBeCloseTo(circuit.length / UNIT);
    }
  });

  it("leads along the best line", () => {
    for (const curve of circuit.curves) {
      const found = routes(circuit, curve.line[0]!, curve.line.length - 1, new Set());
      const way = found.get(curve.line[curve.line.length - 1]!)!;
      // through a chicane another way may have fewer boxes
      if (way.length === curve.line.length - 1) expect(way).toEqual(curve.line.slice(1));
      else expect(curve.parts.length).toBe(2);
    }
  });
});
