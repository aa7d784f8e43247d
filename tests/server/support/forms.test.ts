import { afterAll, beforeAll, expect, test } from "vitest";
import type { StaffFormList } from "#engine/core/scope/shapes/forms.ts";
import { startTestApp, type TestApp } from "../app.ts";
import { orgId, submitCase } from "../console/submitted-case.ts";
import { definitionsConfig } from "../definitions-config.ts";
import { buildDetectWorker } from "../files/sample-documents.ts";
import { codeOf, hire, read } from "../staff/staff-member.ts";
import { begin } from "../wallet/transactions/candidate.ts";
import { decide } from "../wallet/transactions/guard-candidates.ts";

const forms = `/organisations/${orgId}/forms`;
const monthSeconds = 31 * 24 * 3600;
let app: TestApp;
let mina: Awaited<ReturnType<typeof hire>>;

beforeAll(async () => {
  await buildDetectWorker();
  app = await startTestApp({ config: await definitionsConfig() });
  mina = await hire(app, "support", orgId);
});
afterAll(() => app?.close());

const list = async (query = "") => read<StaffFormList>(await mina.browser.call("GET", `${forms}${query}`));
const reopen = (txnId: string, { browser } = mina) => browser.call("POST", `${forms}/${txnId}/reopen`);
const notices = async (mobile: string, about: string) =>
  (await app.call("GET", `/sandbox/outbox?to=${encodeURIComponent(mobile)}`))
    .json<{ list: { text: string }[] }>()
    .list.filter(({ text }) => text.includes(about));

test("opens a closed form again where the candidate stopped, and tells them", async () => {
  const asha = await begin(app, orgId, "background-check", { identity: true, process: true, name: "Asha Rao" });
  await app.advance(monthSeconds);
  mina = await hire(app, "support", orgId);
  const find = `?find=${encodeURIComponent(asha.mobile)}`;
  expect((await list(find)).list).toMatchObject([{ txnId: asha.txnId, displayName: "Asha Rao", state: "CLOSED" }]);
  expect(read(await reopen(asha.txnId))).toEqual({ state: "PENDING" });
  expect(await notices(asha.mobile, "has opened your form Background check again")).toHaveLength(1);
  expect((await list(`?find=${asha.txnId}`)).list).toMatchObject([{ state: "PENDING" }]);
  // The idle time starts from there.
  await app.advance(24 * 3600);
  mina = await hire(app, "support", orgId);
  expect((await list(find)).list).toMatchObject([{ state: "PENDING" }]);
  expect(codeOf(await reopen(asha.txnId))).toEqual([409, 109]);
});

test("gives the cases of a form back that was closed while something was asked for", async () => {
  const { candidate, txnId } = await submitCase(app, { name: "Ravi Iyer" });
  await decide(app, candidate, "insufficient", "bgv-tenth");
  await app.advance(monthSeconds);
  mina = await hire(app, "support", orgId);
  expect((await list("?state=CLOSED")).list.map((form) => form.txnId)).toContain(txnId);
  expect(read(await reopen(txnId))).toEqual({ state: "INSUFFICIENT_DATA" });
  const vera = await hire(app, "verifier", orgId);
  const cases = read<{ list: { txnId: string; subType: string; state: string }[] }>(
    await vera.browser.call("GET", `/organisations/${orgId}/cases?state=INSUFFICIENT_DATA`),
  );
  expect(cases.list).toMatchObject([{ txnId, subType: "bgv-tenth-1" }]);
});

test("has pages, and hides forms of other organisations", async () => {
  for (const name of ["One", "Two", "Three"]) await begin(app, orgId, "background-check", { identity: true, name });
  const all = (await list("?count=100")).list.map(({ txnId }) => txnId);
  const page = await list("?count=2");
  const rest = await list(`?count=100&after=${page.next}`);
  expect([...page.list, ...rest.list].map(({ txnId }) => txnId)).toEqual(all);
  const other = await hire(app, "support", "gce");
  expect(codeOf(await other.browser.call("GET", forms))).toEqual([404, 104]);
  expect(codeOf(await other.browser.call("POST", `/organisations/gce/forms/${all[0]}/reopen`))).toEqual([404, 104]);
  const vera = await hire(app, "verifier", orgId);
  expect(codeOf(await vera.browser.call("POST", `${forms}/${all[0]}/reopen`))).toEqual([403, 103]);
});
