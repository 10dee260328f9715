import { expect, test } from "vitest";
import { place } from "./place";

test("a sign lies beyond what it is about", () => {
  expect(place({ x: 0, y: 0 }, { x: 0, y: 50 }, 8, 20, [])).toEqual({
    x: expect.closeTo(0),
    y: expect.closeTo(-20),
  });
});

test("a sign lies on nothing that stands there", () => {
  const taken = [
    { x: 0, y: 0, r: 12 },
    { x: 0, y: -20, r: 12 },
    { x: 17, y: -10, r: 12 },
  ];
  const found = place({ x: 0, y: 0 }, { x: 0, y: 50 }, 8, 22, taken);
  for (const one of taken)
    expect(Math.hypot(found.x - one.x, found.y - one.y)).toBeGreaterThanOrEqual(20);
});
