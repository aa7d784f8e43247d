import { expect, test } from "vitest";
import { BadDocuments } from "#server/config/reader.ts";
import { SettingsError } from "#server/platform/settings-error.ts";
import { DataDirectoryInUse } from "#server/platform/store/lock.ts";
import { toReason } from "#server/start-failure.ts";

const failed = (code: string, more: object = {}) => Object.assign(new Error(`${code}: of a test`), { code, ...more });

test("a port that cannot be had says which settings name another", () => {
  for (const code of ["EADDRINUSE", "EACCES"])
    expect(toReason(failed(code, { syscall: "listen", port: 80 }))).toBe(
      `${code}: of a test. Set PORT or HOST to another one.`,
    );
});

test("whatever else may not be read or is in use is not blamed on the port", () => {
  for (const error of [
    failed("EACCES", { syscall: "open", path: "/srv/.data" }),
    failed("EACCES", { address: "/srv/.data/lock/a", port: -1 }),
  ])
    expect(toReason(error)).toBe(error.stack);
});

test("what an operator can act on is a sentence", () => {
  for (const Kind of [SettingsError, DataDirectoryInUse]) expect(toReason(new Kind("So it is."))).toBe("So it is.");
  expect(toReason(new BadDocuments([]))).not.toContain("    at ");
  expect(toReason("thrown")).toBe("thrown");
});
