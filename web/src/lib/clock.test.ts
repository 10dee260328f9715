import { expect, test } from "vitest";
import { pace } from "./clock";

test("a clock of seconds is told in seconds", () => {
  expect(pace({ type: "Live", bank: 8, increment: 2 })).toEqual(["paceShort", 8]);
  expect(pace({ type: "Live", bank: 90 })).toEqual(["paceShort", 90]);
  expect(pace({ type: "Live", bank: 60 })).toEqual(["paceLive", 1]);
  expect(pace({ type: "Live", bank: 600 })).toEqual(["paceLive", 10]);
  expect(pace({ type: "Slow", hours: 1 })).toEqual(["paceSlow", 1]);
  expect(pace({ type: "Bank" })).toEqual(["paceBank", 24]);
  expect(pace({ type: "NoClock" })).toBeNull();
});
