import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { transact } from "#server/platform/store/database.ts";
import { checkLedger } from "#server/platform/store/ledger.ts";
import { startTestApp, type TestApp } from "../app.ts";
import { definitionsConfig } from "../definitions-config.ts";
import { buildDetectWorker, makePdf } from "../files/sample-documents.ts";
import { cases } from "./cases.ts";
import { armFaults, faultKinds, frozen, withFault, type FaultKind } from "./fault.ts";
import { listAllowed, send, type PreparedCall } from "./prepared-call.ts";

/**
 * FAULTS=all runs every kind at every statement, and `frozen`, which takes seconds, at three. Otherwise each call gets
 * three kinds, one of them at its last statement.
 */
const isAll = process.env["FAULTS"] === "all";
const parts = 3;

vi.setConfig({ testTimeout: 600_000 });
let app: TestApp;
let paper: Buffer;
let disarm: () => void;

beforeAll(async () => {
  await buildDetectWorker();
  app = await startTestApp({ config: await definitionsConfig() });
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
  test("is done once and answered, wherever its connection is cut, it dies or the disk is full", async () => {
    const made = await prepare(name);
    const measured = await withFault("none", 0, () => send(app, made.ready, made.key));
    expect(measured.answer.statusCode, measured.answer.body).toBe(made.ready.status ?? 200);
    const first = Object.keys(cases).indexOf(name);
    for (let part = 1; part <= parts; part += 1) {
      const kind = isAll ? frozen : faultKinds[(first + part) % faultKinds.length]!;
      await tryOne(name, kind, Math.ceil((measured.seen * part) / parts));
    }
    if (!isAll) return;
    for (let at = 1; at <= measured.seen; at += 1) for (const kind of faultKinds) await tryOne(name, kind, at);
  });
});

/** Prepares the call outside of the fault. */
async function prepare(name: string): Promise<{ ready: PreparedCall; key: string }> {
  const ready = await withFault("none", 0, () => cases[name]!(app, paper));
  return { ready: ready.answer, key: randomBytes(12).toString("hex") };
}

/** Repeats a call that gets 503 with Retry-After: the result of a provider call is not known yet. */
async function sendAgain(ready: PreparedCall, key: string) {
  const answer = await send(app, ready, key);
  if (answer.statusCode !== 503) return answer;
  await app.advance(60);
  return send(app, ready, key);
}

async function tryOne(name: string, kind: FaultKind, at: number): Promise<void> {
  const { ready, key } = await prepare(name);
  const place = `${name}: ${kind} at statement ${at}`;
  const { answer: first } = await withFault(kind, at, () => send(app, ready, key)).catch((error: unknown) => {
    throw new Error(place, { cause: error });
  });
  const wasAnswered = first.statusCode === (ready.status ?? 200);
  if (!wasAnswered) {
    expect(first.statusCode, `${place}: ${first.body}`).toBe(503);
    // A dead call no longer renews its lease, so the lease ends. A living one gives it back.
    if (kind !== "full" && kind !== frozen)
      await app.services.pool.query("update idempotency_keys set leased_until = now() where sealed_response is null");
  } else if (ready.waitSeconds === undefined && !ready.followUp) {
    // An answered call has its effect now. Otherwise the effect is known after the wait, or after the second call.
    await expectOnce(ready, `${place}, before it is sent again`);
  }
  if (ready.waitSeconds !== undefined) await app.advance(ready.waitSeconds);
  const again = await sendAgain(ready, key);
  expect(listAllowed(ready, wasAnswered), `${place}, again ${again.statusCode}: ${again.body}`).toContain(
    again.statusCode,
  );
  const third = await send(app, ready, key);
  expect(listAllowed(ready, true), `${place}, a third time: ${third.body}`).toContain(third.statusCode);
  if (!ready.withoutKey && ready.repeatStatus === undefined) {
    expect(third.body, place).toBe(again.body);
    if (wasAnswered) expect(again.body, place).toBe(first.body);
  }
  if (ready.followUp) expect((await send(app, ready.followUp, key)).statusCode, `${place}: what comes next`).toBe(200);
  await expectOnce(ready, place);
  // Every row of a file has its bytes.
  const { rows } = await app.services.pool.query<{ id: string }>(
    "select id from files order by created_at desc limit 3",
  );
  for (const { id } of rows) expect(await app.services.ports.storage.findSize(id), place).toBeGreaterThan(0);
}

async function expectOnce({ countsOnce: once }: PreparedCall, place: string): Promise<void> {
  for (const [sql, ...values] of once) {
    const { rows } = await app.services.pool.query<{ count: string }>(sql, values);
    expect(Number(rows[0]!.count), `${place}: ${sql}`).toBe(1);
  }
}
