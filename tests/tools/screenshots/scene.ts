import { readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { FixtureAnswer } from "#engine/contract/sandbox.ts";
import { startForm, type StartedForm, type Tokens } from "../../e2e/candidate.ts";
import { ApiClient } from "../replay/api-client.ts";

const folder = fileURLToPath(new URL("../../../schemas/organisations", import.meta.url));

/** Every organisation has a brand. */
export const brands: readonly string[] = readdirSync(folder).sort();

/** The signed-in candidate and their open transaction. */
export interface Scene {
  mobile?: string;
  open?: { orgId: string; formId: string; txnId: string };
  /** The form of the transaction, or of a candidate without one. */
  formId: string;
}

type Transaction = FixtureAnswer["transactions"][string];
const begun = new Map<string, StartedForm & { names: readonly string[] }>();
let demo: FixtureAnswer | undefined;

/** A separate session for each screenshot, because pages renew their tokens. */
export function signInAgain(baseUrl: string, mobile: string): Promise<Tokens> {
  return new ApiClient(baseUrl).sandbox<Tokens>("POST", "session", { mobile });
}

/** The demo candidate, with a transaction in every state, orders, notifications and credentials. */
export async function readDemo(baseUrl: string): Promise<FixtureAnswer> {
  return (demo ??= await new ApiClient(baseUrl).sandbox<FixtureAnswer>("POST", "fixture", { name: "demo" }));
}

/** The demo candidate's mobile number. */
export async function readAsha(baseUrl: string): Promise<{ mobile: string }> {
  const { asha } = (await readDemo(baseUrl)).candidates;
  if (!asha) throw new Error("The demo has nobody.");
  return asha;
}

/** The demo's transaction in a state, if it belongs to this brand. */
export async function findInState(baseUrl: string, brand: string, state: string): Promise<Transaction | undefined> {
  const transaction = (await readDemo(baseUrl)).transactions[state];
  return transaction?.orgId === brand ? transaction : undefined;
}

/** A candidate with a started form of a brand, created once. `names` lists the form's verifications. */
export async function beginAt(baseUrl: string, brand: string): Promise<StartedForm & { names: readonly string[] }> {
  const known = begun.get(brand);
  if (known) return known;
  const made = await startForm(baseUrl, { orgId: brand, formId: await findForm(baseUrl, brand) });
  await made.call("transactions.process");
  const { data } = await made.call("transactions.info");
  const names = Object.keys((data as { verificationList: object }).verificationList);
  begun.set(brand, { ...made, names });
  return { ...made, names };
}

/** The first public form of a brand. */
async function findForm(baseUrl: string, brand: string): Promise<string> {
  const { mobile } = await readAsha(baseUrl);
  const { accessToken: bearer } = await signInAgain(baseUrl, mobile);
  const answer = await new ApiClient(baseUrl).call("forms.public", { orgId: brand, count: "1" }, { bearer });
  const [form] = (answer.data as { list: { formId: string }[] }).list;
  if (!form) throw new Error(`${brand} has no public form.`);
  return form.formId;
}
