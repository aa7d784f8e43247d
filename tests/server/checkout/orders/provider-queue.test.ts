import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { WalletError } from "#server/errors.ts";
import { reconcileOrders } from "#server/checkout/orders/reconcile.ts";
import { runRefunds } from "#server/checkout/orders/refunds.ts";
import type { OrderReference, Provider } from "#server/checkout/providers/provider.ts";
import { createJobs } from "#server/platform/jobs/jobs.ts";
import { eventually } from "../../../support/eventually.ts";
import { startTestApp, type TestApp } from "../../app.ts";
import { definitionsConfig } from "../../definitions-config.ts";
import { decide, makePayer } from "./ready-to-pay.ts";

let app: TestApp;
let change: (name: string) => Partial<Provider> = () => ({});
beforeAll(async () => {
  app = await startTestApp({ config: await definitionsConfig() });
  const { get, find } = app.services.payments;
  app.services.payments = { find, get: (name) => ({ ...get(name), ...change(name) }) };
});
afterAll(() => app?.close());
afterEach(() => {
  change = () => ({});
  vi.restoreAllMocks();
});

const openAt = async (provider: string) => (await (await makePayer(app)).open({ provider })).paymentId;

/** Makes exactly these orders due. */
async function makeDue(...ids: string[]): Promise<void> {
  await app.services.pool.query(
    "update orders set next_check_at = case when id = any($1) then app_now() - interval '1 minute' + array_position($1, id) * interval '1 second' end",
    [ids],
  );
}

/** A provider that times out after ten seconds of the clock that measures rounds. */
function hang(): () => Promise<never> {
  const { now } = performance;
  let waitedMs = 0;
  vi.spyOn(performance, "now").mockImplementation(() => now.call(performance) + waitedMs);
  return async () => {
    waitedMs += 10_000;
    throw new WalletError("unavailable", { retryAfterSeconds: 10 });
  };
}

describe("an unresponsive provider", () => {
  test("delays no other job, and no two servers ask it about one order", async () => {
    const ids = [await openAt("phonepe"), await openAt("phonepe"), await openAt("phonepe")];
    const requests: string[] = [];
    const answers: (() => void)[] = [];
    change = () => ({
      findStatus: ({ orderId }: OrderReference) => {
        requests.push(orderId);
        return new Promise((resolve) => answers.push(() => resolve({ status: "Pending" })));
      },
    });
    await makeDue(...ids);
    const { pool, clock, log } = app.services;
    const servers = [createJobs(pool, clock, log), createJobs(pool, clock, log)];
    const probed: number[] = [];
    const rounds = servers.map((jobs, server) => {
      jobs.register("payments", 5, () => reconcileOrders(app.services));
      jobs.register("probe", 5, async () => void probed.push(server));
      return jobs.runDue({ all: true });
    });
    await eventually(() => expect(probed.sort()).toEqual([0, 1]));
    expect(requests.sort()).toEqual(ids.slice(0, 2).sort());
    for (let answered = 0; answered < ids.length; answered += 1) {
      await eventually(() => expect(answers.length).toBeGreaterThan(answered));
      answers[answered]!();
    }
    await Promise.all(rounds);
    expect(requests.sort()).toEqual([...ids].sort());
  });

  test("gets one status request per round, while other providers' orders are checked", async () => {
    const [first, second] = [await openAt("phonepe"), await openAt("phonepe")];
    const others = [await openAt("cashfree"), await openAt("cashfree-sdk")];
    const requests: string[] = [];
    const wait = hang();
    change = (name) => ({
      findStatus: async ({ orderId }: OrderReference) => {
        requests.push(orderId);
        return name === "phonepe" ? wait() : { status: "Pending" };
      },
    });
    await makeDue(first, second, ...others);
    await reconcileOrders(app.services);
    expect(requests).toEqual([first, ...others]);
    await reconcileOrders(app.services);
    expect(requests.slice(3)).toEqual([second]);
  });

  test("gets one refund per round, while other providers' refunds are sent", async () => {
    const owed = async (provider: string) => {
      const paymentId = await openAt(provider);
      await app.services.pool.query(
        `insert into refunds (id, order_id, reason, amount_minor, status, next_try_at, created_at, updated_at)
         values ($1 || '-r', $1, 'not used', 100, 'Pending', app_now(), app_now(), app_now())`,
        [paymentId],
      );
      return paymentId;
    };
    const [first, second, other] = [await owed("phonepe"), await owed("phonepe"), await owed("cashfree")];
    const sent: string[] = [];
    const wait = hang();
    change = (name) => ({
      refund: async ({ orderId }: OrderReference) => {
        sent.push(orderId);
        return name === "phonepe" ? wait() : "Success";
      },
    });
    await runRefunds(app.services);
    expect(sent).toEqual([first, other]);
    await runRefunds(app.services);
    expect(sent.slice(2)).toEqual([second]);
  });
});

test("sends a due refund once with two servers", async () => {
  const payer = await makePayer(app);
  const first = await payer.open({ region: "INTL", provider: "stripe" });
  await decide(app, first.paymentId, { outcome: "failure" });
  const second = await payer.open({ region: "INTL", provider: "stripe" });
  await decide(app, second.paymentId, { outcome: "success" });
  await decide(app, first.paymentId, { outcome: "success" });
  const sent: string[] = [];
  let answer: (() => void) | undefined;
  change = () => ({
    refund: ({ orderId }: OrderReference) => {
      sent.push(orderId);
      return new Promise((resolve) => (answer = () => resolve("Success")));
    },
  });
  const round = runRefunds(app.services);
  await eventually(() => expect(sent).toEqual([first.paymentId]));
  await runRefunds(app.services);
  answer!();
  await round;
  expect(sent).toEqual([first.paymentId]);
});
