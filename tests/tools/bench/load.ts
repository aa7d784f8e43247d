/*
 * Answers a second, compared with a minimal service with the same bytes and database in the same run, and behaviour at
 * three times the clients. `DATABASE_URL=postgres://… npm run bench load [seconds]` on an idle machine.
 */
import { fork } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import autocannon from "autocannon";
import { toRequest } from "#engine/contract/request.ts";
import { startServer } from "../replay/server.ts";
import { largeHeapFlags } from "../../support/node-flags.ts";
import type { BareOrder } from "./parts/bare-server.ts";
import { createTestDatabase } from "../../support/test-database.ts";
import { drawSecrets } from "./parts/secrets.ts";
import { post } from "./parts/server.ts";

const seconds = Number(process.argv[2] ?? 5);
const rounds = 3;
const clients = 32;
const mobile = "+919800000003";
const place = { orgId: "gce", formId: "education-evaluation" };
/** Settings that a server outside the sandbox requires. Nothing is sent. */
const serving = {
  NODE_ENV: "production",
  SANDBOX: "0",
  ADDRESS_LIMITS: "",
  PUBLIC_URL: "https://wallet.example",
  MAIL_FROM: "wallet@wallet.example",
  SMTP_URL: "smtp://127.0.0.1:9",
  SMS_GATEWAY_URL: "http://127.0.0.1:9",
  DELIVERIES: JSON.stringify({
    gce: { https: { url: "https://partner.example", secret: `whsec_${"A".repeat(44)}` } },
    lotus: {
      sftp: {
        host: "partner.example",
        user: "load",
        password: "load",
        hostKey: `SHA256:${"A".repeat(43)}`,
        folder: "/in",
      },
    },
  }),
};
/** The header of browsers. */
const packed = { "accept-encoding": "br, gzip" };

const database = await createTestDatabase("load");
const common = { DATABASE_URL: database.url, LOG_LEVEL: "error", ...drawSecrets() };
const folder = mkdtempSync(path.join(tmpdir(), "sanad-load-"));
let server = await startServer(common);
try {
  const { accessToken } = await post<{ accessToken: string }>(`${server.baseUrl}/sandbox/session`, {
    mobile,
    name: "Asha Verma",
    identity: true,
  });
  const { txnId } = await post<{ txnId: string }>(`${server.baseUrl}/sandbox/transaction`, {
    mobile,
    ...place,
    state: "PENDING",
  });
  await server.stop();
  // Runs as in production: the sandbox validates its own answers and records coverage.
  server = await startServer({ ...common, ...serving, DATA_DIR: folder }, largeHeapFlags);
  const document = await findDocument(server.baseUrl);
  const bare = await startBare(document, txnId);
  const own = { authorization: `Bearer ${accessToken}` };
  const toUrl = (id: "profile.get" | "transactions.info") =>
    server.baseUrl + toRequest(id, {}, { ...place, txnId }).path;

  await compare("a configuration document", 0.9, { url: document.url, headers: packed }, { url: `${bare}/bytes` });
  await compare("profile.get", 0.5, { url: toUrl("profile.get"), headers: own }, { url: `${bare}/two` });
  const info = { url: toUrl("transactions.info"), headers: own };
  await compare("transactions.info", 0.25, info, { url: `${bare}/two` });
  await overload(info, `${server.baseUrl}/health`);
} finally {
  await server.stop();
  rmSync(folder, { recursive: true });
  await database.drop();
}
process.exit();

interface Target {
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Answers a second of a target with this many clients, each waiting for its answer. */
async function measure({ url, headers = {} }: Target, connections = clients, duration = seconds) {
  return autocannon({ url, headers: { ...headers }, connections, duration, timeout: 5 });
}

function useful(result: autocannon.Result): number {
  return result["2xx"] / result.duration;
}

/** Alternates between our service and the minimal one, and prints the ratio of the medians. */
async function compare(what: string, goal: number, ours: Target, least: Target): Promise<void> {
  const found: [number[], number[]] = [[], []];
  for (const target of [ours, least]) await measure(target, clients, 2);
  for (let round = 0; round < rounds; round += 1)
    for (const [i, target] of [ours, least].entries()) {
      const result = await measure(target);
      if (result.non2xx > 0) throw new Error(`${target.url} answered ${result.non2xx} times with another status`);
      found[i]!.push(useful(result));
    }
  const [mine, bare] = found.map(toMedian) as [number, number];
  const ratio = mine / bare;
  console.log(
    `  ${what.padEnd(26)} ${mine.toFixed(0).padStart(6)} a second, the least ${bare.toFixed(0).padStart(6)}: ${ratio.toFixed(2)} (goal ${goal})`,
  );
}

/** Runs three times as many clients as fill the server, which give up after five seconds, and polls its health. */
async function overload(target: Target, health: string): Promise<void> {
  const peak = useful(await measure(target));
  const [crowd, asked] = await Promise.all([
    measure(target, clients * 10, seconds * 2),
    measure({ url: health }, 1, seconds * 2),
  ]);
  console.log(
    `  with ${clients * 10} clients ${useful(crowd).toFixed(0)} useful answers a second of ${peak.toFixed(0)} with ${clients}: ${(useful(crowd) / peak).toFixed(2)} (goal 0.8); ${crowd.non2xx} refused, ${crowd.errors} lost; /health p99 ${asked.latency.p99} ms (goal 200)`,
  );
}

function toMedian(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;
}

/** The largest served bundle of a screen. */
async function findDocument(origin: string): Promise<{ url: string; body: string; headers: Record<string, string> }> {
  const manifest = await fetch(`${origin}/config/manifest?orgId=${place.orgId}&locale=en`);
  const { documents } = (await manifest.json()) as { documents: Record<string, string> };
  const url = origin + documents["bundle/screen.form"];
  const http = await import("node:http");
  return new Promise((resolve, reject) => {
    http
      .get(url, { headers: packed }, (answer) => {
        const parts: Buffer[] = [];
        answer.on("data", (part: Buffer) => parts.push(part));
        answer.on("end", () => {
          const { date: _date, connection: _connection, "keep-alive": _alive, ...headers } = answer.headers;
          resolve({ url, body: Buffer.concat(parts).toString("base64"), headers: headers as Record<string, string> });
        });
      })
      .on("error", reject);
  });
}

async function startBare({ body, headers }: Pick<BareOrder, "body" | "headers">, txnId: string): Promise<string> {
  const rows = await database.ask<{ candidate_id: string }>("select candidate_id from transactions limit 1");
  const child = fork(fileURLToPath(new URL("./parts/bare-server.ts", import.meta.url)), [], {
    execArgv: ["--import", "tsx"],
  });
  process.on("exit", () => child.kill());
  const { "content-length": _length, "transfer-encoding": _encoding, ...kept } = headers;
  child.send({
    body,
    headers: kept,
    databaseUrl: database.url,
    candidateId: rows[0]!.candidate_id,
    txnId,
  } satisfies BareOrder);
  return new Promise((resolve) => child.once("message", ({ origin }: { origin: string }) => resolve(origin)));
}
