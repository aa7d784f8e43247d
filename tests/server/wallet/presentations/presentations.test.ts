import { decodeJwt, generateKeyPair } from "jose";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Offer } from "#engine/core/scope/shapes/offers.ts";
import type { PresentationRequest } from "#engine/core/scope/shapes/presentations.ts";
import { startTestApp, type TestApp } from "../../app.ts";
import { definitionsConfig } from "../../definitions-config.ts";
import { buildDetectWorker } from "../../files/sample-documents.ts";
import { makeHolder, verifyPassport } from "../holder.ts";
import { makeWallet, type PresentationOverrides, type OtherWallet } from "../other-wallet.ts";
import { wallet } from "../transactions/candidate.ts";
import {
  applyAs,
  applyWith,
  requestPresentation,
  readAudit,
  degree,
  get,
  marksheet,
  readRequest,
  readMatchingCredentials,
  readDegree,
  readVerification,
  registry,
  trust,
  type Applicant,
} from "./applicant.ts";
import { makeIssuer, type OtherIssuer } from "./other-issuer.ts";

let app: TestApp;
let issuer: OtherIssuer;
let other: OtherWallet;
/** A candidate with a degree that Harbour had verified. */
let asha: { token: string; degreeId: string };

beforeAll(async () => {
  await buildDetectWorker();
  issuer = await makeIssuer(registry);
  app = await startTestApp({ config: await definitionsConfig(trust), ports: { issuers: issuer.port } });
  asha = await makeHolder(app);
  other = await makeWallet(app);
});
afterAll(() => app?.close());

const applyAsAsha = ({ token } = asha) => applyWith(app, token);
const apply = (name = "Asha Verma") => applyAs(app, name);
const share = (who: Applicant, credentialId = asha.degreeId) =>
  who.post("/transactions/presentations", { verificationName: degree, credentialId });

/** A copy of Asha's degree in the other wallet, by OpenID4VCI. */
async function takeCopy(): Promise<string> {
  const url = "/web-wallet/api/1.0/credentials/offers";
  const { token, degreeId: credentialId } = asha;
  const made = (await app.call("POST", url, { token, body: { credentialId } })).json().data as Offer;
  return other.acceptOffer(made.address, made.digits);
}

const now = async () => Math.floor((await app.services.clock.now()).getTime() / 1000);
let statusIndex = 0;
/** A degree issued by the registry, to Asha by default. */
const issueDegree = async (claims: Record<string, unknown> = {}, hidden: readonly string[] = []) => {
  const facts = { institute: "Elsewhere", course: "B.Sc.", degreeLevel: "bachelor", passingYear: "2019" };
  const about = { holder: "VERMA, Asha", iat: (await now()) - 60, ...facts, ...claims };
  return issuer.issue(about, other.publicJwk, (statusIndex += 1), hidden);
};

