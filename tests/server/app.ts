import { randomBytes } from "node:crypto";
import { cpSync, readFileSync, rmSync } from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { InjectOptions, Response } from "light-my-request";
import { buildApp, type App, type AppOptions } from "#server/app.ts";
import { readCredentials } from "#server/checkout/providers/drivers.ts";
import { loadSettings, type Settings } from "#server/platform/settings.ts";
import { appRoot } from "#server/root.ts";
import { makeTemplate } from "../support/database-template.ts";
import { makeTemporaryFolder } from "../support/temporary-folder.ts";
import { createTestDatabase } from "../support/test-database.ts";
import { emptyConfig } from "./empty-config.ts";

export interface TestApp extends App {
  settings: Settings;
  /** A call with a JSON body and a bearer token. */
  call(
    method: NonNullable<InjectOptions["method"]>,
    url: string,
    options?: { token?: string; body?: unknown; headers?: Record<string, string> },
  ): Promise<Response>;
  /** The newest code sent to a number or mailbox. */
  readCode(to: string): Promise<string>;
  /** Signs a candidate in by the sandbox. */
  signIn(
    mobile: string,
    more?: { name?: string; identity?: true; agentId?: string },
  ): Promise<{ accessToken: string; refreshToken: string }>;
  advance(seconds: number): Promise<void>;
  close(): Promise<void>;
}

/**
 * The real server on its own database: embedded in a temporary directory, or a new database beside DATABASE_URL. Close
 * it in afterAll.
 */
export async function startTestApp(
  options: Partial<Omit<AppOptions, "settings">> & {
    settings?: Partial<Settings>;
    /** The port of a proxy between the app and its database. */
    through?: number;
  } = {},
): Promise<TestApp> {
  const place = await makeDatabase();
  const settings: Settings = {
    ...loadSettings(
      {
        SANDBOX: "1",
        ADDRESS_LIMITS: "off",
        LOG_LEVEL: process.env.LOG_LEVEL ?? "silent",
        DATA_DIR: place.dataDir,
        PUBLIC_URL: "http://localhost:3000",
      },
      readCredentials,
    ),
    databaseUrl: place.databaseUrl && toThrough(place.databaseUrl, options.through),
    ...options.settings,
  };
  const app = await buildApp({ config: emptyConfig, ...options, settings });
  await app.server.ready();
  return toTestApp(app, settings, place.remove);
}

/** `remove` is called when the app is closed. */
export function toTestApp(app: App, settings: Settings, remove: () => Promise<void>): TestApp {
  const call: TestApp["call"] = (method, url, { token, body, headers = {} } = {}) =>
    app.server.inject({
      method,
      url,
      headers: {
        ...(token && { authorization: `Bearer ${token}` }),
        ...(body !== undefined && { "content-type": "application/json" }),
        ...headers,
      },
      ...(body !== undefined && { payload: typeof body === "string" ? body : JSON.stringify(body) }),
    });
  return {
    ...app,
    settings,
    call,
    readCode: async (to) => {
      for (const until = Date.now() + 15_000; Date.now() < until; await sleep(20)) {
        const sent = await call("GET", `/sandbox/outbox?to=${encodeURIComponent(to)}`);
        const code = sent.json<{ list: { otp: string }[] }>().list[0]?.otp;
        if (code) return code;
      }
      throw new Error("no code was sent");
    },
    signIn: async (mobile, more = {}) =>
      (await untilTaken(() => call("POST", "/sandbox/session", { body: { mobile, ...more } }))).json(),
    advance: async (seconds) => void (await call("POST", "/sandbox/clock", { body: { advanceSeconds: seconds } })),
    close: async () => {
      await app.server.close();
      await remove();
    },
  };
}

/** Repeats the call while load shedding answers 503, as on a busy machine. */
export async function untilTaken(ask: () => Promise<Response>): Promise<Response> {
  let answer = await ask();
  for (; answer.statusCode === 503; answer = await ask()) await sleep(500);
  return answer;
}

function toThrough(databaseUrl: string, port: number | undefined): string {
  const url = new URL(databaseUrl);
  if (port !== undefined) url.port = String(port);
  return url.href;
}

/** A number that no other test uses, because limits are per number. */
export function newMobile(): string {
  return `+919${String(randomBytes(6).readUIntBE(0, 6) % 1_000_000_000).padStart(9, "0")}`;
}

/**
 * While this is referenced, V8 compiles the embedded database once for all threads: half of the time that an app takes
 * to start.
 */
let compiled: Promise<WebAssembly.Module> | undefined;

/** A new empty database, and a data directory. */
export async function makeDatabase(): Promise<{ dataDir: string; databaseUrl?: string; remove(): Promise<void> }> {
  const dataDir = makeTemporaryFolder();
  const removeFolder = async () => rmSync(dataDir, { recursive: true, force: true });
  if (!process.env.DATABASE_URL) {
    compiled ??= WebAssembly.compile(
      readFileSync(path.join(appRoot, "node_modules/@electric-sql/pglite/dist/pglite.wasm")),
    );
    await compiled;
    cpSync(await makeTemplate(), path.join(dataDir, "postgres"), { recursive: true });
    return { dataDir, remove: removeFolder };
  }
  const database = await createTestDatabase("test");
  return {
    dataDir,
    databaseUrl: database.url,
    remove: async () => {
      await database.drop();
      await removeFolder();
    },
  };
}
