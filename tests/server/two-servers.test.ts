import type { InjectOptions, Response } from "light-my-request";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { eventually } from "../support/eventually.ts";
import { buildApp, type App } from "#server/app.ts";
import type { ConfigReader } from "#server/config/reader.ts";
import { newMobile, startTestApp, type TestApp } from "./app.ts";
import { definitionsConfig } from "./definitions-config.ts";
import { buildDetectWorker } from "./files/sample-documents.ts";
import { makePayer, payment } from "./checkout/orders/ready-to-pay.ts";
import { begin, employment, tenth, wallet as transactions } from "./wallet/transactions/candidate.ts";

const wallet = "/web-wallet/api/1.0";
let first: TestApp;
let second: App;

/** Two servers on one database. Embedded, they share its one connection; with DATABASE_URL each has its own pool. */
beforeAll(async () => {
  await buildDetectWorker();
  const config: ConfigReader = await definitionsConfig();
  first = await startTestApp({ config });
  second = await buildApp({
    settings: first.settings,
    config,
    ...(first.settings.databaseUrl === undefined && { store: first.services.store }),
  });
  await second.server.ready();
});
afterAll(async () => {
  await second?.server.close();
  await first?.close();
});

type Method = NonNullable<InjectOptions["method"]>;

/** Even and odd calls go to different servers. */
function call(
  turn: number,
  method: Method,
  url: string,
  { token, body }: { token?: string; body?: unknown } = {},
): Promise<Response> {
  return (turn % 2 === 0 ? first : second).server.inject({
    method,
    url,
    headers: {
      ...(token && { authorization: `Bearer ${token}` }),
      ...(body !== undefined && { "content-type": "application/json" }),
    },
    ...(body !== undefined && { payload: JSON.stringify(body) }),
  });
}

const times = <T>(count: number, run: (turn: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, turn) => run(turn)));
const statuses = (answers: readonly Response[]) => answers.map(({ statusCode }) => statusCode).sort();
const signUp = (turn: number, mobile: string) =>
  call(turn, "POST", `${wallet}/profile`, { body: { mobile, name: "Asha" } });
const verify = (turn: number, txnId: string, otp: string) =>
  call(turn, "PUT", `${wallet}/profile/otp/${txnId}/verify`, { body: { otp } });
const txnIdOf = (answer: Response) => answer.json<{ data: { txnId: string } }>().data.txnId;

describe("limits and sessions of two servers", () => {
  test("allow three sends and three wrong codes in all", async () => {
    const mobile = newMobile();
    expect(statuses(await times(8, (turn) => signUp(turn, mobile)))).toEqual([200, 200, 200, 429, 429, 429, 429, 429]);
    const other = newMobile();
    const txnId = txnIdOf(await signUp(0, other));
    const code = await first.readCode(other);
    const wrong = code === "000000" ? "111111" : "000000";
    const guesses = await times(10, (turn) => verify(turn, txnId, wrong));
    expect(guesses.filter(({ statusCode }) => statusCode === 400)).toHaveLength(2);
    expect([(await verify(0, txnId, code)).statusCode, (await verify(1, txnId, code)).statusCode]).toEqual([429, 429]);
  });

  test("open one session when both get the right code", async () => {
    const mobile = newMobile();
    const txnId = txnIdOf(await signUp(1, mobile));
    const code = await first.readCode(mobile);
    const answers = await times(20, (turn) => verify(turn, txnId, code));
    const bodies = answers.map(({ body }) => body).join("\n");
    expect(
      answers.filter(({ statusCode }) => statusCode === 200),
      bodies,
    ).toHaveLength(1);
  });

  test("give twenty renewals one successor, and end a session on both servers", async () => {
    const { accessToken, refreshToken } = await first.signIn(newMobile());
    const renewed = await times(20, (turn) =>
      call(turn, "PUT", `${wallet}/profile/login/get-token`, { token: refreshToken }),
    );
    expect(
      new Set(renewed.map((answer) => answer.json<{ data: { refreshToken: string } }>().data.refreshToken)).size,
    ).toBe(1);
    expect((await call(1, "GET", `${wallet}/profile`, { token: accessToken })).statusCode).toBe(200);
    expect((await call(0, "GET", `${wallet}/profile`, { token: accessToken })).statusCode).toBe(200);
    await call(1, "POST", `${wallet}/profile/logout`, { token: accessToken, body: {} });
    expect((await call(1, "GET", `${wallet}/profile`, { token: accessToken })).json()).toMatchObject({ code: 101 });
    // The other server learns it some milliseconds later.
    await eventually(async () =>
      expect((await call(0, "GET", `${wallet}/profile`, { token: accessToken })).json()).toMatchObject({ code: 101 }),
    );
  });

  test("run a job on one of them in each period", async () => {
    const runs: number[] = [];
    for (const app of [first, second]) app.services.jobs.register("test-shared", 3600, async () => void runs.push(1));
    await Promise.all([first.services.jobs.runDue(), second.services.jobs.runDue()]);
    expect(runs).toHaveLength(1);
  });
});

