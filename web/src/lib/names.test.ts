import { expect, test } from "vitest";
import { brief } from "./names";

test("a name that is too long is cut, but not the number that tells bots apart", () => {
  expect(brief("Pilota di club 2", 16)).toBe("Pilota di club 2");
  expect(brief("Pilota di club 12", 13)).toBe("Pilota di… 12");
  expect(brief("Pilota ufficiale 3", 14)).toBe("Pilota uffi… 3");
  expect(brief("Bartholomew of Ely", 14)).toBe("Bartholomew o…");
});
