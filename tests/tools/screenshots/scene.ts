import { readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { FixtureAnswer } from "#engine/contract/sandbox.ts";
import { beginForm, type Begun, type Tokens } from "../../e2e/candidate.ts";
import { ApiClient } from "../replay/api-client.ts";

const folder = fileURLToPath(new URL("../../../schemas/organisations", import.meta.url));

/** Every organisation: each is a brand. */
export const brands: readonly string[] = readdirSync(folder).sort();

/** Who is signed in, and what is open. */
export interface Scene {
  mobile?: string;
  open?: { orgId: string; formId: string; txnId: string };
  /** Its form, for whoever has no transaction. */
  formId: string;
}

type Transaction = FixtureAnswer["transactions"][string];
const begun = new Map<string, Begun & { names: readonly string[] }>();
let demo: FixtureAnswer | undefined;

/** A session of its own for each picture: a renewed token is no use to the next one. */
export function signInAgain(baseUrl: string, mobile: string): Promise<Tokens> {
  return new ApiClient(baseUrl).sandbox<Tokens>("POST", "session", { mobile });
}

/** The candidate of the demo: a transaction in every state, orders, notices, credentials. */
export async function readDemo(baseUrl: string): Promise<FixtureAnswer> {
  return (demo ??= await new ApiClient(baseUrl).sandbox<FixtureAnswer>("POST", "fixture", { name: "demo" }));
}

/** The person of the demo who has all of it. */
export async function readAsha(baseUrl: string): Promise<{ mobile: string }> {
  const { asha } = (await readDemo(baseUrl)).candidates;
  if (!asha) throw new Error("The demo has nobody.");
  return asha;
}

/** The transaction of the demo in a state, if it is this brand's. */
export async function findInState(baseUrl: string, brand: string, state: string): Promise<Transaction | undefined> {
  const transaction = (await readDemo(baseUrl)).transactions[state];
  return transaction?.orgId === brand ? transaction : undefined;
}

/** A candidate of one brand whose form has begun, made once; `names` are what it asks for. */
export async function beginAt(baseUrl: string, brand: string): Promise<Begun & { names: readonly string[] }> {
  const known = begun.get(brand);
  if (known) return known;
  const made = await beginForm(baseUrl, { orgId: brand, formId: await findForm(baseUrl, brand) });
  await made.call("transactions.process");
  const { data } = await made.call("transactions.info");
  const names = Object.keys((data as { verificationList: object }).verificationList);
  begun.set(brand, { ...made, names });
  return { ...made, names };
}

/** The first form of a brand that anybody may start. */
async function findForm(baseUrl: string, brand: string): Promise<string> {
  const { mobile } = await readAsha(baseUrl);
  const { accessToken: bearer } = await signInAgain(baseUrl, mobile);
  const answer = await new ApiClient(baseUrl).call("forms.public", { orgId: brand, count: "1" }, { bearer });
  const [form] = (answer.data as { list: { formId: string }[] }).list;
  if (!form) throw new Error(`${brand} has no public form.`);
  return form.formId;
}
