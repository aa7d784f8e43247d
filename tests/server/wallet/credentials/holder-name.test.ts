import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { CredentialCard } from "#engine/core/scope/shapes/credentials.ts";
import type { ShareLink, SharedCredential } from "#engine/core/scope/shapes/share-links.ts";
import { newMobile, startTestApp, type TestApp } from "../../app.ts";
import { definitionsConfig } from "../../definitions-config.ts";
import { buildDetectWorker } from "../../files/sample-documents.ts";
import { readPdf } from "../../../support/read-pdf.ts";
import { verifyPassport } from "../holder.ts";

const base = "/web-wallet/api/1.0/credentials";
let app: TestApp;

beforeAll(async () => {
  await buildDetectWorker();
  app = await startTestApp({ config: await definitionsConfig() });
});
afterAll(() => app?.close());

/** Submits as Asha Verma; the documents are then with the verifier. */
async function submit(): Promise<{ token: string; txnId: string }> {
  const mobile = newMobile();
  const { accessToken: token } = await app.signIn(mobile, { name: "Asha Verma", identity: true });
  const scene = { mobile, orgId: "harbour", formId: "background-check", state: "IN_PROGRESS" };
  const { txnId } = (await app.call("POST", "/sandbox/transaction", { body: scene })).json<{ txnId: string }>();
  return { token, txnId };
}

const complete = async (txnId: string) => {
  const verdict = await app.call("POST", "/sandbox/verifier", { body: { txnId, outcome: "complete" } });
  expect(verdict.json()).toMatchObject({ state: "COMPLETED" });
};

interface Held {
  id: string;
  credentialType: string;
  card: CredentialCard;
}
const readEmployment = async (token: string): Promise<Held> =>
  (await app.call("GET", `${base}?count=100`, { token }))
    .json<{ data: { list: Held[] } }>()
    .data.list.find(({ credentialType }) => credentialType === "Employment")!;
const makeLink = async (token: string, credentialId: string): Promise<ShareLink> => {
  const body = { credentialId, facts: ["holder"], days: "7" };
  return (await app.call("POST", `${base}/share-links`, { token, body })).json().data;
};
const readLink = async (token: string, { id }: ShareLink): Promise<ShareLink> =>
  (await app.call("GET", `${base}/share-links/${id}`, { token })).json().data;
const open = async ({ address }: ShareLink): Promise<SharedCredential> =>
  (await app.call("GET", `${base}/shared/${new URL(address).pathname.split("/").at(-1)}`)).json().data;
const readPaper = async (token: string, { id }: ShareLink): Promise<string> =>
  readPdf((await app.call("GET", `${base}/share-links/${id}/pdf`, { token })).rawPayload);

describe("holder name of a credential", () => {
  test("is the name at submission when another name is verified before the result", async () => {
    const { token, txnId } = await submit();
    await verifyPassport(app, token, "Mallory Moore");
    await complete(txnId);
    const { id, card } = await readEmployment(token);
    expect(card.holder).toBe("Asha Verma");
    expect((await open(await makeLink(token, id))).credential!.card.holder).toBe("Asha Verma");
  });

  test("stays as signed on cards, share links and certificates when another name is verified later", async () => {
    const { token, txnId } = await submit();
    await complete(txnId);
    const { id } = await readEmployment(token);
    const link = await makeLink(token, id);
    await verifyPassport(app, token, "Mallory Moore");
    expect((await readEmployment(token)).card.holder).toBe("Asha Verma");
    expect((await open(link)).credential!.card.holder).toBe("Asha Verma");
    expect((await readLink(token, link)).facts).toMatchObject([{ name: "holder", value: "Asha Verma" }]);
    const words = await readPaper(token, link);
    expect(words).toContain("Asha Verma");
    expect(words).not.toContain("Mallory");
  });

  test("is the verified name when a server of the former release took the submission", async () => {
    const { token, txnId } = await submit();
    await app.services.pool.query("update transactions set holder_name = null where id = $1", [txnId]);
    await complete(txnId);
    expect((await readEmployment(token)).card.holder).toBe("Asha Verma");
  });
});
