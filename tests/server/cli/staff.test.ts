import { afterAll, beforeAll, expect, test } from "vitest";
import { makeDatabase, startTestApp } from "../app.ts";
import { definitionsConfig } from "../definitions-config.ts";
import { runBuilt } from "../run-built.ts";
import { codeOf, ConsoleBrowser } from "../staff/staff-member.ts";

let place: Awaited<ReturnType<typeof makeDatabase>>;
const startApp = async () => {
  const { dataDir, databaseUrl } = place;
  return startTestApp({ config: await definitionsConfig(), settings: { dataDir, databaseUrl } });
};

beforeAll(async () => {
  place = await makeDatabase();
  await (await startApp()).close();
});
afterAll(() => place?.remove());

function run(...args: string[]) {
  const env = { SANDBOX: "1", DATA_DIR: place.dataDir, DATABASE_URL: place.databaseUrl };
  return runBuilt("cli/staff.js", args, { env: { ...process.env, ...env } });
}

test("invites the first administrator by a link that works once", async () => {
  const { stdout, status } = run("invite", "Vera@Example.org", "--role", "admin", "--org", "gce");
  expect(status).toBe(0);
  const [, token] = /^http\S+\/console\/join\?orgId=gce#([\w-]{43})$/m.exec(stdout)!;
  const app = await startApp();
  const browser = new ConsoleBrowser(app);
  expect(codeOf(await browser.accept(token!))).toEqual([200, 0]);
  expect(codeOf(await browser.call("GET", "/organisations/gce/staff"))).toEqual([200, 0]);
  await app.close();
  expect(run("list", "--org", "gce").stdout).toBe("vera@example.org  admin  active\n");
});

test("recovers and removes a person", async () => {
  expect(run("recover", "vera@example.org", "--org", "gce").stdout).toMatch(/\/console\/join\?orgId=gce#[\w-]{43}$/m);
  expect(run("remove", "vera@example.org", "--org", "gce").status).toBe(0);
  expect(run("list", "--org", "gce").stdout).toBe("");
});

test.each([
  [[], "Name a command"],
  [["invite", "vera@example.org", "--role", "admin"], "--org is missing"],
  [["invite", "vera@example.org", "--role", "emperor", "--org", "gce"], "--role needs one of verifier, lead"],
  [["invite", "vera@example.org", "--role", "admin", "--org", "gcee"], "There is no organisation gcee"],
  [["invite", "vera", "--role", "admin", "--org", "gce"], "Name an email address"],
  [["remove", "ravi@example.org", "--org", "gce"], "ravi@example.org does not work for gce"],
  [["dismiss", "vera@example.org", "--org", "gce"], "There is no command dismiss"],
  [["invite", "vera@example.org", "--rol", "admin"], "did you mean --role?"],
])("refuses %j", (args, message) => {
  const { status, stderr } = run(...args);
  expect([status, stderr]).toEqual([2, expect.stringContaining(message)]);
});
