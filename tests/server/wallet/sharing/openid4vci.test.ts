import { Oauth2ClientErrorResponseError, Oauth2ErrorCodes } from "@openid4vc/oauth2";
import { Openid4vciRetrieveCredentialsError, type CredentialOfferObject } from "@openid4vc/openid4vci";
import { exportJWK, generateKeyPair, SignJWT, type JWTPayload } from "jose";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Offer } from "#engine/core/scope/shapes/offers.ts";
import { startTestApp, type TestApp } from "../../app.ts";
import { definitionsConfig } from "../../definitions-config.ts";
import { holderOf } from "../../faults/cases/preparations.ts";
import { buildDetectWorker } from "../../files/sample-documents.ts";
import { makeWallet, type OtherWallet } from "../other-wallet.ts";

const grant = "urn:ietf:params:oauth:grant-type:pre-authorized_code";
const degree = "harbour.bgv-degree";
const issuer = "http://localhost:3000";
let app: TestApp;
let wallet: OtherWallet;
let keys: Awaited<ReturnType<typeof generateKeyPair>>;

beforeAll(async () => {
  await buildDetectWorker();
  app = await startTestApp({ config: await definitionsConfig() });
  wallet = await makeWallet(app);
  keys = await generateKeyPair("ES256");
});
afterAll(() => app?.close());

const offers = "/web-wallet/api/1.0/credentials/offers";
/** An offer of a new candidate, because offers are limited by candidate. */
const offer = async (): Promise<Offer & { token: string }> => {
  const { token, degreeId } = await holderOf(app);
  const made = await app.call("POST", offers, { token, body: { credentialId: degreeId } });
  return { ...made.json().data, token };
};
const stateOf = async ({ id, token }: Offer & { token: string }): Promise<string> =>
  (await app.call("GET", `${offers}/${id}`, { token })).json().data.state;
const readCode = async ({ id }: Offer): Promise<string> =>
  (await app.call("GET", `/credentials/offers/${id}`)).json().grants[grant]["pre-authorized_code"];
const askFor = (body: string, type = "application/x-www-form-urlencoded") =>
  app.call("POST", "/credentials/issuer/token", { body, headers: { "content-type": type } });
const ask = (form: Record<string, string>) => askFor(new URLSearchParams(form).toString());
const readToken = async (): Promise<string> => {
  const made = await offer();
  const form = { grant_type: grant, "pre-authorized_code": await readCode(made), tx_code: made.digits };
  return (await ask(form)).json().access_token;
};
const prove = async (claims: JWTPayload = {}, header: object = {}): Promise<string> => {
  const { c_nonce: nonce } = (await app.call("POST", "/credentials/issuer/nonce")).json();
  return new SignJWT({ nonce, aud: issuer, ...claims })
    .setProtectedHeader({
      alg: "ES256",
      typ: "openid4vci-proof+jwt",
      jwk: await exportJWK(keys.publicKey),
      ...header,
    })
    .setIssuedAt(await app.services.clock.now())
    .sign(keys.privateKey);
};
const fetchCopy = (token: string, body: unknown) => app.call("POST", "/credentials/issuer/credential", { token, body });

const withoutTxCode = (grants: CredentialOfferObject["grants"]): CredentialOfferObject["grants"] => {
  const { tx_code: _txCode, ...rest } = grants![grant]!;
  return { [grant]: rest };
};

