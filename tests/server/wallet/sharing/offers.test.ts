import { SignJWT, exportJWK, generateKeyPair } from "jose";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Offer } from "#engine/core/scope/shapes/offers.ts";
import { findPublicKey } from "#server/wallet/credentials/issuer-keys.ts";
import { verifyCredential } from "#server/wallet/credentials/sd-jwt.ts";
import { startTestApp, type TestApp } from "../../app.ts";
import { definitionsConfig } from "../../definitions-config.ts";
import { buildDetectWorker } from "../../files/sample-documents.ts";
import { makeHolder } from "../holder.ts";
import { makeWallet, type OtherWallet } from "../other-wallet.ts";

const base = "/web-wallet/api/1.0/credentials";
const degree = "harbour.bgv-degree";
const grant = "urn:ietf:params:oauth:grant-type:pre-authorized_code";
let app: TestApp;
let token: string;
let degreeId: string;
let wallet: OtherWallet;

beforeAll(async () => {
  await buildDetectWorker();
  app = await startTestApp({ config: await definitionsConfig() });
  ({ token, degreeId } = await makeHolder(app));
  wallet = await makeWallet(app);
});
afterAll(() => app?.close());

const offer = async (): Promise<Offer> =>
  (await app.call("POST", `${base}/offers`, { token, body: { credentialId: degreeId } })).json().data;
const get = async (id: string): Promise<Offer> =>
  (await app.call("GET", `${base}/offers/${id}`, { token })).json().data;
const read = async (credential: string) =>
  verifyCredential(credential, (kid) => findPublicKey(app.services.db, kid), await app.services.clock.now());
const audit = async (offerId: string): Promise<string[]> =>
  (
    await app.services.pool.query(
      "select detail->>'reason' as reason from audit_log where event = 'credential-offer-refused' and detail->>'offerId' = $1 order by at",
      [offerId],
    )
  ).rows.map(({ reason }) => reason);
const ask = (body: Record<string, string>) =>
  app.call("POST", "/credentials/issuer/token", {
    body: new URLSearchParams({ grant_type: grant, ...body }).toString(),
    headers: { "content-type": "application/x-www-form-urlencoded" },
  });
const readCode = async ({ id }: Offer): Promise<string> =>
  (await app.call("GET", `/credentials/offers/${id}`)).json().grants[grant]["pre-authorized_code"];

describe("credential offer", () => {
  test("gives a copy bound to the other wallet's key, which is withdrawn with the credential", async () => {
    const made = await offer();
    expect(made).toMatchObject({ state: "open", digits: expect.stringMatching(/^\d{6}$/), credentialType: "Degree" });
    expect(made.address).toMatch(/^openid-credential-offer:\/\/\?credential_offer_uri=/);
    const copy = await wallet.acceptOffer(made.address, made.digits);
    const { payload } = await read(copy);
    expect(payload).toMatchObject({
      holder: "Asha Verma",
      institute: "university-of-delhi",
      cnf: { jwk: wallet.publicJwk },
    });
    const kept = await app.services.pool.query("select token from credentials where id = $1", [degreeId]);
    expect(payload.status).not.toEqual((await read(kept.rows[0].token)).payload.status);
    expect(await get(made.id)).toMatchObject({ state: "accepted" });
  });

  test("is deleted a day later; the copy keeps its status list entry", async () => {
    const [taken, left, open] = [await offer(), await offer(), await offer()];
    const { pool, jobs } = app.services;
    const countPlaces = async () =>
      (await pool.query("select number from credential_statuses where credential_id = $1", [degreeId])).rows.length;
    const places = await countPlaces();
    await wallet.acceptOffer(taken.address, taken.digits);
    await pool.query("update credential_offers set expires_at = app_now() - interval '25 hours' where id = any($1)", [
      [taken.id, left.id],
    ]);
    await jobs.runDue({ all: true });
    for (const { id } of [taken, left])
      expect((await app.call("GET", `${base}/offers/${id}`, { token })).statusCode).toBe(404);
    expect(await get(open.id)).toMatchObject({ state: "open" });
    const { rows } = await pool.query(
      "select 1 from audit_log where event = 'credential-offered' and detail->>'offerId' = any($1)",
      [[taken.id, left.id]],
    );
    expect(rows).toHaveLength(2);
    expect(await countPlaces()).toBe(places + 1);
  });

  test("describes the credential in every language, like its type metadata", async () => {
    const metadata = await wallet.client.resolveIssuerMetadata("http://localhost:3000");
    const configuration = metadata.credentialIssuer.credential_configurations_supported["harbour.bgv-degree"];
    expect(configuration).toMatchObject({
      format: "dc+sd-jwt",
      vct: "http://localhost:3000/credentials/types/harbour/bgv-degree",
      credential_metadata: { display: [{ locale: "en", name: "Degree" }, { locale: "hi" }] },
    });
  });
});

