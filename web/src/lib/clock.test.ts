import { expect, test } from "vitest";
import { clockText, looksADay, paceCalled, sentClock } from "./clock";

test("a clock of seconds is told in seconds", () => {
  expect(clockText({ type: "Live", bank: 8, increment: 2 })).toEqual(["paceShort", 8]);
  expect(clockText({ type: "Live", bank: 90 })).toEqual(["paceShort", 90]);
  expect(clockText({ type: "Live", bank: 60 })).toEqual(["paceLive", 1]);
  expect(clockText({ type: "Live", bank: 600 })).toEqual(["paceLive", 10]);
  expect(clockText({ type: "Slow", hours: 1 })).toEqual(["paceSlow", 1]);
  expect(clockText({ type: "NoClock" })).toBeNull();
});

const pace = (name: "brisk" | "usual" | "calm", days: number, waits = 17) => ({
  name,
  days,
  waits,
  clock: { type: "Bank" as const },
});

test("a race over days is sent as a pace, and other clocks as they are", () => {
  expect(sentClock({ type: "Bank" }, "calm")).toEqual({ pace: "calm" });
  expect(sentClock({ type: "NoClock" })).toEqual({ clock: { type: "NoClock" } });
});

test("a pace that a race does not have is the usual one", () => {
  const [usual, calm] = [pace("usual", 10), pace("calm", 0)];
  expect(paceCalled([usual, calm], "brisk")).toBe(usual);
  expect(paceCalled([usual, calm], "calm")).toBe(calm);
  expect(paceCalled([], "usual")).toBeNull();
});

test("a pace says how often everybody has to look", () => {
  expect(looksADay(pace("usual", 10, 8))).toBe(1);
  expect(looksADay(pace("usual", 10, 17))).toBe(2);
  expect(looksADay(pace("brisk", 7, 30))).toBe(3);
  expect(looksADay(pace("calm", 0))).toBe(1);
});