describe("the token endpoint", () => {
  test("counts no request without tx_code against the offer", async () => {
    const made = await offer();
    const form = { grant_type: grant, "pre-authorized_code": await readCode(made) };
    for (let n = 0; n < 6; n += 1) {
      const refused = await ask(n % 2 === 0 ? form : { ...form, tx_code: "" });
      expect([refused.statusCode, refused.json().error]).toEqual([400, "invalid_request"]);
      expect(refused.headers["cache-control"]).toBe("no-store");
    }
    expect(await stateOf(made)).toBe("open");
    expect((await ask({ ...form, tx_code: made.digits })).json()).toMatchObject({ token_type: "Bearer" });
  });

  test("tells a client library that the tx_code is missing or wrong", async () => {
    const { address } = await offer();
    const credentialOffer = await wallet.client.resolveCredentialOffer(address);
    const issuerMetadata = await wallet.client.resolveIssuerMetadata(credentialOffer.credential_issuer);
    const errorFor = async (txCode: string) => {
      const asked = wallet.client.retrievePreAuthorizedCodeAccessTokenFromOffer({
        // The library itself refuses an offer with tx_code and a request without.
        credentialOffer: { ...credentialOffer, grants: withoutTxCode(credentialOffer.grants) },
        issuerMetadata,
        ...(txCode && { txCode }),
      });
      const failure: unknown = await asked.catch((error: unknown) => error);
      expect(failure).toBeInstanceOf(Oauth2ClientErrorResponseError);
      return (failure as Oauth2ClientErrorResponseError).errorResponse.error;
    };
    expect(await errorFor("")).toBe(Oauth2ErrorCodes.InvalidRequest);
    expect(await errorFor("abcdef")).toBe(Oauth2ErrorCodes.InvalidGrant);
  });

  test.each([
    ["another grant", { grant_type: "authorization_code", code: "1" }, "unsupported_grant_type"],
    ["no grant", {}, "invalid_request"],
    ["no code", { grant_type: grant, tx_code: "123456" }, "invalid_request"],
    ["an unknown code", { grant_type: grant, tx_code: "123456", "pre-authorized_code": "x" }, "invalid_grant"],
  ])("answers %s with its error code", async (_, form, error) => {
    const refused = await ask(form as Record<string, string>);
    expect([refused.statusCode, refused.json().error]).toEqual([400, error]);
  });

  test("rejects a repeated parameter and a body that is no form", async () => {
    const made = await offer();
    const form = `grant_type=${encodeURIComponent(grant)}&pre-authorized_code=${await readCode(made)}`;
    const twins = [`tx_code=000000&tx_code=${made.digits}`, `tx_code[]=000000&tx_code=${made.digits}`];
    for (const twin of [...twins, `tx_code=${made.digits}&tx_c%6fde=000000`]) {
      const refused = await askFor(`${form}&${twin}`);
      expect([refused.statusCode, refused.json().error], twin).toEqual([400, "invalid_request"]);
    }
    const json = await askFor(JSON.stringify({ grant_type: grant }), "application/json");
    expect([json.statusCode, json.json().error]).toEqual([400, "invalid_request"]);
    expect(await stateOf(made)).toBe("open");
  });

  test("refuses a code after its token was sent", async () => {
    const made = await offer();
    const form = { grant_type: grant, "pre-authorized_code": await readCode(made), tx_code: made.digits };
    expect((await ask(form)).statusCode).toBe(200);
    expect((await ask(form)).json().error).toBe("invalid_grant");
  });
});

