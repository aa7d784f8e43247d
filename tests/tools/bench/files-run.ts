/*
 * Counts the source files that run when the server stores a draft (PUT drafts.put) and a saved answer (POST
 * verifications.save): files of engine/, server/ and widgets/ in which V8's precise coverage counts at least one call.
 * Ends with 1 above a limit. `npm run bench files-run [--list]`; `--list` prints the files and their functions.
 */
import { Session, type Profiler } from "node:inspector/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { toRequest, type WireRequest } from "#engine/contract/request.ts";
import type { OperationId } from "#engine/contract/operations.ts";
import { buildApp } from "#server/app.ts";
import { readCredentials } from "#server/checkout/providers/drivers.ts";
import { createConfigReader } from "#server/config/reader.ts";
import { loadSettings } from "#server/platform/settings.ts";
import { appRoot } from "#server/root.ts";
import { makeDatabase } from "../../server/app.ts";

const limits = { "a draft": 40, "a saved answer": 60 };
const repeats = 3;
const isListed = process.argv.includes("--list");
const mobile = "+919800000007";
const form = { orgId: "gce", formId: "education-evaluation" };
const verificationName = "bgv-tenth";

const database = await makeDatabase();
const settings = loadSettings(
  {
    SANDBOX: "1",
    WATCH: "0",
    DATA_DIR: database.dataDir,
    PUBLIC_URL: "http://localhost:3000",
    ...(database.databaseUrl && { DATABASE_URL: database.databaseUrl }),
  },
  readCredentials,
);
const ignore = () => undefined;
const config = await createConfigReader(settings, {
  info: ignore,
  warn: console.warn,
  error: console.error,
});
const { server } = await buildApp({ settings, config });
const origin = await server.listen({ port: 0, host: "127.0.0.1" });
const profiler = new Session();
profiler.connect();
await profiler.post("Profiler.enable");
await profiler.post("Profiler.startPreciseCoverage", { callCount: true, detailed: false });
try {
  const { accessToken } = await post<{ accessToken: string }>("/sandbox/session", {
    mobile,
    name: "Asha Verma",
    identity: true,
  });
  const call = (id: OperationId, args: Record<string, unknown>, keys: object) => {
    const request = toRequest(id, args, { ...form, ...keys });
    return () => send(request, accessToken);
  };
  const { txnId } = await post<{ txnId: string }>("/sandbox/transaction", { mobile, ...form, state: "PENDING" });
  let version = 0;
  await report<{ version: number }>(
    "a draft",
    () => call("drafts.put", { type: verificationName, version, data: { rollNumber: "1234567" } }, { txnId }),
    (draft) => (version = draft.version),
  );

  const answered = await post<{ txnId: string }>("/sandbox/transaction", { mobile, ...form, state: "READY_TO_SUBMIT" });
  const info = (await call("verifications.info", { type: verificationName }, answered)()) as {
    responseList: { data: Record<string, unknown> }[];
  };
  const data = info.responseList[0]!.data;
  let subType: string | undefined;
  await report<{ list: { subType: string }[] }>(
    "a saved answer",
    () => call("verifications.save", { list: [{ verificationName, data, ...(subType && { subType }) }] }, { txnId }),
    ({ list }) => (subType = list[0]!.subType),
  );
} finally {
  await server.close();
  config.close();
  await database.remove();
}
process.exit();

/** Sends requests of a kind and prints how many files ran for each. The first request also fills caches. */
async function report<T>(
  what: keyof typeof limits,
  prepare: () => () => Promise<unknown>,
  readAnswer: (data: T) => void,
): Promise<void> {
  const counted: Map<string, string[]>[] = [];
  for (let turn = 0; turn <= repeats; turn += 1) {
    const request = prepare();
    counted.push(await count(async () => readAnswer((await request()) as T)));
  }
  const [first, ...later] = counted.map(({ size }) => size);
  const most = Math.max(first!, ...later);
  console.log(`${what}: ${first} files at first, then ${later.join(", ")}; at most ${limits[what]}`);
  if (isListed)
    for (const [file, functions] of [...counted[0]!].sort()) console.log(`  ${file}  ${functions.join(" ")}`);
  if (most > limits[what]) process.exitCode = 1;
}

/** The files that ran, each with the functions that ran in it. */
async function count(run: () => Promise<void>): Promise<Map<string, string[]>> {
  await profiler.post("Profiler.takePreciseCoverage"); // sets the counts to 0
  await run();
  const { result } = (await profiler.post("Profiler.takePreciseCoverage")) as Profiler.TakePreciseCoverageReturnType;
  const files = new Map<string, string[]>();
  for (const { url, functions } of result) {
    const file = url.startsWith("file:") ? path.relative(appRoot, fileURLToPath(url)) : "";
    const ran = functions.filter(({ ranges }) => ranges[0]!.count > 0).map(({ functionName }) => functionName || "()");
    if (/^(engine|server|widgets)\//.test(file) && ran.length > 0) files.set(file, ran);
  }
  return files;
}

async function post<T>(url: string, body: object): Promise<T> {
  const headers = { "content-type": "application/json" };
  const response = await fetch(origin + url, { method: "POST", headers, body: JSON.stringify(body) });
  if (!response.ok) throw new Error(`POST ${url}: ${response.status} ${await response.text()}`);
  return (await response.json()) as T;
}

async function send({ method, path: url, body }: WireRequest, token: string): Promise<unknown> {
  const headers = { authorization: `Bearer ${token}`, ...(body && { "content-type": "application/json" }) };
  const response = await fetch(origin + url, { method, headers, ...(body && { body: JSON.stringify(body) }) });
  const { code, data, ...rest } = (await response.json()) as { code: number; data: unknown };
  if (code !== 0) throw new Error(`${method} ${url}: ${JSON.stringify(rest)}`);
  return data;
}
