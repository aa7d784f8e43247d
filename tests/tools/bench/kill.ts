// Kills the built server with SIGKILL while candidates sign up, open forms and save, 20 times (KILLS=n), and checks
// that acknowledged changes survive. Then tries to start a second process on the same data, and ends the first with
// SIGTERM under load. DATABASE_URL=… uses PostgreSQL. Prints results and asserts nothing.
import { type ChildProcess, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { services as bases } from "#engine/contract/services.ts";
import { openExistingStore, transact } from "#server/platform/store/database.ts";
import { checkLedger } from "#server/platform/store/ledger.ts";
import { builtPath } from "#server/root.ts";
import { findPort } from "../../support/find-port.ts";
import { createTestDatabase } from "../../support/test-database.ts";

const silent = { info: () => undefined, warn: () => undefined, error: () => undefined, debug: () => undefined };
const kills = Number(process.env.KILLS ?? 20);
const clients = 6;
const wallet = bases.webWallet;
const transactions = bases.verificationWebWallet;
const keys = { orgId: "gce", formId: "education-evaluation" };
const dataDir = mkdtempSync(path.join(tmpdir(), "sanad-kill-"));
/** The embedded database without DATABASE_URL. */
const database = process.env.DATABASE_URL ? await createTestDatabase("kill") : undefined;
const databaseUrl = database?.url;
const port = await findPort();
const origin = `http://127.0.0.1:${port}`;

/** Changes that the server had acknowledged before the kill. */
interface Acknowledged {
  tokens: string[];
  messages: Map<string, string[]>;
  drafts: Map<string, { txnId: string; version: number }>;
}

const ready: number[] = [];
const total = { sessions: 0, messages: 0, drafts: 0, lost: 0, half: 0 };
let server = await start();
try {
  for (let kill = 1; kill <= kills; kill++) {
    const done = await workUntilKilled();
    server = await start();
    ready.push(server.readyMs);
    await count(done);
  }
  ready.sort((a, b) => a - b);
  console.log(
    `${kills} kills; acknowledged: ${total.sessions} sessions, ${total.messages} messages, ${total.drafts} saves of drafts; lost ${total.lost}, half ${total.half}`,
  );
  console.log(`ready again after ${ready[Math.floor(ready.length / 2)]} ms (median), ${ready.at(-1)} ms (longest)`);
  await tellLedger();
  if (databaseUrl === undefined) await tellSecond();
  await tellDrain();
} finally {
  await killServer();
  rmSync(dataDir, { recursive: true, force: true });
  await database?.drop();
}

/** Verifies the ledger's hash chain. The embedded database requires a stopped server. */
async function tellLedger(): Promise<void> {
  if (databaseUrl === undefined) {
    await killServer();
  }
  const { db, close } = await openExistingStore(databaseUrl ?? dataDir, silent);
  const { rows, faults } = await transact(db, (tx) => checkLedger(tx)).finally(close);
  console.log(`${rows} rows of the ledgers; ${faults.length === 0 ? "all intact" : faults.join("; ")}`);
  if (databaseUrl === undefined) server = await start();
}

async function killServer(): Promise<void> {
  const { child } = server;
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = new Promise((resolve) => child.once("exit", resolve));
  child.kill("SIGKILL");
  await exited;
}

async function workUntilKilled(): Promise<Acknowledged> {
  const done: Acknowledged = { tokens: [], messages: new Map(), drafts: new Map() };
  let over = false;
  const working = Promise.all(
    Array.from({ length: clients }, async () => {
      while (!over) await workOnce(done, () => over).catch(() => (over = true));
    }),
  );
  await new Promise((resolve) => setTimeout(resolve, 400 + Math.random() * 1200));
  await killServer();
  over = true;
  await working;
  return done;
}

/** One candidate: signs up, opens a form, then saves drafts and writes messages until the end. */
async function workOnce(done: Acknowledged, over: () => boolean): Promise<void> {
  const mobile = `+919${String(Math.floor(Math.random() * 1e9)).padStart(9, "0")}`;
  const { txnId: otpTxnId } = await send<{ txnId: string }>("POST", `${wallet}/profile`, undefined, {
    mobile,
    name: "Asha Verma",
  });
  const outbox = (await (
    await fetch(`${origin}/sandbox/outbox?to=${encodeURIComponent(mobile)}`, {
      headers: { accept: "application/json" },
    })
  ).json()) as { list: { otp: string }[] };
  const { accessToken: token } = await send<{ accessToken: string }>(
    "PUT",
    `${wallet}/profile/otp/${otpTxnId}/verify`,
    undefined,
    { otp: outbox.list[0]?.otp },
  );
  done.tokens.push(token);
  const { transactionId: txnId } = await send<{ transactionId: string }>(
    "POST",
    `${transactions}/transactions`,
    token,
    { orgId: keys.orgId, eKycFormId: keys.formId },
  );
  const draft = { txnId, version: 0 };
  const messages: string[] = [];
  done.drafts.set(token, draft);
  done.messages.set(token, messages);
  for (let turn = 0; turn < 20 && !over(); turn++) {
    const { version } = await send<{ version: number }>("PUT", toDraft(txnId), token, {
      version: draft.version,
      data: { course: `Physics ${turn}` },
    });
    draft.version = version;
    const text = `Message ${turn}`;
    await send("POST", `${wallet}/profile/chat`, token, { text });
    messages.push(text);
  }
}

async function count(done: Acknowledged): Promise<void> {
  total.sessions += done.tokens.length;
  for (const token of done.tokens) await send("GET", `${wallet}/profile`, token).catch(() => total.lost++);
  for (const [token, { txnId, version }] of done.drafts) {
    total.drafts += version;
    const kept = await send<{ version: number }>("GET", toDraft(txnId), token);
    if (kept.version < version) total.lost++;
    const info = await send<{ verificationList: object }>(
      "GET",
      `${transactions}/transactions/info?orgId=${keys.orgId}&txnId=${txnId}`,
      token,
    );
    if (Object.keys(info.verificationList).length < 2) total.half++;
  }
  for (const [token, messages] of done.messages) {
    total.messages += messages.length;
    const { list } = await send<{ list: { text: string }[] }>("GET", `${wallet}/profile/chat?seed=0&count=100`, token);
    const kept = new Set(list.map(({ text }) => text));
    total.lost += messages.filter((text) => !kept.has(text)).length;
  }
}

async function tellSecond(): Promise<void> {
  const began = Date.now();
  const second = launch(await findPort());
  let said = "";
  second.stderr?.on("data", (part: Buffer) => (said += part.toString()));
  const code = await new Promise((resolve) => second.once("exit", resolve));
  const { status } = await fetch(`${origin}/health`);
  console.log(
    `a second process ended with ${String(code)} after ${Date.now() - began} ms: ${said.trim().replace(dataDir, "…")}; the first answers ${status}`,
  );
}

/**
 * Tests graceful shutdown: sends requests without pause, then SIGTERM. The server must answer each request it has read.
 * Connections that only the kernel accepted may be lost.
 */
async function tellDrain(): Promise<void> {
  await killServer();
  server = await start({ LOG_LEVEL: "info" });
  let log = "";
  server.child.stdout?.on("data", (part: Buffer) => (log += part.toString()));
  const seen = { answered: 0, refused: 0 };
  const broken: string[] = [];
  let over = false;
  const working = Promise.all(
    Array.from({ length: 16 }, async () => {
      while (!over) {
        const id = randomBytes(12).toString("hex");
        try {
          const { status } = await fetch(`${origin}/web-wallet/api/1.0/verifier/gce`, {
            headers: { "x-request-id": id },
          });
          if (status === 503) seen.refused++;
          else seen.answered++;
        } catch (error) {
          // A refused connection is no lost answer; a broken one is.
          if (/ECONNREFUSED/.test(String((error as Error).cause))) return;
          broken.push(id);
        }
      }
    }),
  );
  await new Promise((resolve) => setTimeout(resolve, 1000));
  const exited = new Promise((resolve) => server.child.once("exit", resolve));
  const began = Date.now();
  server.child.kill("SIGTERM");
  const code = await exited;
  const endedMs = Date.now() - began;
  over = true;
  await working;
  const cut = broken.filter((id) => log.includes(id)).length;
  console.log(
    `SIGTERM under load: exit ${String(code)} after ${endedMs} ms; ${seen.answered} answered, ${seen.refused} refused with 503, ${cut} cut off, ${broken.length - cut} never let in`,
  );
}

function toDraft(txnId: string): string {
  return `${transactions}/transactions/bgv-degree/draft?orgId=${keys.orgId}&txnId=${txnId}`;
}

async function send<T = unknown>(method: string, place: string, token?: string, body?: unknown): Promise<T> {
  const answer = await fetch(origin + place, {
    method,
    headers: {
      ...(token && { authorization: `Bearer ${token}` }),
      ...(body !== undefined && { "content-type": "application/json" }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  if (!answer.ok) throw new Error(`${method} ${place}: ${answer.status} ${await answer.text()}`);
  return ((await answer.json()) as { data: T }).data;
}

async function start(env: Record<string, string> = {}): Promise<{ child: ChildProcess; readyMs: number }> {
  const began = Date.now();
  const child = launch(port, env);
  let ended = false;
  child.once("exit", () => (ended = true));
  for (;;) {
    const { ok } = await fetch(`${origin}/health`).catch(() => ({ ok: false }));
    if (ok) return { child, readyMs: Date.now() - began };
    if (ended) throw new Error("The server ended at start.");
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
}

function launch(onPort: number, env: Record<string, string> = {}): ChildProcess {
  return spawn(process.execPath, [builtPath("server/main.js")], {
    env: {
      ...process.env,
      DATA_DIR: dataDir,
      DATABASE_URL: databaseUrl ?? "",
      PORT: String(onPort),
      SANDBOX: "1",
      ADDRESS_LIMITS: "off",
      LOG_LEVEL: "silent",
      ...env,
    },
    stdio: ["ignore", "LOG_LEVEL" in env ? "pipe" : "ignore", "pipe"],
  });
}
