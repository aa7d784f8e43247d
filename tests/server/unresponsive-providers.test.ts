import { createServer, connect, type AddressInfo, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { callProvider } from "#server/checkout/providers/http.ts";
import type { Provider } from "#server/checkout/providers/provider.ts";
import { createSmtp } from "#server/ports/email-smtp.ts";
import type { OutboundMessage } from "#server/ports/messages.ts";
import { postReport } from "#server/ports/post-report.ts";
import { createSmsGateway } from "#server/ports/sms-gateway.ts";
import { newMobile, startTestApp, type TestApp } from "./app.ts";
import { makePayer, payment } from "./checkout/orders/ready-to-pay.ts";
import { definitionsConfig } from "./definitions-config.ts";
import { begin } from "./wallet/transactions/candidate.ts";
import { scaleByLoad } from "../support/busy-machine.ts";

/** A server that accepts everything and never ends its answer; sends `words`, or nothing. */
async function startSilent(words = ""): Promise<{ url: string; port: number; connections(): number; end(): void }> {
  const sockets = new Set<Socket>();
  let connections = 0;
  const server = createServer((socket) => {
    connections += 1;
    sockets.add(socket.resume().on("error", () => undefined));
    if (words) socket.once("data", () => socket.write(words));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    port,
    url: `http://127.0.0.1:${port}/`,
    connections: () => connections,
    end: () => {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}

/** Calls to outside services wait ten seconds, mail fifteen. */
const soonMs = 12_000;
const timed = async <T>(asked: () => Promise<T>) => {
  const began = performance.now();
  const answer = await asked().catch((error: unknown) => error as T);
  return { answer, ms: performance.now() - began };
};
/** Collects garbage during a call, so that weakly held timers and signals would be lost. */
async function cleanMemory(): Promise<void> {
  setFlagsFromString("--expose-gc");
  const clean = runInNewContext("gc") as () => void;
  for (let time = 0; time < 8; time += 1) {
    await sleep(1000);
    clean();
  }
}
const message: OutboundMessage = {
  id: "message-1",
  channel: "sms",
  to: "+919876543210",
  subject: "Hello",
  text: "123456",
  otp: "123456",
  createdAt: new Date(0),
};

let silent: Awaited<ReturnType<typeof startSilent>>;
/** Sends the head of an answer and half of its body. */
let halting: Awaited<ReturnType<typeof startSilent>>;
beforeAll(async () => {
  silent = await startSilent();
  halting = await startSilent('HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 50\r\n\r\n{"id":');
});
afterAll(() => {
  silent?.end();
  halting?.end();
});

describe("a provider that sends nothing, or half an answer", () => {
  test("is given up after ten seconds, a mail server after fifteen", async () => {
    const ways: (() => Promise<unknown>)[] = [silent, halting].flatMap(({ url, port }) => [
      () => callProvider({ method: "POST", url, json: { amount: 1 } }),
      () => createSmsGateway({ url }).send(message),
      () => createSmtp(`smtp://127.0.0.1:${port}`, "no-reply@localhost").send({ ...message, channel: "email" }),
    ]);
    ways.push(() => postReport(silent.url, "{}", {}));
    const reported = timed(() => postReport(halting.url, "{}", {}));
    const cleaned = cleanMemory();
    const given = await Promise.all(ways.map(timed));
    await cleaned;
    for (const { answer, ms } of given) {
      expect(answer).toBeInstanceOf(Error);
      expect(ms).toBeLessThan(scaleByLoad(soonMs + 5000));
    }
    for (const at of [0, 3]) expect(given[at]!.answer).toMatchObject({ kind: "unavailable" });
    for (const at of [0, 1, 3, 4]) expect(given[at]!.ms).toBeLessThan(scaleByLoad(soonMs));
    // Status 2xx means accepted; the body does not matter.
    expect(await reported).toMatchObject({ answer: "" });
    expect((await reported).ms).toBeLessThan(scaleByLoad(soonMs));
  });
});

describe("a call that needs an unresponsive provider", () => {
  let app: TestApp;
  let change: Partial<Provider> = {};
  let isSilent = true;
  /** A custom driver without a time limit. */
  const ask = async () => {
    if (isSilent) await new Promise((resolve) => connect(silent.port, "127.0.0.1").once("close", resolve));
  };
  beforeAll(async () => {
    app = await startTestApp({
      config: await definitionsConfig(),
      ports: {
        ekyc: { find: async (_number, { mobile, displayName }) => (await ask(), { mobile, name: displayName }) },
        directory: { findMailbox: async () => (await ask(), "asha@mailbox.example") },
      },
    });
    const { get, find } = app.services.payments;
    app.services.payments = { find, get: (name) => ({ ...get(name), ...change }) };
  });
  afterAll(() => app?.close());

  test("fails in time without an effect, and succeeds when it is sent again with its key", async () => {
    const payer = await makePayer(app);
    const { accessToken: token } = await app.signIn(newMobile());
    const asha = await begin(app, "gce", "education-evaluation", { identity: true });
    const calls = [
      [`${payment}/init`, payer.token, { ...payer.keys, region: "IN", express: false }],
      [
        "/verification/api/1.0/verifications/otp/aadhaar",
        token,
        { aadhaarNumber: "999941057058", consent: { text: "I agree", locale: "en" } },
      ],
      [
        "/verification/web-wallet/api/1.0/transactions/verify/identification",
        asha.token,
        { orgId: asha.orgId, txnId: asha.txnId, fieldName: "referenceNumber", value: "GCE-100007" },
      ],
    ] as const;
    const sendAll = () =>
      Promise.all(
        calls.map(([url, bearer, body], at) =>
          timed(() =>
            app.call("POST", url, { token: bearer, body, headers: { "idempotency-key": `key-of-the-call-${at}` } }),
          ),
        ),
      );
    change = {
      createSession: async () => (await callProvider({ method: "POST", url: halting.url }), Promise.reject()),
    };
    for (const { answer, ms } of await sendAll()) {
      expect([answer.statusCode, answer.headers["retry-after"], answer.json().code], answer.body).toEqual([
        503,
        "10",
        120,
      ]);
      expect(answer.json().message).toMatch(/try again/i);
      expect(ms).toBeLessThan(scaleByLoad(soonMs));
    }
    const { rows } = await app.services.pool.query(
      `select (select count(*)::int from otp_codes) as codes, (select count(*)::int from consents) as consents,
         (select count(*)::int from orders) as orders, (select count(*)::int from sandbox_payments) as payments`,
    );
    expect(rows).toEqual([{ codes: 0, consents: 0, orders: 1, payments: 0 }]);
    change = {};
    isSilent = false;
    const again = await sendAll();
    expect(again.map(({ answer }) => answer.statusCode)).toEqual([200, 200, 200]);
    for (const { ms } of again) expect(ms).toBeLessThan(scaleByLoad(5000));
    const { rows: orders } = await app.services.pool.query("select id from orders");
    expect(orders).toEqual([{ id: again[0]!.answer.json().data.paymentId }]);
  });

  test("reports a pending payment as unknown, not as failed", async () => {
    const payer = await makePayer(app);
    const { paymentId } = await payer.open();
    change = {
      findStatus: async () => (await callProvider({ method: "GET", url: silent.url }), Promise.reject()),
      cancel: async () => (await callProvider({ method: "POST", url: silent.url }), false),
    };
    const [polled, other] = await Promise.all([
      timed(() => payer.poll(paymentId)),
      // Another choice would close this order, whose result is unknown.
      timed(() => payer.init({ region: "INTL" })),
    ]);
    expect(polled.answer).toBe("Pending");
    expect(other.answer.statusCode).toBe(503);
    for (const { ms } of [polled, other]) expect(ms).toBeLessThan(scaleByLoad(soonMs));
    change = {};
    const { rows } = await app.services.pool.query("select id, closed_at from orders where transaction_id = $1", [
      payer.keys.txnId,
    ]);
    expect(rows).toEqual([{ id: paymentId, closed_at: null }]);
  });
});

test("does not delay callers, other channels for long, or the shutdown when a message gateway is unresponsive", async () => {
  const mails: string[] = [];
  const app = await startTestApp({
    config: await definitionsConfig(),
    settings: { smsGateway: { url: silent.url } },
  });
  app.services.ports.messages.email = { send: async ({ to }) => void mails.push(to) };
  const before = silent.connections();
  const mobiles = [newMobile(), newMobile(), newMobile()];
  const signUps = await Promise.all(
    mobiles.map((mobile) =>
      timed(() => app.call("POST", "/web-wallet/api/1.0/profile", { body: { mobile, name: "Asha" } })),
    ),
  );
  for (const { answer, ms } of signUps) {
    expect(answer.statusCode).toBe(200);
    expect(ms).toBeLessThan(scaleByLoad(5000));
  }
  await app.services.db.transaction((tx) =>
    app.services.outbox.write(tx, { dedupKey: "mail", channel: "email", to: "asha@mailbox.example", text: "Hello" }),
  );
  app.services.outbox.flushSoon();
  await expect.poll(() => mails, { timeout: scaleByLoad(soonMs) }).toEqual(["asha@mailbox.example"]);
  expect(silent.connections() - before).toBeLessThanOrEqual(2);
  // `sent_at` is written after the message was sent.
  const countUnsent = async () =>
    (await app.services.pool.query("select 1 from outbox where sent_at is null and failed_at is null")).rowCount;
  await expect.poll(countUnsent).toBe(3);
  const { ms } = await timed(() => app.close());
  expect(ms).toBeLessThan(scaleByLoad(5000));
});
