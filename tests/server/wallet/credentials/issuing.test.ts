import { createPrivateKey, hkdfSync } from "node:crypto";
import { SDJwtVcInstance, TypeMetadataFormatSchema } from "@sd-jwt/sd-jwt-vc";
import { SignJWT, createLocalJWKSet, importJWK, compactVerify, decodeProtectedHeader, type JWK } from "jose";
import { createHash } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { FixtureAnswer } from "#engine/contract/sandbox.ts";
import { rotateKeys } from "#server/wallet/credentials/issuer-keys.ts";
import { transact } from "#server/platform/store/database.ts";
import { startTestApp, type TestApp } from "../../app.ts";
import { definitionsConfig } from "../../definitions-config.ts";
import { buildDetectWorker } from "../../files/sample-documents.ts";
import { wallet } from "../transactions/candidate.ts";

const list = "/web-wallet/api/1.0/credentials?count=100";
let app: TestApp;
let asha: FixtureAnswer["candidates"][string];
let token: string;

beforeAll(async () => {
  await buildDetectWorker();
  app = await startTestApp({ config: await definitionsConfig() });
});
beforeEach(complete);
afterAll(() => app?.close());

/** A candidate with completed verifications; the following tests use her. */
async function complete(): Promise<void> {
  const made = await app.call("POST", "/sandbox/fixture", { body: { name: "ready-to-submit" } });
  const { candidates, transactions } = made.json<FixtureAnswer>();
  asha = candidates["asha"]!;
  token = asha.accessToken;
  const { txnId } = Object.values(transactions)[0]!;
  const sent = { orgId: "harbour", txnId };
  expect((await app.call("POST", `${wallet}/transactions/process`, { token, body: sent })).statusCode).toBe(200);
  const verified = await app.call("POST", "/sandbox/verifier", { body: { txnId, outcome: "complete" } });
  expect(verified.statusCode).toBe(200);
}

interface Held {
  id: string;
  credentialType: string;
  credentialAttributes: Record<string, string>;
  revokedAt?: string;
}
const held = async (type: string): Promise<Held> =>
  (await app.call("GET", list, { token }))
    .json<{ data: { list: Held[] } }>()
    .data.list.find(({ credentialType }) => credentialType === type)!;
const verify = async (id: string) =>
  (await app.call("GET", `/web-wallet/api/1.0/credentials/verify/${id}`, { token })).json().data;
const readRow = async (id: string) =>
  (
    await app.services.pool.query<{
      token: string;
      vct: string;
      transaction_id: string;
      sub_type: string;
      candidate_id: string;
      attributes: object;
    }>("select * from credentials where id = $1", [id])
  ).rows[0]!;
const toPath = (address: string) => new URL(address).pathname;
const readKeys = async () =>
  (await app.call("GET", "/.well-known/jwt-vc-issuer")).json<{ issuer: string; jwks: { keys: JWK[] } }>();

/** Verifies with foreign software that knows the specification only. */
async function checkAsAnother(credential: string) {
  const { jwks } = await readKeys();
  const findKeys = createLocalJWKSet(jwks);
  const checker = (signed: string) => async (data: string, signature: string) => {
    await compactVerify(`${data}.${signature}`, await findKeys(decodeProtectedHeader(signed)));
    return true;
  };
  const reader = new SDJwtVcInstance({
    hasher: (data: string | ArrayBuffer) =>
      createHash("sha256")
        .update(Buffer.from(data as string))
        .digest(),
    hashAlg: "sha-256",
    verifier: checker(credential.split("~")[0]!),
    loadTypeMetadataFormat: true,
    vctFetcher: async (vct: string) => (await app.call("GET", toPath(vct))).json(),
    statusListFetcher: async (uri: string) => (await app.call("GET", toPath(uri))).body,
    statusVerifier: async (data: string, signature: string) => {
      await compactVerify(`${data}.${signature}`, await findKeys(decodeProtectedHeader(data + ".x")));
      return true;
    },
  } as never);
  const now = await app.services.clock.now();
  // The server signs the list on request, perhaps a second later.
  return reader.verify(credential, { currentDate: Math.floor(now.getTime() / 1000), skewSeconds: 60 });
}

