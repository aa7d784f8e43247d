import { afterAll, beforeAll, expect, test } from "vitest";
import type { AnyDefinition } from "#engine/core/definitions/kinds.ts";
import type { RequestDefinition } from "#engine/core/definitions/request.ts";
import type { MatchingCredentials, PresentationRequest } from "#engine/core/scope/shapes/presentations.ts";
import { startTestApp, type TestApp } from "../../app.ts";
import { definitionsConfig } from "../../definitions-config.ts";
import { buildDetectWorker } from "../../files/sample-documents.ts";
import { makeHolder } from "../holder.ts";
import { wallet } from "../transactions/candidate.ts";

const unshown = "/currentAddress/city";
const labels = ["Name of the holder", "Pincode", "Line 1", "Village/Town/City"];

/** A request of an earlier release, which asks for a value that no card shows. */
const askForUnshown = (document: AnyDefinition): AnyDefinition => {
  if (document.kind !== "request" || document.id !== "loan-kyc") return document;
  const verifications = (document as unknown as RequestDefinition).verifications.map((asked) => ({
    ...asked,
    ...(asked.accepts && {
      accepts: asked.accepts.map((one) => ({ ...one, attributes: [...(one.attributes ?? []), unshown] })),
    }),
  }));
  return { ...document, verifications };
};

const apps: TestApp[] = [];
beforeAll(buildDetectWorker);
afterAll(() => Promise.all(apps.map((app) => app.close())));

/** A holder of an address credential who applies for a loan, which accepts it. */
async function apply(change?: (document: AnyDefinition) => AnyDefinition) {
  const app = await startTestApp({ config: await definitionsConfig(change) });
  apps.push(app);
  const { token } = await makeHolder(app);
  const created = await app.call("POST", `${wallet}/transactions`, {
    token,
    body: { orgId: "meridian", eKycFormId: "loan-kyc" },
  });
  const keys = { orgId: "meridian", txnId: created.json<{ data: { transactionId: string } }>().data.transactionId };
  await app.call("POST", `${wallet}/transactions/process`, { token, body: keys });
  const post = (path: string, more: object) =>
    app.call("POST", `${wallet}/transactions/${path}`, {
      token,
      body: { ...keys, verificationName: "bgv-address", ...more },
    });
  const readMatches = async () =>
    (
      await app.call("GET", `${wallet}/transactions/bgv-address/matching-credentials?${new URLSearchParams(keys)}`, {
        token,
      })
    ).json<{ data: MatchingCredentials }>().data.list;
  return { app, keys, post, readMatches };
}

test("discloses the facts that the consent lists, and no others", async () => {
  const { app, keys, post, readMatches } = await apply();
  const [match] = await readMatches();
  expect(match!.facts.map(({ label }) => label)).toEqual(labels);
  const shared = await post("presentations", { credentialId: match!.credentialId });
  expect(shared.json()).toMatchObject({ data: { state: "COMPLETED" } });
  const { rows } = await app.services.pool.query<{ presentation: { attributes: object } }>(
    "select presentation from transaction_items where transaction_id = $1 and presentation is not null",
    [keys.txnId],
  );
  const names = match!.facts.map(({ name }) => name).filter((name) => name !== "holder");
  expect(Object.keys(rows[0]!.presentation.attributes).sort()).toEqual(names.sort());
});

test("asks another wallet under the labels of the form", async () => {
  const { post } = await apply();
  const { requestedCredentials } = (await post("presentation-requests", {})).json<{ data: PresentationRequest }>().data;
  expect(requestedCredentials[0]!.labels.split(", ").sort()).toEqual([...labels].sort());
});

test("names a value that no card shows as unknown, and finds no credential that holds it", async () => {
  const { post, readMatches } = await apply(askForUnshown);
  const { requestedCredentials } = (await post("presentation-requests", {})).json<{ data: PresentationRequest }>().data;
  expect(requestedCredentials[0]!.labels).toContain("A detail that no credential in this wallet has");
  expect(requestedCredentials[0]!.labels).not.toContain("currentAddress");
  expect(await readMatches()).toEqual([]);
});
