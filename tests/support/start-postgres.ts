// Starts a temporary PostgreSQL for a test run if one is installed, and prints its address. Stops and deletes it when
// standard input closes. Prints nothing if none is installed or it does not start.
import { spawn, spawnSync, type ChildProcess } from "node:child_process";
import { randomBytes } from "node:crypto";
import { chownSync, existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { openStore } from "#server/platform/store/database.ts";
import { findTemporaryDisk } from "./memory-disk.ts";
import { findPort } from "./find-port.ts";

/** The oldest version that the product supports. */
const leastMajor = 15;
const startMs = 60_000;
/** The data lives as long as the run, so durability and vacuum are off. */
const throwaway = {
  fsync: "off",
  full_page_writes: "off",
  synchronous_commit: "off",
  autovacuum: "off",
  // Without statistics the planner expects large results, and compiles short queries for seconds.
  jit: "off",
  max_wal_size: "4GB",
  max_connections: "300",
  // Keeps shared memory inside the data folder.
  dynamic_shared_memory_type: "mmap",
};
const silent = { info: () => undefined, warn: () => undefined, error: () => undefined, debug: () => undefined };

const programs = findPrograms();
if (programs) await serve(programs);

async function serve(folderOfPrograms: string): Promise<void> {
  const owner = findOwner();
  const folder = mkdtempSync(path.join(findTemporaryDisk(), "sanad-postgres-"));
  if (owner) chownSync(folder, owner.uid, owner.gid);
  let server: ChildProcess | undefined;
  const end = async () => {
    if (server && server.exitCode === null) {
      const gone = new Promise((resolve) => server!.once("exit", resolve));
      server.kill("SIGQUIT");
      await gone;
    }
    rmSync(folder, { recursive: true, force: true });
  };
  const endAll = () => void end().then(() => process.exit());
  for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, endAll);
  process.stdin.on("end", endAll).on("error", endAll).resume();

  const password = randomBytes(16).toString("hex");
  const secret = path.join(folder, "password");
  writeFileSync(secret, password);
  const data = path.join(folder, "data");
  const as = { ...owner, stdio: ["ignore", "pipe", "pipe"] as ["ignore", "pipe", "pipe"] };
  const made = spawnSync(
    path.join(folderOfPrograms, "initdb"),
    ["-D", data, "-U", "sanad", "--auth=md5", `--pwfile=${secret}`, "-E", "UTF8", "--locale=C.UTF-8", "--no-sync"],
    as,
  );
  if (made.status !== 0) return await giveUp(made.stderr?.toString() ?? String(made.error));
  const port = await findPort();
  const settings = { ...throwaway, port: String(port), listen_addresses: "127.0.0.1", unix_socket_directories: folder };
  server = spawn(
    path.join(folderOfPrograms, "postgres"),
    ["-D", data, ...Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`])],
    as,
  );
  let said = "";
  server.stderr!.on("data", (part: Buffer) => (said = (said + part.toString()).slice(-4000)));
  const url = (database: string) => `postgres://sanad:${password}@127.0.0.1:${port}/${database}`;
  if (!(await answers(url("postgres"), server))) return await giveUp(said);
  // Migrates template1, so that each new database has the tables of this release.
  await (await openStore({ databaseUrl: url("template1"), dataDir: folder }, silent)).close();
  console.log(url("postgres"));

  async function giveUp(why: string): Promise<void> {
    console.error(`PostgreSQL is installed here and does not begin; tests go on with the embedded database.\n${why}`);
    await end();
    process.exit();
  }
}

async function answers(url: string, server: ChildProcess): Promise<boolean> {
  for (const until = Date.now() + startMs; Date.now() < until && server.exitCode === null; await sleep(100)) {
    const client = new pg.Client({ connectionString: url });
    const done = await client.connect().then(
      () => client.end().then(() => true),
      () => false,
    );
    if (done) return true;
  }
  return false;
}

/** Folder of the newest `initdb` and `postgres` of a supported version: Debian's, or those on PATH. */
function findPrograms(): string | undefined {
  const debian = "/usr/lib/postgresql";
  const folders = [
    ...(existsSync(debian) ? readdirSync(debian).map((version) => path.join(debian, version, "bin")) : []),
    ...(process.env["PATH"] ?? "").split(path.delimiter),
  ];
  return folders
    .filter((folder) => existsSync(path.join(folder, "initdb")) && existsSync(path.join(folder, "postgres")))
    .map((folder) => ({ folder, major: readMajor(path.join(folder, "postgres")) }))
    .filter(({ major }) => major >= leastMajor)
    .sort((a, b) => b.major - a.major)[0]?.folder;
}

function readMajor(program: string): number {
  const { stdout } = spawnSync(program, ["--version"], { encoding: "utf8" });
  return Number(/\d+/.exec(stdout ?? "")?.[0] ?? 0);
}

/** PostgreSQL refuses to run as root, so root runs it as its package's user. Undefined for other users. */
function findOwner(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const users = readFileSync("/etc/passwd", "utf8").split("\n");
  const [, , uid, gid] = (users.find((line) => line.startsWith("postgres:")) ?? "nobody:x:65534:65534").split(":");
  return { uid: Number(uid), gid: Number(gid) };
}
