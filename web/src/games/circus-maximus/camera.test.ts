import { describe, expect, it } from "vitest";
import { aim, around, holds, lookAt, seen, union, zoomFor, type Lens } from "./camera";
import printed from "../../generated/circus-maximus.board.json";
import { encode, Oval } from "./geometry";

const lens: Lens = {
  width: 880,
  height: 480,
  all: { x0: 0, y0: 0, x1: 1100, y1: 430 },
  most: 2,
  least: 0.8,
};

describe("the camera of the circus", () => {
  it("shows all that must be seen, and no more than the largest zoom", () => {
    const must = [around(500, 300, 20), around(620, 320, 20)];
    const camera = aim(null, must, [], lens);
    expect(holds(seen(camera, lens), union(must)!)).toBe(true);
    expect(camera.zoom).toBeLessThanOrEqual(2);
    expect(camera.zoom).toBeGreaterThan(1.7);
  });
  it("leaves out what would make the rest too small", () => {
    const must = [around(100, 100, 20)];
    const far = around(1080, 400, 20);
    const near = around(400, 200, 20);
    const camera = aim(null, must, [near, far], { ...lens, least: 1.2 });
    expect(holds(seen(camera, lens), near)).toBe(true);
    expect(holds(seen(camera, lens), far)).toBe(false);
  });
  it("shows what must be seen also below the least zoom", () => {
    const must = [around(30, 30, 20), around(1060, 400, 20)];
    const camera = aim(null, must, [], { ...lens, least: 1.2 });
    expect(holds(seen(camera, lens), union(must)!)).toBe(true);
  });
  it("rests while everything is in the picture", () => {
    const first = aim(null, [around(500, 200, 180)], [], lens);
    expect(aim(first, [around(540, 200, 180)], [], lens)).toBe(first);
    expect(aim(first, [around(900, 210, 150)], [], lens)).not.toBe(first);
    expect(aim(first, [around(500, 200, 40)], [], lens).zoom).toBeGreaterThan(first.zoom);
  });
  it("does not look past the edge of the picture", () => {
    const box = seen(lookAt(around(0, 0, 10), 1.5, lens), lens);
    expect([box.x0, box.y0]).toEqual([0, 0]);
    expect(zoomFor(lens.all, lens)).toBeCloseTo(0.8);
  });
});

describe("places along the lap", () => {
  it("grow all the way round", () => {
    const oval = new Oval(printed.tracks["model-a"]!);
    let square = encode({ lane: 3, segment: 0, number: 1 });
    let last = -1;
    for (let n = 0; n < 2 * (34 + 12); n++) {
      expect(oval.along(square)).toBeGreaterThan(last);
      last = oval.along(square);
      square = oval.ahead(square);
    }
    expect(last).toBeLessThan(oval.lap);
    expect(oval.along(square)).toBe(oval.along(encode({ lane: 3, segment: 0, number: 1 })));
  });
});