describe("the credential endpoint", () => {
  test("asks for a bearer token in the header of a 401 answer", async () => {
    const without = await app.call("POST", "/credentials/issuer/credential", { body: {} });
    expect([without.statusCode, without.headers["www-authenticate"]]).toEqual([401, "Bearer"]);
    const unknown = await fetchCopy("unknown", {});
    expect(unknown.statusCode).toBe(401);
    expect(unknown.headers["www-authenticate"]).toMatch(/^Bearer error="invalid_token", error_description="[\w .]+"$/);
  });

  const proofs = async () => ({ jwt: [await prove()] });
  const valid = async () => ({ credential_configuration_id: degree, proofs: await proofs() });
  const cases: [string, string, () => Promise<unknown>][] = [
    ["no configuration", "invalid_credential_request", async () => ({ proofs: await proofs() })],
    [
      "an unknown configuration",
      "unknown_credential_configuration",
      async () => ({ ...(await valid()), credential_configuration_id: "harbour.nothing" }),
    ],
    [
      "the configuration of another credential",
      "unknown_credential_configuration",
      async () => ({ ...(await valid()), credential_configuration_id: "harbour.bgv-address" }),
    ],
    [
      "a credential identifier",
      "unknown_credential_identifier",
      async () => ({ credential_identifier: "degree", proofs: await proofs() }),
    ],
    [
      "an identifier beside a configuration",
      "invalid_credential_request",
      async () => ({ ...(await valid()), credential_identifier: "degree" }),
    ],
    [
      "requested encryption",
      "invalid_encryption_parameters",
      async () => ({ ...(await valid()), credential_response_encryption: { jwk: {}, enc: "A128GCM" } }),
    ],
    ["no proof", "invalid_proof", async () => ({ credential_configuration_id: degree })],
    [
      "two proofs",
      "invalid_proof",
      async () => ({ ...(await valid()), proofs: { jwt: [await prove(), await prove()] } }),
    ],
    ["a proof of another type", "invalid_proof", async () => ({ ...(await valid()), proofs: { di_vp: [{}] } })],
    [
      "a proof without nonce",
      "invalid_proof",
      async () => ({ ...(await valid()), proofs: { jwt: [await prove({ nonce: undefined })] } }),
    ],
    [
      "a private key in the proof",
      "invalid_proof",
      async () => {
        const jwk = { ...(await exportJWK(keys.publicKey)), d: "AAAA" };
        return { ...(await valid()), proofs: { jwt: [await prove({}, { jwk })] } };
      },
    ],
    ["a body that is no object", "invalid_credential_request", async () => [await valid()]],
    ["null", "invalid_credential_request", async () => null],
    [
      "an object that cannot be a text",
      "invalid_credential_request",
      async () => ({ ...(await valid()), credential_configuration_id: { toString: 1 } }),
    ],
    [
      "a proof that cannot be a text",
      "invalid_proof",
      async () => ({ ...(await valid()), proofs: { jwt: [{ toString: 1 }] } }),
    ],
    ["a repeated key", "invalid_credential_request", async () => `{"proofs":{},"proofs":{}}`],
  ];
  test.each(cases)("answers %s with %s", async (_, error, make) => {
    const token = await readToken();
    const refused = await fetchCopy(token, await make());
    expect([refused.statusCode, refused.json().error], refused.body).toEqual([400, error]);
    expect(refused.headers["cache-control"]).toBe("no-store");
    // A rejected request has not spent the token.
    expect((await fetchCopy(token, await valid())).json()).toMatchObject({ credentials: [{}] });
  });

  test("tells a client library that a configuration is unknown", async () => {
    const issuerMetadata = await wallet.client.resolveIssuerMetadata(issuer);
    const asked = wallet.client.retrieveCredentials({
      issuerMetadata,
      accessToken: await readToken(),
      credentialConfigurationId: "harbour.bgv-address",
      proofs: await proofs(),
    });
    const failure = await asked.then(() => undefined).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(Openid4vciRetrieveCredentialsError);
    expect((failure as Openid4vciRetrieveCredentialsError).response.credentialErrorResponseResult?.data?.error).toBe(
      "unknown_credential_configuration",
    );
  });

  test("rejects the nonce of another copy, and gives unpredictable ones", async () => {
    const nonces = await Promise.all(
      Array.from({ length: 5 }, async () => (await app.call("POST", "/credentials/issuer/nonce")).json().c_nonce),
    );
    expect(new Set(nonces).size).toBe(5);
    const [first, second] = [await readToken(), await readToken()];
    const body = await valid();
    expect((await fetchCopy(first, body)).statusCode).toBe(200);
    expect((await fetchCopy(second, body)).json().error).toBe("invalid_nonce");
  });

  test("deletes the stored copy when the token expires", async () => {
    await fetchCopy(await readToken(), await valid());
    const count = async () =>
      (await app.services.pool.query("select 1 from credential_offers where sealed_copy is not null")).rows.length;
    expect(await count()).toBeGreaterThan(0);
    await app.advance(6 * 60);
    await app.services.jobs.runDue({ all: true });
    expect(await count()).toBe(0);
  });
});

test("the metadata have a scope in every configuration, and announce no encryption", async () => {
  const { credentialIssuer } = await wallet.client.resolveIssuerMetadata(issuer);
  const configurations = Object.entries(credentialIssuer.credential_configurations_supported);
  expect(configurations.length).toBeGreaterThan(1);
  for (const [id, configuration] of configurations) expect(configuration.scope).toBe(id);
  expect(credentialIssuer).not.toHaveProperty("credential_response_encryption");
});

test("copies carry the day of issue only, so that two verifiers cannot link them", async () => {
  const copies = [await offer(), await offer()].map(({ address, digits }) => wallet.acceptOffer(address, digits));
  const payloads = (await Promise.all(copies)).map(
    (copy) => JSON.parse(Buffer.from(copy.split(".")[1]!, "base64url").toString()) as { iat: number; status: unknown },
  );
  for (const { iat } of payloads) expect((iat + 19_800) % 86_400).toBe(0); // midnight in India
  expect(payloads[0]!.status).not.toEqual(payloads[1]!.status);
});
