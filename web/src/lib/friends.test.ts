import { expect, test } from "vitest";
import { companyOf, fit, seatsFor } from "./friends";

test("as many friends and bots as the game has seats", () => {
  expect(fit({ friends: 9, bots: 9 }, [2, 6])).toEqual({ friends: 5, bots: 0 });
  expect(fit({ friends: 0, bots: 2 }, [2, 6])).toEqual({ friends: 1, bots: 2 });
  expect(fit({ friends: 1, bots: 0 }, [4, 8])).toEqual({ friends: 1, bots: 2 });
});

test("the full form starts from what the short one said", () => {
  const seats = seatsFor({ friends: 2, bots: 1 }, "easy");
  expect(seats.map((seat) => seat.type)).toEqual(["Me", "Open", "Open", "Bot"]);
  expect(companyOf(seats)).toEqual({ friends: 2, bots: 1 });
});
