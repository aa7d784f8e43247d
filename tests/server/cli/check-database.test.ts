import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import type { FormDocument } from "#engine/documents/form.ts";
import type { AnyDocument } from "#engine/documents/kinds.ts";
import { tellRunning } from "#server/cli/tell-running.ts";
import { readDocuments } from "#server/config/read-documents.ts";
import { appRoot } from "#server/root.ts";
import { startTestApp, type TestApp } from "../app.ts";
import { documentsConfig } from "../documents-config.ts";
import { runBuilt } from "../run-built.ts";
import { renameRollNumber, toNumber } from "../renamed-roll-number.ts";
import { buildDetectWorker } from "../files/papers.ts";
import { address, begin, employment, tenth } from "../wallet/transactions/candidate.ts";

const folder = mkdtempSync(path.join(tmpdir(), "sanad-in-the-middle-"));
const schemas = path.join(folder, "schemas");
let app: TestApp | undefined;

/** Changes the folder, so that what was given has to be brought over. */
function changeForm(): void {
  const file = path.join(schemas, "forms/marksheet.json");
  writeFileSync(file, JSON.stringify(renameRollNumber(JSON.parse(readFileSync(file, "utf8")) as FormDocument)));
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

test("says who is in the middle of a change and what becomes of them, and writes nothing", async () => {
  const running = (app = await startTestApp({ config: await documentsConfig() }));
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
  // As an import of long ago may have left it: longer than either form takes.
  await running.services.pool.query(
    "update submissions set data = jsonb_set(data, '{rollNumber}', to_jsonb(repeat('7', 50))) where transaction_id = $1",
    [omar.txnId],
  );
  const { databaseUrl, dataDir } = running.settings;
  const { files } = await readDocuments(schemas);
  const sources = files.map((one) => ({ path: one.path, document: one.document as AnyDocument }));
  if (databaseUrl === undefined) await expect(tellRunning(dataDir, sources)).rejects.toThrow("is in use by");
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
      "1 in the middle: follow, their answers changed by a migration",
      "1 in the middle: stay: bgv-tenth does not take /number (maxLength)",
      "1 with the verifier: keep the documents they have",
    ]),
  );
  expect(lines.filter((line) => line.includes("in the middle"))).toHaveLength(3);
  // Nothing was moved: a second look, with which nothing is compared, says the same.
  const more = await tellRunning(place, sources);
  const told = more("harbour", "background-check");
  expect(told).toHaveLength(3);
  expect(own.map((line) => line.trim()).filter((line) => /in the middle|with the verifier/.test(line))).toEqual(told);
});

test("a database without a change to speak of is refused", () => {
  expect(check("--database", "nowhere")).toMatchObject({
    status: 2,
    stderr: expect.stringContaining("say --against what") as string,
  });
});
