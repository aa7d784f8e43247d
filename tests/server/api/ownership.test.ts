import type { InjectOptions, Response } from "light-my-request";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { configEndpoints } from "#engine/contract/config.ts";
import { consoleContracts } from "#engine/contract/console/index.ts";
import type { OperationContract } from "#engine/contract/parts/operation-contract.ts";
import { getContract } from "#engine/contract/contracts.ts";
import { getOperation, operations, type OperationId } from "#engine/contract/operations.ts";
import { protocolEndpoints } from "#engine/contract/protocol-endpoints.ts";
import type { EndpointContract } from "#engine/contract/parts/endpoint-contract.ts";
import { sandboxEndpoints } from "#engine/contract/sandbox.ts";
import { services as bases } from "#engine/contract/services.ts";
import { newMobile, startTestApp, type TestApp } from "../app.ts";
import { makeTemporaryFolder } from "../../support/temporary-folder.ts";
import { definitionsConfig } from "../definitions-config.ts";
import { toMultipart } from "../files/multipart.ts";
import { buildDetectWorker, makePdf } from "../files/sample-documents.ts";
import { createSampleData, type SampleData } from "./fuzz/sample-data.ts";

/** Keys that name data of a candidate. */
const ownedKeys = ["txnId", "id", "orderId", "paymentId", "uploadId", "otpTxnId", "sessionId", "credentialId"];
const ids = Object.keys(operations) as OperationId[];
/** These calls remove the data, so they run last. */
const last: OperationId[] = ["files.upload", "verifications.remove", "passkeys.remove", "sessions.end"];
const owned = ids
  .filter((id) => getOperation(id).auth === "user" && findOwnedKeys(id).length > 0)
  .sort((a, b) => last.indexOf(a) - last.indexOf(b));
/** These calls concern only the signed-in candidate or public data. Extend the list only on purpose. */
const ownerless = [
  "passkeys.list",
  "passkeys.prepare",
  "passkeys.create",
  "passkeys.decline-offer",
  "proofs.prepare-passkey",
  "proofs.verify-passkey",
  "proofs.send-code",
  "profile.logout",
  "sessions.list",
  "sessions.end-others",
  "profile.get",
  "profile.patch",
  "profile.verify-passport",
  "aadhaar.send-otp",
  "profile.chat-hash",
  "profile.chat-hash-post",
  "profile.export",
  "profile.request-deletion",
  "profile.deletion",
  "profile.cancel-deletion",
  "profile.watch",
  "chat.list",
  "chat.read",
  "chat.send",
  "credentials.list",
  "transactions.create",
  "transactions.list",
  "forms.public",
  "verification-configs.info",
  "payments.regions",
  "payments.providers",
  "payments.history",
  "files.from-url",
  "places.reverse-geocode",
  "places.static-map",
  "places.pincode",
  "institutes.search",
  "boards.search",
  "notifications.list",
  "notifications.read",
];

let app: TestApp;
let owner: SampleData;
let values: Record<string, unknown>;
let strangerToken: string;

beforeAll(async () => {
  await buildDetectWorker();
  // Without the built page, because its files are public.
  app = await startTestApp({ config: await definitionsConfig(), settings: { webDir: makeTemporaryFolder() } });
  owner = await createSampleData(app);
  values = await toValues();
  strangerToken = (await app.signIn(newMobile(), { name: "Not Asha", identity: true })).accessToken;
});
afterAll(() => app?.close());

describe("data of one candidate", () => {
  test("every other call of a signed-in candidate is listed as ownerless", () => {
    expect(ids.filter((id) => getOperation(id).auth === "user" && !owned.includes(id)).sort()).toEqual(
      [...ownerless].sort(),
    );
  });

  test.each(owned)("%s responds to another candidate as for missing data", async (id) => {
    const foreign = await call(id, strangerToken, values);
    const status = id === "transactions.info" ? [403, 103] : [404, 104];
    expect([foreign.statusCode, foreign.json().code], foreign.body).toEqual(status);
    expect(foreign.json()).not.toHaveProperty("data");
    const missing = await call(id, strangerToken, toMissing(id));
    expect([missing.statusCode, missing.json().code]).toEqual([404, 104]);
    if (id !== "transactions.info") expect(missing.json().message).toBe(foreign.json().message);
    // The ids exist: their owner gets a different response.
    const own = await call(id, (await app.signIn(owner.mobile)).accessToken, values);
    expect(own.statusCode, own.body).not.toBe(404);
  });
});

