/* A server of its own, in a process that can be killed between two statements of a call; it does what it is told over IPC. */
import { createHash } from "node:crypto";
import { buffer } from "node:stream/consumers";
import { buildApp } from "#server/app.ts";
import { readCredentials } from "#server/checkout/providers/drivers.ts";
import { loadSettings } from "#server/platform/settings.ts";
import { toTestApp } from "../app.ts";
import { documentsConfig } from "../documents-config.ts";
import { cases } from "./cases.ts";
import { armFaults, withFault, type KillKind } from "./fault.ts";
import { send, type Call, type Ready } from "./ready.ts";

const settings = loadSettings(
  { ...process.env, SANDBOX: "1", ADDRESS_LIMITS: "off", LOG_LEVEL: "silent" },
  readCredentials,
);
const built = await buildApp({ settings, config: await documentsConfig() });
await built.server.ready();
const app = toTestApp(built, settings, async () => undefined);
armFaults();

/** What it can be asked for. */
export interface Questions {
  prepare: { ask: { name: string; paper: Buffer }; answer: Ready };
  /** Without `kill` it survives. */
  send: {
    ask: { ready: Call & Pick<Ready, "keyless">; key: string; kill?: { kind: KillKind; at: number } };
    answer: Sent;
  };
  advance: { ask: { seconds: number }; answer: void };
  /** The leases of whoever is dead are over. */
  endLeases: { ask: object; answer: void };
  count: { ask: { ready: Ready }; answer: { counts: number[]; broken: string[] } };
}

export interface Sent {
  status: number;
  body: string;
  statements: number;
}

type Handlers = { [K in keyof Questions]: (ask: Questions[K]["ask"]) => Promise<Questions[K]["answer"]> };

const handlers: Handlers = {
  prepare: ({ name, paper }) => cases[name]!(app, Buffer.from(paper)),
  send: async ({ ready, key, kill }) => {
    const { answer, seen } = await withFault(kill?.kind ?? "none", kill?.at ?? 0, () => send(app, ready, key));
    return { status: answer.statusCode, body: answer.body, statements: seen };
  },
  advance: ({ seconds }) => app.advance(seconds),
  endLeases: async () => {
    await app.services.pool.query("update idempotency_keys set leased_until = now() where sealed_answer is null");
  },
  count: async ({ ready }) => {
    const counts: number[] = [];
    for (const [sql, ...values] of ready.once) {
      const { rows } = await app.services.pool.query<{ count: string }>(sql, values);
      counts.push(Number(rows[0]!.count));
    }
    return { counts, broken: await findBroken() };
  },
};

/** Files whose bytes are not what their rows say. */
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

process.on("message", ({ question, ask }: { question: keyof Questions; ask: never }) => {
  handlers[question](ask).then(
    (answer) => process.send!({ answer }),
    (error: unknown) => process.send!({ error: error instanceof Error ? error.stack : String(error) }),
  );
});
process.on("disconnect", () => process.exit(0));
process.send!({ answer: "ready" });
