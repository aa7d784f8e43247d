import { afterAll, beforeAll, expect, test } from "vitest";
import type { KeyStatus } from "#server/platform/keys/key-status.ts";
import { transact } from "#server/platform/store/database.ts";
import { readSigningKey } from "#server/wallet/credentials/issuer-keys.ts";
import { makeDatabase, startTestApp } from "../app.ts";
import { listSecrets } from "../platform/keys/restartable-app.ts";
import { runBuilt } from "../run-built.ts";

let place: Awaited<ReturnType<typeof makeDatabase>>;
let oldId: string;

beforeAll(async () => {
  place = await makeDatabase();
  const { dataDir, databaseUrl } = place;
  const app = await startTestApp({ settings: { dataDir, databaseUrl, secrets: listSecrets("a") } });
  await transact(app.services.db, (tx) => readSigningKey(tx, app.services.secrets));
  oldId = app.services.secrets.keyIds("SEAL_SECRET")[0]!;
  await app.close();
});
afterAll(() => place?.remove());

function run(letters: readonly string[], ...args: string[]) {
  const secrets = Object.entries(listSecrets(...letters)).map(([name, keys]) => [name, keys.join(",")]);
  const env = {
    SANDBOX: "1",
    DATA_DIR: place.dataDir,
    DATABASE_URL: place.databaseUrl,
    ...Object.fromEntries(secrets),
  };
  return runBuilt("cli/keys.js", args, { env: { ...process.env, ...env } });
}

test("lists the keys of every secret, and what needs them", () => {
  const { status, stdout, stderr } = run(["b", "a"]);
  expect([status, stderr]).toEqual([0, ""]);
  expect(stdout).toMatch(
    new RegExp(`${oldId} +older +needed for keys that sign credentials \\(1\\): a running server seals`),
  );
  const keys = JSON.parse(run(["b", "a"], "--json").stdout) as KeyStatus[];
  expect(keys.find(({ keyId }) => keyId === oldId)).toMatchObject({
    secret: "SEAL_SECRET",
    place: "older",
    needs: [{ use: "issuer-key", count: 1 }],
    removableFrom: null,
  });
});

test("reports that a key is missing, with exit code 1", () => {
  const { status, stdout } = run(["b"]);
  expect(status).toBe(1);
  expect(stdout).toMatch(new RegExp(`${oldId} +not listed +needed for keys .*: the server does not start without it`));
});

test("seals the values by the newest key when asked", () => {
  expect(run(["b", "a"], "--reseal").stdout).toContain("1 values are sealed by the newest key.");
  expect(run(["b"]).status).toBe(0);
});

test("refuses wrong arguments with exit code 2, and a key that is listed with 1", () => {
  expect(run(["b"], "--drop", "SEAL_SECRET").status).toBe(2);
  expect(run(["b"], "--drop", "OTHER:1").status).toBe(2);
  const listed = run(["b", "a"], "--drop", `SEAL_SECRET:${oldId}`);
  expect([listed.status, listed.stderr]).toEqual([
    1,
    `SEAL_SECRET lists ${oldId}: take it out of the setting first.\n`,
  ]);
});
