import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

const sources = import.meta.glob<string>(
  ["./**/*.{svelte,ts}", "!./**/*.test.ts", "!./generated/**"],
  {
    query: "?raw",
    import: "default",
    eager: true,
  },
);

/** What the faces of the pages have anyway: letters, points and the minus sign. */
const ORDINARY = /[\u0000-\u02ff\u2010-\u2026\u2212]/;

test("every sign on the pages is drawn by us: not every visitor's fonts have it", () => {
  const css = readFileSync("src/signs.css", "utf8");
  const drawn = new Set(
    [...css.matchAll(/U\+([0-9A-F]{4})/g)].map(([, code]) => parseInt(code!, 16)),
  );
  expect(drawn.size).toBeGreaterThan(10);
  const missing = Object.entries(sources).flatMap(([file, text]) =>
    [...text]
      .filter((sign) => !ORDINARY.test(sign) && !drawn.has(sign.codePointAt(0)!))
      .map((sign) => `${sign} in ${file}`),
  );
  expect([...new Set(missing)]).toEqual([]);
});
