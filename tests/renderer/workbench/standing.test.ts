import { expect, test } from "vitest";
import type { ConfigStatus } from "#engine/api/config.ts";
import { sayStanding } from "#renderer/workbench/standing.ts";

const status: ConfigStatus = { release: "0123456789abcdef", checkedAt: "2026-11-22T09:00:00Z", ok: true, issues: [] };
const issue = { document: "screens/home.json", pointer: "", line: 1, column: 1, code: "x", message: "y" };

test("what is saved is what is served, or how much is to be mended", () => {
  expect(sayStanding(status)).toEqual({ said: "Served as saved", good: true });
  expect(sayStanding({ ...status, issues: [issue] }).said).toBe("Served as saved, 1 to mend");
  expect(sayStanding({ ...status, ok: false, issues: [issue] })).toEqual({
    said: "The last good release is shown: 1 to mend",
    good: false,
  });
});

test("a held release is told, and what ends it", () => {
  const { said, good } = sayStanding({
    ...status,
    held: { release: "fedcba9876543210", since: "2026-11-22T08:00:00Z" },
  });
  expect(good).toBe(false);
  expect(said).toContain("Release fedcba98 is held");
  expect(said).toContain("npm run releases -- newest");
});
