import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import type { ShareLink, Sharing, SharedCredential } from "#engine/core/scope/shapes/share-links.ts";
import { verifyPresentation } from "#renderer/data/verify-presentation.ts";
import { startTestApp, type TestApp } from "../../app.ts";
import { definitionsConfig } from "../../definitions-config.ts";
import { buildDetectWorker } from "../../files/sample-documents.ts";
import { makeHolder } from "../holder.ts";
import { readPdf } from "../../../support/read-pdf.ts";

const base = "/web-wallet/api/1.0/credentials";
const phone = "Mozilla/5.0 (Linux; Android 14) Mobile";
let app: TestApp;
let token: string;
let degreeId: string;
let txnOfDegree: { transaction_id: string; sub_type: string };

beforeAll(async () => {
  await buildDetectWorker();
  app = await startTestApp({ config: await definitionsConfig() });
});
/** Signs in a candidate with credentials that are not withdrawn. */
async function signInHolder(): Promise<void> {
  ({ token, degreeId } = await makeHolder(app));
  txnOfDegree = (
    await app.services.pool.query("select transaction_id, sub_type from credentials where id = $1", [degreeId])
  ).rows[0];
}
beforeAll(signInHolder);
afterAll(() => app?.close());

const post = (path: string, body: object = {}) => app.call("POST", `${base}/share-links${path}`, { token, body });
const make = async (more: object = {}): Promise<ShareLink> =>
  (await post("", { credentialId: degreeId, facts: ["holder", "course"], days: "7", ...more })).json().data;
const get = async (id: string): Promise<ShareLink> =>
  (await app.call("GET", `${base}/share-links/${id}`, { token })).json().data;
