import { expect, test } from "vitest";
import type { ConfigStatus } from "#engine/contract/config.ts";
import { describeRelease } from "#renderer/workbench/release-status.ts";

const status: ConfigStatus = { release: "0123456789abcdef", checkedAt: "2026-11-22T09:00:00Z", ok: true, issues: [] };
const issue = { document: "screens/home.json", pointer: "", line: 1, column: 1, code: "x", message: "y" };

test("states that the saved definitions are served, or how many findings there are", () => {
  expect(describeRelease(status)).toEqual({ text: "The saved definitions are served", good: true });
  expect(describeRelease({ ...status, issues: [issue] }).text).toBe("The saved definitions are served. 1 fault to fix");
  expect(describeRelease({ ...status, ok: false, issues: [issue] })).toEqual({
    text: "The last good release is shown: 1 fault to fix",
    good: false,
  });
});

test("reports a pinned release and how to end it", () => {
  const { text, good } = describeRelease({
    ...status,
    pinned: { release: "fedcba9876543210", since: "2026-11-22T08:00:00Z" },
  });
  expect(good).toBe(false);
  expect(text).toContain("Release fedcba98 is pinned");
  expect(text).toContain("npm run releases -- newest");
});
