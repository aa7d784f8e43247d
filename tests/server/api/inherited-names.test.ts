import type { InjectOptions, Response } from "light-my-request";
import { afterAll, beforeAll, expect, test } from "vitest";
import { getContract } from "#engine/contract/contracts.ts";
import { getOperation, operations, type OperationId } from "#engine/contract/operations.ts";
import { services as bases } from "#engine/contract/services.ts";
import { startTestApp, type TestApp } from "../app.ts";
import { definitionsConfig } from "../definitions-config.ts";
import { buildDetectWorker } from "../files/sample-documents.ts";
import { wallet } from "../wallet/transactions/candidate.ts";
import { createSampleData, type SampleData } from "./fuzz/sample-data.ts";

/** Property names that every object inherits. A lookup without an own-property check finds them. */
const names = ["toString", "valueOf", "hasOwnProperty", "constructor", "__proto__", "__defineGetter__", "prototype"];

let app: TestApp;
let stored: SampleData;
let token: string;
let refreshToken: string;
beforeAll(async () => {
  await buildDetectWorker();
  app = await startTestApp({ config: await definitionsConfig() });
  stored = await createSampleData(app);
});
afterAll(() => app?.close());

const unknownName = "unknownToEveryone";

/** Status and body of a response, without parts that differ between calls. */
const toComparable = ({ statusCode, body }: Response, name: string) => [
  statusCode,
  body.replace(/"requestId":"[^"]*"|nonce="[^"]*"/g, "").replaceAll(name, unknownName),
];
const isRefused = ({ statusCode, body }: Response) => statusCode === 400 && body.includes('"code":100');

/** Makes a request with a name. */
type SendName = (name: string) => Promise<Response>;

async function expectUnknown(what: string, sendName: SendName): Promise<void> {
  const known = toComparable(await sendName(unknownName), unknownName);
  for (const name of names) {
    const answer = await sendName(name);
    if (!isRefused(answer)) expect(toComparable(answer, name), `${what} ${name}`).toEqual(known);
  }
}

test.each(Object.keys(operations) as OperationId[])("%s treats an inherited name like an unknown one", async (id) => {
  ({ accessToken: token, refreshToken } = await app.signIn(stored.mobile));
  const { params, query } = getContract(id);
  for (const key of keysOf(params)) await expectUnknown(`${id} /${key}`, (name) => send(id, { [key]: name }, {}));
  for (const key of keysOf(query)) await expectUnknown(`${id} ?${key}`, (name) => send(id, {}, { [key]: name }));
  for (const name of names) expect((await send(id, {}, { [name]: "x" })).statusCode, `${id} ?${name}`).toBe(400);
});

const otherRequests: [string, SendName][] = [
  ["a manifest's organisation", (name) => app.call("GET", `/config/manifest?orgId=${name}`)],
  ["a manifest's release", (name) => app.call("GET", `/config/manifest?release=${name}`)],
  ["a manifest's language", (name) => app.call("GET", `/config/manifest?locale=${name}`)],
  ["a key of the manifest's query", (name) => app.call("GET", `/config/manifest?${name}=gce`)],
  ["a document's folder", (name) => app.call("GET", `/config/${name}/x.json`)],
  ["a document's hash", (name) => app.call("GET", `/config/d/${name}`)],
  ["the provider of a callback", (name) => app.call("POST", `/webhooks/payments/${name}`, { body: {} })],
  ["a page's form", (name) => app.call("GET", `/ekyc/${name}`)],
  ["a page's organisation", (name) => app.call("GET", `/ekyc/background-check?orgId=${name}`)],
  ["an accepted language", (name) => app.call("GET", "/nowhere", { headers: { "accept-language": name } })],
  ["a new transaction's form", (name) => begin({ orgId: "harbour", eKycFormId: name })],
  ["a new transaction's organisation", (name) => begin({ orgId: name, eKycFormId: "background-check" })],
];

test.each(otherRequests)("treats %s as an unknown name", (what, sendName) => expectUnknown(what, sendName));

const begin = (body: object) => app.call("POST", `${wallet}/transactions`, { token, body });

const keysOf = (schema: unknown): string[] =>
  Object.keys((schema as { properties?: object } | undefined)?.properties ?? {});

function send(id: OperationId, params: Record<string, string>, query: Record<string, string>): Promise<Response> {
  const { method, service, path, auth } = getOperation(id);
  const needed = (getContract(id).query as { required?: string[] } | undefined)?.required ?? [];
  const { orgId, txnId, formId } = stored.paid;
  const { fileId, subType } = stored;
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