describe("presentation of a credential of this wallet", () => {
  test("lists recipient and disclosed facts, and completes the verification without form or payment", async () => {
    const who = await applyAsAsha();
    const { organisation, list } = await readMatchingCredentials(who);
    expect(organisation).toBe("Lotus University");
    expect(list.map(({ credentialType }) => credentialType)).toEqual(["Degree"]);
    expect(list[0]!.facts.map(({ label }) => label)).toEqual([
      "Name of the holder",
      "Institute name",
      "Degree level",
      "Degree or course",
      "Year of passing",
    ]);
    expect((await share(who)).json().data).toEqual({ state: "COMPLETED" });
    const info = await readDegree(who);
    expect(info).toMatchObject({ state: "COMPLETED", responseList: [] });
    expect(info.presentationList).toMatchObject([
      { credentialType: "Degree", source: "this-wallet", facts: list[0]!.facts },
    ]);
    const bill = await app.call(
      "GET",
      `/verification/api/1.0/transactions/payment?region=IN&${new URLSearchParams(who.keys).toString()}`,
      { token: who.token },
    );
    expect(bill.json().data).toMatchObject({ items: [], total: 0 });
    expect(await readAudit(who, "credential-presented")).toEqual([{ reason: null, source: "this-wallet" }]);
    // The verification is complete already.
    expect((await share(who)).json()).toMatchObject({ code: 109 });
  });

  test("appears in the candidate's data export without any key", async () => {
    const exported = await app.call("GET", "/web-wallet/api/1.0/profile/export", { token: asha.token });
    const { transaction_items: items, credentials } = exported.json().data;
    const [{ presentation }] = items.filter((item: { presentation: unknown }) => item.presentation);
    expect(presentation).toMatchObject({ verificationName: degree, holder: "Asha Verma" });
    expect(Object.keys(credentials[0])).toContain("token");
    expect(Object.keys(credentials[0]).filter((name) => /key|hash|sealed/.test(name))).toEqual([]);
  });

  test("lets a paid form be submitted without payment when all else is skipped", async () => {
    const who = await applyAsAsha();
    await who.post("/transactions/process/mark-as-skip", { verificationNameList: ["bgv-tenth", "bgv-twelfth"] });
    await share(who);
    const { data } = (await get(who, "/transactions/info")).json();
    expect(data).toMatchObject({ state: "READY_TO_SUBMIT", allowed: { payments: { init: { yes: false } } } });
    expect((await who.post("/transactions/process")).json()).toMatchObject({ code: 0 });
    expect((await get(who, "/transactions/info")).json().data).toMatchObject({ state: "COMPLETED" });
  });

  test("accepts the candidate's name in another word order, and rejects another name", async () => {
    const holder = await makeHolder(app);
    await verifyPassport(app, holder.token, "VERMA, Asha");
    const who = await applyAsAsha(holder);
    await verifyPassport(app, holder.token, "Mallory Moore");
    expect((await readMatchingCredentials(who)).list).toEqual([]);
    const refused = await share(who, holder.degreeId);
    const { message } = app.services.findMessageTexts("en").formatRefusal({ reason: "presentation-name-mismatch" });
    expect(refused.json()).toMatchObject({ code: 109, message });
    expect(await readDegree(who)).toMatchObject({ state: "NOT_INITIALIZED" });
    expect(await readAudit(who, "presentation-refused")).toEqual([
      { reason: "presentation-name-mismatch", source: null },
    ]);
    await verifyPassport(app, holder.token, "VERMA, Asha");
    expect((await readMatchingCredentials(who)).list).toHaveLength(1);
    expect((await share(who, holder.degreeId)).json().data).toEqual({ state: "COMPLETED" });
  });

  test("rejects another candidate's credential, and a type that the form does not accept", async () => {
    const stranger = await apply("Ravi Rao");
    expect((await readMatchingCredentials(stranger)).list).toEqual([]);
    expect((await share(stranger)).json()).toMatchObject({ code: 104 });
    expect(await readDegree(stranger)).toMatchObject({ state: "NOT_INITIALIZED" });
  });
});

describe("presentation by another wallet", () => {
  test("completes the verification once, with a copy bound to the wallet's own key", async () => {
    const who = await apply();
    const request = await requestPresentation(who);
    expect(request).toMatchObject({
      state: "open",
      organisation: "Lotus University",
      requestedCredentials: [
        {
          credentialType: "Degree",
          labels: "Name of the holder, Institute name, Degree or course, Degree level, Year of passing",
        },
      ],
    });
    const copy = await takeCopy();
    const answer = await other.present(request.address, copy);
    expect([answer.status, await answer.json()]).toEqual([200, {}]);
    expect(await readRequest(who, request)).toMatchObject({ state: "accepted" });
    expect((await readDegree(who)).presentationList).toMatchObject([{ source: "other-wallet" }]);
    await expect(other.present(request.address, copy)).rejects.toThrow("404");
    expect(await readAudit(who, "credential-presented")).toEqual([{ reason: null, source: "other-wallet" }]);
  });

  test("deletes the request a day later and keeps the result", async () => {
    const [who, silent] = [await apply(), await apply()];
    const [answered, unanswered] = [await requestPresentation(who), await requestPresentation(silent)];
    await other.present(answered.address, await takeCopy());
    const { pool, jobs } = app.services;
    await pool.query(
      "update presentation_requests set expires_at = app_now() - interval '25 hours' where id = any($1)",
      [[answered.id, unanswered.id]],
    );
    const open = await requestPresentation(silent);
    await jobs.runDue({ all: true });
    for (const [by, { id }] of [
      [who, answered],
      [silent, unanswered],
    ] as const) {
      const { token } = by;
      const gone = await app.call("GET", `${wallet}/transactions/presentation-requests/${id}`, { token });
      expect(gone.statusCode).toBe(404);
    }
    expect(await readRequest(silent, open)).toMatchObject({ state: "open" });
    expect((await readDegree(who)).presentationList).toMatchObject([{ source: "other-wallet" }]);
    expect(await readAudit(who, "credential-presented")).toEqual([{ reason: null, source: "other-wallet" }]);
  });

  test("accepts a credential of a trusted issuer with the name in another word order", async () => {
    const who = await apply();
    const request = await requestPresentation(who);
    expect((await other.present(request.address, await issueDegree())).status).toBe(200);
    const [shown] = (await readDegree(who)).presentationList;
    expect(shown).toMatchObject({
      issuer: registry,
      facts: [{ value: "VERMA, Asha" }, { value: "Elsewhere" }, {}, {}, {}],
    });
  });

  test("accepts a credential without issue date when any age is accepted", async () => {
    const who = await apply();
    const request = await requestPresentation(who, marksheet);
    const undated = await issueDegree({ vct: `${registry}/marksheet`, iat: undefined });
    expect((await other.present(request.address, undated)).status).toBe(200);
    const [shown] = (await readVerification(who, marksheet)).presentationList;
    expect(shown).toMatchObject({ issuer: registry, facts: [{ value: "VERMA, Asha" }] });
    expect(shown).not.toHaveProperty("issuedAt");
  });

  test("requests the issue date only where age counts", async () => {
    const who = await apply();
    const asked = async (name: string) => {
      const { id } = await requestPresentation(who, name);
      const { dcql_query: query } = decodeJwt<{ dcql_query: { credentials: { claims: { path: string[] }[] }[] } }>(
        (await app.call("GET", `/credentials/requests/${id}`)).body,
      );
      return query.credentials[0]!.claims.map(({ path }) => path.join());
    };
    expect(await asked(degree)).toContain("iat");
    expect(await asked(marksheet)).not.toContain("iat");
    const request = await requestPresentation(who);
    const iat = (await now()) - 60;
    const hidden = await issueDegree({ iat }, ["iat"]);
    expect((await other.present(request.address, hidden)).status).toBe(200);
    expect((await readDegree(who)).presentationList).toMatchObject([{ issuedAt: new Date(iat * 1000).toISOString() }]);
  });

  test("accepts one of two parallel responses", async () => {
    const who = await apply();
    const request = await requestPresentation(who);
    const shown = [await issueDegree(), await issueDegree()];
    const answers = await Promise.allSettled(shown.map((one) => other.present(request.address, one)));
    expect(answers.filter((one) => one.status === "fulfilled" && one.value.status === 200)).toHaveLength(1);
    expect(await readAudit(who, "credential-presented")).toHaveLength(1);
  });
});

