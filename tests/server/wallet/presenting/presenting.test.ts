import { generateKeyPair } from "jose";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Offer } from "#engine/api/offers.ts";
import type { Asking, Choices } from "#engine/api/presentations.ts";
import type { AnyDocument } from "#engine/documents/kinds.ts";
import type { RequestDocument } from "#engine/documents/request.ts";
import { startTestApp, type TestApp } from "../../app.ts";
import { documentsConfig } from "../../documents-config.ts";
import { buildDetectWorker } from "../../files/papers.ts";
import { makeHolder } from "../holder.ts";
import { makeWallet, type Oddity, type OtherWallet } from "../other-wallet.ts";
import { begin, wallet, type TestCandidate } from "../transactions/candidate.ts";
import { makeIssuer, type OtherIssuer } from "./other-issuer.ts";

const registry = "https://registry.example/degrees";
const degree = "bgv-degree";
let app: TestApp;
let issuer: OtherIssuer;
let other: OtherWallet;
/** Somebody with a degree that Harbour had verified. */
let asha: { token: string; degreeId: string };

/** The university trusts a registry too, for credentials of the last two years. */
function trust(document: AnyDocument): AnyDocument {
  if (document.kind !== "request" || document.id !== "admission") return document;
  const verifications = (document as unknown as RequestDocument).verifications.map((asked) =>
    asked.verification === degree && asked.accepts
      ? {
          ...asked,
          accepts: asked.accepts.map((one) => ({
            ...one,
            withinDays: 730,
            others: [{ issuer: registry, types: [`${registry}/degree`] }],
          })),
        }
      : asked,
  );
  return { ...document, verifications };
}

beforeAll(async () => {
  await buildDetectWorker();
  issuer = await makeIssuer(registry);
  app = await startTestApp({ config: await documentsConfig(trust), ports: { issuers: issuer.port } });
  asha = await makeHolder(app);
  other = await makeWallet(app);
});
afterAll(() => app?.close());

/** A transaction of the admission, begun; of Asha where nobody else is named. */
interface Applicant {
  token: string;
  keys: { orgId: string; txnId: string };
  post(path: string, more?: Record<string, unknown>): ReturnType<TestCandidate["post"]>;
}

async function applyAsAsha(): Promise<Applicant> {
  const { token } = asha;
  const body = { orgId: "lotus", eKycFormId: "admission" };
  const created = await app.call("POST", `${wallet}/transactions`, { token, body });
  const keys = { orgId: "lotus", txnId: created.json().data.transactionId as string };
  const post: Applicant["post"] = (path, more) =>
    app.call("POST", `${wallet}${path}`, { token, body: { ...keys, ...more } });
  await post("/transactions/process");
  return { token, keys, post };
}

async function apply(name = "Asha Verma"): Promise<Applicant> {
  const { token, orgId, txnId, post } = await begin(app, "lotus", "admission", { name, identity: true, process: true });
  return { token, keys: { orgId, txnId }, post };
}

const get = ({ token, keys }: Applicant, path: string) =>
  app.call("GET", `${wallet}${path}?${new URLSearchParams(keys).toString()}`, { token });
const readChoices = async (who: Applicant): Promise<Choices> =>
  (await get(who, `/transactions/${degree}/credentials`)).json().data;
const readDegree = async (who: Applicant) => (await get(who, `/transactions/${degree}/info`)).json().data;
const ask = async (who: Applicant): Promise<Asking> =>
  (await who.post("/transactions/credential-requests", { verificationName: degree })).json().data;
const readAsking = async ({ token }: Applicant, { id }: Asking): Promise<Asking> =>
  (await app.call("GET", `${wallet}/transactions/credential-requests/${id}`, { token })).json().data;
const share = (who: Applicant, credentialId = asha.degreeId) =>
  who.post("/transactions/credentials", { verificationName: degree, credentialId });
const audit = async ({ keys }: Applicant, event: string) =>
  (
    await app.services.pool.query(
      "select detail->>'reason' as reason, detail->>'from' as \"from\" from audit_log where event = $1 and detail->>'transactionId' = $2 order by at",
      [event, keys.txnId],
    )
  ).rows;

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
const issueDegree = async (claims: Record<string, unknown> = {}) => {
  const facts = { institute: "Elsewhere", course: "B.Sc.", degreeLevel: "bachelor", passingYear: "2019" };
  const about = { holder: "VERMA, Asha", iat: (await now()) - 60, ...facts, ...claims };
  return issuer.issue(about, other.publicJwk, (places += 1));
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