describe("rejected credential offer", () => {
  test("rejects wrong digits without naming the cause, and blocks after five", async () => {
    const made = await offer();
    const code = await readCode(made);
    const wrong = made.digits === "000000" ? "000001" : "000000";
    const refused = await ask({ "pre-authorized_code": code, tx_code: wrong });
    expect([refused.statusCode, refused.json().error]).toEqual([400, "invalid_grant"]);
    const unknown = await ask({ "pre-authorized_code": "never-was", tx_code: wrong });
    expect(unknown.json()).toEqual(refused.json());
    for (let n = 0; n < 4; n += 1) await ask({ "pre-authorized_code": code, tx_code: wrong });
    expect((await ask({ "pre-authorized_code": code, tx_code: made.digits })).statusCode).toBe(400);
    expect(await get(made.id)).toMatchObject({ state: "blocked" });
    expect(await audit(made.id)).toEqual([...Array.from({ length: 5 }, () => "wrong-digits"), "blocked"]);
    expect((await app.call("GET", `/credentials/offers/${made.id}`)).statusCode).toBe(404);
  });

  test("rejects a used code and a used token", async () => {
    const made = await offer();
    const code = await readCode(made);
    const { access_token: bearer } = (await ask({ "pre-authorized_code": code, tx_code: made.digits })).json();
    expect((await ask({ "pre-authorized_code": code, tx_code: made.digits })).statusCode).toBe(400);
    const fetchCopy = async (jwt: string) =>
      app.call("POST", "/credentials/issuer/credential", {
        token: bearer,
        body: { credential_configuration_id: degree, proofs: { jwt: [jwt] } },
      });
    expect((await fetchCopy("no.proof.atall")).json()).toMatchObject({ error: "invalid_proof" });
    expect((await app.call("POST", "/credentials/issuer/credential", { token: "nobodys", body: {} })).statusCode).toBe(
      401,
    );
    expect(await audit(made.id)).toEqual(["used-code", "invalid_proof"]);
  });

  test("rejects a proof with a foreign key, another issuer or a foreign nonce", async () => {
    const stranger = await generateKeyPair("ES256");
    const foreign = await offer();
    await expect(wallet.acceptOffer(foreign.address, foreign.digits, stranger.privateKey)).rejects.toThrow(
      "invalid_proof",
    );
    expect(await get(foreign.id)).toMatchObject({ state: "open" });
    expect(await audit(foreign.id)).toEqual(["invalid_proof"]);
    const made = await offer();
    const { access_token: bearer } = (
      await ask({ "pre-authorized_code": await readCode(made), tx_code: made.digits })
    ).json();
    const prove = async (claims: { aud: string; nonce: string }) => {
      const jwk = await exportJWK(stranger.publicKey);
      const now = Math.floor((await app.services.clock.now()).getTime() / 1000);
      const jwt = await new SignJWT({ nonce: claims.nonce })
        .setProtectedHeader({ alg: "ES256", typ: "openid4vci-proof+jwt", jwk })
        .setAudience(claims.aud)
        .setIssuedAt(now)
        .sign(stranger.privateKey);
      return app.call("POST", "/credentials/issuer/credential", {
        token: bearer,
        body: { credential_configuration_id: degree, proofs: { jwt: [jwt] } },
      });
    };
    const { c_nonce: nonce } = (await app.call("POST", "/credentials/issuer/nonce")).json();
    expect((await prove({ aud: "https://another.example", nonce })).json()).toMatchObject({ error: "invalid_proof" });
    expect((await prove({ aud: "http://localhost:3000", nonce: "1.x" })).json()).toMatchObject({
      error: "invalid_nonce",
    });
    const given = await prove({ aud: "http://localhost:3000", nonce });
    expect(given.json()).toMatchObject({ credentials: [{}] });
    // The same key gets the same copy.
    expect((await prove({ aud: "http://localhost:3000", nonce })).json()).toEqual(given.json());
  });

  test("rejects everything after 15 minutes", async () => {
    const made = await offer();
    const code = await readCode(made);
    await app.advance(16 * 60);
    expect((await ask({ "pre-authorized_code": code, tx_code: made.digits })).json()).toMatchObject({
      error: "invalid_grant",
    });
    expect(await audit(made.id)).toEqual(["expired"]);
  });
});
