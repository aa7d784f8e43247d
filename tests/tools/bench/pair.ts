/*
 * Two servers on one PostgreSQL and one S3 store behind HAProxy (`HAPROXY_PATH`, or Debian's) while candidates play
 * fixtures. One server is killed and restarted, the other frozen, then both are replaced by a newer release of the
 * definitions. Exits with 1 if a fixture fails or the ledger's chain is broken. `DATABASE_URL=postgres://… npm run
 * bench pair [candidates]`.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { PaymentState } from "#engine/core/scope/shapes/payments.ts";
import { openExistingStore, transact } from "#server/platform/store/database.ts";
import { checkLedger } from "#server/platform/store/ledger.ts";
import { appRoot } from "#server/root.ts";
import { runLoad } from "../replay/load/index.ts";
import { findPort } from "../../support/find-port.ts";
import { startServer, type RunningServer } from "../replay/server.ts";
import { startStandInS3 } from "../../server/ports/s3.ts";
import { createTestDatabase } from "../../support/test-database.ts";
import { drawSecrets } from "./parts/secrets.ts";

const silent = { info: () => undefined, warn: () => undefined, error: () => undefined, debug: () => undefined };
const candidates = Number(process.argv[2] ?? 3);
const haproxy = [process.env["HAPROXY_PATH"], "/usr/sbin/haproxy", "/usr/local/sbin/haproxy"].find(
  (file) => file !== undefined && existsSync(file),
);
if (haproxy === undefined) {
  console.log("  left out: there is no haproxy here (apt install haproxy, or HAPROXY_PATH)");
  process.exit();
}

const folder = mkdtempSync(path.join(tmpdir(), "sanad-pair-"));
const database = await createTestDatabase("pair");
const s3 = await startStandInS3();
const [front, ...ports] = (await Promise.all([findPort(), findPort(), findPort()])) as [number, number, number];
const settings = {
  DATABASE_URL: database.url,
  PUBLIC_URL: `http://localhost:${front}`,
  TRUST_PROXY: "127.0.0.1",
  S3_ENDPOINT: s3.settings.endpoint,
  S3_BUCKET: s3.settings.bucket,
  S3_REGION: s3.settings.region,
  S3_KEY: s3.settings.key,
  S3_SECRET: s3.settings.secret,
  S3_PATH_STYLE: "1",
  ...drawSecrets(),
};

const servers: RunningServer[] = [];
let balancer: ChildProcess | undefined;
let held = false;
try {
  servers[0] = await startOne(0);
  servers[1] = await startOne(1);
  balancer = await balance();
  const began = Date.now();
  const playing = runLoad({ baseUrl: settings.PUBLIC_URL, candidates, seconds: 100, wanted: [] });
  const tell = (what: string) => console.log(`  ${((Date.now() - began) / 1000).toFixed(0).padStart(3)} s  ${what}`);
  await sleep(10_000);
  await servers[0].stop("SIGKILL");
  tell("one is killed");
  await sleep(5000);
  servers[0] = await startOne(0);
  tell("and runs again");
  await sleep(15_000);
  servers[1].signal("SIGSTOP");
  tell("the other one is frozen");
  await sleep(15_000);
  servers[1].signal("SIGCONT");
  tell("and goes on");
  await sleep(10_000);
  const newer = makeNewer();
  for (const which of [0, 1]) {
    await servers[which]!.stop("SIGTERM");
    servers[which] = await startOne(which, { SCHEMAS_DIR: newer });
    tell(`${which === 0 ? "one" : "the other one"} is replaced by a newer release`);
    await sleep(5000);
  }
  held = await playing;
  const { db, close } = await openExistingStore(database.url, silent);
  const { rows, faults } = await transact(db, (tx) => checkLedger(tx)).finally(close);
  console.log(`  ${rows} rows of the ledgers; ${faults.length === 0 ? "all intact" : faults.join("; ")}`);
  const { paid, twice } = await countPaid();
  console.log(`  ${paid} transactions were paid, ${twice} of them more than once`);
  held &&= faults.length === 0 && paid > 0 && twice === 0;
} finally {
  balancer?.kill("SIGKILL");
  for (const server of servers) await server.stop("SIGKILL");
  await s3.close();
  rmSync(folder, { recursive: true });
  await database.drop();
}
process.exit(held ? 0 : 1);

/** Each server has its own folder, as on two machines. */
function startOne(which: number, more: Record<string, string> = {}): Promise<RunningServer> {
  const dataDir = path.join(folder, `server-${which}`);
  return startServer({ ...settings, ...more, DATA_DIR: dataDir, PORT: String(ports[which]) });
}

/** The definitions with one text changed: a patch, which running transactions follow. */
function makeNewer(): string {
  const newer = path.join(folder, "schemas");
  cpSync(path.join(appRoot, "schemas"), newer, { recursive: true });
  const file = path.join(newer, "organisations/gce/organisation.json");
  const brand = JSON.parse(readFileSync(file, "utf8")) as { description?: string };
  writeFileSync(file, JSON.stringify({ ...brand, description: `${brand.description ?? ""} Newer.` }));
  return newer;
}

/**
 * Takes a server out when `/health` fails twice within three seconds each, and retries its requests on the other one.
 * Calls that change data are safe to retry: each has an Idempotency-Key or is refused the second time.
 */
async function balance(): Promise<ChildProcess> {
  const file = path.join(folder, "haproxy.cfg");
  writeFileSync(
    file,
    `global
  tune.bufsize 131072
defaults
  mode http
  timeout connect 1s
  timeout client 60s
  timeout server 6s
  retries 3
  option redispatch 1
  option forwardfor
  retry-on conn-failure empty-response junk-response response-timeout 503
  default-server inter 500ms fall 2 rise 1 on-marked-down shutdown-sessions
frontend page
  bind 127.0.0.1:${front}
  default_backend servers
backend servers
  balance roundrobin
  option httpchk GET /health
  timeout check 3s
${ports.map((port, i) => `  server s${i} 127.0.0.1:${port} check`).join("\n")}
`,
  );
  const child = spawn(haproxy!, ["-f", file], { stdio: "ignore" });
  for (let tried = 0; tried < 50; tried += 1) {
    const answer = await fetch(`${settings.PUBLIC_URL}/health`).catch(() => undefined);
    if (answer?.ok) return child;
    await sleep(100);
  }
  throw new Error("The balancer did not start.");
}

/** Counts paid transactions, and those paid twice. Without any payment the run proves nothing. */
async function countPaid(): Promise<{ paid: number; twice: number }> {
  const paid: PaymentState = "Success";
  const rows = await database.ask<{ count: number }>(
    `select count(*)::int as count from orders where status = '${paid}' group by transaction_id`,
  );
  return { paid: rows.length, twice: rows.filter(({ count }) => count > 1).length };
}
