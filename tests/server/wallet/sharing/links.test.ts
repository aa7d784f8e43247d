import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import type { Link, Showing, Shown } from "#engine/api/links.ts";
import { checkProof } from "#renderer/data/proof.ts";
import { startTestApp, type TestApp } from "../../app.ts";
import { documentsConfig } from "../../documents-config.ts";
import { buildDetectWorker } from "../../files/papers.ts";
import { makeHolder } from "../holder.ts";
import { readPdf } from "../../../read-pdf.ts";

const base = "/web-wallet/api/1.0/credentials";
const phone = "Mozilla/5.0 (Linux; Android 14) Mobile";
let app: TestApp;
let token: string;
let degreeId: string;
let txnOfDegree: { transaction_id: string; sub_type: string };

beforeAll(async () => {
  await buildDetectWorker();
  app = await startTestApp({ config: await documentsConfig() });
});
/** Somebody with credentials that nobody has withdrawn, signed in now. */
async function anew(): Promise<void> {
  ({ token, degreeId } = await makeHolder(app));
  txnOfDegree = (
    await app.services.pool.query("select transaction_id, sub_type from credentials where id = $1", [degreeId])
  ).rows[0];
}
beforeAll(anew);
afterAll(() => app?.close());

const post = (path: string, body: object = {}) => app.call("POST", `${base}/links${path}`, { token, body });
const make = async (more: object = {}): Promise<Link> =>
  (await post("", { credentialId: degreeId, facts: ["holder", "course"], days: "7", ...more })).json().data;
const get = async (id: string): Promise<Link> =>
  (await app.call("GET", `${base}/links/one/${id}`, { token })).json().data;
const secretOf = ({ address }: Link) => new URL(address).pathname.split("/").at(-1)!;
/** Somebody opens it, from another device each time unless it is said which. */
let visitors = 0;
const open = async (
  link: Link,
  { agent = `visitor ${(visitors += 1)}`, zone = "Asia/Kolkata", language = "en" } = {},
): Promise<Shown> =>
  (
    await app.call("GET", `${base}/shown/${secretOf(link)}?zone=${encodeURIComponent(zone)}`, {
      headers: { "user-agent": agent, "accept-language": language },
    })
  ).json().data;
const audit = async (event: string, linkId: string) =>
  (
    await app.services.pool.query("select detail from audit_log where event = $1 and detail->>'linkId' = $2", [
      event,
      linkId,
    ])
  ).rows.map(({ detail }) => detail);
/** As the page does it: with what anybody can read. */
const checkInBrowser = async ({ credential, proof }: Shown, translate = (text: string) => text) =>
  checkProof(
    proof!,
    { holder: credential!.card.holder, facts: credential!.card.facts, translate },
    await app.services.clock.now(),
    async (path) => {
      const answer = await app.call("GET", path);
      return answer.statusCode === 200 ? answer.body : undefined;
    },
  );

describe("a link shows a credential to somebody without an account", () => {
  test("what it can disclose is whose it is and every fact, each on its own", async () => {
    const showing = (await app.call("GET", `${base}/links?credentialId=${degreeId}`, { token })).json<{
      data: Showing;
    }>().data;
    expect(showing).toMatchObject({ credentialType: "Degree", links: [] });
    expect(showing.facts.map(({ name }) => name)).toEqual([
      "holder",
      "name",
      "institute",
      "degreeLevel",
      "course",
      "passingYear",
    ]);
  });

  test("what was chosen and nothing else, and the visitor's browser finds that it holds", async () => {
    const link = await make({ facts: ["holder", "institute", "degreeLevel"], audience: "Harbour, HR" });
    expect(link).toMatchObject({ state: "open", looks: 0, audience: "Harbour, HR", visits: [] });
    expect(link.address).toMatch(/^http:\/\/localhost:3000\/shown\/[\w-]{22}\?orgId=harbour$/);
    expect(link.code).toMatch(/^data:image\/svg\+xml,/);
    const shown = await open(link);
    expect(shown).toMatchObject({
      standing: "valid",
      credential: { credentialType: "Degree", card: { holder: "Asha Verma", institution: "University of Delhi" } },
    });
    expect(shown.credential!.card.facts.map(({ value }) => value)).toEqual(["University of Delhi", "Diploma"]);
    expect(shown.credential!.card.proves).toBeUndefined();
    expect(JSON.stringify(shown)).not.toContain("Chemistry");
    expect(Buffer.from(shown.proof!.presentation, "base64url").toString("utf8")).not.toContain("Chemistry");
    expect(await checkInBrowser(shown)).toEqual({ signature: true, content: true, holder: true, standing: true });
    const changed = structuredClone(shown);
    changed.credential!.card.facts[1]!.value = "Doctoral";
    expect(await checkInBrowser(changed)).toMatchObject({ content: false });
  });

  test("without the holder's name where that was not chosen; in the visitor's language, and it still holds", async () => {
    const shown = await open(await make({ facts: ["degreeLevel"] }), { language: "hi" });
    expect(shown.credential!.card.holder).toBe("");
    const [level] = shown.credential!.card.facts;
    expect(level!.value).not.toBe("Diploma");
    const { translate } = app.services.findWords("hi");
    expect(await checkInBrowser(shown, translate)).toMatchObject({ signature: true, content: true });
  });

  test("the candidate sees who looked: when, roughly from where, and once for a page that is loaded again", async () => {
    const link = await make();
    await open(link, { agent: phone });
    await open(link, { agent: phone });
    await open(link, { agent: "desk", zone: "<script>" });
    const seen = await get(link.id);
    expect(seen.looks).toBe(2);
    expect(seen.visits).toMatchObject([
      { zone: "", device: "computer" },
      { zone: "Asia/Kolkata", device: "phone" },
    ]);
    expect(await audit("credential-shown", link.id)).toHaveLength(2);
    await app.advance(3600);
    await app.services.jobs.runDue({ all: true });
    await anew();
    const kept = await app.services.pool.query("select visit_hash from credential_looks where link_id = $1", [link.id]);
    expect(kept.rows).toEqual([{ visit_hash: null }, { visit_hash: null }]);
  });
});

