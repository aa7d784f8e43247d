import { spawn } from "node:child_process";
import { cpSync, existsSync } from "node:fs";
import path from "node:path";
import { appRoot } from "#server/root.ts";
import { makeTemplate } from "../../support/database-template.ts";
import { findPort } from "../../support/find-port.ts";
import { makeOwnDatabase } from "../../support/test-database.ts";
import { findQuickDisk } from "../../support/memory-disk.ts";
import { shortLived } from "../../support/node-flags.ts";
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
  const given = process.env["BASE_URL"];
  // The full log is searched for typed values.
  if (given === undefined) return startServer({ LOG_LEVEL: "trace" });
  return { baseUrl: given.replace(/\/+$/, ""), output: () => "", stop: async () => null };
}

/**
 * Starts the built server on a free port in sandbox mode. By default it has an empty database that is deleted with it
 * (embedded, or beside DATABASE_URL) and Node options for short runs. Throws with its output when it exits instead.
 */
export async function startServer(env: Record<string, string> = {}, options = shortLived): Promise<RunningServer> {
  const port = env["PORT"] === undefined ? await findPort() : Number(env["PORT"]);
  const entry = env["DATA_DIR"] === undefined ? "tests/support/serve.mjs" : "dist/server/main.js";
  const beside =
    env["DATABASE_URL"] === undefined && process.env["DATABASE_URL"] ? await makeOwnDatabase("e2e") : undefined;
  const template = beside || env["DATABASE_URL"] ? undefined : await makeTemplate();
  if (template && env["DATA_DIR"] !== undefined) beginWith(template, env["DATA_DIR"]);
  const child = spawn(process.execPath, [...options, path.join(appRoot, entry)], {
    cwd: appRoot,
    env: {
      ...process.env,
      NODE_ENV: "test",
      TMPDIR: findQuickDisk(),
      SANDBOX: "1",
      // Definitions do not change during a run by default.
      WATCH: "0",
      ADDRESS_LIMITS: "off",
      LOG_LEVEL: "warn",
      ...(template && { DATABASE_TEMPLATE: template }),
      ...(beside && { DATABASE_URL: beside.url }),
      ...env,
      PORT: String(port),
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (part: Buffer) => (output += part.toString()));
  const exit = new Promise<number | null>((resolve) => child.once("exit", resolve)).then(async (code) => {
    await beside?.drop();
    return code;
  });
  const endWithUs = () => child.kill("SIGKILL");
  process.on("exit", endWithUs);
  void exit.then(() => process.off("exit", endWithUs));
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
function beginWith(template: string, dataDir: string): void {
  const place = path.join(dataDir, "postgres");
  if (!existsSync(place)) cpSync(template, place, { recursive: true });
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
