import type { Asking, Choices } from "#engine/api/presentations.ts";
import type { AnyDocument } from "#engine/documents/kinds.ts";
import type { RequestDocument } from "#engine/documents/request.ts";
import type { TestApp } from "../../app.ts";
import { begin, wallet, type TestCandidate } from "../transactions/candidate.ts";

/** Another issuer, which the university trusts. */
export const registry = "https://registry.example/degrees";
export const degree = "bgv-degree";
export const marksheet = "bgv-tenth";

/** The university trusts a registry too: for degrees of the last two years, and for marksheets of any age. */
export function trust(document: AnyDocument): AnyDocument {
  if (document.kind !== "request" || document.id !== "admission") return document;
  const others = (type: string) => [{ issuer: registry, types: [`${registry}/${type}`] }];
  const verifications = (document as unknown as RequestDocument).verifications.map((asked) => {
    if (asked.verification === marksheet)
      return { ...asked, accepts: [{ verification: marksheet, others: others("marksheet") }] };
    if (asked.verification !== degree || !asked.accepts) return asked;
    return { ...asked, accepts: asked.accepts.map((one) => ({ ...one, withinDays: 730, others: others("degree") })) };
  });
  return { ...document, verifications };
}

/** Who is asked for a degree, with a transaction of the admission, begun. */
export interface Applicant {
  app: TestApp;
  token: string;
  keys: { orgId: string; txnId: string };
  post(path: string, more?: Record<string, unknown>): ReturnType<TestCandidate["post"]>;
}

/** Somebody who is signed in applies. */
export async function applyWith(app: TestApp, token: string): Promise<Applicant> {
  const body = { orgId: "lotus", eKycFormId: "admission" };
  const created = await app.call("POST", `${wallet}/transactions`, { token, body });
  const keys = { orgId: "lotus", txnId: created.json().data.transactionId as string };
  const post: Applicant["post"] = (path, more) =>
    app.call("POST", `${wallet}${path}`, { token, body: { ...keys, ...more } });
  await post("/transactions/process");
  return { app, token, keys, post };
}

/** Somebody new applies, who has nothing in this wallet. */
export async function applyAs(app: TestApp, name: string): Promise<Applicant> {
  const { token, orgId, txnId, post } = await begin(app, "lotus", "admission", { name, identity: true, process: true });
  return { app, token, keys: { orgId, txnId }, post };
}

/** A reading of the applicant's transaction. */
export const get = ({ app, token, keys }: Applicant, path: string) =>
  app.call("GET", `${wallet}${path}?${new URLSearchParams(keys).toString()}`, { token });
export const readChoices = async (who: Applicant): Promise<Choices> =>
  (await get(who, `/transactions/${degree}/credentials`)).json().data;
export const readVerification = async (who: Applicant, name: string) =>
  (await get(who, `/transactions/${name}/info`)).json().data;
export const readDegree = (who: Applicant) => readVerification(who, degree);

/** Asks another wallet for a degree, or for something else. */
export const ask = async (who: Applicant, verificationName = degree): Promise<Asking> =>
  (await who.post("/transactions/credential-requests", { verificationName })).json().data;
export const readAsking = async ({ app, token }: Applicant, { id }: Asking): Promise<Asking> =>
  (await app.call("GET", `${wallet}/transactions/credential-requests/${id}`, { token })).json().data;

/** What the audit log says of the applicant's transaction. */
export const audit = async ({ app, keys }: Applicant, event: string) =>
  (
    await app.services.pool.query(
      "select detail->>'reason' as reason, detail->>'from' as \"from\" from audit_log where event = $1 and detail->>'transactionId' = $2 order by at",
      [event, keys.txnId],
    )
  ).rows;
