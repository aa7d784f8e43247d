import { expect, test } from "vitest";
import { InvalidDefinitions } from "#server/config/reader.ts";
import { SettingsError } from "#server/platform/settings-error.ts";
import { DataDirectoryInUse } from "#server/platform/store/lock.ts";
import { describeStartFailure } from "#server/start-failure.ts";

const failed = (code: string, more: object = {}) => Object.assign(new Error(`${code}: of a test`), { code, ...more });

test("names PORT and HOST when the port is not available", () => {
  for (const code of ["EADDRINUSE", "EACCES"])
    expect(describeStartFailure(failed(code, { syscall: "listen", port: 80 }))).toBe(
      `${code}: of a test. Set PORT or HOST to another one.`,
    );
});

test("does not blame the port for other files and sockets", () => {
  for (const error of [
    failed("EACCES", { syscall: "open", path: "/srv/.data" }),
    failed("EACCES", { address: "/srv/.data/lock/a", port: -1 }),
  ])
    expect(describeStartFailure(error)).toBe(error.stack);
});

test("is a sentence when an operator can act on it", () => {
  for (const Kind of [SettingsError, DataDirectoryInUse])
    expect(describeStartFailure(new Kind("So it is."))).toBe("So it is.");
  expect(describeStartFailure(new InvalidDefinitions([]))).not.toContain("    at ");
  expect(describeStartFailure("thrown")).toBe("thrown");
});
