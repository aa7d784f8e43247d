import { fork, type ChildProcess } from "node:child_process";
import { randomBytes } from "node:crypto";
import { rmSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { openAsItIs, transact } from "#server/platform/store/database.ts";
import { checkLedger } from "#server/platform/store/ledger.ts";
import { appRoot, builtPath } from "#server/root.ts";
import { makeDatabase } from "../app.ts";
import { buildDetectWorker, makePdf } from "../files/papers.ts";
import { cases } from "./cases.ts";
import { killKinds, type KillKind } from "./fault.ts";
import { listAllowed, type Ready } from "./ready.ts";
import type { Questions } from "./victim.ts";
import { bundleForNode } from "../../bundle-for-node.ts";
import { shortLived } from "../../short-lived.ts";

/**
 * Set FAULTS=all for every kind at every statement of every call. A process costs seconds, most of all with a database in
 * it: without that these die, each at one statement, so far through the call; embedded the first three.
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
  ["presentationResponse", "kill-after", 1],
  ["offerToken", "kill-before", 1],
];
const tried = isAll ? Object.keys(cases) : sample.slice(0, isEmbedded ? 3 : undefined).map(([name]) => name);

vi.setConfig({ testTimeout: 3_600_000 });
const silent = { info: () => undefined, warn: () => undefined, error: () => undefined, debug: () => undefined };
let place: Awaited<ReturnType<typeof makeDatabase>>;
let paper: Buffer;
let child: ChildProcess;
const victim = builtPath(`tests/victim-${process.pid}.js`);

beforeAll(async () => {
  await buildDetectWorker();
  place = await makeDatabase();
  paper = await makePdf();
  await buildVictim();
  child = await start();
});
afterAll(async () => {
  await kill();
  rmSync(victim, { force: true });
  const { db, close } = await openAsItIs(place.databaseUrl ?? place.dataDir, silent);
  const report = await transact(db, (tx) => checkLedger(tx)).finally(close);
  await place.remove();
  if (report.faults.length > 0) throw new Error(report.faults.join("\n"));
});

/** In one file it starts in half the time. */
async function buildVictim(): Promise<void> {
  await bundleForNode(path.join(appRoot, "tests/server/faults/victim.ts"), victim);
}

/** A server on what the one before it has left behind. */
async function start(): Promise<ChildProcess> {
  const started = fork(victim, [], {
    env: { ...process.env, DATA_DIR: place.dataDir, DATABASE_URL: place.databaseUrl ?? "" },
    execArgv: shortLived,
    serialization: "advanced",
  });
  await hear(started);
  return started;
}

/** What it says next; throws when it dies instead. */
async function hear(from: ChildProcess): Promise<unknown> {
  const end = new AbortController();
  try {
    return await new Promise((resolve, reject) => {
      const die = (code: number | null, signal: string | null) => reject(new Error(`it died of ${signal ?? code}`));
      const take = (said: { answer?: unknown; error?: string }) =>
        said.error === undefined ? resolve(said.answer) : reject(new Error(said.error));
      from.once("exit", die).once("message", take);
      end.signal.addEventListener("abort", () => from.off("exit", die).off("message", take));
    });
  } finally {
    end.abort();
  }
}

async function ask<K extends keyof Questions>(
  question: K,
  given: Questions[K]["ask"],
): Promise<Questions[K]["answer"]> {
  const heard = hear(child);
  child.send({ question, ask: given });
  return heard as Promise<Questions[K]["answer"]>;
}

async function kill(): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = new Promise((resolve) => child.once("exit", resolve));
  child.kill("SIGKILL");
  await gone;
}

const prepare = async (name: string): Promise<{ ready: Ready; key: string }> => ({
  ready: await ask("prepare", { name, paper }),
  key: randomBytes(12).toString("hex"),
});

describe.each(tried)("%s", (name) => {
  test("is done once and answered by the next server, wherever its own was killed", async () => {
    const made = await prepare(name);
    const { status, statements } = await ask("send", made);
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
  const place = `${name}: ${kind} at statement ${at}`;
  const { ready, key } = await prepare(name);
  const end = await ask("send", { ready, key, kill: { kind, at } }).catch((error: Error) => error);
  // Some statements are made the first time only.
  if (isAll && !(end instanceof Error)) return expect(end.statements, place).toBeLessThan(at);
  expect(end, place).toMatchObject({ message: "it died of SIGKILL" });
  child = await start();
  await ask("endLeases", {});
  if (ready.waitSeconds !== undefined) await ask("advance", { seconds: ready.waitSeconds });
  let again = await ask("send", { ready, key });
  if (again.status === 503) {
    // Nobody knows what became of the provider that it had asked.
    await ask("advance", { seconds: 60 });
    again = await ask("send", { ready, key });
  }
  // The last statement that a code's answer waits for says that it is on its way.
  const isOnItsWay = at === statements && kind !== "kill-before";
  expect(listAllowed(ready, isOnItsWay), `${place}, again ${again.status}: ${again.body}`).toContain(again.status);
  const third = await ask("send", { ready, key });
  if (!ready.keyless && ready.again === undefined) expect(third.body, place).toBe(again.body);
  else expect(listAllowed(ready, true), `${place}, a third time: ${third.body}`).toContain(third.status);
  if (ready.next) expect((await ask("send", { ready: ready.next, key })).status, `${place}: next`).toBe(200);
  const { counts, broken } = await ask("count", { ready });
  for (const [i, [sql]] of ready.once.entries()) expect(counts[i], `${place}: ${sql}`).toBe(1);
  expect(broken, place).toEqual([]);
}