describe("reports the reason of a rejection to the candidate and the audit log", () => {
  let stranger: Awaited<ReturnType<typeof generateKeyPair>>;
  beforeAll(async () => {
    stranger = await generateKeyPair("ES256");
  });
  const issued = (claims: Record<string, unknown>) => async () => ({ credential: await issueDegree(claims) });
  const cases: [string, string, () => Promise<{ credential?: string } & PresentationOverrides>][] = [
    [
      "rejects a key binding by another key",
      "presentation-wrong-holder",
      async () => ({ signer: stranger.privateKey }),
    ],
    ["rejects another audience", "presentation-wrong-audience", async () => ({ aud: "https://another.example" })],
    ["rejects another nonce", "presentation-wrong-audience", async () => ({ nonce: "one-of-before" })],
    ["rejects a withheld fact", "presentation-incomplete", async () => ({ withheld: ["course"] })],
    ["rejects another name", "presentation-name-mismatch", issued({ holder: "Ravi Rao" })],
    ["rejects a credential without issue date", "presentation-undated", issued({ iat: undefined })],
    ["rejects a credential that is too old", "presentation-too-old", issued({ iat: 1_500_000_000 })],
    [
      "rejects an expired credential",
      "presentation-expired",
      async () => ({ credential: await issueDegree({ exp: (await now()) - 120 }) }),
    ],
    ["rejects a type that is not accepted", "presentation-wrong-type", issued({ vct: `${registry}/diploma` })],
    [
      "rejects a withdrawn credential",
      "presentation-withdrawn",
      async () => {
        const credential = await issueDegree();
        issuer.withdraw(statusIndex);
        return { credential };
      },
    ],
    [
      "rejects an untrusted issuer",
      "presentation-untrusted-issuer",
      async () => ({
        credential: await (
          await makeIssuer("https://mill.example")
        ).issue({ holder: "Asha Verma", iat: await now(), vct: `${registry}/degree` }, other.publicJwk, 1),
      }),
    ],
    [
      "rejects an issuer that signs as another",
      "presentation-invalid",
      async () => ({
        credential: await (
          await makeIssuer(registry)
        ).issue({ holder: "Asha Verma", iat: await now(), course: "B.Sc." }, other.publicJwk, 1),
      }),
    ],
    [
      "rejects a disclosure without digest",
      "presentation-invalid",
      async () => ({
        tamper: (presentation) => {
          const parts = presentation.split("~");
          parts.splice(1, 1, Buffer.from(JSON.stringify(["salt", "course", "Medicine"])).toString("base64url"));
          return parts.join("~");
        },
      }),
    ],
    ["rejects a text that is no credential", "presentation-invalid", async () => ({ tamper: () => "nothing" })],
  ];

  test.each(cases)("%s", async (_, reason, make) => {
    const who = await apply();
    const request = await requestPresentation(who);
    const { credential = await issueDegree(), ...oddity } = await make();
    const answer = await other.present(request.address, credential, oddity);
    const words = app.services.findMessageTexts("en").formatRefusal({ reason }).message;
    expect([answer.status, await answer.json()]).toEqual([400, { error: "invalid_request", error_description: words }]);
    expect(await readRequest(who, request)).toMatchObject({ state: "open", refusal: words });
    expect(await readDegree(who)).toMatchObject({ state: "NOT_INITIALIZED" });
    expect(await readAudit(who, "presentation-refused")).toEqual([{ reason, source: null }]);
    // A rejected presentation has not used up the request.
    expect((await other.present(request.address, await issueDegree())).status).toBe(200);
  });

  test("rejects a credential when its issuer's data is unreadable, and accepts it later", async () => {
    const who = await apply();
    const request = await requestPresentation(who);
    const { read } = issuer.port;
    issuer.port.read = () => Promise.reject(new Error("away"));
    const answer = await other.present(request.address, await issueDegree());
    issuer.port.read = read;
    expect(answer.status).toBe(400);
    expect(await readAudit(who, "presentation-refused")).toEqual([
      { reason: "presentation-status-unknown", source: null },
    ]);
    expect((await other.present(request.address, await issueDegree())).status).toBe(200);
  });

  test("repeats the answer to the same response, and rejects it for another request", async () => {
    const [who, later] = [await apply(), await apply()];
    const [request, again] = [await requestPresentation(who), await requestPresentation(later)];
    let kept = "";
    const spoil = (presentation: string) => (kept = presentation);
    await other.present(request.address, await issueDegree(), { tamper: spoil });
    const replayed = await other.present(again.address, await issueDegree(), { tamper: () => kept });
    expect(replayed.status).toBe(400);
    expect(await readAudit(later, "presentation-refused")).toEqual([
      { reason: "presentation-wrong-audience", source: null },
    ]);
  });

  test.each([{}, { encrypted: true }])("does not count a decline as a failure: %o", async (way) => {
    const who = await apply();
    const request = await requestPresentation(who);
    for (let n = 0; n < 6; n += 1) {
      const answer = await other.decline(request.address, way);
      expect([answer.status, await answer.json()]).toEqual([200, {}]);
    }
    const refusal = app.services.findMessageTexts("en").formatRefusal({ reason: "presentation-declined" }).message;
    expect(await readRequest(who, request)).toMatchObject({ state: "open", declined: true, refusal });
    expect((await other.present(request.address, await issueDegree())).status).toBe(200);
    const taken = await readRequest(who, request);
    expect(taken).toMatchObject({ state: "accepted" });
    expect([taken.declined, taken.refusal]).toEqual([undefined, undefined]);
  });

  test("accepts a decline only with the state of an open request", async () => {
    const [who, later] = [await apply(), await apply()];
    const [request, another] = [await requestPresentation(who), await requestPresentation(later)];
    for (const way of [{ state: another.id }, { state: another.id, encrypted: true }])
      expect((await other.decline(request.address, way)).status).toBe(400);
    expect((await readRequest(who, request)).declined).toBeUndefined();
    const decline = ({ id }: PresentationRequest) =>
      app.call("POST", `/credentials/responses/${id}`, {
        body: new URLSearchParams({ error: "access_denied", state: id }).toString(),
        headers: { "content-type": "application/x-www-form-urlencoded" },
      });
    expect((await decline({ ...request, id: "nobodys" })).statusCode).toBe(400);
    await other.present(another.address, await issueDegree());
    expect((await decline(another)).statusCode).toBe(200);
    expect(await readAudit(later, "presentation-refused")).toEqual([]);
    expect((await readRequest(later, another)).declined).toBeUndefined();
  });

  test("blocks the request after five rejections", async () => {
    const who = await apply();
    const request = await requestPresentation(who);
    for (let n = 0; n < 5; n += 1) await other.present(request.address, await issueDegree(), { nonce: "guessed" });
    expect(await readRequest(who, request)).toMatchObject({ state: "blocked" });
    expect((await app.call("GET", `/credentials/requests/${request.id}`)).statusCode).toBe(404);
  });

  test("expires after 15 minutes, and reveals nothing to other candidates", async () => {
    const [who, stranger] = [await apply(), await apply("Ravi Rao")];
    const request = await requestPresentation(who);
    const url = `${wallet}/transactions/presentation-requests/${request.id}`;
    expect((await app.call("GET", url, { token: stranger.token })).statusCode).toBe(404);
    await app.advance(16 * 60);
    expect(await readRequest(who, request)).toMatchObject({ state: "expired" });
    expect((await app.call("GET", `/credentials/requests/${request.id}`)).statusCode).toBe(404);
  });
});