const secretOf = ({ address }: ShareLink) => new URL(address).pathname.split("/").at(-1)!;
/** Opens a link, from a new device by default. */
let visitors = 0;
const open = async (
  link: ShareLink,
  { agent = `visitor ${(visitors += 1)}`, zone = "Asia/Kolkata", language = "en" } = {},
): Promise<SharedCredential> =>
  (
    await app.call("GET", `${base}/shared/${secretOf(link)}?timeZone=${encodeURIComponent(zone)}`, {
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
/** Verifies as the page does, with public data. */
const checkInBrowser = async ({ credential, proof }: SharedCredential, translate = (text: string) => text) =>
  verifyPresentation(
    proof!,
    { holder: credential!.card.holder, facts: credential!.card.facts, translate },
    await app.services.clock.now(),
    async (path) => {
      const answer = await app.call("GET", path);
      return answer.statusCode === 200 ? answer.body : undefined;
    },
  );

describe("share link", () => {
  test("offers each fact on its own, and the name of the holder once", async () => {
    const showing = (await app.call("GET", `${base}/share-links?credentialId=${degreeId}`, { token })).json<{
      data: Sharing;
    }>().data;
    expect(showing).toMatchObject({ credentialType: "Degree", links: [] });
    expect(showing.facts.map(({ name }) => name)).toEqual([
      "holder",
      "institute",
      "degreeLevel",
      "course",
      "passingYear",
    ]);
  });

  test("discloses the chosen facts only, and the viewer's browser verifies them", async () => {
    const link = await make({ facts: ["holder", "institute", "degreeLevel"], audience: "Harbour, HR" });
    expect(link).toMatchObject({ status: "valid", viewCount: 0, audience: "Harbour, HR", views: [] });
    expect(link.address).toMatch(/^http:\/\/localhost:3000\/shared\/[\w-]{22}\?orgId=harbour$/);
    expect(link.qrCode).toMatch(/^data:image\/svg\+xml,/);
    const shown = await open(link);
    expect(shown).toMatchObject({
      status: "valid",
      credential: { credentialType: "Degree", card: { holder: "Asha Verma", institution: "University of Delhi" } },
    });
    expect(shown.credential!.card.facts.map(({ value }) => value)).toEqual(["University of Delhi", "Diploma"]);
    expect(shown.credential!.card.proves).toBeUndefined();
    expect(JSON.stringify(shown)).not.toContain("Chemistry");
    expect(Buffer.from(shown.proof!.presentation, "base64url").toString("utf8")).not.toContain("Chemistry");
    expect(await checkInBrowser(shown)).toEqual({ signature: true, content: true, holder: true, status: true });
    const changed = structuredClone(shown);
    changed.credential!.card.facts[1]!.value = "Doctoral";
    expect(await checkInBrowser(changed)).toMatchObject({ content: false });
  });

  test("discloses facts without the holder's name, in the viewer's language", async () => {
    const shown = await open(await make({ facts: ["degreeLevel"] }), { language: "hi" });
    expect(shown.credential!.card.holder).toBe("");
    const [level] = shown.credential!.card.facts;
    expect(level!.value).not.toBe("Diploma");
    const { translate } = app.services.findMessageTexts("hi");
    expect(await checkInBrowser(shown, translate)).toMatchObject({ signature: true, content: true });
  });

  test("records each view with time and time zone, and a reload as the same view", async () => {
    const link = await make();
    await open(link, { agent: phone });
    await open(link, { agent: phone });
    await open(link, { agent: "desk", zone: "<script>" });
    const seen = await get(link.id);
    expect(seen.viewCount).toBe(2);
    expect(seen.views).toMatchObject([
      { timeZone: "", device: "computer" },
      { timeZone: "Asia/Kolkata", device: "phone" },
    ]);
    expect(await audit("share-link-viewed", link.id)).toHaveLength(2);
    await app.advance(3600);
    await app.services.jobs.runDue({ all: true });
    await signInHolder();
    const kept = await app.services.pool.query("select visit_hash from share_link_views where link_id = $1", [link.id]);
    expect(kept.rows).toEqual([{ visit_hash: null }, { visit_hash: null }]);
  });
});

test("lists the last fifty views of each link, and reads no more than that", async () => {
  await signInHolder();
  const links = [await make(), await make(), await make()];
  const { pool } = app.services;
  await pool.query(
    `insert into share_link_views (id, link_id, time_zone, device, viewed_at)
     select link || n, link, n::text, 'phone', app_now() - n * interval '1 minute' from unnest($1::text[]) link, generate_series(1, 200) n`,
    [links.map(({ id }) => id)],
  );
  const reading = vi.spyOn(pool, "query");
  const showing = (await app.call("GET", `${base}/share-links?credentialId=${degreeId}`, { token })).json<{
    data: Sharing;
  }>().data;
  const read = await Promise.all(reading.mock.results.map(({ value }) => value as Promise<{ rows?: unknown[] }>));
  reading.mockRestore();
  const newest = Array.from({ length: 50 }, (_, n) => String(n + 1));
  for (const { views } of showing.links) expect(views.map(({ timeZone }) => timeZone)).toEqual(newest);
  expect(showing.links).toHaveLength(3);
  const most = Math.max(...read.map(({ rows = [] }) => rows.length));
  expect(most).toBe(150);
});

describe("share link that is not valid", () => {
  test("shows the status revoked", async () => {
    const link = await make();
    await open(link);
    expect((await post(`/${link.id}/revoke`)).json().data).toMatchObject({ status: "revoked", viewCount: 1 });
    expect((await post(`/${link.id}/revoke`)).json().data).toMatchObject({ status: "revoked" });
    expect(await open(link)).toEqual({ status: "revoked" });
    expect(await audit("share-link-revoked", link.id)).toHaveLength(1);
    expect(await audit("share-link-refused", link.id)).toEqual([{ linkId: link.id, reason: "revoked" }]);
  });

  test("shows the status exhausted, except to a viewer who reloads", async () => {
    const link = await make({ viewLimit: "1" });
    expect(await open(link, { agent: phone })).toMatchObject({ status: "valid" });
    expect(await open(link)).toEqual({ status: "exhausted" });
    expect(await open(link, { agent: phone })).toMatchObject({ status: "valid" });
    expect(await get(link.id)).toMatchObject({ status: "exhausted", viewCount: 1 });
    expect(await audit("share-link-refused", link.id)).toEqual([{ linkId: link.id, reason: "exhausted" }]);
  });

  test("shows the status expired", async () => {
    const link = await make({ days: "1" });
    await app.advance(86_401);
    await signInHolder();
    expect(await open(link)).toEqual({ status: "expired" });
    expect(await audit("share-link-refused", link.id)).toEqual([{ linkId: link.id, reason: "expired" }]);
  });

  test("shows the status unknown without any further detail", async () => {
    const answer = await app.call("GET", `${base}/shared/${"a".repeat(22)}`);
    expect(answer.json().data).toEqual({ status: "unknown" });
    const kept = await app.services.pool.query(
      "select candidate_id from audit_log where event = 'share-link-refused' and detail->>'reason' = 'unknown'",
    );
    expect(kept.rows[0]).toEqual({ candidate_id: null });
  });

  test("shows a withdrawn credential as withdrawn, also in the viewer's browser; a new link is rejected", async () => {
    const link = await make();
    const { transaction_id: txnId, sub_type: subType } = txnOfDegree;
    await app.call("POST", "/sandbox/verifier", { body: { txnId, subType, outcome: "withdraw", reason: "Revoked" } });
    const shown = await open(link);
    expect(shown).toMatchObject({ status: "withdrawn", credential: { revokedAt: expect.any(String) } });
    expect(await checkInBrowser(shown)).toEqual({ signature: true, content: true, holder: true, status: false });
    const refused = await post("", { credentialId: degreeId, facts: ["holder"], days: "1" });
    expect(refused.statusCode).toBe(409);
    expect(refused.json()).toMatchObject({ message: "This credential was withdrawn and cannot be shown any more" });
    const paper = await app.call("GET", `${base}/share-links/${link.id}/pdf`, { token });
    expect(paper.statusCode).toBe(409);
    await signInHolder();
  });

  test("rejects an unknown fact with a pointer to it", async () => {
    const refused = await post("", { credentialId: degreeId, facts: ["holder", "rollNumber"], days: "1" });
    expect(refused.json()).toMatchObject({
      code: 106,
      fields: [{ pointer: "/facts", message: "This credential does not have that detail" }],
    });
  });
});

test("prints the disclosed facts and the address to verify them", async () => {
  const link = await make({ facts: ["holder", "institute", "course"] });
  const answer = await app.call("GET", `${base}/share-links/${link.id}/pdf`, { token });
  expect(answer.headers["content-type"]).toBe("application/pdf");
  const words = await readPdf(answer.rawPayload);
  for (const said of ["Degree", "B.Sc. Chemistry", "University of Delhi", "Asha Verma", "Scan this to check"])
    expect(words).toContain(said);
  expect(words).not.toContain("Diploma");
  expect(words.replaceAll(" ", "")).toContain(link.address);
  expect(words).toContain("Page 1 of 1");
});
