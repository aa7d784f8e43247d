import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { CredentialCard } from "#engine/api/credentials.ts";
import type { Link, Shown } from "#engine/api/links.ts";
import { newMobile, startTestApp, type TestApp } from "../../app.ts";
import { documentsConfig } from "../../documents-config.ts";
import { buildDetectWorker } from "../../files/papers.ts";
import { readPdf } from "../../../read-pdf.ts";
import { provePassport } from "../holder.ts";

const base = "/web-wallet/api/1.0/credentials";
let app: TestApp;

beforeAll(async () => {
  await buildDetectWorker();
  app = await startTestApp({ config: await documentsConfig() });
});
afterAll(() => app?.close());

/** Asha Verma, whose papers are with the verifier. */
async function submit(): Promise<{ token: string; txnId: string }> {
  const mobile = newMobile();
  const { accessToken: token } = await app.signIn(mobile, { name: "Asha Verma", identity: true });
  const scene = { mobile, orgId: "harbour", formId: "background-check", state: "IN_PROGRESS" };
  const { txnId } = (await app.call("POST", "/sandbox/scene", { body: scene })).json<{ txnId: string }>();
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
const makeLink = async (token: string, credentialId: string): Promise<Link> => {
  const body = { credentialId, facts: ["holder"], days: "7" };
  return (await app.call("POST", `${base}/links`, { token, body })).json().data;
};
const readLink = async (token: string, { id }: Link): Promise<Link> =>
  (await app.call("GET", `${base}/links/one/${id}`, { token })).json().data;
const open = async ({ address }: Link): Promise<Shown> =>
  (await app.call("GET", `${base}/shown/${new URL(address).pathname.split("/").at(-1)}`)).json().data;
const readPaper = async (token: string, { id }: Link): Promise<string> =>
  readPdf((await app.call("GET", `${base}/links/paper/${id}`, { token })).rawPayload);

describe("whose a credential is", () => {
  test("is who it was that submitted, whoever proves to be somebody else before the verdict", async () => {
    const { token, txnId } = await submit();
    await provePassport(app, token, "Mallory Moore");
    await complete(txnId);
    const { id, card } = await readEmployment(token);
    expect(card.holder).toBe("Asha Verma");
    expect((await open(await makeLink(token, id))).credential!.card.holder).toBe("Asha Verma");
  });

  test("stays what was signed: another name proved later stands on no card, no link and no paper", async () => {
    const { token, txnId } = await submit();
    await complete(txnId);
    const { id } = await readEmployment(token);
    const link = await makeLink(token, id);
    await provePassport(app, token, "Mallory Moore");
    expect((await readEmployment(token)).card.holder).toBe("Asha Verma");
    expect((await open(link)).credential!.card.holder).toBe("Asha Verma");
    expect((await readLink(token, link)).facts).toMatchObject([{ name: "holder", value: "Asha Verma" }]);
    const words = await readPaper(token, link);
    expect(words).toContain("Asha Verma");
    expect(words).not.toContain("Mallory");
  });

  test("is the candidate's proved name where a server of the release before took the submission", async () => {
    const { token, txnId } = await submit();
    await app.services.pool.query("update transactions set holder_name = null where id = $1", [txnId]);
    await complete(txnId);
    expect((await readEmployment(token)).card.holder).toBe("Asha Verma");
  });
});
