import { expect, test } from "vitest";
import { laid } from "./hand";

test.each([304, 374])("in %i units no card of a hand hides the name of another", (width) => {
  for (let kinds = 2; kinds <= 8; kinds++) {
    const { line, step } = laid(kinds, width);
    expect(step).toBeGreaterThanOrEqual(69);
    expect((line - 1) * step + 76).toBeLessThanOrEqual(width);
  }
});

test("few of them lie there whole, in one row", () => {
  expect(laid(4, 304)).toEqual({ stub: false, line: 4, step: 76 });
  expect(laid(5, 304)).toEqual({ stub: true, line: 3, step: 79 });
});
