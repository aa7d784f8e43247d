import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../../../..", import.meta.url));
const readyWithinMs = 60_000;

/** Runs the built server on an empty database and a free port. `stop` resolves when it has ended. */
export async function startServer(): Promise<{ origin: string; stop: () => Promise<void> }> {
  const port = 20_000 + (process.pid % 20_000);
  const origin = `http://127.0.0.1:${port}`;
  const server = spawn(process.execPath, ["tests/support/serve.mjs"], {
    cwd: root,
    env: { ...process.env, PORT: String(port) },
    stdio: ["ignore", "ignore", "inherit"],
  });
  const gone = new Promise<void>((resolve) => server.once("exit", () => resolve()));
  const stop = () => {
    server.kill("SIGTERM");
    return gone;
  };
  const deadline = Date.now() + readyWithinMs;
  while (Date.now() < deadline && server.exitCode === null) {
    if (await isReady(origin)) return { origin, stop };
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  await stop();
  throw new Error("The built server did not become ready.");
}

async function isReady(origin: string): Promise<boolean> {
  return fetch(`${origin}/health`).then(
    (answer) => answer.ok,
    () => false, // not listening yet
  );
}

/** POSTs JSON and returns the JSON answer. Throws on any status other than 2xx. */
export async function post<T>(url: string, body: unknown, bearer?: string): Promise<T> {
  const headers = { "content-type": "application/json", ...(bearer && { authorization: `Bearer ${bearer}` }) };
  const answer = await fetch(url, { method: "POST", headers, body: JSON.stringify(body) });
  if (!answer.ok) throw new Error(`POST ${url}: ${answer.status} ${await answer.text()}`);
  return (await answer.json()) as T;
}
