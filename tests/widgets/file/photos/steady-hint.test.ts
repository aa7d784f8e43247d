import { expect, test } from "vitest";
import { firstHint, nextHint } from "#widgets/file/photos/steady-hint.ts";

test("shows a hint after it was detected twice in a row", () => {
  const once = nextHint(firstHint, "good", 0);
  expect(once.shown).toBe("find");
  expect(nextHint(once, "still", 200).shown).toBe("find");
  expect(nextHint(once, "good", 200).shown).toBe("good");
});

test("announces at most one hint in two seconds, none twice, and always the last one", () => {
  const said: [number, string | undefined][] = [];
  let hint = firstHint;
  for (let at = 0; at <= 6_000; at += 200) {
    const before = hint.announced;
    hint = nextHint(hint, at < 400 ? "find" : at % 800 < 400 && at < 3_000 ? "still" : "good", at);
    if (hint.announced !== before) said.push([at, hint.announced]);
  }
  expect(said[0]).toEqual([0, "find"]);
  expect(said.at(-1)?.[1]).toBe("good");
  for (const [i, [at]] of said.entries()) if (i > 0) expect(at - said[i - 1]![0]).toBeGreaterThanOrEqual(2_000);
});
