import { expect, test } from "vitest";
import { merge, type Patch } from "./patch";

interface Car {
  at: number;
  gear: number;
  cards: number[];
}
type Phase = { type: "Choosing"; sealed: boolean[] } | { type: "Over" };
interface View {
  cars: Car[];
  phase: Phase;
  winner: { seat: number; time: number } | null;
}
const VIEW: View = {
  cars: [
    { at: 0, gear: 1, cards: [1, 2] },
    { at: 3, gear: 2, cards: [] },
  ],
  phase: { type: "Choosing", sealed: [false, false] },
  winner: null,
};

test("only what is named changes; the rest stays the same object", () => {
  const after = merge(VIEW, { cars: { 1: { at: 5 } } });
  expect(after).toEqual({ ...VIEW, cars: [VIEW.cars[0], { at: 5, gear: 2, cards: [] }] });
  expect(after.cars[0]).toBe(VIEW.cars[0]);
  expect(after.phase).toBe(VIEW.phase);
  expect(VIEW.cars[1]!.at).toBe(3);
});

test("a list is replaced whole, or changed by index", () => {
  expect(merge(VIEW, { cars: { 0: { cards: [7] } } }).cars[0]!.cards).toEqual([7]);
  expect(merge(VIEW, { cars: { 0: { cards: { 1: 9 } } } }).cars[0]!.cards).toEqual([1, 9]);
});

test("a place that the list does not have is passed over", () => {
  const seat = -1;
  expect(merge(VIEW, { cars: { [seat]: { at: 5 }, 2: { at: 6 } } })).toEqual(VIEW);
});

test("a tagged value of the same kind is changed, one of another kind replaced", () => {
  const sealed: Patch<View> = { phase: { type: "Choosing", sealed: { 1: true } } };
  expect(merge(VIEW, sealed).phase).toEqual({ type: "Choosing", sealed: [false, true] });
  expect(merge(VIEW, { phase: { type: "Over" } }).phase).toEqual({ type: "Over" });
});

test("what was null is put there whole, and null takes it away", () => {
  const won = merge(VIEW, { winner: { seat: 1, time: 40 } });
  expect(won.winner).toEqual({ seat: 1, time: 40 });
  expect(merge(won, { winner: { time: 41 } }).winner).toEqual({ seat: 1, time: 41 });
  expect(merge(won, { winner: null }).winner).toBeNull();
});

test("a field that is undefined is not named", () => {
  expect(merge(VIEW, { cars: { 0: { at: undefined } } })).toEqual(VIEW);
});
