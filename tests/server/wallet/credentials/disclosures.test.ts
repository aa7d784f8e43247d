import fc from "fast-check";
import type { JWK } from "jose";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { disclose } from "#renderer/data/verify-presentation.ts";
import { choiceNamesClaim, holderClaim } from "#engine/contract/claim-names.ts";
import { toFieldName } from "#engine/core/form/client-flow.ts";
import { listCertifiedFields, toCredentialFacts, toFactLabel } from "#engine/core/form/credential-facts.ts";
import type { CredentialCard } from "#engine/core/scope/shapes/credentials.ts";
import type { SharedCredential, ShareLink, Sharing } from "#engine/core/scope/shapes/share-links.ts";
import { toDisclosed } from "#server/wallet/credentials/claims.ts";
import { toReader } from "#server/wallet/credentials/facts.ts";
import { toPrivateKey } from "#server/wallet/credentials/issuer-keys.ts";
import { presentCredential } from "#server/wallet/credentials/sd-jwt.ts";
import { toCurrentDefinitions } from "#server/wallet/transactions/pinned-definitions.ts";
import { newMobile, startTestApp, type TestApp } from "../../app.ts";
import { definitionsConfig } from "../../definitions-config.ts";
import { buildDetectWorker } from "../../files/sample-documents.ts";
import { readPdf } from "../../../support/read-pdf.ts";

const base = "/web-wallet/api/1.0/credentials";
const config = await definitionsConfig();
/** Every form of every organisation that is open and asks for a verification with a credential. */
const scenes = [...config.current().organisations.values()].flatMap(({ orgId, list }) =>
  list("request").flatMap(({ id, expiry, verifications }) => {
    const types = verifications.flatMap(({ verification }) => {
      const type = list("verification").find((one) => one.id === verification)?.credential?.type;
      return type === undefined ? [] : [type];
    });
    return expiry === -1 && types.length > 0 ? [[orgId, id, types] as const] : [];
  }),
);

interface Held {
  id: string;
  credentialType: string;
  credentialAttributes: Record<string, unknown>;
  card: CredentialCard;
}

let app: TestApp;
beforeAll(async () => {
  await buildDetectWorker();
  app = await startTestApp({ config });
});
afterAll(() => app?.close());

/** The credentials of a candidate whose form was verified. */
async function complete(orgId: string, formId: string): Promise<{ token: string; list: Held[] }> {
  const mobile = newMobile();
  const { accessToken: token } = await app.signIn(mobile, { name: "Asha Verma", identity: true });
  const made = await app.call("POST", "/sandbox/transaction", { body: { mobile, orgId, formId, state: "COMPLETED" } });
  expect(made.json()).not.toHaveProperty("failure");
  const listed = await app.call("GET", `${base}?count=100`, { token });
  return { token, list: listed.json<{ data: { list: Held[] } }>().data.list };
}

const decode = (part: string) =>
  JSON.parse(Buffer.from(part, "base64url").toString("utf8")) as Record<string, unknown> & unknown[];

/** Names of the attributes that a presentation discloses, at the top level and as names of choices. */
async function readDisclosed(presentation: string): Promise<{ names: string[]; choiceNames: string[] }> {
  const [issued = "", ...rest] = presentation.split("~");
  const payload = decode(issued.split(".")[1]!);
  const claims = (await disclose(payload, rest.slice(0, -1)))!;
  const names = Object.keys(claims).filter((name) => !Object.hasOwn(payload, name));
  return { names: names.sort(), choiceNames: Object.keys((claims[choiceNamesClaim] ?? {}) as object).sort() };
}

async function readSigned(id: string) {
  const { rows } = await app.services.pool.query<{ token: string; holder_key: string }>(
    "select token, holder_key from credentials where id = $1",
    [id],
  );
  const { token, holder_key: sealed } = rows[0]!;
  const { names } = await readDisclosed(`${token.slice(0, token.lastIndexOf("~"))}~`);
  const payload = (await disclose(decode(token.split("~")[0]!.split(".")[1]!), token.split("~").slice(1, -1)))!;
  return { token, payload, names, holderKey: toPrivateKey(app.services.secrets.unseal<JWK>("holder-key", id, sealed)) };
}

