import fc from "fast-check";
import type { InjectOptions } from "light-my-request";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { protocolEndpoints } from "#engine/contract/protocol-endpoints.ts";
import type { EndpointContract } from "#engine/contract/parts/endpoint-contract.ts";
import { signBody } from "#server/wallet/verifier/signature.ts";
import { startTestApp, type TestApp } from "../../app.ts";
import { definitionsConfig } from "../../definitions-config.ts";
import { catchCall, holderOf, inside } from "../../faults/cases/preparations.ts";
import { buildDetectWorker } from "../../files/sample-documents.ts";
import { begin } from "../../wallet/transactions/candidate.ts";
import { odd } from "./from-schema.ts";

/** As in operations.test.ts. */
const runs = Number(process.env.FUZZ_RUNS ?? 40);
const seed = process.env.FUZZ_SEED === undefined ? undefined : Number(process.env.FUZZ_SEED);
const search = { numRuns: runs, ...(seed !== undefined && { seed }) };
const endpoints: [string, EndpointContract][] = Object.entries(protocolEndpoints);

let app: TestApp;
let known: Record<string, string>;
let token: string;

beforeAll(async () => {
  await buildDetectWorker();
  app = await startTestApp({ config: await definitionsConfig() });
  const holder = await holderOf(app);
  ({ token } = holder);
  const body = { credentialId: holder.degreeId };
  const offer = (await app.call("POST", "/web-wallet/api/1.0/credentials/offers", { token, body })).json().data;
  const { post } = await begin(app, "lotus", "admission", inside);
  const asked = (await post("/transactions/presentation-requests", { verificationName: "bgv-degree" })).json().data;
  const call = await catchCall(app, "/credentials/issuer/credential", ({ acceptOffer }) =>
    acceptOffer(offer.address, offer.digits),
  );
  known = {
    id: asked.id,
    orgId: "harbour",
    verificationName: "bgv-degree",
    provider: "cashfree",
    bearer: call.headers!["authorization"] ?? "",
    proof: JSON.parse(String(call.raw)).proofs.jwt[0],
  };
});
afterAll(() => app?.close());

/** An address or form cannot carry half a surrogate pair. */
const toWellFormed = (text: string): string => text.replace(/\p{Surrogate}/gu, "");
/** Any JSON, and nested values under the names that the protocols have. */
const names = ["proofs", "jwt", "response", "error", "state", "vp_token", "grant_type", "tx_code", "eventId", "txnId"];
const value = fc.oneof(odd, fc.jsonValue({ maxDepth: 2 }), fc.constant({ toString: 1 }), fc.constant(null));
const record = fc.dictionary(fc.constantFrom(...names, "pre-authorized_code", "credential_configuration_id"), value);
const json = fc.oneof(record, value, fc.array(record)).map((body) => JSON.stringify(body) ?? "null");
const form = fc
  .array(fc.tuple(fc.oneof(fc.constantFrom(...names), odd), fc.string({ unit: "binary" })), { maxLength: 6 })
  .map((pairs) =>
    new URLSearchParams(pairs.map(([name, text]) => [toWellFormed(name), toWellFormed(text)])).toString(),
  );
const bodies = fc.oneof(
  fc.tuple(fc.constant("application/json"), fc.oneof(json, fc.string())),
  fc.tuple(fc.constant("application/x-www-form-urlencoded"), fc.oneof(form, fc.string())),
  fc.tuple(fc.constantFrom("text/plain", "application/jwt", "multipart/form-data", "application/xml"), fc.string()),
);

describe.each(endpoints)("%s", (_, { method, path }) => {
  test("answers no body and no token with a server error", async () => {
    await fc.assert(
      fc.asyncProperty(bodies, fc.boolean(), fc.oneof(odd, fc.string()), async ([type, payload], isKnown, id) => {
        const bearer = isKnown ? (path.startsWith("/credentials") ? known["bearer"]! : `Bearer ${token}`) : undefined;
        await expectNoServerError({
          method: method as NonNullable<InjectOptions["method"]>,
          url: path.replace(/:(\w+)/g, (__, name: string) =>
            encodeURIComponent(isKnown ? (known[name] ?? "0") : toWellFormed(id).slice(0, 200)),
          ),
          headers: { "content-type": type, ...(bearer && { authorization: bearer }) },
          ...(method !== "GET" && method !== "HEAD" && { payload }),
        });
      }),
      search,
    );
  });
});

test("a signed webhook answers no body with a server error", async () => {
  const { path } = protocolEndpoints.verificationWebhook;
  await fc.assert(
    fc.asyncProperty(json, async (payload) => {
      const signed = signBody(app.services.secrets, payload, await app.services.clock.now());
      await expectNoServerError({
        method: "POST",
        url: path,
        headers: { "content-type": "application/json", ...signed },
        payload,
      });
    }),
    search,
  );
});

test("a proof answers no header and no claims with a server error", async () => {
  const [head = "", body = "", signature = ""] = known["proof"]!.split(".");
  const encode = (part: unknown) => Buffer.from(JSON.stringify(part) ?? "").toString("base64url");
  await fc.assert(
    fc.asyncProperty(value, value, fc.boolean(), async (header, claims, keepsHead) => {
      const proof = `${keepsHead ? head : encode(header)}.${keepsHead ? encode(claims) : body}.${signature}`;
      const payload = { credential_configuration_id: "harbour.bgv-degree", proofs: { jwt: [proof] } };
      const headers = { authorization: known["bearer"]! };
      await expectNoServerError({ method: "POST", url: "/credentials/issuer/credential", headers, payload });
    }),
    search,
  );
});

async function expectNoServerError(call: InjectOptions): Promise<void> {
  const answer = await app.server.inject(call);
  expect(answer.statusCode, `${answer.body.slice(0, 300)} ${JSON.stringify(call)}`).toBeLessThan(500);
}
