import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

const sources = import.meta.glob<string>(["../../renderer/**/*.{ts,tsx}", "../../widgets/**/*.{ts,tsx}"], {
  query: "?raw",
  import: "default",
  eager: true,
});

/** Keys in `uiText("…")` or `text("…")`, also inside a condition. */
function findKeys(source: string): string[] {
  return [...source.matchAll(/\b(?:uiText|text)\(([^)]*)/g)].flatMap(([, inside = ""]) =>
    [...inside.matchAll(/"([a-z]+\.[a-z-]+)"/g)].map(([, key = ""]) => key),
  );
}

test("finds every text key of the code in catalogues/texts", () => {
  const { texts } = JSON.parse(readFileSync("schemas/catalogues/texts.json", "utf8")) as {
    texts: Record<string, unknown>;
  };
  const missing = Object.entries(sources).flatMap(([file, source]) =>
    findKeys(source)
      .filter((key) => !(key in texts))
      .map((key) => `${file}: ${key}`),
  );
  expect(missing).toEqual([]);
});
