import { expect, test } from "vitest";
import { firstHint, toNext } from "#widgets/file/photos/steady-hint.ts";

test("a hint is shown once it was seen twice in a row", () => {
  const once = toNext(firstHint, "good", 0);
  expect(once.shown).toBe("find");
  expect(toNext(once, "still", 200).shown).toBe("find");
  expect(toNext(once, "good", 200).shown).toBe("good");
});

test("no two are said aloud within two seconds, none twice, and the last one is", () => {
  const said: [number, string | undefined][] = [];
  let hint = firstHint;
  for (let at = 0; at <= 6_000; at += 200) {
    const before = hint.said;
    hint = toNext(hint, at < 400 ? "find" : at % 800 < 400 && at < 3_000 ? "still" : "good", at);
    if (hint.said !== before) said.push([at, hint.said]);
  }
  expect(said[0]).toEqual([0, "find"]);
  expect(said.at(-1)?.[1]).toBe("good");
  for (const [i, [at]] of said.entries()) if (i > 0) expect(at - said[i - 1]![0]).toBeGreaterThanOrEqual(2_000);
});
