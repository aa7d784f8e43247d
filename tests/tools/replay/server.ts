import { spawn } from "node:child_process";
import { cpSync, existsSync } from "node:fs";
import path from "node:path";
import { appRoot } from "#server/root.ts";
import { makeTemplate } from "../../support/database-template.ts";
import { findPort } from "../../support/find-port.ts";
import { createTestDatabase } from "../../support/test-database.ts";
import { findTemporaryDisk } from "../../support/memory-disk.ts";
import { testFlags } from "../../support/node-flags.ts";
import { ownFetch } from "./api-client.ts";

/** A running server. `stop` shuts it down and returns its exit code. */
export interface RunningServer {
  baseUrl: string;
  port: number;
  output(): string;
  stop(signal?: NodeJS.Signals): Promise<number | null>;
  /** Sends a signal that the server survives. */
  signal(signal: NodeJS.Signals): void;
}

/** Start timeout on a loaded machine. */
const startMs = 180_000;

/** The server of BASE_URL, which stays running, or a new one. */
export async function findServer(): Promise<Pick<RunningServer, "baseUrl" | "output" | "stop">> {
  const existing = process.env["BASE_URL"];
  // The full log is searched for typed values.
  if (existing === undefined) return startServer({ LOG_LEVEL: "trace" });
  return { baseUrl: existing.replace(/\/+$/, ""), output: () => "", stop: async () => null };
}

/**
 * Starts the built server on a free port in sandbox mode. By default it has an empty database that is deleted with it
 * (embedded, or beside DATABASE_URL) and Node options for short runs. Throws with its output when it exits instead.
 */
export async function startServer(env: Record<string, string> = {}, options = testFlags): Promise<RunningServer> {
  const port = env["PORT"] === undefined ? await findPort() : Number(env["PORT"]);
  const entry = env["DATA_DIR"] === undefined ? "tests/support/serve.mjs" : "dist/server/main.js";
  const ownDatabase =
    env["DATABASE_URL"] === undefined && process.env["DATABASE_URL"] ? await createTestDatabase("e2e") : undefined;
  const template = ownDatabase || env["DATABASE_URL"] ? undefined : await makeTemplate();
  if (template && env["DATA_DIR"] !== undefined) copyTemplate(template, env["DATA_DIR"]);
  const child = spawn(process.execPath, [...options, path.join(appRoot, entry)], {
    cwd: appRoot,
    env: {
      ...process.env,
      NODE_ENV: "test",
      TMPDIR: findTemporaryDisk(),
      SANDBOX: "1",
      // Definitions do not change during a run by default.
      WATCH: "0",
      ADDRESS_LIMITS: "off",
      LOG_LEVEL: "warn",
      ...(template && { DATABASE_TEMPLATE: template }),
      ...(ownDatabase && { DATABASE_URL: ownDatabase.url }),
      ...env,
      PORT: String(port),
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (part: Buffer) => (output += part.toString()));
  const exit = new Promise<number | null>((resolve) => child.once("exit", resolve)).then(async (code) => {
    await ownDatabase?.drop();
    return code;
  });
  const killChild = () => child.kill("SIGKILL");
  process.on("exit", killChild);
  void exit.then(() => process.off("exit", killChild));
  const baseUrl = `http://localhost:${port}`;
  const stop = (signal: NodeJS.Signals = "SIGTERM") => {
    child.kill(signal);
    return exit;
  };
  if (await becomesHealthy(`http://127.0.0.1:${port}/health`, exit))
    return { baseUrl, port, output: () => output, stop, signal: (signal) => void child.kill(signal) };
  await stop("SIGKILL");
  throw new Error(`The server did not start:\n${output}`);
}

/** Gives a new data directory an empty database. server/main.test.ts tests the creation of a database. */
function copyTemplate(template: string, dataDir: string): void {
  const databaseFolder = path.join(dataDir, "postgres");
  if (!existsSync(databaseFolder)) cpSync(template, databaseFolder, { recursive: true });
}

async function becomesHealthy(url: string, exit: Promise<unknown>): Promise<boolean> {
  let ended = false;
  void exit.then(() => (ended = true));
  const end = Date.now() + startMs;
  while (!ended && Date.now() < end) {
    const healthy = await ownFetch(url).then(
      (answer) => answer.ok,
      () => false,
    );
    if (healthy) return true;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  return false;
}
