import type { PresentationRequest, MatchingCredentials } from "#engine/core/scope/shapes/presentations.ts";
import type { AnyDefinition } from "#engine/core/definitions/kinds.ts";
import type { RequestDefinition } from "#engine/core/definitions/request.ts";
import type { TestApp } from "../../app.ts";
import { begin, wallet, type TestCandidate } from "../transactions/candidate.ts";

/** Another issuer, trusted by the university. */
export const registry = "https://registry.example/degrees";
export const degree = "bgv-degree";
export const marksheet = "bgv-tenth";

/** Makes the university trust a registry: degrees of the last two years, marksheets of any age. */
export function trust(document: AnyDefinition): AnyDefinition {
  if (document.kind !== "request" || document.id !== "admission") return document;
  const others = (type: string) => [{ issuer: registry, types: [`${registry}/${type}`] }];
  const verifications = (document as unknown as RequestDefinition).verifications.map((asked) => {
    if (asked.verification === marksheet)
      return { ...asked, accepts: [{ verification: marksheet, others: others("marksheet") }] };
    if (asked.verification !== degree || !asked.accepts) return asked;
    return { ...asked, accepts: asked.accepts.map((one) => ({ ...one, withinDays: 730, others: others("degree") })) };
  });
  return { ...document, verifications };
}

/** A candidate with a started admission transaction, which requests a degree. */
export interface Applicant {
  app: TestApp;
  token: string;
  keys: { orgId: string; txnId: string };
  post(path: string, more?: Record<string, unknown>): ReturnType<TestCandidate["post"]>;
}

/** Starts an admission as a signed-in candidate. */
export async function applyWith(app: TestApp, token: string): Promise<Applicant> {
  const body = { orgId: "lotus", eKycFormId: "admission" };
  const created = await app.call("POST", `${wallet}/transactions`, { token, body });
  const keys = { orgId: "lotus", txnId: created.json().data.transactionId as string };
  const post: Applicant["post"] = (path, more) =>
    app.call("POST", `${wallet}${path}`, { token, body: { ...keys, ...more } });
  await post("/transactions/process");
  return { app, token, keys, post };
}

/** Starts an admission as a new candidate without credentials. */
export async function applyAs(app: TestApp, name: string): Promise<Applicant> {
  const { token, orgId, txnId, post } = await begin(app, "lotus", "admission", { name, identity: true, process: true });
  return { app, token, keys: { orgId, txnId }, post };
}

/** Reads below the applicant's transaction. */
export const get = ({ app, token, keys }: Applicant, path: string) =>
  app.call("GET", `${wallet}${path}?${new URLSearchParams(keys).toString()}`, { token });
export const readMatchingCredentials = async (who: Applicant): Promise<MatchingCredentials> =>
  (await get(who, `/transactions/${degree}/matching-credentials`)).json().data;
export const readVerification = async (who: Applicant, name: string) =>
  (await get(who, `/transactions/${name}/info`)).json().data;
export const readDegree = (who: Applicant) => readVerification(who, degree);

/** Requests a degree, or another credential, from another wallet. */
export const requestPresentation = async (who: Applicant, verificationName = degree): Promise<PresentationRequest> =>
  (await who.post("/transactions/presentation-requests", { verificationName })).json().data;
export const readRequest = async (
  { app, token }: Applicant,
  { id }: PresentationRequest,
): Promise<PresentationRequest> =>
  (await app.call("GET", `${wallet}/transactions/presentation-requests/${id}`, { token })).json().data;

/** Audit details of an event of the applicant's transaction. */
export const readAudit = async ({ app, keys }: Applicant, event: string) =>
  (
    await app.services.pool.query(
      "select detail->>'reason' as reason, detail->>'source' as source from audit_log where event = $1 and detail->>'transactionId' = $2 order by at",
      [event, keys.txnId],
    )
  ).rows;
