import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { transact } from "#server/platform/store/database.ts";
import { checkLedger } from "#server/platform/store/ledger.ts";
import { startTestApp, type TestApp } from "../app.ts";
import { documentsConfig } from "../documents-config.ts";
import { buildDetectWorker, makePdf } from "../files/papers.ts";
import { cases, send, type Ready } from "./cases.ts";
import { armFaults, faultKinds, withFault, type FaultKind } from "./fault.ts";

/** Set FAULTS=all for every kind at every statement; without it each statement meets one of the five. */
const isAll = process.env["FAULTS"] === "all";

vi.setConfig({ testTimeout: 600_000 });
let app: TestApp;
let paper: Buffer;
let disarm: () => void;

beforeAll(async () => {
  await buildDetectWorker();
  app = await startTestApp({ config: await documentsConfig() });
  paper = await makePdf();
  disarm = armFaults();
});
afterAll(async () => {
  disarm?.();
  const report = await transact(app.services.db, (tx) => checkLedger(tx));
  await app.close();
  if (report.faults.length > 0) throw new Error(report.faults.join("\n"));
});

describe.each(Object.keys(cases))("%s", (name) => {
  test("is done once and answered, at whichever statement it is cut off, dies or finds no room", async () => {
    const made = await prepare(name);
    const measured = await withFault("none", 0, () => send(app, made.ready, made.key));
    expect(measured.answer.statusCode, measured.answer.body).toBe(200);
    for (let at = 1; at <= measured.seen; at += 1) {
      for (const kind of faultKinds.filter((_, i) => isAll || i === at % faultKinds.length))
        await tryOne(name, kind, at);
    }
  });
});

/** Made ready before the fault is armed: preparing runs outside of it. */
async function prepare(name: string): Promise<{ ready: Ready; key: string }> {
  const ready = await withFault("none", 0, () => cases[name]!(app, paper));
  return { ready: ready.answer, key: randomBytes(12).toString("hex") };
}

/** Who is told to come back in a moment does: somebody asked a provider, and it is not known what became of it. */
async function sendAgain(ready: Ready, key: string) {
  const answer = await send(app, ready, key);
  if (answer.statusCode !== 503) return answer;
  await app.advance(60);
  return send(app, ready, key);
}

async function tryOne(name: string, kind: FaultKind, at: number): Promise<void> {
  const { ready, key } = await prepare(name);
  const place = `${name}: ${kind} at statement ${at}`;
  const { answer: first } = await withFault(kind, at, () => send(app, ready, key));
  if (first.statusCode !== 200) {
    expect(first.statusCode, `${place}: ${first.body}`).toBe(503);
    // Whoever died says no more that it lives: the lease ends. Who lives lets go of it.
    if (kind !== "full")
      await app.services.pool.query("update idempotency_keys set leased_until = now() where sealed_answer is null");
  }
  const again = await sendAgain(ready, key);
  expect(again.statusCode, `${place}, again: ${again.body}`).toBe(200);
  const third = await send(app, ready, key);
  expect(third.body, place).toBe(again.body);
  if (first.statusCode === 200) expect(again.body, place).toBe(first.body);
  for (const [sql, ...values] of ready.once) {
    const { rows } = await app.services.pool.query<{ count: string }>(sql, values);
    expect(Number(rows[0]!.count), `${place}: ${sql}`).toBe(1);
  }
  // Every row of a file has its bytes.
  const { rows } = await app.services.pool.query<{ id: string }>(
    "select id from files order by created_at desc limit 3",
  );
  for (const { id } of rows) expect(await app.services.ports.storage.findSize(id), place).toBeGreaterThan(0);
}
