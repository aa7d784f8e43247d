import { afterAll, beforeAll, expect, test } from "vitest";
import { buildApp } from "#server/app.ts";
import { SettingsError } from "#server/platform/settings-error.ts";
import { startTestApp, type TestApp } from "../app.ts";
import { emptyConfig } from "../empty-config.ts";

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app?.close());

const move = async (body: object) => (await app.call("POST", "/sandbox/clock", { body })).json();
/** Starts on the same database outside the sandbox, with the secrets that the sandbox made, and ends. */
const startReal = async () => {
  const { rows } = await app.services.pool.query<{ name: string; value: string }>("select name, value from secrets");
  const secrets = Object.fromEntries(rows.map(({ name, value }) => [name, [value]]));
  const settings = { ...app.settings, sandbox: false, secrets };
  const { server } = await buildApp({ settings, config: emptyConfig, store: app.services.store });
  await server.close();
};

test("refuses to start outside the sandbox because the clock was moved, and explains what to do", async () => {
  await move({ advanceSeconds: 259_200 });
  await expect(startReal()).rejects.toBeInstanceOf(SettingsError);
  await expect(startReal()).rejects.toThrow(/259200 s ahead.*DATABASE_URL.*DATA_DIR.*SANDBOX=1.*\/sandbox\/clock/);
  await move({ now: new Date(Date.now() - 3_600_000).toISOString() });
  await expect(startReal()).rejects.toThrow(/36\d\d s behind/);
  // As precise as a typed time.
  await move({ now: new Date().toISOString() });
  await startReal();
});

test("keeps a time other than now", async () => {
  const now = new Date(Date.now() + 60_000);
  const told = await move({ now: now.toISOString() });
  expect(new Date(told.now).getTime() - now.getTime()).toBeLessThan(20_000);
  expect(told.offsetSeconds).toBeGreaterThan(30);
});
