import { decodeJwt, generateKeyPair } from "jose";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Offer } from "#engine/api/offers.ts";
import type { Asking } from "#engine/api/presentations.ts";
import { startTestApp, type TestApp } from "../../app.ts";
import { documentsConfig } from "../../documents-config.ts";
import { buildDetectWorker } from "../../files/papers.ts";
import { makeHolder, provePassport } from "../holder.ts";
import { makeWallet, type Oddity, type OtherWallet } from "../other-wallet.ts";
import { wallet } from "../transactions/candidate.ts";
import {
  applyAs,
  applyWith,
  ask,
  audit,
  degree,
  get,
  marksheet,
  readAsking,
  readChoices,
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
/** Somebody with a degree that Harbour had verified. */
let asha: { token: string; degreeId: string };

beforeAll(async () => {
  await buildDetectWorker();
  issuer = await makeIssuer(registry);
  app = await startTestApp({ config: await documentsConfig(trust), ports: { issuers: issuer.port } });
  asha = await makeHolder(app);
  other = await makeWallet(app);
});
afterAll(() => app?.close());

const applyAsAsha = ({ token } = asha) => applyWith(app, token);
const apply = (name = "Asha Verma") => applyAs(app, name);
const share = (who: Applicant, credentialId = asha.degreeId) =>
  who.post("/transactions/credentials", { verificationName: degree, credentialId });

/** A copy of Asha's degree in the other wallet, by OpenID4VCI. */
async function takeCopy(): Promise<string> {
  const url = "/web-wallet/api/1.0/credentials/offers";
  const { token, degreeId: credentialId } = asha;
  const made = (await app.call("POST", url, { token, body: { credentialId } })).json().data as Offer;
  return other.take(made.address, made.digits);
}

const now = async () => Math.floor((await app.services.clock.now()).getTime() / 1000);
let places = 0;
/** A degree of the registry's, of Asha's where nothing else is said. */
const issueDegree = async (claims: Record<string, unknown> = {}, hidden: readonly string[] = []) => {
  const facts = { institute: "Elsewhere", course: "B.Sc.", degreeLevel: "bachelor", passingYear: "2019" };
  const about = { holder: "VERMA, Asha", iat: (await now()) - 60, ...facts, ...claims };
  return issuer.issue(about, other.publicJwk, (places += 1), hidden);
};

describe("a credential of this wallet in place of a verification", () => {
  test("is offered with all that is shown of it and to whom, and does: nothing to fill in, nothing to pay", async () => {
    const who = await applyAsAsha();
    const { organisation, list } = await readChoices(who);
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
    expect(info.shownList).toMatchObject([{ credentialType: "Degree", from: "here", facts: list[0]!.facts }]);
    const bill = await app.call(
      "GET",
      `/verification/api/1.0/transactions/payment?region=IN&${new URLSearchParams(who.keys).toString()}`,
      { token: who.token },
    );
    expect(bill.json().data).toMatchObject({ items: [], total: 0 });
    expect(await audit(who, "credential-presented")).toEqual([{ reason: null, from: "here" }]);
    // A second time there is nothing left to do it for.
    expect((await share(who)).json()).toMatchObject({ code: 109 });
  });

  test("stands in the candidate's own data, and no key of it does", async () => {
    const exported = await app.call("GET", "/web-wallet/api/1.0/profile/export", { token: asha.token });
    const { transaction_items: items, credentials } = exported.json().data;
    const [{ presented }] = items.filter((item: { presented: unknown }) => item.presented);
    expect(presented).toMatchObject({ verificationName: degree, holder: "Asha Verma" });
    expect(Object.keys(credentials[0])).toContain("token");
    expect(Object.keys(credentials[0]).filter((name) => /key|hash|sealed/.test(name))).toEqual([]);
  });

  test("is all that a paid form needs: what is left out and what was shown is sent without paying", async () => {
    const who = await applyAsAsha();
    await who.post("/transactions/process/mark-as-skip", { verificationNameList: ["bgv-tenth", "bgv-twelfth"] });
    await share(who);
    const { data } = (await get(who, "/transactions/info")).json();
    expect(data).toMatchObject({ state: "READY_TO_SUBMIT", allowed: { payments: { init: { yes: false } } } });
    expect((await who.post("/transactions/process")).json()).toMatchObject({ code: 0 });
    expect((await get(who, "/transactions/info")).json().data).toMatchObject({ state: "COMPLETED" });
  });

  test("is theirs by name as one from elsewhere is: their name in other words is the same, another's is not", async () => {
    const holder = await makeHolder(app);
    await provePassport(app, holder.token, "VERMA, Asha");
    const who = await applyAsAsha(holder);
    await provePassport(app, holder.token, "Mallory Moore");
    expect((await readChoices(who)).list).toEqual([]);
    const refused = await share(who, holder.degreeId);
    const { message } = app.services.findWords("en").refusal({ reason: "shown-in-another-name" });
    expect(refused.json()).toMatchObject({ code: 109, message });
    expect(await readDegree(who)).toMatchObject({ state: "NOT_INITIALIZED" });
    expect(await audit(who, "presentation-refused")).toEqual([{ reason: "shown-in-another-name", from: null }]);
    await provePassport(app, holder.token, "VERMA, Asha");
    expect((await readChoices(who)).list).toHaveLength(1);
    expect((await share(who, holder.degreeId)).json().data).toEqual({ state: "COMPLETED" });
  });

  test("is nobody else's, and none that the form does not take", async () => {
    const stranger = await apply("Ravi Rao");
    expect((await readChoices(stranger)).list).toEqual([]);
    expect((await share(stranger)).json()).toMatchObject({ code: 104 });
    expect(await readDegree(stranger)).toMatchObject({ state: "NOT_INITIALIZED" });
  });
});

describe("another wallet", () => {
  test("shows its copy, bound to its own key: the page learns it, and once is all", async () => {
    const who = await apply();
    const asking = await ask(who);
    expect(asking).toMatchObject({
      state: "open",
      organisation: "Lotus University",
      asks: [
        {
          credentialType: "Degree",
          labels: "Name of the holder, Institute name, Degree or course, Degree level, Year of passing",
        },
      ],
    });
    const copy = await takeCopy();
    const answer = await other.show(asking.address, copy);
    expect([answer.status, await answer.json()]).toEqual([200, {}]);
    expect(await readAsking(who, asking)).toMatchObject({ state: "taken" });
    expect((await readDegree(who)).shownList).toMatchObject([{ from: "elsewhere" }]);
    await expect(other.show(asking.address, copy)).rejects.toThrow("404");
    expect(await audit(who, "credential-presented")).toEqual([{ reason: null, from: "elsewhere" }]);
  });

  test("is not asked for ever: a day later the question is forgotten, and what came of it stays", async () => {
    const [who, silent] = [await apply(), await apply()];
    const [answered, unanswered] = [await ask(who), await ask(silent)];
    await other.show(answered.address, await takeCopy());
    const { pool, jobs } = app.services;
    await pool.query(
      "update presentation_requests set expires_at = app_now() - interval '25 hours' where id = any($1)",
      [[answered.id, unanswered.id]],
    );
    const open = await ask(silent);
    await jobs.runDue({ all: true });
    for (const [by, { id }] of [
      [who, answered],
      [silent, unanswered],
    ] as const) {
      const { token } = by;
      const gone = await app.call("GET", `${wallet}/transactions/credential-requests/${id}`, { token });
      expect(gone.statusCode).toBe(404);
    }
    expect(await readAsking(silent, open)).toMatchObject({ state: "open" });
    expect((await readDegree(who)).shownList).toMatchObject([{ from: "elsewhere" }]);
    expect(await audit(who, "credential-presented")).toEqual([{ reason: null, from: "elsewhere" }]);
  });

  test("shows a credential of another issuer that is trusted: its name in other words is the same name", async () => {
    const who = await apply();
    const asking = await ask(who);
    expect((await other.show(asking.address, await issueDegree())).status).toBe(200);
    const [shown] = (await readDegree(who)).shownList;
    expect(shown).toMatchObject({
      issuer: registry,
      facts: [{ value: "VERMA, Asha" }, { value: "Elsewhere" }, {}, {}, {}],
    });
  });

  test("shows one whose issuer does not say when it was issued, where any age does", async () => {
    const who = await apply();
    const asking = await ask(who, marksheet);
    const undated = await issueDegree({ vct: `${registry}/marksheet`, iat: undefined });
    expect((await other.show(asking.address, undated)).status).toBe(200);
    const [shown] = (await readVerification(who, marksheet)).shownList;
    expect(shown).toMatchObject({ issuer: registry, facts: [{ value: "VERMA, Asha" }] });
    expect(shown).not.toHaveProperty("issuedAt");
  });

  test("discloses when it was issued where age counts, and is asked for it nowhere else", async () => {
    const who = await apply();
    const asked = async (name: string) => {
      const { id } = await ask(who, name);
      const { dcql_query: query } = decodeJwt<{ dcql_query: { credentials: { claims: { path: string[] }[] }[] } }>(
        (await app.call("GET", `/credentials/requests/${id}`)).body,
      );
      return query.credentials[0]!.claims.map(({ path }) => path.join());
    };
    expect(await asked(degree)).toContain("iat");
    expect(await asked(marksheet)).not.toContain("iat");
    const asking = await ask(who);
    const iat = (await now()) - 60;
    const hidden = await issueDegree({ iat }, ["iat"]);
    expect((await other.show(asking.address, hidden)).status).toBe(200);
    expect((await readDegree(who)).shownList).toMatchObject([{ issuedAt: new Date(iat * 1000).toISOString() }]);
  });

  test("of two answers at once one is taken", async () => {
    const who = await apply();
    const asking = await ask(who);
    const shown = [await issueDegree(), await issueDegree()];
    const answers = await Promise.allSettled(shown.map((one) => other.show(asking.address, one)));
    expect(answers.filter((one) => one.status === "fulfilled" && one.value.status === 200)).toHaveLength(1);
    expect(await audit(who, "credential-presented")).toHaveLength(1);
  });
});

describe("what is shown is refused in words, which the candidate reads and the audit log keeps", () => {
  let stranger: Awaited<ReturnType<typeof generateKeyPair>>;
  beforeAll(async () => {
    stranger = await generateKeyPair("ES256");
  });
  const cases: [string, string, () => Promise<{ credential?: string } & Oddity>][] = [
    ["a stranger's key binding", "shown-by-another", async () => ({ signer: stranger.privateKey })],
    ["another audience", "shown-to-another", async () => ({ aud: "https://another.example" })],
    ["another nonce", "shown-to-another", async () => ({ nonce: "one-of-before" })],
    ["a fact that is kept back", "shown-too-little", async () => ({ without: ["course"] })],
    [
      "another's name",
      "shown-in-another-name",
      async () => ({ credential: await issueDegree({ holder: "Ravi Rao" }) }),
    ],
    [
      "one that does not say how old it is",
      "shown-undated",
      async () => ({ credential: await issueDegree({ iat: undefined }) }),
    ],
    ["one that is too old", "shown-too-old", async () => ({ credential: await issueDegree({ iat: 1_500_000_000 }) })],
    [
      "one that has expired",
      "shown-expired",
      async () => ({ credential: await issueDegree({ exp: (await now()) - 120 }) }),
    ],
    [
      "a type that is not taken",
      "shown-other-type",
      async () => ({ credential: await issueDegree({ vct: `${registry}/diploma` }) }),
    ],
    [
      "one that was withdrawn",
      "shown-withdrawn",
      async () => {
        const credential = await issueDegree();
        issuer.withdraw(places);
        return { credential };
      },
    ],
    [
      "an issuer nobody trusts",
      "shown-by-stranger",
      async () => ({
        credential: await (
          await makeIssuer("https://mill.example")
        ).issue({ holder: "Asha Verma", iat: await now(), vct: `${registry}/degree` }, other.publicJwk, 1),
      }),
    ],
    [
      "an issuer that signs as another",
      "shown-unfit",
      async () => ({
        credential: await (
          await makeIssuer(registry)
        ).issue({ holder: "Asha Verma", iat: await now(), course: "B.Sc." }, other.publicJwk, 1),
      }),
    ],
    [
      "a disclosure that fits no digest",
      "shown-unfit",
      async () => ({
        spoil: (presentation) => {
          const parts = presentation.split("~");
          parts.splice(1, 1, Buffer.from(JSON.stringify(["salt", "course", "Medicine"])).toString("base64url"));
          return parts.join("~");
        },
      }),
    ],
    ["no credential at all", "shown-unfit", async () => ({ spoil: () => "nothing" })],
  ];

  test.each(cases)("%s", async (_, reason, make) => {
    const who = await apply();
    const asking = await ask(who);
    const { credential = await issueDegree(), ...oddity } = await make();
    const answer = await other.show(asking.address, credential, oddity);
    const words = app.services.findWords("en").refusal({ reason }).message;
    expect([answer.status, await answer.json()]).toEqual([400, { error: "invalid_request", error_description: words }]);
    expect(await readAsking(who, asking)).toMatchObject({ state: "open", refusal: words });
    expect(await readDegree(who)).toMatchObject({ state: "NOT_INITIALIZED" });
    expect(await audit(who, "presentation-refused")).toEqual([{ reason, from: null }]);
    // What was refused has used nothing up.
    expect((await other.show(asking.address, await issueDegree())).status).toBe(200);
  });

  test("what its issuer publishes cannot be read: it is not taken, and may be shown again", async () => {
    const who = await apply();
    const asking = await ask(who);
    const { read } = issuer.port;
    issuer.port.read = () => Promise.reject(new Error("away"));
    const answer = await other.show(asking.address, await issueDegree());
    issuer.port.read = read;
    expect(answer.status).toBe(400);
    expect(await audit(who, "presentation-refused")).toEqual([{ reason: "shown-unchecked", from: null }]);
    expect((await other.show(asking.address, await issueDegree())).status).toBe(200);
  });

  test("an answer that was taken before, sent again or elsewhere", async () => {
    const [who, later] = [await apply(), await apply()];
    const [asking, again] = [await ask(who), await ask(later)];
    let kept = "";
    const spoil = (presentation: string) => (kept = presentation);
    await other.show(asking.address, await issueDegree(), { spoil });
    const replayed = await other.show(again.address, await issueDegree(), { spoil: () => kept });
    expect(replayed.status).toBe(400);
    expect(await audit(later, "presentation-refused")).toEqual([{ reason: "shown-to-another", from: null }]);
  });

  test.each([{}, { encrypted: true }])("to show nothing is no wrong answer, however often: %o", async (way) => {
    const who = await apply();
    const asking = await ask(who);
    for (let n = 0; n < 6; n += 1) {
      const answer = await other.decline(asking.address, way);
      expect([answer.status, await answer.json()]).toEqual([200, {}]);
    }
    const refusal = app.services.findWords("en").refusal({ reason: "shown-nothing" }).message;
    expect(await readAsking(who, asking)).toMatchObject({ state: "open", declined: true, refusal });
    expect((await other.show(asking.address, await issueDegree())).status).toBe(200);
    const taken = await readAsking(who, asking);
    expect(taken).toMatchObject({ state: "taken" });
    expect([taken.declined, taken.refusal]).toEqual([undefined, undefined]);
  });

  test("to show nothing counts from whoever knows what was asked, while it is asked, and from nobody else", async () => {
    const [who, later] = [await apply(), await apply()];
    const [asking, another] = [await ask(who), await ask(later)];
    for (const way of [{ state: another.id }, { state: another.id, encrypted: true }])
      expect((await other.decline(asking.address, way)).status).toBe(400);
    expect((await readAsking(who, asking)).declined).toBeUndefined();
    const decline = ({ id }: Asking) =>
      app.call("POST", `/credentials/responses/${id}`, {
        body: new URLSearchParams({ error: "access_denied", state: id }).toString(),
        headers: { "content-type": "application/x-www-form-urlencoded" },
      });
    expect((await decline({ ...asking, id: "nobodys" })).statusCode).toBe(400);
    await other.show(another.address, await issueDegree());
    expect((await decline(another)).statusCode).toBe(200);
    expect(await audit(later, "presentation-refused")).toEqual([]);
    expect((await readAsking(later, another)).declined).toBeUndefined();
  });

  test("five times: nobody answers it any more", async () => {
    const who = await apply();
    const asking = await ask(who);
    for (let n = 0; n < 5; n += 1) await other.show(asking.address, await issueDegree(), { nonce: "guessed" });
    expect(await readAsking(who, asking)).toMatchObject({ state: "blocked" });
    expect((await app.call("GET", `/credentials/requests/${asking.id}`)).statusCode).toBe(404);
  });

  test("after a quarter of an hour; and nobody learns what others ask for", async () => {
    const [who, stranger] = [await apply(), await apply("Ravi Rao")];
    const asking = await ask(who);
    const url = `${wallet}/transactions/credential-requests/${asking.id}`;
    expect((await app.call("GET", url, { token: stranger.token })).statusCode).toBe(404);
    await app.advance(16 * 60);
    expect(await readAsking(who, asking)).toMatchObject({ state: "expired" });
    expect((await app.call("GET", `/credentials/requests/${asking.id}`)).statusCode).toBe(404);
  });
});
