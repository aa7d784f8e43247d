import type { InjectOptions, Response } from "light-my-request";
import { afterAll, beforeAll, expect, test } from "vitest";
import { getContract } from "#engine/api/contracts.ts";
import { getOperation, operations, type OperationId } from "#engine/api/operations.ts";
import { services as bases } from "#engine/api/services.ts";
import { startTestApp, type TestApp } from "../app.ts";
import { documentsConfig } from "../documents-config.ts";
import { buildDetectWorker } from "../files/papers.ts";
import { wallet } from "../wallet/transactions/candidate.ts";
import { settle, type Settled } from "./fuzz/settled.ts";

/** What every object has, so that a look-up which forgets to ask whether it is its own finds it. */
const names = ["toString", "valueOf", "hasOwnProperty", "constructor", "__proto__", "__defineGetter__", "prototype"];

let app: TestApp;
let settled: Settled;
let token: string;
let refreshToken: string;
beforeAll(async () => {
  await buildDetectWorker();
  app = await startTestApp({ config: await documentsConfig() });
  settled = await settle(app);
});
afterAll(() => app?.close());

const stranger = "nobodyHasThis";

/** Status and body of an answer, without what differs from call to call. */
const toSaid = ({ statusCode, body }: Response, name: string) => [
  statusCode,
  body.replace(/"requestId":"[^"]*"|nonce="[^"]*"/g, "").replaceAll(name, stranger),
];
const isRefused = ({ statusCode, body }: Response) => statusCode === 400 && body.includes('"code":100');

/** A way to ask for something by a name. */
type Ask = (name: string) => Promise<Response>;

async function expectStrange(what: string, ask: Ask): Promise<void> {
  const known = toSaid(await ask(stranger), stranger);
  for (const name of names) {
    const answer = await ask(name);
    if (!isRefused(answer)) expect(toSaid(answer, name), `${what} ${name}`).toEqual(known);
  }
}

test.each(Object.keys(operations) as OperationId[])(
  "%s knows a name that every object has no more than one that nobody has",
  async (id) => {
    ({ accessToken: token, refreshToken } = await app.signIn(settled.mobile));
    const { params, query } = getContract(id);
    for (const key of keysOf(params)) await expectStrange(`${id} /${key}`, (name) => send(id, { [key]: name }, {}));
    for (const key of keysOf(query)) await expectStrange(`${id} ?${key}`, (name) => send(id, {}, { [key]: name }));
    for (const name of names) expect((await send(id, {}, { [name]: "x" })).statusCode, `${id} ?${name}`).toBe(400);
  },
);

const elsewhere: [string, Ask][] = [
  ["a manifest's organisation", (name) => app.call("GET", `/config/manifest?orgId=${name}`)],
  ["a manifest's release", (name) => app.call("GET", `/config/manifest?release=${name}`)],
  ["a manifest's language", (name) => app.call("GET", `/config/manifest?locale=${name}`)],
  ["a key of the manifest's query", (name) => app.call("GET", `/config/manifest?${name}=gce`)],
  ["a document's place", (name) => app.call("GET", `/config/${name}/x.json`)],
  ["a document's hash", (name) => app.call("GET", `/config/d/${name}`)],
  ["a provider that calls back", (name) => app.call("POST", `/webhooks/payments/${name}`, { body: {} })],
  ["a page's form", (name) => app.call("GET", `/ekyc/${name}`)],
  ["a page's organisation", (name) => app.call("GET", `/ekyc/background-check?orgId=${name}`)],
  ["a language that is asked for", (name) => app.call("GET", "/nowhere", { headers: { "accept-language": name } })],
  ["a new transaction's form", (name) => begin({ orgId: "harbour", eKycFormId: name })],
  ["a new transaction's organisation", (name) => begin({ orgId: name, eKycFormId: "background-check" })],
];

test.each(elsewhere)("%s is nobody's either", (what, ask) => expectStrange(what, ask));

const begin = (body: object) => app.call("POST", `${wallet}/transactions`, { token, body });

const keysOf = (schema: unknown): string[] =>
  Object.keys((schema as { properties?: object } | undefined)?.properties ?? {});

function send(id: OperationId, params: Record<string, string>, query: Record<string, string>): Promise<Response> {
  const { method, service, path, auth } = getOperation(id);
  const needed = (getContract(id).query as { required?: string[] } | undefined)?.required ?? [];
  const { orgId, txnId, formId } = settled.paid;
  const { fileId, subType } = settled;
  const good = new Map(
    Object.entries({ orgId, txnId, formId, eKycFormId: formId, verificationName: "bgv-tenth", id: fileId, subType }),
  );
  return app.server.inject({
    method: method as NonNullable<InjectOptions["method"]>,
    url: bases[service] + path.replace(/:(\w+)/g, (_, key: string) => params[key] ?? good.get(key) ?? "none"),
    query: new URLSearchParams([
      ...needed.filter((key) => query[key] === undefined).map((key) => [key, good.get(key) ?? "none"]),
      ...Object.entries(query),
    ]).toString(),
    headers: { authorization: `Bearer ${auth === "refresh" ? refreshToken : token}` },
  });
}
