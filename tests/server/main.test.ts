import { type ChildProcess, spawn } from "node:child_process";
import { rmSync } from "node:fs";
import http from "node:http";
import path from "node:path";
import { afterAll, expect, test } from "vitest";
import { eventually } from "../support/eventually.ts";
import { findPort } from "../support/find-port.ts";
import { appRoot } from "#server/root.ts";
import { testFlags } from "../support/node-flags.ts";
import { makeTemporaryFolder } from "../support/temporary-folder.ts";

const dataDir = makeTemporaryFolder();
const children: ChildProcess[] = [];
afterAll(() => {
  for (const child of children) child.kill("SIGKILL");
  rmSync(dataDir, { recursive: true, force: true });
});

test("prints its links, refuses a second process, and shuts down gracefully with exit code 0", async () => {
  const port = await findPort();
  const first = start({ PORT: String(port) });
  await until(() => first.out().includes("A form"));
  expect(first.out()).toContain(`http://localhost:${port}/sandbox/outbox`);
  expect(first.out()).toMatch(new RegExp(`A form +http://localhost:${port}/ekyc/[a-z-]+\\?orgId=[a-z]+`));
  const health = await fetch(`http://localhost:${port}/health`);
  expect(await health.json()).toMatchObject({ status: "ok", lastGood: false, database: "ok" });

  const second = start({ PORT: String(await findPort()) });
  expect(await second.exit).toBe(1);
  expect(second.err()).toContain(`process ${first.child.pid}`);
  expect((await fetch(`http://localhost:${port}/health`)).status).toBe(200);

  // A request whose body is on its way at the signal is still answered.
  const finish = await beginLogin(port);
  first.child.kill("SIGTERM");
  const place = (pathname: string) => `http://localhost:${port}${pathname}`;
  await eventually(async () => expect((await fetch(place("/health"))).status).toBe(503));
  // Later requests are still answered, and their connections closed.
  const late = await Promise.all(
    ["/health", "/web-wallet/api/1.0/verifier/gce"].map((pathname) => fetch(place(pathname))),
  );
  expect(late.map((answer) => [answer.status, answer.headers.get("connection")])).toEqual([
    [503, "close"],
    [200, "close"],
  ]);
  // A second signal cuts no request off.
  first.child.kill("SIGTERM");
  await new Promise((resolve) => setTimeout(resolve, 600));
  expect(await finish()).toBe(404);
  expect(await first.exit).toBe(0);
});

test("refuses to start with a bad setting, and names it", async () => {
  const setting = start({ PORT: "no" });
  expect(await setting.exit).toBe(1);
  expect(setting.err()).toMatch(/^These settings are wrong: PORT /);
});

function start(env: Record<string, string>) {
  const child = spawn(process.execPath, [...testFlags, path.join(appRoot, "dist/server/main.js")], {
    env: { ...process.env, NODE_ENV: "test", DATABASE_URL: "", DATA_DIR: dataDir, LOG_LEVEL: "error", ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  children.push(child);
  let out = "";
  let err = "";
  child.stdout.on("data", (part: Buffer) => (out += part.toString()));
  child.stderr.on("data", (part: Buffer) => (err += part.toString()));
  return {
    child,
    out: () => out,
    err: () => err,
    exit: new Promise<number | null>((resolve) => child.once("exit", (code) => resolve(code))),
  };
}

/**
 * Sends the head of a request and waits until the server reads it. Returns a function that sends the rest and resolves
 * with the status.
 */
async function beginLogin(port: number): Promise<() => Promise<number | undefined>> {
  const body = JSON.stringify({ mobile: "+919876500000" });
  const request = http.request({
    port,
    host: "127.0.0.1",
    method: "POST",
    path: "/web-wallet/api/1.0/profile/login",
    headers: { "content-type": "application/json", "content-length": body.length, expect: "100-continue" },
  });
  const answered = new Promise<number | undefined>((resolve, reject) =>
    request.once("response", (response) => resolve(response.resume().statusCode)).once("error", reject),
  );
  request.flushHeaders();
  await new Promise((resolve) => request.once("continue", resolve));
  return () => {
    request.end(body);
    return answered;
  };
}

async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await new Promise((resolve) => setTimeout(resolve, 50));
}