test("links that many have looked at name the last fifty of each, and no more is read for it", async () => {
  await anew();
  const links = [await make(), await make(), await make()];
  const { pool } = app.services;
  await pool.query(
    `insert into credential_looks (id, link_id, zone, device, looked_at)
     select link || n, link, n::text, 'phone', app_now() - n * interval '1 minute' from unnest($1::text[]) link, generate_series(1, 200) n`,
    [links.map(({ id }) => id)],
  );
  const reading = vi.spyOn(pool, "query");
  const showing = (await app.call("GET", `${base}/links?credentialId=${degreeId}`, { token })).json<{
    data: Showing;
  }>().data;
  const read = await Promise.all(reading.mock.results.map(({ value }) => value as Promise<{ rows?: unknown[] }>));
  reading.mockRestore();
  const newest = Array.from({ length: 50 }, (_, n) => String(n + 1));
  for (const { visits } of showing.links) expect(visits.map(({ zone }) => zone)).toEqual(newest);
  expect(showing.links).toHaveLength(3);
  const most = Math.max(...read.map(({ rows = [] }) => rows.length));
  expect(most).toBe(150);
});

describe("a link that does not open says why, and it is written down", () => {
  test("taken back", async () => {
    const link = await make();
    await open(link);
    expect((await post(`/take-back/${link.id}`)).json().data).toMatchObject({ state: "taken-back", looks: 1 });
    expect((await post(`/take-back/${link.id}`)).json().data).toMatchObject({ state: "taken-back" });
    expect(await open(link)).toEqual({ standing: "taken-back" });
    expect(await audit("credential-link-taken-back", link.id)).toHaveLength(1);
    expect(await audit("credential-link-refused", link.id)).toEqual([{ linkId: link.id, reason: "taken-back" }]);
  });

  test("used up: who has looked may load the page again, nobody else", async () => {
    const link = await make({ looks: "1" });
    expect(await open(link, { agent: phone })).toMatchObject({ standing: "valid" });
    expect(await open(link)).toEqual({ standing: "used-up" });
    expect(await open(link, { agent: phone })).toMatchObject({ standing: "valid" });
    expect(await get(link.id)).toMatchObject({ state: "used-up", looks: 1 });
    expect(await audit("credential-link-refused", link.id)).toEqual([{ linkId: link.id, reason: "used-up" }]);
  });

  test("expired", async () => {
    const link = await make({ days: "1" });
    await app.advance(86_401);
    await anew();
    expect(await open(link)).toEqual({ standing: "expired" });
    expect(await audit("credential-link-refused", link.id)).toEqual([{ linkId: link.id, reason: "expired" }]);
  });

  test("unknown: nothing is learnt, and nobody is named", async () => {
    const answer = await app.call("GET", `${base}/shown/${"a".repeat(22)}`);
    expect(answer.json().data).toEqual({ standing: "unknown" });
    const kept = await app.services.pool.query(
      "select candidate_id from audit_log where event = 'credential-link-refused' and detail->>'reason' = 'unknown'",
    );
    expect(kept.rows[0]).toEqual({ candidate_id: null });
  });

  test("withdrawn: it opens and says so, here and in the visitor's own browser; no new link can be made", async () => {
    const link = await make();
    const { transaction_id: txnId, sub_type: subType } = txnOfDegree;
    await app.call("POST", "/sandbox/verifier", { body: { txnId, subType, outcome: "withdraw", reason: "Revoked" } });
    const shown = await open(link);
    expect(shown).toMatchObject({ standing: "withdrawn", credential: { revokedAt: expect.any(String) } });
    expect(await checkInBrowser(shown)).toEqual({ signature: true, content: true, holder: true, standing: false });
    const refused = await post("", { credentialId: degreeId, facts: ["holder"], days: "1" });
    expect(refused.statusCode).toBe(409);
    expect(refused.json()).toMatchObject({ message: "This credential was withdrawn and cannot be shown any more" });
    const paper = await app.call("GET", `${base}/links/paper/${link.id}`, { token });
    expect(paper.statusCode).toBe(409);
    await anew();
  });

  test("a fact that it does not hold is refused at its place", async () => {
    const refused = await post("", { credentialId: degreeId, facts: ["holder", "rollNumber"], days: "1" });
    expect(refused.json()).toMatchObject({
      code: 106,
      fields: [{ pointer: "/facts", message: "This credential does not hold that" }],
    });
  });
});

test("as a paper it holds what the link discloses, and the address to check it", async () => {
  const link = await make({ facts: ["holder", "institute", "course"] });
  const answer = await app.call("GET", `${base}/links/paper/${link.id}`, { token });
  expect(answer.headers["content-type"]).toBe("application/pdf");
  const words = await readPdf(answer.rawPayload);
  for (const said of ["Degree", "B.Sc. Chemistry", "University of Delhi", "Asha Verma", "Scan this to check"])
    expect(words).toContain(said);
  expect(words).not.toContain("Diploma");
  expect(words.replaceAll(" ", "")).toContain(link.address);
  expect(words).toContain("Page 1 of 1");
});
