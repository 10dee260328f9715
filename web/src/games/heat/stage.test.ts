import { expect, test } from "vitest";
import type { Move } from "../../generated/heat";
import type { Ask, Option } from "./types";
import { composes, stage } from "./stage";

function ask(question: string, ...moves: Move[]): Ask {
  const options = moves.map((move, i): Option => ({
    move,
    text: String(i),
    label: String(i),
    final: false,
    foreseen: {},
    remark: "",
    danger: "",
    closed: "",
    topic: "",
  }));
  return {
    seat: 0,
    number: 1,
    prompt: "",
    question,
    kind: "sealed",
    clause: "H2",
    default: 0,
    options,
    range: null,
    deadline: null,
    prepared: null,
  };
}

test("a plan is composed, also of a hand that is too large for one move", () => {
  const whole = ask(
    "plan",
    { type: "Plan", gear: 1, cards: [1] },
    { type: "Plan", gear: 1, cards: [2] },
  );
  const gear = ask("plan", { type: "Shift", gear: 1 }, { type: "Shift", gear: 2 });
  const card = ask("plan", { type: "Add", card: 1 }, { type: "Add", card: 2 });
  expect([whole, gear, card].map(stage)).toEqual(["whole", "gear", "card"]);
  expect([whole, gear, card].map(composes)).toEqual([true, true, false]);
  expect(composes(ask("plan", { type: "Plan", gear: 0, cards: [6] }))).toBe(false);
  expect(stage(ask("react", { type: "Done" }))).toBe(null);
});
