import { stateNames, type State } from "#engine/core/definitions/states.ts";
import type { FixtureAnswer } from "#engine/contract/sandbox.ts";
import type { RequestContext } from "#engine/contract/request.ts";
import { startJourney } from "../../e2e/candidate.ts";
import { randomMobile } from "../replay/variables.ts";
import { ApiClient } from "../replay/api-client.ts";
import type { Line } from "./network.ts";

/** The candidate, the open transaction and further ids for addresses. */
export interface Scene {
  /** Absent for a visitor. */
  mobile?: string;
  /** Absent when this browser has no open transaction. */
  open?: Required<RequestContext>;
  /** A form for addresses when none is open. */
  form: { orgId: string; formId: string };
  /** The candidate's orders by outcome. */
  orders: Readonly<Record<string, string>>;
  /** Another candidate's transaction and order. */
  foreign: { txnId: string; orderId: string };
  /** Returns an unchanged scene for reuse. */
  giveBack?(): void;
}

/** A situation in which the crawl visits every screen. */
export interface Situation {
  line: Line;
  /** The session ends on the server without the page's knowledge: before the page opens, or while it is open. */
  ends?: "before" | "meanwhile";
  /** The state of the open transaction, if the situation is about it. */
  state?: State;
  begin(baseUrl: string): Promise<Scene>;
}

const readFixture = (baseUrl: string, name: string) =>
  new ApiClient(baseUrl).sandbox<FixtureAnswer>("POST", "fixture", { name });

/** Created once, because the crawl only reads them. */
let others: Promise<Scene["foreign"]> | undefined;
const findOthers = (baseUrl: string) =>
  (others ??= readFixture(baseUrl, "insufficient-degree").then(({ transactions, orders }) => ({
    txnId: transactions["INSUFFICIENT_DATA"]!.txnId,
    orderId: orders["success"]!,
  })));

const education = { orgId: "gce", formId: "education-evaluation" };

/** Unchanged demo candidates, which take longer to create than a page to visit. */
const untouched: FixtureAnswer[] = [];

/** A candidate with a transaction in every state, orders of every kind, notifications and credentials. */
async function beginDemo(baseUrl: string, state?: State): Promise<Scene> {
  const demo = untouched.pop() ?? (await readFixture(baseUrl, "demo"));
  const { candidates, transactions, orders } = demo;
  const open = state && transactions[state];
  if (state && !open) throw new Error(`The demo has no transaction that is ${state}.`);
  const giveBack = () => void untouched.push(demo);
  const scene = { mobile: candidates["asha"]!.mobile, form: open ?? education, orders, giveBack };
  return { ...scene, foreign: await findOthers(baseUrl), ...(open && { open }) };
}

/** A new candidate without a name or a transaction. */
async function beginNew(baseUrl: string): Promise<Scene> {
  const mobile = randomMobile("+9196########");
  await new ApiClient(baseUrl).sandbox("POST", "session", { mobile });
  return { mobile, form: education, orders: {}, foreign: await findOthers(baseUrl) };
}

/** A new candidate with one started form. */
async function beginBegun(baseUrl: string): Promise<Scene> {
  const { tokens, orgId, formId, txnId } = await startJourney(baseUrl);
  const open = { orgId, formId, txnId };
  return { mobile: tokens.mobile, open, form: open, orders: {}, foreign: await findOthers(baseUrl) };
}

/** Situations by the name that reports use. */
export const situations: Readonly<Record<string, Situation>> = {
  "signed out": {
    line: "well",
    begin: async (baseUrl) => ({ form: education, orders: {}, foreign: await findOthers(baseUrl) }),
  },
  "signed up": { line: "well", begin: beginNew },
  "signed in": { line: "well", begin: beginBegun },
  "no open transaction": { line: "well", begin: (baseUrl) => beginDemo(baseUrl) },
  ...Object.fromEntries(
    stateNames.map((state): [string, Situation] => [
      `transaction ${state}`,
      { line: "well", state, begin: (baseUrl) => beginDemo(baseUrl, state) },
    ]),
  ),
  "session ended": { line: "well", ends: "before", begin: (baseUrl) => beginDemo(baseUrl, "READY_TO_SUBMIT") },
  "session ends": { line: "well", ends: "meanwhile", begin: (baseUrl) => beginDemo(baseUrl, "READY_TO_SUBMIT") },
  "server slow": { line: "slowly", begin: (baseUrl) => beginDemo(baseUrl, "READY_TO_SUBMIT") },
  "server failing": { line: "with failures", begin: (baseUrl) => beginDemo(baseUrl, "READY_TO_SUBMIT") },
  "server away": { line: "not at all", begin: (baseUrl) => beginDemo(baseUrl, "READY_TO_SUBMIT") },
};