describe("simultaneous calls", () => {
  test("open one transaction for a form, and one order for a payment", async () => {
    const { accessToken: token } = await first.signIn(newMobile(), { name: "Asha Verma", identity: true });
    const opened = await times(8, (turn) =>
      call(turn, "POST", `${transactions}/transactions`, {
        token,
        body: { orgId: "harbour", eKycFormId: "background-check" },
      }),
    );
    expect(
      new Set(opened.map((answer) => answer.json<{ data: { transactionId: string } }>().data.transactionId)).size,
    ).toBe(1);
    const payer = await makePayer(first);
    const orders = await times(10, (turn) =>
      call(turn, "POST", `${payment}/init`, {
        token: payer.token,
        body: { ...payer.keys, region: "IN", express: false },
      }),
    );
    expect(statuses(orders)).toEqual(Array.from({ length: 10 }, () => 200));
    expect(new Set(orders.map((answer) => answer.json<{ data: { paymentId: string } }>().data.paymentId)).size).toBe(1);
  });

  test("store one of ten drafts of the same version, and answer 409 to the others", async () => {
    const asha = await begin(first, "harbour", "background-check", { identity: true, process: true });
    const url = `${transactions}/transactions/bgv-degree/draft?orgId=harbour&txnId=${asha.txnId}`;
    const answers = await times(10, (turn) =>
      call(turn, "PUT", url, { token: asha.token, body: { version: 0, data: { course: `Physics ${turn}` } } }),
    );
    expect(statuses(answers)).toEqual([200, ...Array.from({ length: 9 }, () => 409)]);
    expect((await asha.call("GET", url)).json()).toMatchObject({
      data: {
        version: 1,
        data: answers.find(({ statusCode }) => statusCode === 200)!.json<{ data: { data: object } }>().data.data,
      },
    });
  });

  test("save, skip and process one form completely and once, without a deadlock", async () => {
    const asha = await begin(first, "harbour", "background-check", { identity: true, process: true });
    const file = await asha.upload();
    const keys = { orgId: asha.orgId, txnId: asha.txnId };
    const post = (turn: number, path: string, more: object) =>
      call(turn, "POST", `${transactions}${path}`, { token: asha.token, body: { ...keys, ...more } });
    const answers = await times(24, (turn) =>
      [
        () => post(turn, "/bgv", { list: [{ verificationName: "bgv-tenth", data: tenth(file) }] }),
        () => post(turn, "/bgv", { list: [{ verificationName: "bgv-employment", data: employment(file) }] }),
        () =>
          post(turn, "/transactions/process/mark-as-skip", {
            verificationNameList: ["bgv-twelfth"],
            undo: turn % 3 === 0,
          }),
        () => post(turn, "/transactions/process", {}),
      ][Math.floor(turn / 2) % 4]!(),
    );
    expect(answers.filter(({ statusCode }) => statusCode >= 500).map(({ body }) => body)).toEqual([]);
    const { rows } = await first.services.pool.query<{ name: string; count: string }>(
      "select verification_name as name, count(*) from submissions where transaction_id = $1 group by 1 order by 1",
      [asha.txnId],
    );
    expect(rows).toEqual([
      { name: "bgv-employment", count: "1" },
      { name: "bgv-tenth", count: "1" },
    ]);
    // Each transition starts where the one before ended. A skip may be undone, but nothing happens twice.
    const { rows: moves } = await first.services.pool.query<{ item: string }>(
      `select item, before, from_state from (
         select item, from_state, lag(to_state) over (partition by item order by id) as before
         from state_ledger where transaction_id = $1 and item like 'bgv-%'
       ) as chain where before <> from_state`,
      [asha.txnId],
    );
    expect(moves).toEqual([]);
  });
});
