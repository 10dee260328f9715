import { expect, test } from "vitest";
import { fill, form } from "./sentences";

test("names are put in, and what is not known stays", () => {
  expect(fill("{name} is {what}", { name: "Ada" })).toBe("Ada is {what}");
});

test.each([
  [0, "0 chips"],
  [1, "1 chip"],
  ["2", "2 chips"],
])("two forms: %s", (n, told) => expect(fill("{n:chip|chips}", { n })).toBe(told));

test.each([
  [1, "1 žeton"],
  [3, "3 žetony"],
  [5, "5 žetonů"],
  ["?", "? žetonů"],
])("named forms, by the rules of the language: %s", (n, told) =>
  expect(fill("{n:one=žeton|few=žetony|other=žetonů}", { n }, "cs")).toBe(told),
);

test.each([
  [1, "1st"],
  [2, "2nd"],
  [13, "13th"],
  [23, "23rd"],
])("places in an order: %s", (n, told) => {
  expect(fill("{n:#one=st|two=nd|few=rd|other=th}", { n })).toBe(told);
  expect(fill("{n:#other=º}", { n }, "it")).toBe(`${n}º`);
});

test("a form that has an equals sign in it is no name", () =>
  expect(form("a=b|c=d", "one")).toBe("a=b"));

test.each([
  ["Anna", "Tocca ad Anna"],
  ["Bruno", "Tocca a Bruno"],
  ["il bot", "Tocca al bot"],
])("a preposition joins the name: %s", (name, told) =>
  expect(fill("Tocca {name:@to}", { name }, "it")).toBe(told),
);