describe("calls without a token", () => {
  test.each(ids.filter((id) => getOperation(id).auth !== "public"))(
    "%s responds 401 to any token and values",
    async (id) => {
      for (const token of [undefined, "nonsense", "a.b.c"]) {
        const answer = await call(id, token, values);
        expect([answer.statusCode, answer.json().code]).toEqual([401, 101]);
      }
    },
  );

  test("only public routes respond", async () => {
    const otherEndpoints = [protocolEndpoints, sandboxEndpoints, configEndpoints].flatMap((calls) =>
      Object.values<EndpointContract>(calls),
    );
    const open = new Set(
      [
        ...ids
          .filter((id) => getOperation(id).auth === "public")
          .map((id) => `${getOperation(id).method} ${bases[getOperation(id).service]}${getOperation(id).path}`),
        ...Object.values<OperationContract>(consoleContracts)
          .filter(({ auth }) => auth === "public")
          .map(({ method, service, path }) => `${method} ${bases[service]}${path}`),
        ...otherEndpoints.filter(({ auth }) => auth !== "user").map(({ method, path }) => `${method} ${path}`),
        ...otherEndpoints.filter(({ anyOrigin }) => anyOrigin).map(({ path }) => `OPTIONS ${path}`),
        "GET /health",
        "GET /openapi.json",
        "GET /docs",
        "GET *",
        "GET /config/:place/:file",
        "GET /payment-redirect",
        "GET /payment-redirect/:name.js",
      ].map(toShape),
    );
    const reached: string[] = [];
    for (const { method, path } of listRoutes()) {
      if (open.has(toShape(`${method === "HEAD" ? "GET" : method} ${path}`))) continue;
      const answer = await app.server.inject({
        method: method as NonNullable<InjectOptions["method"]>,
        url: path.replace(/:\w+/g, "x").replace("*", "x"),
        headers: { "sec-fetch-site": "same-origin" },
      });
      if (answer.statusCode !== 401) reached.push(`${method} ${path} ${answer.statusCode}`);
    }
    expect(reached).toEqual([]);
  });
});

function findOwnedKeys(id: OperationId): string[] {
  const { params, query, body } = getContract(id);
  return ownedKeys.filter((key) =>
    [params, query, ...toVariants(body)].some(
      (part) => part && key in ((part as { properties?: object }).properties ?? {}),
    ),
  );
}

function toVariants(schema: unknown): object[] {
  const { anyOf } = (schema ?? {}) as { anyOf?: object[] };
  return anyOf ?? (schema ? [schema] : []);
}

/** Calls an operation with all required values and every owned key of `given`. */
async function call(id: OperationId, token: string | undefined, given: Record<string, unknown>): Promise<Response> {
  const { method, service, path } = getOperation(id);
  const contract = getContract(id);
  const own = { ...given, ...toSpecialValues(given)[id] };
  const pick = (schema: unknown) => {
    const { properties = {}, required = [] } = (toVariants(schema)[0] ?? {}) as {
      properties?: object;
      required?: string[];
    };
    return Object.fromEntries(
      Object.keys(properties)
        .filter((key) => required.includes(key) || ownedKeys.includes(key))
        .flatMap((key) => (key in own ? [[key, own[key]]] : [])),
    );
  };
  const params = pick(contract.params) as Record<string, string>;
  const isFile = contract.form !== undefined && !contract.body;
  const payload = isFile
    ? toMultipart(await makePdf())
    : contract.body
      ? JSON.stringify(pick(contract.body))
      : undefined;
  return app.server.inject({
    method: method as NonNullable<InjectOptions["method"]>,
    url: bases[service] + path.replace(/:(\w+)/g, (_, name: string) => params[name] ?? "none"),
    query: pick(contract.query) as Record<string, string>,
    headers: {
      ...(token && { authorization: `Bearer ${token}` }),
      ...(payload && { "content-type": isFile ? "multipart/form-data; boundary=----sanad-test" : "application/json" }),
    },
    ...(payload && { payload }),
  });
}

/** Values for keys that have another meaning in some calls. */
function toSpecialValues(given: Record<string, unknown>): Partial<Record<OperationId, Record<string, unknown>>> {
  const paid = { orgId: owner.paid.orgId, txnId: given["paidTxnId"] };
  return {
    "files.get": { id: given["fileId"] },
    "files.scan": { id: given["fileId"] },
    "files.reading": { id: given["fileId"] },
    "credentials.receive": { id: given["credentialId"] },
    "credentials.verify": { id: given["credentialId"] },
    "credentials.add-document": { id: given["credentialId"] },
    "share-links.get": { id: given["linkId"] },
    "share-links.revoke": { id: given["linkId"] },
    "share-links.pdf": { id: given["linkId"] },
    "share-links.create": { facts: ["holder"], days: "1" },
    "passkeys.rename": { id: given["passkeyId"], name: "Mine" },
    "passkeys.remove": { id: given["passkeyId"] },
    "proofs.verify-code": { txnId: given["proofTxnId"] },
    "offers.get": { id: given["offerId"] },
    "presentation-requests.get": { id: given["requestId"] },
    "transactions.answer": { data: [{ questionId: "a", answer: "b" }] },
    "questions.list": { id: given["txnId"] },
    "questions.list-for-user": { id: given["txnId"] },
    "payments.info": paid,
    "payments.init": paid,
    "payments.paid": paid,
    "payments.invoice": paid,
    "payments.poll": paid,
    "payments.mode": paid,
    "payments.price": { ...paid, verificationName: "bgv-degree" },
  };
}

