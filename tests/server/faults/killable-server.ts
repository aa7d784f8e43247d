/* A server in its own process, which can be killed between two statements of a call. Controlled over IPC. */
import { createHash } from "node:crypto";
import { buffer } from "node:stream/consumers";
import { buildApp } from "#server/app.ts";
import { readCredentials } from "#server/checkout/providers/drivers.ts";
import { loadSettings } from "#server/platform/settings.ts";
import { toTestApp } from "../app.ts";
import { definitionsConfig } from "../definitions-config.ts";
import { cases } from "./cases.ts";
import { armFaults, withFault, type KillKind } from "./fault.ts";
import { send, type Call, type PreparedCall } from "./prepared-call.ts";

const settings = loadSettings(
  { ...process.env, SANDBOX: "1", ADDRESS_LIMITS: "off", LOG_LEVEL: "silent" },
  readCredentials,
);
const built = await buildApp({ settings, config: await definitionsConfig() });
await built.server.ready();
const app = toTestApp(built, settings, async () => undefined);
armFaults();

/** The requests over IPC. */
export interface ServerRequests {
  prepare: { args: { name: string; paper: Buffer }; answer: PreparedCall };
  /** Without `kill` the server survives. */
  send: {
    args: { ready: Call & Pick<PreparedCall, "withoutKey">; key: string; kill?: { kind: KillKind; at: number } };
    answer: Sent;
  };
  advance: { args: { seconds: number }; answer: void };
  /** Ends the leases of dead servers. */
  endLeases: { args: object; answer: void };
  count: { args: { ready: PreparedCall }; answer: { counts: number[]; broken: string[] } };
}

export interface Sent {
  status: number;
  body: string;
  statements: number;
}

type Handlers = {
  [K in keyof ServerRequests]: (args: ServerRequests[K]["args"]) => Promise<ServerRequests[K]["answer"]>;
};

const handlers: Handlers = {
  prepare: ({ name, paper }) => cases[name]!(app, Buffer.from(paper)),
  send: async ({ ready, key, kill }) => {
    const { answer, seen } = await withFault(kill?.kind ?? "none", kill?.at ?? 0, () => send(app, ready, key));
    return { status: answer.statusCode, body: answer.body, statements: seen };
  },
  advance: ({ seconds }) => app.advance(seconds),
  endLeases: async () => {
    await app.services.pool.query("update idempotency_keys set leased_until = now() where sealed_response is null");
  },
  count: async ({ ready }) => {
    const counts: number[] = [];
    for (const [sql, ...values] of ready.countsOnce) {
      const { rows } = await app.services.pool.query<{ count: string }>(sql, values);
      counts.push(Number(rows[0]!.count));
    }
    return { counts, broken: await findBroken() };
  },
};

/** Files whose bytes differ from their rows. */
async function findBroken(): Promise<string[]> {
  const { rows } = await app.services.pool.query<{ id: string; sha256: string }>("select id, sha256 from files");
  const broken: string[] = [];
  for (const { id, sha256 } of rows) {
    const found = await app.services.ports.storage.open(id);
    if (
      !found ||
      createHash("sha256")
        .update(await buffer(found.bytes))
        .digest("hex") !== sha256
    )
      broken.push(id);
  }
  return broken;
}

process.on("message", ({ name, args }: { name: keyof ServerRequests; args: never }) => {
  handlers[name](args).then(
    (answer) => process.send!({ answer }),
    (error: unknown) => process.send!({ error: error instanceof Error ? error.stack : String(error) }),
  );
});
process.on("disconnect", () => process.exit(0));
process.send!({ answer: "ready" });
