import { fork, type ChildProcess } from "node:child_process";
import { randomBytes } from "node:crypto";
import { rmSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { openExistingStore, transact } from "#server/platform/store/database.ts";
import { checkLedger } from "#server/platform/store/ledger.ts";
import { appRoot, builtPath } from "#server/root.ts";
import { makeDatabase } from "../app.ts";
import { buildDetectWorker, makePdf } from "../files/sample-documents.ts";
import { cases } from "./cases.ts";
import { killKinds, type KillKind } from "./fault.ts";
import { listAllowed, type PreparedCall } from "./prepared-call.ts";
import type { ServerRequests } from "./killable-server.ts";
import { bundleForNode } from "../../support/bundle-for-node.ts";
import { testFlags } from "../../support/node-flags.ts";

/**
 * FAULTS=all kills at every statement of every call. A process takes seconds, most of all with an embedded database.
 * Otherwise these calls are killed at one statement, at this fraction of the call; embedded only the first three.
 */
const isAll = process.env["FAULTS"] === "all";
const isEmbedded = !process.env["DATABASE_URL"];
const sample: [name: string, kind: KillKind, part: number][] = [
  ["payments.init", "kill-before", 0.6],
  ["verifications.save", "kill-during", 1],
  ["files.upload (of what was looked into)", "kill-after", 0.8],
  ["profile.verify-otp", "kill-after", 0.7],
  ["transactions.create", "kill-before", 1],
  ["aadhaar.send-otp", "kill-during", 0.5],
  ["paymentWebhook", "kill-after", 1],
  ["presentationResponse", "kill-after", 0.7],
  ["offerToken", "kill-before", 1],
];
const tried = isAll ? Object.keys(cases) : sample.slice(0, isEmbedded ? 3 : undefined).map(([name]) => name);

vi.setConfig({ testTimeout: 3_600_000 });
const silent = { info: () => undefined, warn: () => undefined, error: () => undefined, debug: () => undefined };
let database: Awaited<ReturnType<typeof makeDatabase>>;
let paper: Buffer;
let child: ChildProcess;
const killableServer = builtPath(`tests/killable-server-${process.pid}.js`);

beforeAll(async () => {
  await buildDetectWorker();
  database = await makeDatabase();
  paper = await makePdf();
  await buildKillableServer();
  child = await start();
});
afterAll(async () => {
  await kill();
  rmSync(killableServer, { force: true });
  const { db, close } = await openExistingStore(database.databaseUrl ?? database.dataDir, silent);
  const report = await transact(db, (tx) => checkLedger(tx)).finally(close);
  await database.remove();
  if (report.faults.length > 0) throw new Error(report.faults.join("\n"));
});

/** One bundle starts in half the time. */
async function buildKillableServer(): Promise<void> {
  await bundleForNode(path.join(appRoot, "tests/server/faults/killable-server.ts"), killableServer);
}

/** Starts a server on the data of the one before. */
async function start(): Promise<ChildProcess> {
  const started = fork(killableServer, [], {
    env: { ...process.env, DATA_DIR: database.dataDir, DATABASE_URL: database.databaseUrl ?? "" },
    execArgv: testFlags,
    serialization: "advanced",
  });
  await waitForMessage(started);
  return started;
}

/** The next message; throws when the process dies instead. */
async function waitForMessage(from: ChildProcess): Promise<unknown> {
  const end = new AbortController();
  try {
    return await new Promise((resolve, reject) => {
      const die = (code: number | null, signal: string | null) => reject(new Error(`it died of ${signal ?? code}`));
      const settle = (received: { answer?: unknown; error?: string }) =>
        received.error === undefined ? resolve(received.answer) : reject(new Error(received.error));
      from.once("exit", die).once("message", settle);
      end.signal.addEventListener("abort", () => from.off("exit", die).off("message", settle));
    });
  } finally {
    end.abort();
  }
}

async function request<K extends keyof ServerRequests>(
  name: K,
  args: ServerRequests[K]["args"],
): Promise<ServerRequests[K]["answer"]> {
  const message = waitForMessage(child);
  child.send({ name, args });
  return message as Promise<ServerRequests[K]["answer"]>;
}

async function kill(): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = new Promise((resolve) => child.once("exit", resolve));
  child.kill("SIGKILL");
  await exited;
}

const prepare = async (name: string): Promise<{ ready: PreparedCall; key: string }> => ({
  ready: await request("prepare", { name, paper }),
  key: randomBytes(12).toString("hex"),
});

describe.each(tried)("%s", (name) => {
  test("is done once and answered by the next server, wherever its own was killed", async () => {
    const made = await prepare(name);
    const { status, statements } = await request("send", made);
    expect(status).toBe(made.ready.status ?? 200);
    if (!isAll)
      for (const [, kind, part] of sample.filter(([sampled]) => sampled === name))
        return killAt(name, { kind, at: Math.ceil(statements * part), statements });
    for (let at = 1; at <= statements; at += 1)
      for (const kind of killKinds) await killAt(name, { kind, at, statements });
  });
});

async function killAt(
  name: string,
  { kind, at, statements }: { kind: KillKind; at: number; statements: number },
): Promise<void> {
  const label = `${name}: ${kind} at statement ${at}`;
  const { ready, key } = await prepare(name);
  const end = await request("send", { ready, key, kill: { kind, at } }).catch((error: Error) => error);
  // Some statements run the first time only.
  if (isAll && !(end instanceof Error)) return expect(end.statements, label).toBeLessThan(at);
  expect(end, label).toMatchObject({ message: "it died of SIGKILL" });
  child = await start();
  await request("endLeases", {});
  if (ready.waitSeconds !== undefined) await request("advance", { seconds: ready.waitSeconds });
  let again = await request("send", { ready, key });
  if (again.status === 503) {
    // The result of the provider call is unknown.
    await request("advance", { seconds: 60 });
    again = await request("send", { ready, key });
  }
  // The last statement before the answer of a code records that the message is on its way.
  const isOnItsWay = at === statements && kind !== "kill-before";
  expect(listAllowed(ready, isOnItsWay), `${label}, again ${again.status}: ${again.body}`).toContain(again.status);
  const third = await request("send", { ready, key });
  if (!ready.withoutKey && ready.repeatStatus === undefined) expect(third.body, label).toBe(again.body);
  else expect(listAllowed(ready, true), `${label}, a third time: ${third.body}`).toContain(third.status);
  if (ready.followUp)
    expect((await request("send", { ready: ready.followUp, key })).status, `${label}: next`).toBe(200);
  const { counts, broken } = await request("count", { ready });
  for (const [i, [sql]] of ready.countsOnce.entries()) expect(counts[i], `${label}: ${sql}`).toBe(1);
  expect(broken, label).toEqual([]);
}