async function toValues(): Promise<Record<string, unknown>> {
  const { free, paid } = owner;
  const credentialId = `credential-${free.txnId}`;
  await app.services.pool.query(
    `insert into credentials (id, candidate_id, transaction_id, sub_type, credential_type, attributes, attributes_hash, issuer, token, issued_at)
     select $1, candidate_id, id, 'bgv-tenth-1', 'Tenth', '{}', 'x', 'Sanad', 'x.y.z', app_now() from transactions where id = $2`,
    [credentialId, free.txnId],
  );
  const [linkId, offerId, requestId] = [`link-${free.txnId}`, `offer-${free.txnId}`, `request-${free.txnId}`];
  const { pool, secrets } = app.services;
  await pool.query(
    `insert into share_links (id, credential_id, candidate_id, secret_hash, sealed_secret, audience, facts, expires_at, created_at)
     select $1, id, candidate_id, $1, $3, '', '[]', app_now() + interval '1 day', app_now() from credentials where id = $2`,
    [linkId, credentialId, secrets.seal("share-link-secret", linkId, "secret")],
  );
  await pool.query(
    `insert into credential_offers (id, credential_id, candidate_id, code_hash, sealed_code, sealed_digits, expires_at, created_at)
     select $1, id, candidate_id, $1, $3, $4, app_now() + interval '1 day', app_now() from credentials where id = $2`,
    [
      offerId,
      credentialId,
      secrets.seal("offer-code", offerId, "000000"),
      secrets.seal("offer-digits", offerId, "000000"),
    ],
  );
  await pool.query(
    `insert into presentation_requests (id, transaction_id, candidate_id, verification_name, nonce, sealed_key, expires_at, created_at)
     select $1, id, candidate_id, 'bgv-tenth', 'once', '', app_now() + interval '1 day', app_now() from transactions where id = $2`,
    [requestId, free.txnId],
  );
  const passkeyId = `passkey-${free.txnId}`;
  await pool.query(
    `insert into passkeys (id, candidate_id, webauthn_id, public_key, name, counter, multi_device, backed_up, transports, created_at)
     select $1, candidate_id, $1, '', 'Phone', 0, false, false, '{}', app_now() from transactions where id = $2`,
    [passkeyId, free.txnId],
  );
  const proof = await app.call("POST", `${bases.webWallet}/profile/proofs/code`, { token: owner.token, body: {} });
  const sent = await app.call("POST", `${bases.verification}/verifications/otp/aadhaar`, {
    token: owner.token,
    body: { aadhaarNumber: "999941057058", consent: { text: "I agree", locale: "en" } },
  });
  return {
    orgId: free.orgId,
    txnId: free.txnId,
    paidTxnId: paid.txnId,
    formId: free.formId,
    eKycFormId: free.formId,
    type: "bgv-tenth",
    verificationName: "bgv-tenth",
    subType: owner.subType,
    fieldName: "referenceNumber",
    value: "GCE-100001",
    data: {},
    version: 0,
    verificationNameList: ["bgv-twelfth"],
    documentList: [{ label: "a", url: "b" }],
    list: [{ verificationName: "bgv-twelfth", data: {} }],
    region: "IN",
    express: false,
    paymentId: paid.paymentId,
    orderId: paid.paymentId,
    fileId: owner.fileId,
    uploadId: owner.uploadId,
    credentialId,
    sessionId: (await app.call("GET", `${bases.webWallet}/profile/sessions`, { token: owner.token })).json<{
      data: { list: { id: string }[] };
    }>().data.list[0]?.id,
    linkId,
    requestId,
    offerId,
    passkeyId,
    proofTxnId: proof.json<{ data: { txnId: string } }>().data.txnId,
    otp: "000000",
    otpTxnId: sent.json<{ data?: { otpTxnId: string } }>().data?.otpTxnId,
  };
}

/** The same call with ids that do not exist. */
function toMissing(id: OperationId): Record<string, unknown> {
  const nothing = "nothing-of-that-name";
  const [first] = findOwnedKeys(id);
  return {
    ...values,
    txnId: nothing,
    paidTxnId: nothing,
    fileId: nothing,
    credentialId: nothing,
    linkId: nothing,
    offerId: nothing,
    passkeyId: nothing,
    proofTxnId: nothing,
    uploadId: nothing,
    otpTxnId: nothing,
    paymentId: nothing,
    orderId: nothing,
    sessionId: nothing,
    ...(first && first !== "id" && { [first]: nothing }),
  };
}

/** Every route of the server, from Fastify's own list. */
function listRoutes(): { method: string; path: string }[] {
  const trail: string[] = [];
  return app.server
    .printRoutes({ commonPrefix: false })
    .split("\n")
    .flatMap((line) => {
      const found = /^([│├└─ ]*)(\S+)(?: \(([A-Z, ]+)\))?/.exec(line);
      if (!found) return [];
      const depth = found[1]!.length / 4 - 1;
      trail.splice(depth, trail.length, found[2]!);
      return (found[3] ?? "")
        .split(", ")
        .filter(Boolean)
        .map((method) => ({ method, path: trail.join("") }));
    });
}

/** Replaces the names of parameters. */
function toShape(route: string): string {
  return route.replace(/:\w+/g, ":x");
}
