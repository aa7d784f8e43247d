import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import type { FormDefinition } from "#engine/core/definitions/form.ts";
import type { AnyDefinition } from "#engine/core/definitions/kinds.ts";
import { describeRunningTransactions } from "#server/cli/running-transactions.ts";
import { readDefinitions } from "#server/config/read-definitions.ts";
import { appRoot } from "#server/root.ts";
import { startTestApp, type TestApp } from "../app.ts";
import { definitionsConfig } from "../definitions-config.ts";
import { createTestDatabase } from "../../support/test-database.ts";
import { runBuilt } from "../run-built.ts";
import { makeFormerDatabase } from "../platform/store/former-database.ts";
import { renameRollNumber, toNumber } from "../renamed-roll-number.ts";
import { buildDetectWorker } from "../files/sample-documents.ts";
import { address, begin, employment, tenth } from "../wallet/transactions/candidate.ts";

const folder = mkdtempSync(path.join(tmpdir(), "sanad-in-the-middle-"));
const schemas = path.join(folder, "schemas");
let app: TestApp | undefined;

/** Changes the folder so that stored answers need a migration. */
function changeForm(): void {
  const file = path.join(schemas, "forms/marksheet.json");
  writeFileSync(file, JSON.stringify(renameRollNumber(JSON.parse(readFileSync(file, "utf8")) as FormDefinition)));
  for (const name of ["bgv-tenth", "bgv-twelfth"]) {
    const place = path.join(schemas, `verifications/${name}.json`);
    writeFileSync(place, readFileSync(place, "utf8").replaceAll('"/rollNumber"', '"/number"'));
  }
  mkdirSync(path.join(schemas, "migrations"), { recursive: true });
  writeFileSync(path.join(schemas, "migrations/marksheet-2.json"), JSON.stringify(toNumber));
}
function check(...args: string[]) {
  const { status, stdout, stderr } = runBuilt("cli/check.js", [schemas, ...args]);
  return { status, stderr, lines: stdout.trim().split("\n") };
}

beforeAll(async () => {
  await buildDetectWorker();
  cpSync(path.join(appRoot, "schemas"), schemas, { recursive: true });
  changeForm();
});
afterEach(async () => {
  await app?.close();
  app = undefined;
});
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

test("counts running transactions and their outcomes, and writes nothing", async () => {
  const running = (app = await startTestApp({ config: await definitionsConfig() }));
  const start = () => begin(running, "harbour", "background-check", { identity: true, process: true });
  const [asha, omar, noor] = [await start(), await start(), await start(), await begin(running, "lotus", "admission")];
  for (const one of [asha, omar]) await one.save("bgv-tenth", tenth(await one.upload()));
  const file = await noor.upload();
  for (const [name, data] of Object.entries({
    employment: employment(file),
    address: address(await noor.takePhoto()),
    tenth: tenth(file),
  }))
    await noor.save(`bgv-${name}`, data);
  await noor.post("/transactions/process/mark-as-skip", { verificationNameList: ["bgv-twelfth", "bgv-degree"] });
  await noor.post("/transactions/process");
  // A value longer than either form accepts, as from an old import.
  await running.services.pool.query(
    "update submissions set data = jsonb_set(data, '{rollNumber}', to_jsonb(repeat('7', 50))) where transaction_id = $1",
    [omar.txnId],
  );
  const { databaseUrl, dataDir } = running.settings;
  const { files } = await readDefinitions(schemas);
  const sources = files.map((one) => ({ path: one.path, document: one.document as AnyDefinition }));
  if (databaseUrl === undefined)
    await expect(describeRunningTransactions(dataDir, sources)).rejects.toThrow("is in use by");
  await running.server.close();
  const place = databaseUrl ?? dataDir;
  const { status, stderr, lines } = check("--against", path.join(appRoot, "schemas"), "--database", place);
  expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
  const from = lines.findIndex((line) => line.startsWith("harbour/background-check"));
  const own = lines.slice(
    from,
    lines.findIndex((line) => line.startsWith("harbour/closed-drive")),
  );
  expect(own[0]).toContain("minor");
  expect(own.map((line) => line.trim())).toEqual(
    expect.arrayContaining([
      "1 running: move to these definitions, answers changed by a migration",
      "1 running: stay: bgv-tenth rejects /number (maxLength)",
      "1 with the verifier: keep their definitions",
    ]),
  );
  expect(lines.filter((line) => line.includes(" running: "))).toHaveLength(3);
  // The first run moved nothing: a second run without a comparison gives the same lines.
  const more = await describeRunningTransactions(place, sources);
  const reported = more("harbour", "background-check");
  expect(reported).toHaveLength(3);
  expect(own.map((line) => line.trim()).filter((line) => / running: |with the verifier/.test(line))).toEqual(reported);
});

test("rejects the database of a former release with a plain reason", async () => {
  const database = process.env["DATABASE_URL"] ? await createTestDatabase("former") : undefined;
  const dataDir = path.join(folder, "former");
  mkdirSync(dataDir);
  await makeFormerDatabase(
    { dataDir, ...(database && { databaseUrl: database.url }) },
    "0017_plain_names",
    async (db) => {
      for (const statement of [
        "insert into candidates (id, mobile, display_name, created_at) values ('c', '+919800000000', 'Asha', now())",
        "insert into transactions (id, candidate_id, org_id, form_id, release_id, state, active_at, created_at, updated_at) values ('t', 'c', 'harbour', 'background-check', 'r', 'PENDING', now(), now(), now())",
      ])
        await db.execute(sql.raw(statement));
      // The former release has made it with its functions.
      await db.execute(sql`create function app_now() returns timestamptz language sql stable as 'select now()'`);
    },
  );
  const { files } = await readDefinitions(path.join(appRoot, "schemas"));
  const sources = files.map((one) => ({ path: one.path, document: one.document as AnyDefinition }));
  await expect(describeRunningTransactions(database?.url ?? dataDir, sources)).rejects.toThrow("from another release");
  await database?.drop();
});

test("rejects --database without --against", () => {
  expect(check("--database", "nowhere")).toMatchObject({
    status: 2,
    stderr: expect.stringContaining("--database needs --against") as string,
  });
});