describe("issueCredential", () => {
  test("makes a credential that foreign software verifies with published data only", async () => {
    const { id, credentialAttributes } = await held("Degree");
    const row = await readRow(id);
    const { payload } = await checkAsAnother(row.token);
    expect(payload).toMatchObject({ iss: "http://localhost:3000", holder: "Asha Verma", ...credentialAttributes });
    expect(payload["shown"]).toMatchObject({ institute: "University of Mumbai", degreeLevel: "Bachelor" });
    expect(payload.cnf).toMatchObject({ jwk: { kty: "EC", crv: "P-256" } });
    expect(JSON.stringify(payload.cnf)).not.toContain('"d"');
  });

  test("publishes type metadata with labels in every language and rendering", async () => {
    const { vct } = await readRow((await held("Degree")).id);
    const answer = await app.call("GET", toPath(vct));
    expect(answer.headers["access-control-allow-origin"]).toBe("*");
    const metadata = TypeMetadataFormatSchema.parse(answer.json());
    expect(metadata.vct).toBe(vct);
    expect(metadata.display?.map(({ locale }) => locale)).toEqual(["en", "hi"]);
    expect(metadata.display?.[0]).toMatchObject({
      name: "Degree",
      rendering: { simple: { background_color: expect.any(String) } },
    });
    const claim = metadata.claims?.find(({ path }) => path.join() === "institute");
    expect(claim?.display?.[0]).toMatchObject({ locale: "en", label: "Institute name" });
    expect(claim?.display?.[1]?.label).not.toBe("Institute name");
    expect((await app.call("GET", "/credentials/types/gce/no-such-thing")).statusCode).toBe(404);
    expect((await app.call("GET", "/credentials/types/nobody/bgv-degree")).statusCode).toBe(404);
  });

  test("withdraws a credential on a signed event: status list, message to the candidate, audit log", async () => {
    const { id } = await held("Degree");
    const { token: credential, transaction_id: txnId, sub_type: subType } = await readRow(id);
    const { mobile } = asha;
    const body = { txnId, subType, outcome: "withdraw", reason: "The university took the degree back" };
    expect((await app.call("POST", "/sandbox/verifier", { body })).statusCode).toBe(200);
    await expect(checkAsAnother(credential)).rejects.toThrow("Status");
    expect(await verify(id)).toMatchObject({
      valid: false,
      checks: [{ ok: true }, { ok: true }, { ok: false, reason: "The issuer has withdrawn it" }],
    });
    expect((await held("Degree")).revokedAt).toBeDefined();
    const notices = (await app.call("GET", "/notification/api/1.0/notification", { token })).json();
    expect(notices.data.list[0]).toMatchObject({
      title: "Credential withdrawn",
      description: expect.stringContaining("The university took the degree back"),
      link: `/credential/${id}`,
    });
    const sent = (await app.call("GET", `/sandbox/outbox?to=${encodeURIComponent(mobile)}`)).json();
    expect(sent.list[0].text).toContain("The university took the degree back");
    const audit = await app.services.pool.query(
      "select * from audit_log where event = 'credential-withdrawn' and detail->>'credentialId' = $1",
      [id],
    );
    expect(audit.rowCount).toBe(1);
    // The repeated event has no effect, because the credential is already withdrawn.
    await app.call("POST", "/sandbox/verifier", { body: { ...body, reason: "Again" } });
    expect((await app.services.pool.query("select revoked_reason from credentials where id = $1", [id])).rows).toEqual([
      { revoked_reason: "The university took the degree back" },
    ]);
  });
});

describe("rotateKeys", () => {
  test("publishes the next key before it signs, and keeps the former one for verification", async () => {
    const { token: credential } = await readRow((await held("Degree")).id);
    const before = (await readKeys()).jwks.keys;
    const { db, secrets, clock } = app.services;
    const now = await clock.now();
    const turn = (days: number) =>
      transact(db, (tx) => rotateKeys(tx, secrets, new Date(now.getTime() + days * 86_400_000)));
    await turn(1);
    expect((await readKeys()).jwks.keys).toHaveLength(before.length);
    await turn(200);
    const after = (await readKeys()).jwks.keys;
    expect(after).toHaveLength(before.length + 1);
    expect(after[0]!.kid).not.toBe(before[0]!.kid);
    await app.advance(202 * 86_400);
    await complete();
    const { token: newer } = await readRow((await held("Degree")).id);
    expect(decodeProtectedHeader(newer.split("~")[0]!).kid).toBe(after[0]!.kid);
    expect(decodeProtectedHeader(credential.split("~")[0]!).kid).toBe(before[0]!.kid);
    await checkAsAnother(newer);
    await checkAsAnother(credential);
    for (const key of after) expect(Object.keys(key)).not.toContain("d");
    await importJWK(after[0]!);
  });
});

describe("reissueCredentials", () => {
  const sign = async (id: string, subject: object) => {
    const head = Buffer.from("302e020100300506032b657004220420", "hex");
    const seed = Buffer.from(
      hkdfSync("sha256", app.services.secrets.key("former-issuer"), Buffer.alloc(0), "credential issuer", 32),
    );
    const key = createPrivateKey({ key: Buffer.concat([head, seed]), format: "der", type: "pkcs8" });
    return new SignJWT({ vc: { type: ["VerifiableCredential", "Degree"], credentialSubject: subject } })
      .setProtectedHeader({ alg: "EdDSA", typ: "vc+jwt" })
      .setJti(id)
      .setIssuedAt()
      .sign(key);
  };
  const makeOld = async (subject?: object) => {
    const { id } = await held("Degree");
    const { attributes } = await readRow(id);
    await app.services.pool.query("delete from credential_statuses where credential_id = $1", [id]);
    await app.services.pool.query("update credentials set token = $2, vct = null, holder_key = null where id = $1", [
      id,
      await sign(id, subject ?? attributes),
    ]);
    return id;
  };

  test("reissues a credential of the former format with the same facts", async () => {
    const id = await makeOld();
    await app.services.jobs.runDue({ all: true });
    const { payload } = await checkAsAnother((await readRow(id)).token);
    expect(payload).toMatchObject({ holder: "Asha Verma", institute: "university-of-mumbai" });
    expect(await verify(id)).toMatchObject({ valid: true });
  });

  test("does not sign again when stored and signed content differ", async () => {
    const id = await makeOld({ institute: "another" });
    await app.services.jobs.runDue({ all: true });
    expect(await readRow(id)).toMatchObject({ vct: "" });
    expect(await verify(id)).toMatchObject({ valid: false });
    const audit = await app.services.pool.query(
      "select 1 from audit_log where event = 'credential-not-reissued' and detail->>'credentialId' = $1",
      [id],
    );
    expect(audit.rowCount).toBe(1);
  });
});