describe.each(scenes)("a credential of %s %s", (orgId, formId, types) => {
  let token: string;
  let list: Held[];
  beforeAll(async () => {
    ({ token, list } = await complete(orgId, formId));
  });

  test("has the same facts on card, PDF, chooser, link and shared page, and certifies nothing else", async () => {
    expect(new Set(list.map(({ credentialType }) => credentialType))).toEqual(new Set(types));
    for (const { id, card, credentialAttributes } of list) {
      const labels = ["Name of the holder", ...card.facts.map(({ label }) => label)];
      expect(new Set(labels).size).toBe(labels.length);
      expect(card.facts.map(({ name }) => name).sort()).toEqual(Object.keys(credentialAttributes).sort());
      expect((await readSigned(id)).names).toEqual([holderClaim, ...card.facts.map(({ name }) => name)].sort());
      const sharing = (await app.call("GET", `${base}/share-links?credentialId=${id}`, { token })).json<{
        data: Sharing;
      }>().data;
      // The chooser offers the holder's name once.
      const others = card.facts.filter(({ value }) => value !== card.holder).map(({ label }) => label);
      expect(sharing.facts.map(({ label }) => label)).toEqual(["Name of the holder", ...others]);
      const body = { credentialId: id, facts: [holderClaim, ...card.facts.map(({ name }) => name)], days: "7" };
      const link = (await app.call("POST", `${base}/share-links`, { token, body })).json<{ data: ShareLink }>().data;
      expect(link.facts.map(({ label }) => label)).toEqual(labels);
      const secret = new URL(link.address).pathname.split("/").at(-1)!;
      const shared = (await app.call("GET", `${base}/shared/${secret}?timeZone=Asia%2FKolkata`)).json<{
        data: SharedCredential;
      }>().data;
      expect(shared.credential?.card.facts).toEqual(card.facts);
      expect((await readDisclosed(shared.proof!.presentation)).names).toEqual([...body.facts].sort());
      const printed = (await app.call("GET", `${base}/share-links/${link.id}/pdf`, { token })).rawPayload;
      const text = (await readPdf(printed)).replaceAll(/\s/g, "");
      for (const label of labels) expect(text).toContain(label.replaceAll(/\s/g, ""));
    }
  });

  test("discloses exactly the chosen facts, each with its own name of a choice", async () => {
    for (const { id, card } of list) {
      const { token: issued, payload, holderKey } = await readSigned(id);
      const choices = Object.keys((payload[choiceNamesClaim] ?? {}) as object);
      const audience = { aud: "https://verifier.example", nonce: "once", now: new Date() };
      await fc.assert(
        fc.asyncProperty(fc.subarray([holderClaim, ...card.facts.map(({ name }) => name)]), async (chosen) => {
          const disclosed = toDisclosed(payload as never, chosen);
          const presentation = await presentCredential(issued, disclosed, holderKey, audience);
          expect(await readDisclosed(presentation)).toEqual({
            names: [...chosen].sort(),
            choiceNames: chosen.filter((name) => choices.includes(name)).sort(),
          });
        }),
        { numRuns: 20 },
      );
    }
  });
});

/** Every verification of every organisation that issues a credential, also those that no open form asks for. */
const issuing = [...config.current().organisations.values()].flatMap((organisation) => {
  const definitions = toCurrentDefinitions(config.current(), organisation);
  return organisation
    .list("verification")
    .flatMap((verification) =>
      verification.credential ? [[organisation.orgId, verification.id, { definitions, verification }] as const] : [],
    );
});

test.each(issuing)("%s %s certifies at least one fact, and gives each a different label", (_, _name, context) => {
  const reader = toReader({ ...context, translate: (text) => text });
  const names = listCertifiedFields(reader.model, reader.credential).map(toFieldName);
  expect(names.length).toBeGreaterThan(0);
  const labels = names.map((name) => toFactLabel(reader, name));
  expect(labels).not.toContain("");
  expect(new Set(labels).size).toBe(names.length);
  const facts = toCredentialFacts(reader, Object.fromEntries(names.map((name) => [name, "a value"])));
  expect(facts.map(({ name, label }) => [name, label])).toEqual(names.map((name, index) => [name, labels[index]]));
});

test("a credential of an earlier release lists every attribute that it holds, also hidden ones", async () => {
  const { token, list } = await complete("harbour", "background-check");
  const { id } = list.find(({ credentialType }) => credentialType === "Address")!;
  await app.services.pool.query("update credentials set attributes = attributes || $2 where id = $1", [
    id,
    { "currentAddress.city": "Mars" },
  ]);
  const sharing = (await app.call("GET", `${base}/share-links?credentialId=${id}`, { token })).json<{
    data: Sharing;
  }>().data;
  expect(sharing.facts).toContainEqual({ name: "currentAddress.city", label: "Further detail", value: "Mars" });
});
